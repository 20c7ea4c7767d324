//! Analyses of positions, with small searches or none, and of boards.

mod box_tables;
#[cfg(feature = "survey")]
mod chambers;
mod corrals;
mod deadlock;
mod deadlock_search;
#[cfg(feature = "survey")]
mod extra_pruning;
#[cfg(feature = "survey")]
mod goal_rooms;
#[cfg(feature = "survey")]
mod passages;
#[cfg(feature = "survey")]
mod penalties;
mod pruned_pulls;
mod pruned_pushes;
#[cfg(feature = "survey")]
mod room_graph;
mod structure;
#[cfg(feature = "survey")]
mod zones;

#[cfg(feature = "survey")]
pub use crate::level_analysis::{PlanBySinks, PlanStep};
pub use box_tables::BoxTables;
#[cfg(feature = "survey")]
pub use chambers::{Chamber, Chambers};
pub use corrals::Corrals;
pub use deadlock::{DeadlockRule, Deadlocks, PullDeadlocks};
pub(crate) use deadlock::{GoalMatching, GoalTable, goals_reached_in_play, starts_reaching};
pub use deadlock_search::DeadlockSearch;
#[cfg(feature = "survey")]
pub use goal_rooms::GoalRoom;
#[cfg(feature = "survey")]
pub use passages::Passage;
#[cfg(feature = "survey")]
pub(crate) use penalties::{Penalties, PenaltyBound};
pub use pruned_pulls::PrunedPulls;
pub use pruned_pushes::PrunedPushes;
#[cfg(feature = "survey")]
pub use room_graph::{RoomExit, RoomGraph};
pub use structure::{Room, RoomOrTunnel, Structure, Tunnel};
#[cfg(feature = "survey")]
pub use zones::{CorralKind, Zones};

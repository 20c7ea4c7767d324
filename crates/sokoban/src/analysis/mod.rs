//! Analyses of positions, with no or only small searches, and of boards.

mod box_tables;
mod chambers;
mod corrals;
mod deadlock;
mod deadlock_search;
mod goal_rooms;
mod passages;
mod penalties;
mod pruned_pulls;
mod pruned_pushes;
mod room_graph;
mod structure;
mod zones;

pub use box_tables::BoxTables;
pub use chambers::{Chamber, Chambers};
pub use corrals::Corrals;
pub use deadlock::{DeadlockRule, Deadlocks, PullDeadlocks};
pub(crate) use deadlock::{GoalMatching, GoalTable, goals_reached_in_play, starts_reaching};
pub use deadlock_search::DeadlockSearch;
pub use goal_rooms::GoalRoom;
pub use passages::Passage;
pub(crate) use penalties::{Penalties, PenaltyBound};
pub use pruned_pulls::PrunedPulls;
pub use pruned_pushes::PrunedPushes;
pub use room_graph::{RoomExit, RoomGraph};
pub use structure::{Room, RoomOrTunnel, Structure, Tunnel};
pub use zones::{CorralKind, Zones};

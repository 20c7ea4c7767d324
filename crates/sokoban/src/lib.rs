#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod analysis;
pub mod board;
pub mod bound;
mod collection;
mod feature;
pub mod improve;
mod level;
#[cfg(feature = "survey")]
mod level_analysis;
mod lossy_index;
mod moves;
#[cfg(feature = "survey")]
pub mod one_box_at_a_time;
mod player_steps;
mod push_list;
#[cfg(feature = "rand")]
mod random_level;
#[cfg(feature = "survey")]
mod rolling_stone;
#[cfg(test)]
mod samples;
#[cfg(feature = "draw")]
mod scene;
pub mod search;
mod setup;
pub mod solver;
mod verify;

pub use collection::{Collection, CollectionEntry, NoSuchLevel};
pub use improve::{ImprovedMoves, Improver};
pub use level::Level;
#[cfg(feature = "survey")]
pub use level_analysis::{LevelAnalysis, MapKind, PlanBySinks, PlanStep};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, ParseMovesError, PlayerStep};
pub use push_list::{GridSquare, ImpossiblePush, ParsePushListError, PushList};
#[cfg(feature = "rand")]
pub use random_level::{GoalPlacement, RandomLevel, RandomLevelError};
pub use setup::{Setup, SetupError, Tile};
pub use solver::{AStar, Auto, Bidirectional, FeatureSearch, ReverseFeatureSearch};
#[cfg(feature = "survey")]
pub use solver::{
    AnySolver, BreadthFirst, DepthFirst, IdaStar, IterativeDeepening, ReverseBreadthFirst,
    ReverseIterativeDeepening, RollingStone,
};
pub use verify::{Metrics, VerifyError};

#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Public for the other crates of this workspace and its benchmarks; may change in any release.
#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod bound;
mod collection;
mod difficulty;
mod feature;
pub mod improve;
mod level;
#[cfg(feature = "survey")]
mod level_analysis;
mod lossy_index;
mod lost;
mod moves;
#[cfg(feature = "survey")]
#[doc(hidden)]
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
#[doc(hidden)]
pub mod search;
mod setup;
pub mod solver;
mod verify;

pub use collection::{Collection, CollectionEntry};
pub use level::Level;
#[cfg(feature = "survey")]
pub use level_analysis::{LevelAnalysis, MapKind};
pub use lost::LostReason;
/// Defines the types in the signatures of this crate; each version of this crate needs one version
/// of it.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, PlayerStep};
pub use push_list::{GridSquare, PushList};
/// The random numbers in the version that [`RandomLevel`] takes.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use rand;
#[cfg(feature = "rand")]
pub use random_level::{GoalPlacement, RandomLevel};
pub use setup::{Setup, Tile};
#[cfg(feature = "survey")]
pub use solver::any_solver::AnySolver;
pub use solver::auto::Auto;
pub use verify::Metrics;

/// The errors of this crate.
pub mod error {
    pub use crate::collection::NoSuchLevelError;
    pub use crate::moves::ParseMovesError;
    pub use crate::push_list::{ImpossiblePushError, ParsePushListError};
    #[cfg(feature = "rand")]
    pub use crate::random_level::RandomLevelError;
    pub use crate::setup::SetupError;
    #[cfg(feature = "survey")]
    pub use crate::solver::unsupported_level::UnsupportedLevelError;
    pub use crate::verify::VerifyError;
}

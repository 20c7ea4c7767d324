#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod analysis;
mod board;
mod bound;
mod collection;
mod feature;
mod level;
mod moves;
mod place;
mod routes;
#[cfg(test)]
mod samples;
#[cfg(feature = "draw")]
mod scene;
mod setup;
mod solution;
mod solver;
mod space;
mod stones;
mod verify;

pub use analysis::{
    Chamber, Chambers, CorralKind, Corrals, DeadlockRule, DeadlockSearch, Deadlocks, GoalRoom, Layer,
    Passage, PrunedPushes, Region, Room, Structure, Survey, Tunnel, Zones,
};
pub use board::{Board, Boxes, Distances, MAX_WORDS, Push, Reach, Square};
pub use bound::{Bound, LowerBounds, Matching};
pub use collection::{Collection, Entry, NoSuchLevel};
pub use feature::FirstOut;
pub use level::Level;
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use moves::{Moves, ParseMovesError, Step};
pub use routes::Routes;
pub use setup::{MAX_SIDE, Setup, SetupError, Tile};
pub use solver::{
    AStar, Bidirectional, BreadthFirst, Combined, FeatureSearch, IdaStar, IterativeDeepening, Pairing,
    ReverseBreadthFirst, ReverseIterativeDeepening, Solver, UnknownSolver,
};
pub use space::{Generator, Position, Pulls, Pushes};
pub use stones::{ByStones, PackingOrder, StoneByStone};
pub use verify::{Tally, VerifyError};

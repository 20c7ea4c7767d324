#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "survey")]
mod any_solver;
mod board;
#[cfg(feature = "survey")]
pub mod clockwise;
mod conversion;
#[cfg(feature = "cpf")]
mod cpf;
mod instance;
#[expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "positions are signed, because a step may lead off the board; no size comes near 2³¹"
)]
mod layers;
mod multi_blank;
mod near_optimal;
mod notation;
mod optimal;
mod parberry;
#[cfg(feature = "rand")]
mod random;
#[cfg(feature = "draw")]
mod scene;
mod setup;
mod snake;
mod solvability;
mod verify;

// For other crates of this workspace and its benchmarks; may change in any release.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "survey")]
    pub use crate::any_solver::{PuzzleSolver, SolverMethod};
    #[cfg(feature = "cpf")]
    pub use crate::cpf::{RobotPuzzle, RobotPuzzleError};
    pub use crate::multi_blank::PlanSolver;
    pub use crate::notation::ParseBlocksError;
    pub use crate::optimal::{OptimalHeuristic, RankedBoards, RankedPattern, RankingError};
    pub use crate::solvability::inversions;
}

/// Distance tables that can be saved and loaded.
pub mod tables {
    #[cfg(feature = "std")]
    pub use crate::optimal::TableError;
    pub use crate::optimal::{CompleteTable, PatternDatabases};
}

/// The errors of this crate.
pub mod error {
    pub use crate::board::SizeError;
    pub use crate::instance::InstanceError;
    pub use crate::multi_blank::ParseMovesError;
    pub use crate::setup::SetupError;
    pub use crate::verify::VerifyError;
}

#[cfg(feature = "survey")]
pub use any_solver::AnySolver;
pub use board::{Board, Tile};
pub use instance::Instance;
/// The crate whose types all signatures here use. Each version of this crate needs one version of
/// it.
#[doc(no_inline)]
pub use motion_core;
pub use multi_blank::{Dummies, SeveralBlanks, TileMoves};
pub use near_optimal::NearOptimal;
pub use notation::Notation;
pub use optimal::{MoveMetric, Optimal};
pub use parberry::Parberry;
/// The random number generators that [`Board::random`] and [`Instance::random`] take.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use rand;
pub use setup::Setup;
pub use snake::Snake;
pub use verify::{Metrics, Referee};

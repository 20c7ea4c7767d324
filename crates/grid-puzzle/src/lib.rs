#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "survey")]
mod any_solver;
mod board;
#[cfg(feature = "survey")]
mod clockwise;
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

// What siblings of this workspace and its benchmarks use; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::multi_blank::PlanSolver;
}

#[cfg(feature = "survey")]
pub use any_solver::{AnySolver, PuzzleSolver, SolverMethod};
pub use board::{Board, SizeError, Tile};
#[cfg(feature = "survey")]
pub use clockwise::{
    ChoiceError, Clockwise, ClockwiseSolution, LapPhase, TurnError, Turns, verify_clockwise,
};
#[cfg(feature = "cpf")]
pub use cpf::{RobotPuzzle, RobotPuzzleError};
pub use instance::{Instance, InstanceError};
/// The vocabulary of all signatures here; each version of this crate needs one version of it.
#[doc(no_inline)]
pub use motion_core;
pub use multi_blank::{Dummies, ParseMovesError, SeveralBlanks, TileMoves};
pub use near_optimal::NearOptimal;
pub use notation::{Notation, ParseBlocksError};
#[cfg(feature = "std")]
pub use optimal::TableError;
pub use optimal::{
    CompleteTable, MoveMetric, Optimal, OptimalHeuristic, PatternDatabases, RankedBoards, RankedPattern,
    RankingError,
};
pub use parberry::Parberry;
pub use setup::{Setup, SetupError};
pub use snake::Snake;
pub use solvability::inversions;
pub use verify::{Metrics, Referee, VerifyError};

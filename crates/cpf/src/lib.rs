#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod adapters;
mod any_scheduler;
mod any_solver;
mod auto;
mod auto_scheduler;
#[cfg(feature = "sliding")]
mod by_sliding;
mod candidate;
mod fresh_starts;
mod instance_class;
mod method;
mod plan_shortening;
mod replanner;

/// The errors of this crate.
pub mod error {
    pub use crate::instance_class::UnsupportedInstanceError;
}

pub use any_scheduler::AnyScheduler;
pub use any_solver::AnySolver;
pub use auto::Auto;
pub use auto_scheduler::AutoScheduler;
/// Instances, feasibility, generators, the referee, and improvers of plans.
#[doc(no_inline)]
pub use cpf_core;
#[doc(inline)]
pub use cpf_core::{Instance, MotionModel, Objective, Setup, formats};
/// The schedulers.
#[doc(no_inline)]
pub use mapf;
/// Fleets, whose goals keep coming.
#[cfg(feature = "fleet")]
#[doc(no_inline)]
pub use mapf::fleet;
/// The types that occur in all signatures here.
#[doc(no_inline)]
pub use motion_core;
#[doc(inline)]
pub use motion_core::{Budget, CancelFlag, Cell, Control, Grid, Outcome, Plan, Schedule, Solver, Vertex};
/// Random numbers, in the version that the generators expect.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use rand;

/// The solvers among which [`Auto`] chooses, as solvers of any [`Instance`], and
/// [`Replanner`](solvers::Replanner), which shortens plans.
pub mod solvers {
    pub use crate::adapters::{ByBlocks, ByEars, ByPushing};
    #[cfg(feature = "sliding")]
    pub use crate::by_sliding::BySliding;
    pub use crate::replanner::Replanner;
    /// Solvers on bi-connected graphs, and on all graphs with one blank.
    #[doc(no_inline)]
    pub use bibox;
    /// Solvers on open grids with one blank, which are sliding puzzles.
    #[cfg(feature = "sliding")]
    #[doc(no_inline)]
    pub use grid_puzzle;
    /// Solvers on all graphs with at least two blanks.
    #[doc(no_inline)]
    pub use push_swap;
}

/// Items for the other crates of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::any_scheduler::ScheduleSolver;
    pub use crate::any_solver::PlanSolver;
    pub use crate::method::{Method, MethodsUsed};
}

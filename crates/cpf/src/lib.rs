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

pub use adapters::{ByBlocks, ByEars, ByPushing};
pub use any_scheduler::{AnyScheduler, ScheduleSolver};
pub use any_solver::{AnySolver, PlanSolver};
pub use auto::Auto;
pub use auto_scheduler::AutoScheduler;
#[cfg(feature = "sliding")]
pub use by_sliding::BySliding;
pub use instance_class::UnsupportedInstance;
pub use method::{Method, MethodsUsed};
pub use replanner::Replanner;

/// Solvers on bi-connected graphs, and with one blank on all.
#[doc(no_inline)]
pub use bibox::{
    self, Bibox, BiboxTheta, BlockByBlock, BlockInstance, DiBox, EarBeam, EarDecomposition, EarInsertion,
    EarInstance,
};
/// Random instances and graphs.
#[cfg(feature = "rand")]
#[doc(no_inline)]
pub use cpf_core::generate;
/// Instances, their formats and generators, the referee, and shorter plans.
#[doc(no_inline)]
pub use cpf_core::{
    self, Infeasible, Instance, InstanceError, Metrics, MotionModel, Objective, Parallelised, Placements,
    Referee, Scheduler, Setup, VerifyError, VertexNames, directed,
    formats::{
        self, CellList, CpfText, FormatError, GraphText, PathsText, PlanText, StepsText, WriteError,
        moving_ai::{Map, Scenario, ScenarioEntry},
    },
    improve::{self, ImprovedPlan, Improver, Windows, parallelise},
};
/// Solvers on open grids with one blank, which are sliding puzzles.
#[cfg(feature = "sliding")]
#[doc(no_inline)]
pub use grid_puzzle;
/// The schedulers.
#[doc(no_inline)]
pub use mapf;
/// The vocabulary of all signatures here.
#[doc(no_inline)]
pub use motion_core::{
    self, Budget, CancelFlag, Configuration, Control, Grid, Move, Outcome, Plan, Quality, Schedule, Solver,
    Stop, Token, Vertex,
    error::UnsolvedError,
    graph::Graph,
    observer::{Improvement, Observer, Progress},
    sink::{Count, Sink, StreamingSolver},
};
/// Solvers on all graphs with two blanks or more.
#[doc(no_inline)]
pub use push_swap::{self, Elimination, EliminationBeam, Placing, PushInstance};

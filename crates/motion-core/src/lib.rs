#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// Doc examples included in tests name the crate as other crates do.
#[cfg(test)]
extern crate self as motion_core;
#[cfg(test)]
extern crate std;

mod configuration;
mod control;
mod direction;
#[cfg(feature = "draw")]
pub mod draw;
pub mod graph;
mod grid;
mod metered;
mod outcome;
mod plan;
pub mod search;
#[cfg(feature = "serde")]
mod serialisation;
pub mod sink;
mod solver;
pub mod solver_table;
mod splitmix;
mod text;
mod unknown_name;
mod walk;

pub use configuration::{Configuration, Token, Vertex};
pub use control::{Budget, CancelFlag, Control};
pub use direction::Direction;
pub use grid::{Cell, Grid};
pub use outcome::{Outcome, Quality, Stop};
pub use plan::{Move, Plan, Schedule};
pub use solver::{Solver, Verify};
pub use walk::Walk;

/// The errors of this crate, and the text positions that errors name.
pub mod error {
    pub use crate::configuration::ConfigurationError;
    pub use crate::control::ImprovementTypeError;
    pub use crate::direction::ParseDirectionError;
    #[cfg(feature = "draw")]
    pub use crate::draw::error::DrawError;
    pub use crate::graph::construction::GraphError;
    pub use crate::grid::GridError;
    pub use crate::outcome::{RunError, UnsolvedError};
    pub use crate::plan::{IllegalMoveError, ReplayError};
    pub use crate::text::TextPosition;
    pub use crate::unknown_name::UnknownNameError;
    pub use crate::walk::ParseWalkError;
}

/// Observers of a run: its progress, and better solutions while a solver keeps working.
pub mod observer {
    pub use crate::control::{Improvement, LevelProgress, Observer, Progress, Stats};
}

/// For the siblings of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::control::Part;
    pub use crate::direction::Turn;
    #[cfg(feature = "draw")]
    pub use crate::draw::chart::Chart;
    pub use crate::graph::arcs::{Arcs, StrongComponents};
    pub use crate::graph::bipartition::{Bipartition, OddCycleError, Side};
    pub use crate::metered::Metered;
    pub use crate::search::assignment::Assignment;
    pub use crate::search::bucket_queue::BucketQueue;
    pub use crate::search::erased::{ErasedHeuristic, ErasedSpace};
    pub use crate::search::feature_search::{
        OngoingFeatureSearch, feature_search, feature_search_from, feature_search_with,
    };
    pub use crate::search::feature_space::{Advice, FeatureSpace};
    pub use crate::search::iterative_deepening::MemoryPolicy;
    pub use crate::search::node_store::{Insertion, NodeStore};
    pub use crate::search::node_table::NodeId;
    pub use crate::search::ranked_breadth_first::{explore_ranked, explore_ranked_in_parallel};
    pub use crate::search::ranked_space::{RankGroup, RankVisitor, RankedSpace};
    pub use crate::splitmix::splitmix64;
    pub use crate::text::Counted;
}

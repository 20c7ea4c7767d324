#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod anytime;
mod blank_reserve;
mod elimination;
mod eliminator;
mod feasibility_first;
mod instance;
mod order;
mod path_and_cycle;
mod placing;
mod robot_walker;
mod root;
mod snake;
mod snake_cost;
mod swap;
#[cfg(test)]
mod tests;

// For the sibling crates of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::blank_reserve::BlankReserve;
    pub use crate::order::{Growth, VertexOrder};
    pub use crate::placing::{GoalOrder, PathRule, Priorities};
    pub use crate::robot_walker::StepRule;
    pub use crate::root::Root;
}

/// The errors of this crate.
pub mod error {
    pub use crate::instance::NotEnoughBlanksError;
}

pub use anytime::EliminationBeam;
/// Instances, and the trait of all solvers of this crate.
#[doc(no_inline)]
pub use cpf_core;
pub use elimination::Elimination;
pub use instance::PushInstance;
/// The vocabulary of all signatures here. Each version of this crate goes with one version of it.
#[doc(no_inline)]
pub use motion_core;
pub use placing::Placing;
pub use snake_cost::SnakeCost;

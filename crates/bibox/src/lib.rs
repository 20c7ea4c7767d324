#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod anytime;
mod big_cycle;
mod block_by_block;
mod classic;
mod dibox;
mod disjoint_paths;
mod ear_solver;
mod ears;
mod feasibility_first;
mod insertion;
mod instance;
mod prepared;
mod rearrange;
mod rearrange_core;
#[cfg(feature = "draw")]
mod scene;
mod snake_rule;
#[cfg(test)]
mod tests;

// For the sibling crates of this workspace and its benchmarks; it may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::ears::{Corner, RectangleError};
    pub use crate::snake_rule::{EarShift, SnakeChoice, SnakeDistance, SnakePairing, SnakeRule};
}

/// The errors of this crate.
pub mod error {
    pub use crate::block_by_block::NotOneBlankError;
    pub use crate::ears::{EarError, NotBiconnectedError};
}

pub use anytime::EarBeam;
pub use block_by_block::{BlockByBlock, BlockInstance};
pub use classic::{Bibox, BiboxTheta};
/// Instances, and the trait of all solvers of this crate.
#[doc(no_inline)]
pub use cpf_core;
pub use dibox::DiBox;
pub use ears::EarDecomposition;
pub use insertion::EarInsertion;
pub use instance::EarInstance;
/// The vocabulary of all signatures here. Each version of this crate goes with one version of it.
#[doc(no_inline)]
pub use motion_core;

#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod anytime;
mod arranger;
mod big_cycle;
mod blocks;
mod classic;
mod core_part;
pub mod ears;
mod fan;
mod insertion;
mod instance;
mod rearrange;
#[cfg(feature = "draw")]
mod scene;
mod solution;
mod task;
#[cfg(test)]
mod tests;

pub use anytime::EarBeam;
pub use blocks::{BlockByBlock, BlockInstance, NotOneBlank};
pub use classic::{Bibox, BiboxTheta};
/// Instances, and the trait of all solvers here.
#[doc(no_inline)]
pub use cpf_core;
pub use ears::EarDecomposition;
pub use insertion::EarInsertion;
pub use instance::EarInstance;
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;

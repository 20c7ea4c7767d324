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
#[cfg(test)]
mod completeness;
mod core_part;
pub mod ears;
mod fan;
mod insertion;
mod instance;
#[cfg(test)]
mod limits;
mod rearrange;
#[cfg(test)]
mod samples;
#[cfg(feature = "draw")]
mod scene;
mod solution;
mod task;

pub use anytime::EarBeam;
pub use blocks::{BlockByBlock, BlockInstance, NotOneBlank};
pub use classic::{Bibox, BiboxTheta};
pub use ears::EarDecomposition;
pub use insertion::EarInsertion;
pub use instance::EarInstance;

#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod anytime;
mod blanks;
#[cfg(test)]
mod completeness;
mod elimination;
mod eliminator;
mod instance;
#[cfg(test)]
mod limits;
mod line;
mod order;
mod placing;
#[cfg(test)]
mod samples;
mod snake;
mod swap;
mod walk;

pub use anytime::EliminationBeam;
pub use blanks::Reserve;
pub use elimination::Elimination;
pub use instance::{NotEnoughBlanks, PushInstance};
pub use order::{Growth, Root, VertexOrder};
pub use placing::{GoalOrder, Paths, Priorities, PushAndRotate, PushAndSwap};
pub use walk::Steps;

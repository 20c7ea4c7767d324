#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod anytime;
mod blanks;
mod elimination;
mod eliminator;
mod instance;
mod line;
mod order;
mod placing;
mod snake;
mod swap;
#[cfg(test)]
mod tests;
mod walk;

pub use anytime::EliminationBeam;
pub use blanks::Reserve;
/// Instances, and the trait of all solvers here.
#[doc(no_inline)]
pub use cpf_core;
pub use elimination::Elimination;
pub use instance::{NotEnoughBlanks, PushInstance};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use order::{Growth, Root, VertexOrder};
pub use placing::{GoalOrder, Paths, Priorities, PushAndRotate, PushAndSwap};
pub use walk::Steps;

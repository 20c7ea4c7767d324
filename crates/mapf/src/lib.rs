#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod cost_tree;
mod goal_distances;
mod groups;
mod joint;
mod lacam;
mod mdd;
#[cfg(feature = "sat")]
mod sat;
mod timed_paths;

pub use cost_tree::IncreasingCostTree;
pub use joint::JointSearch;
pub use lacam::{Lacam, LacamTechnique, LacamTechniques};
#[cfg(feature = "sat")]
pub use sat::MddSat;

/// Instances, motion models, objectives and the trait of schedulers.
#[doc(no_inline)]
pub use cpf_core::{self, Instance, Metrics, MotionModel, Objective, Scheduler};
/// The vocabulary of all signatures here.
#[doc(no_inline)]
pub use motion_core;

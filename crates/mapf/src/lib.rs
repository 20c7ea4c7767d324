#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod conflict_search;
mod cost_tree;
mod goal_distances;
mod groups;
mod joint;
mod mdd;
#[cfg(feature = "sat")]
mod sat;
mod timed_paths;

pub use conflict_search::{ConflictSearch, Technique, Techniques};
pub use cost_tree::IncreasingCostTree;
/// Instances, motion models, objectives and the trait of schedulers.
#[doc(no_inline)]
pub use cpf_core::{self, Instance, Metrics, MotionModel, Objective, Scheduler};
pub use joint::JointSearch;
/// The vocabulary of all signatures here.
#[doc(no_inline)]
pub use motion_core;
#[cfg(feature = "sat")]
pub use sat::MddSat;

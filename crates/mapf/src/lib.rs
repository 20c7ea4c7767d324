#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod conflict_search;
mod goal_distances;
mod mdd;
mod timed_paths;

pub use conflict_search::{ConflictSearch, Technique, Techniques};
/// Instances, motion models, objectives and the trait of schedulers.
#[doc(no_inline)]
pub use cpf_core::{self, Instance, Metrics, MotionModel, Objective, Scheduler};
/// The vocabulary of all signatures here.
#[doc(no_inline)]
pub use motion_core;

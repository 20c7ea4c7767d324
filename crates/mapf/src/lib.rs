#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod all_distances;
mod arc_instance;
mod circular_buckets;
mod collision_repair;
mod conflict_search;
mod cost_tree;
#[cfg(feature = "fleet")]
pub mod fleet;
mod groups;
mod guide_path;
mod joint;
mod lacam;
mod leaving;
mod make_room;
mod mdd;
mod model_and_objective;
mod path_shifts;
mod priority_inheritance;
mod retiming;
#[cfg(feature = "sat")]
mod sat;
mod schedule_improver;
mod single_robot;
mod timed_paths;
mod visit_table;

pub use collision_repair::CollisionRepair;
pub use conflict_search::{ConflictSearch, ConflictTechnique, ConflictTechniques};
pub use cost_tree::IncreasingCostTree;
/// Instances, motion models, objectives and the trait of schedulers.
#[doc(no_inline)]
pub use cpf_core::{self, Instance, Metrics, MotionModel, Objective, Scheduler};
pub use joint::JointSearch;
pub use lacam::{Lacam, LacamTechnique, LacamTechniques};
/// The types in all signatures here.
#[doc(no_inline)]
pub use motion_core;
pub use path_shifts::PathShifts;
#[cfg(feature = "sat")]
pub use sat::MddSat;
pub use schedule_improver::{ImprovedSchedule, Neighbourhood, ScheduleImprover};

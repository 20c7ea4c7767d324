#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod collision_repair;
mod goal_distances;
mod path_shifts;
mod retiming;
mod schedule_improver;
mod single_robot;
mod timed_paths;
mod visit_table;

pub use collision_repair::CollisionRepair;
/// Instances, motion models, objectives and the trait of schedulers.
#[doc(no_inline)]
pub use cpf_core::{self, Instance, Metrics, MotionModel, Objective, Scheduler};
pub use path_shifts::PathShifts;
pub use schedule_improver::{ImprovedSchedule, Neighbourhood, ScheduleImprover};

/// The vocabulary of all signatures here.
#[doc(no_inline)]
pub use motion_core;

//! `Auto` and the adapters: the suite of instances that all solvers run, and the promises that are
//! particular to them.

mod adapters;
mod auto;
mod auto_scheduler;
mod front_door;
mod solvers;

motion_testing_robots::every_solver!(crate::solvers::all);

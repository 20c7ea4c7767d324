//! `Auto` and the adapters: every instance of the suite that all solvers run, and what only they
//! promise.

mod adapters;
mod auto;
mod auto_scheduler;
mod front_door;
mod solvers;

motion_testing_robots::every_solver!(crate::solvers::all);

//! Tests all solvers of this crate: the suite that every solver runs, published instances, limits
//! and fuzzing.

mod classes;
mod fuzz;
mod limits;
mod polls;
mod published_maps;
mod snakes;
mod solvers;

motion_testing_robots::every_solver!(crate::solvers::all);

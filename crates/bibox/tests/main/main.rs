//! Tests all solvers of this crate: the suite that every solver runs, limits and fuzzing.

mod classes;
mod fewest_moves;
mod fuzz;
mod limits;
mod polls;
mod readings;
mod solvers;

motion_testing_robots::every_solver!(crate::solvers::all);

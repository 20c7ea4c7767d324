//! Readers, solvers and analyses against brute force, under limits, and on published levels.

mod analysis;
mod box_by_box;
mod brute_force;
mod difficulty;
mod enhancements;
mod fewest_steps;
mod fuzz;
mod games;
#[cfg(feature = "rand")]
mod generated_levels;
mod improvement;
mod level_analysis;
mod limits;
mod lost;
mod one_box_at_a_time;
mod published_levels;
mod random_levels;
mod rolling_stone;
mod room_abstraction;
mod runs;
#[cfg(feature = "serde")]
mod serde;
mod solvers;
mod spaces;
mod symmetries;
#[cfg(feature = "rand")]
mod threads;
mod wrappers;

//! Readers, solvers and analyses against brute force, under limits, and on published levels.

mod analysis;
mod box_by_box;
mod brute_force;
mod enhancements;
mod fewest_steps;
mod fuzz;
#[path = "../../../motion-core/tests/main/fuzzing.rs"]
mod fuzzing;
mod games;
#[cfg(feature = "rand")]
mod generated_levels;
mod improvement;
mod level_analysis;
mod limits;
mod one_box_at_a_time;
#[path = "../../../motion-core/tests/main/published.rs"]
mod published;
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
#[path = "../../../motion-core/tests/main/wrapped_space.rs"]
mod wrapped_space;
mod wrappers;

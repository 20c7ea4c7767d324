//! Tests of readers and solvers: against brute force, under limits, and on the boards of the
//! printed game.

#[cfg(feature = "rand")]
mod brute_force;
#[cfg(feature = "rand")]
mod fuzz;
#[cfg(feature = "rand")]
mod graph;
#[cfg(feature = "rand")]
mod limits;
#[cfg(feature = "rand")]
mod optimal;
#[cfg(feature = "rand")]
mod printed_quadrants;
#[cfg(feature = "rand")]
mod random_games;
#[cfg(feature = "serde")]
mod serde;

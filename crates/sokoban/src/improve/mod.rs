//! Shortens solutions of any solver.
//!
//! An [`Improver`] takes a solution and returns one that is never longer. It stops when it finds no
//! further improvement or the budget is used up. It frees a few boxes in a piece of the solution
//! and finds the best way for them by A*, while all other boxes make the same pushes in the same
//! order.

mod by_pushes;
mod by_steps;
mod improver;
mod improving;
mod known_solution;
mod neighbourhood;
mod objective;
mod piece;
mod rounds;
mod search_cost;

pub use improver::{ImprovedMoves, Improver};
pub use neighbourhood::Neighbourhood;
pub use objective::Objective;

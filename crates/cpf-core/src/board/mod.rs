//! The board on which rule-based solvers work: robots, locks, a trail of all moves, and the
//! operations from which rule-based algorithms are built.
//!
//! It is fast for three reasons. Searches are *local*: they stop at the first blank and need no
//! clearing, and expand about ten vertices for each move. Attempts are *undone by the trail*
//! ([`WorkingBoard::mark`], [`WorkingBoard::roll_back`]) instead of made on a copy. Blanks travel
//! by the *weighted route* of [`BlankRoute::Weighted`], which keeps plans short.
//!
//! The run's [`Control`](motion_core::Control) counts one node for every move, and one for every
//! vertex that a search
//! expands.

mod blank_route;
mod carry;
mod circular_bucket_queue;
mod cycle;
mod goal_distances;
mod local_search;
mod locks;
mod operation_error;
mod vacate;
mod view;
mod working_board;

#[cfg(test)]
mod tests;

pub use blank_route::BlankRoute;
pub use goal_distances::GoalDistances;
pub use local_search::LocalSearch;
pub use operation_error::OperationError;
pub use view::BoardView;
pub use working_board::{TrailMark, WorkingBoard};

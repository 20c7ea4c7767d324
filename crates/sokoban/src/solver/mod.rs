//! Solvers, each a small value with documented defaults.

mod breadth_first;

pub use breadth_first::BreadthFirst;

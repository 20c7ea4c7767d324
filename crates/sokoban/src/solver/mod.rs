//! Solvers, each a small value with documented defaults.

mod a_star;
mod bidirectional;
mod breadth_first;
mod combined;
mod deepening;
mod feature_search;
mod game;
mod guided;
mod ida_star;
mod named;
mod reverse_breadth_first;

pub use a_star::AStar;
pub use bidirectional::{Bidirectional, Pairing};
pub use breadth_first::BreadthFirst;
pub use combined::Combined;
pub use deepening::{IterativeDeepening, ReverseIterativeDeepening};
pub use feature_search::FeatureSearch;
pub use ida_star::IdaStar;
pub use named::{Solver, UnknownSolver};
pub use reverse_breadth_first::ReverseBreadthFirst;

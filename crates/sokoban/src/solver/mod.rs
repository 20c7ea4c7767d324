//! Solvers, each a small value with documented defaults, and their enhancements.

mod a_star;
mod any_solver;
mod auto;
mod bidirectional;
mod box_by_box;
mod breadth_first;
mod by_features;
mod depth_first;
mod enhancement;
mod feature_search;
mod fewest_steps;
mod ida_star;
mod iterative_deepening;
mod reverse_breadth_first;
mod reverse_feature_search;
mod rolling_stone;
mod room_abstraction;
mod rotation;
mod search_problem;
#[cfg(feature = "rayon")]
mod side_by_side;
mod symmetric_search;
mod tunnel_search;

pub use a_star::AStar;
pub use any_solver::{AnySolver, UnknownSolver};
pub use auto::Auto;
pub use bidirectional::{Bidirectional, Pairing};
pub use box_by_box::{BoxByBox, LetGo, NextBox};
pub use breadth_first::BreadthFirst;
pub use depth_first::DepthFirst;
pub use enhancement::{Enhancement, Enhancements};
pub use feature_search::FeatureSearch;
pub use ida_star::IdaStar;
pub use iterative_deepening::{IterativeDeepening, ReverseIterativeDeepening};
pub use reverse_breadth_first::ReverseBreadthFirst;
pub use reverse_feature_search::ReverseFeatureSearch;
pub use rolling_stone::RollingStone;
pub use room_abstraction::RoomAbstraction;

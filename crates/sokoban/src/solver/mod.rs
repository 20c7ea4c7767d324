//! Solvers, each a small value with documented defaults, and their enhancements.

mod a_star;
#[cfg(feature = "survey")]
pub(crate) mod any_solver;
pub(crate) mod auto;
mod bidirectional;
#[cfg(feature = "survey")]
mod box_by_box;
#[cfg(feature = "survey")]
mod breadth_first;
mod by_features;
#[cfg(feature = "survey")]
mod depth_first;
mod enhancement;
mod feature_search;
#[cfg(feature = "survey")]
mod fewest_steps;
#[cfg(feature = "survey")]
mod ida_star;
mod improved_auto;
#[cfg(feature = "survey")]
mod iterative_deepening;
#[cfg(feature = "survey")]
mod method;
mod open_position;
#[cfg(feature = "survey")]
mod pruned_search;
#[cfg(feature = "survey")]
mod reverse_breadth_first;
mod reverse_feature_search;
#[cfg(feature = "survey")]
mod rolling_stone;
#[cfg(feature = "survey")]
mod room_abstraction;
mod rotation;
mod search_problem;
#[cfg(feature = "rayon")]
mod side_by_side;
mod symmetric_search;
mod tunnel_search;
#[cfg(feature = "survey")]
pub(crate) mod unsupported_level;

pub use a_star::AStar;
pub use bidirectional::{Bidirectional, Pairing};
#[cfg(feature = "survey")]
pub use box_by_box::{BoxByBox, LetGo, NextBox};
#[cfg(feature = "survey")]
pub use breadth_first::BreadthFirst;
#[cfg(feature = "survey")]
pub use depth_first::DepthFirst;
pub use enhancement::{Enhancement, Enhancements};
pub use feature_search::FeatureSearch;
#[cfg(feature = "survey")]
pub use ida_star::IdaStar;
#[cfg(feature = "survey")]
pub use iterative_deepening::{IterativeDeepening, ReverseIterativeDeepening};
#[cfg(feature = "survey")]
pub use method::{LevelSolver, Method};
#[cfg(feature = "survey")]
pub use reverse_breadth_first::ReverseBreadthFirst;
pub use reverse_feature_search::ReverseFeatureSearch;
#[cfg(feature = "survey")]
pub use rolling_stone::RollingStone;
#[cfg(feature = "survey")]
pub use room_abstraction::RoomAbstraction;

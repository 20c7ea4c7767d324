//! Grids and scenarios of the [MovingAI benchmarks](https://movingai.com/benchmarks/): `.map` and
//! `.scen`.
//!
//! A map is a rectangle of open and closed cells. A scenario names starts and goals on a map, one
//! pair a line; the first K lines are the instance with K robots. x is the column and y the row,
//! from the top left, both from 0.
//!
//! # References
//! N. Sturtevant, Benchmarks for Grid-Based Pathfinding, 2012; R. Stern et al., Multi-Agent
//! Pathfinding: Definitions, Variants, and Benchmarks, 2019.

mod map;
mod scenario;

pub use map::Map;
pub(super) use scenario::vertex_at;
pub use scenario::{Scenario, ScenarioEntry};

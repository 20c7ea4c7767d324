//! Grids and scenarios of the [MovingAI benchmarks](https://movingai.com/benchmarks/): `.map` and
//! `.scen`.
//!
//! A map is a rectangle of open and closed cells. A scenario names starts and goals on a map, one
//! pair for each line; its first K lines are the instance with K robots. x is the column and y the
//! row, both counted from 0 at the top left.
//!
//! # References
//! N. Sturtevant, Benchmarks for Grid-Based Pathfinding, 2012; R. Stern et al., Multi-Agent
//! Pathfinding: Definitions, Variants, and Benchmarks, 2019.

mod map;
mod scenario;

pub use map::Map;
pub(super) use scenario::vertex_at;
pub use scenario::{Scenario, ScenarioEntry};

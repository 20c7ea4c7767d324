//! The parts of Rolling Stone that IDA* over runs lacks: goal macros, goal cuts, the order in which
//! pushes are tried, and relevance cuts.

mod bound;
mod goal_macros;
mod influence;
mod relevance;
mod space;
mod trail;

pub(crate) use bound::RollingBound;
pub(crate) use goal_macros::{GoalMacros, MacroStart};
pub(crate) use relevance::Relevance;
pub(crate) use space::{MacroSpace, RollingMove};
pub(crate) use trail::Trail;

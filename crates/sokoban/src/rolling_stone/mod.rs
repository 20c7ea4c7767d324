//! The parts of Rolling Stone that IDA* over runs lacks: goal macros, goal cuts, the order of
//! pushes, and relevance cuts.

mod goal_macros;
mod influence;
mod macro_space;
mod position_with_moves;
mod relevance_cuts;
mod rolling_stone_bound;

pub(crate) use goal_macros::{GoalMacros, MacroStart};
pub(crate) use macro_space::{MacroSpace, RollingStoneMove};
pub(crate) use position_with_moves::PositionWithMoves;
pub(crate) use relevance_cuts::RelevanceCuts;
pub(crate) use rolling_stone_bound::RollingStoneBound;

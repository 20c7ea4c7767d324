//! Paths of single robots beside all others.

mod intervals;
mod search;
mod shared_intervals;

pub(crate) use intervals::{Others, headway};
pub(crate) use search::{PathCost, RobotTask, SingleRobotSearch};
pub(crate) use shared_intervals::{Pieces, SharedIntervals, moves_in_circle};

#[cfg(test)]
mod tests;

//! Robots placed on their goals one by one: what Push and Swap and Push and Rotate have in common.

mod classes;
mod cycle_rotation;
mod goals;
mod path_rule;
mod placer;
mod snake;
mod solver;
#[cfg(test)]
mod tests;

pub use classes::Priorities;
pub use goals::GoalOrder;
pub use path_rule::PathRule;
pub use solver::Placing;

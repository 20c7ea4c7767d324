//! Places robots on their goals one by one: the code shared by Push and Swap and Push and Rotate.

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

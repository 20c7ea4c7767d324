//! Robots placed on their goals one by one: what Push and Swap and Push and Rotate have in common.

mod classes;
mod cycle_rotation;
mod goals;
mod path_rule;
mod placement_run;
mod placer;
mod push_and_rotate;
mod push_and_swap;
mod snake;
#[cfg(test)]
mod tests;

pub use classes::Priorities;
pub use goals::GoalOrder;
pub use path_rule::PathRule;
pub use push_and_rotate::PushAndRotate;
pub use push_and_swap::PushAndSwap;

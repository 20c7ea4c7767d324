//! What can be told of a position without searching on from it, and of a board without any position.

mod corrals;
mod deadlock;
mod pruned;

pub use corrals::Corrals;
pub use deadlock::{DeadlockRule, Deadlocks};
pub use pruned::PrunedPushes;

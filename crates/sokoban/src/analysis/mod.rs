//! What can be told of a position without searching on from it, and of a board without any position.

mod deadlock;

pub use deadlock::{DeadlockRule, Deadlocks};

//! What can be told of a position without searching on from it, and of a board without any position.

mod corrals;
mod deadlock;
mod pruned;
mod structure;

pub use corrals::Corrals;
pub use deadlock::{DeadlockRule, Deadlocks};
pub use pruned::PrunedPushes;
pub use structure::{Part, Room, Structure, Tunnel};

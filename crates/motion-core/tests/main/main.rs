//! What reads and writes text; everything else is tested beside its code.

mod fuzz;
#[cfg(feature = "serde")]
mod serde;

//! What reads and writes text; everything else is tested beside its code.

mod fuzz;
mod fuzzing;
#[cfg(feature = "serde")]
mod serde;

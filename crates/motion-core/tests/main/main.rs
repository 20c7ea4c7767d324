//! Tests of reading and writing text. Everything else is tested beside its code.

mod fuzz;
#[cfg(feature = "serde")]
mod serde;

//! Tests of the contract of all families.

mod answer_keys;
mod every_family;
#[cfg(feature = "fuzz")]
mod readers;
mod samples;

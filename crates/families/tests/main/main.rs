//! The families, by what all of them promise.

mod answer_keys;
mod every_family;
#[cfg(feature = "fuzz")]
mod readers;
mod samples;

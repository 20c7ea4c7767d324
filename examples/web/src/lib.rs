#![doc = include_str!("../README.md")]

mod clock;
#[cfg(target_family = "wasm")]
pub mod door;
mod engine;
mod fleets;
mod protocol;

pub use engine::{describe, edit, instance, instances, picture, play, random, read, show, solve};
pub use fleets::{begin_fleet, click_fleet, step_fleet};

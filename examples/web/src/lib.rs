#![doc = include_str!("../README.md")]

mod choices;
mod clock;
#[cfg(target_family = "wasm")]
pub mod door;
mod drawing;
mod engine;
mod error;
mod field;
mod places;
mod protocol;
mod ricochet;
mod robots;
mod sliding;
mod sokoban;
mod watch;

pub use engine::{describe, edit, picture, play, random, read, show, solve};

#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "serde")]
mod as_text;
#[cfg(feature = "std")]
mod clock;
pub mod configuration;
pub mod control;
pub mod direction;
#[cfg(feature = "draw")]
pub mod draw;
pub mod graph;
pub mod grid;
pub mod outcome;
pub mod plan;
pub mod search;
pub mod sink;
#[cfg(feature = "serde")]
mod stored;
mod text;
pub mod walk;

pub use configuration::{Configuration, Token};
pub use control::{Budget, CancelFlag, Control, Observer, Progress, Stats};
pub use direction::{Direction, Turn};
pub use graph::{Graph, Vertex};
pub use grid::{Cell, Grid};
pub use outcome::{Outcome, Quality, Stop};
pub use plan::{Move, Plan, Rules, Schedule, replay};
pub use sink::Sink;
pub use text::TextPosition;
pub use walk::Walk;

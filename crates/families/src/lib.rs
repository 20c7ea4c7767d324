#![doc = include_str!("../README.md")]

mod all;
mod answer;
mod by_hand;
#[cfg(not(target_family = "wasm"))]
mod clock;
mod description;
mod error;
mod family;
mod inputs;
mod named_value;
mod places;
#[cfg(feature = "fuzz")]
mod readers;
mod replay;
pub mod ricochet;
pub mod robots;
mod run;
pub mod sliding;
#[cfg(feature = "soak")]
pub mod soak;
pub mod sokoban;
#[cfg(feature = "explore")]
mod space;
mod view;

pub use all::{ALL, family};
pub use answer::{Answer, Ending, Unit, quality_name, stop_name};
pub use by_hand::{EditAction, PlayAction, Played};
#[cfg(not(target_family = "wasm"))]
pub use clock::now;
pub use description::{Description, InstanceText, Named, Sample, Tool};
pub use error::{TextError, Unsuitable};
pub use family::Family;
pub use inputs::{CheckText, Choices, Input, InputKind};
pub use named_value::{NamedRow, NamedValue};
#[cfg(feature = "fuzz")]
pub use readers::Reader;
pub use replay::{Moves, Replay};
pub use run::{Improved, Report, Request, RunCost, RunProgress};
#[cfg(feature = "explore")]
pub use space::{SpaceDescription, StateSpace, states_by_depth};
pub use view::{Status, View};

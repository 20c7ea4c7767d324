#![doc = include_str!("../README.md")]

mod all;
mod answer;
mod by_hand;
#[cfg(not(target_family = "wasm"))]
mod clock;
mod description;
mod error;
mod family;
mod fleet;
mod inputs;
mod named_value;
mod places;
#[cfg(feature = "fuzz")]
mod readers;
mod replay;
#[doc(hidden)]
pub mod ricochet;
#[doc(hidden)]
pub mod robots;
mod run;
#[doc(hidden)]
pub mod sliding;
#[cfg(feature = "soak")]
#[doc(hidden)]
pub mod soak;
#[doc(hidden)]
pub mod sokoban;
#[cfg(feature = "explore")]
mod space;
mod view;

pub use all::{ALL, family};
pub use answer::Answer;
#[doc(hidden)]
pub use answer::{Ending, Unit};
#[doc(hidden)]
pub use answer::{quality_name, stop_name};
#[doc(hidden)]
pub use by_hand::{EditAction, PlayAction, Played};
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub use clock::now;
pub use description::Description;
#[doc(hidden)]
pub use description::{Collection, InstanceText, Named, Sample, Tool};
pub use error::{TextError, UnsuitableError};
pub use family::Family;
#[doc(hidden)]
pub use fleet::{FleetState, RunningFleet};
#[doc(hidden)]
pub use inputs::{CheckText, Choices, Input, InputKind};
#[doc(hidden)]
pub use named_value::{NamedRow, NamedValue};
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub use readers::Reader;
#[doc(hidden)]
pub use replay::Moves;
pub use replay::Replay;
pub use run::Request;
#[doc(hidden)]
pub use run::{Improved, Report, RunCost, RunProgress};
#[cfg(feature = "explore")]
#[doc(hidden)]
pub use space::{SpaceDescription, StateSpace, states_by_depth};
#[doc(hidden)]
pub use view::{Status, View};

//! The game as search spaces: forward by pushes or by the player's steps, backward by pulls.

#[cfg(feature = "survey")]
mod box_move;
mod move_generator;
mod player_distances;
mod player_zone;
mod position;
mod pulls;
mod pushes;
mod runs;
#[cfg(feature = "survey")]
mod steps;
mod symmetric;

#[cfg(feature = "survey")]
pub(crate) use box_move::BoxMove;
pub use move_generator::MoveGenerator;
pub(crate) use player_distances::PlayerDistances;
pub(crate) use position::PlayerPosition;
pub use position::Position;
pub use pulls::Pulls;
pub use pushes::Pushes;
pub use runs::{PushSpace, Run, RunScratch, Runs};
#[cfg(feature = "survey")]
pub(crate) use steps::Steps;
pub use symmetric::{Symmetric, SymmetricPush, SymmetricScratch};

#[cfg(test)]
mod tests;

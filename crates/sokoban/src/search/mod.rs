//! The game as search spaces: forward by pushes or by steps of the player, backward by
//! pulls.

mod box_move;
mod move_generator;
mod player_distances;
mod player_zone;
mod position;
mod pulls;
mod pushes;
mod runs;
mod steps;
mod symmetric;

pub(crate) use box_move::BoxMove;
pub use move_generator::MoveGenerator;
pub(crate) use player_distances::PlayerDistances;
pub use position::Position;
pub use pulls::Pulls;
pub use pushes::Pushes;
pub use runs::{PushSpace, Run, RunScratch, Runs};
pub(crate) use steps::{PlayerPosition, Steps};
pub use symmetric::{Symmetric, SymmetricPush, SymmetricScratch};

#[cfg(test)]
mod tests;

//! The game as search spaces: forward by pushes, backward by pulls.

mod move_generator;
mod player_zone;
mod position;
mod pulls;
mod pushes;

pub use move_generator::MoveGenerator;
pub use position::Position;
pub use pulls::Pulls;
pub use pushes::Pushes;

#[cfg(test)]
mod tests;

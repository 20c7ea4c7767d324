//! Compares the board with slow, obvious oracles.

mod arcs;
mod blanks;
mod carrying;
mod cycles;
mod goal_distances;
mod limits;
mod locks;
mod settings;
mod trail;

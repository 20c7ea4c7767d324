//! The analyses against referees that know all positions of small levels.

mod deadlocks;
mod levels;

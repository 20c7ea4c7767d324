//! The analyses against referees that know all positions of small levels.

mod corrals;
mod deadlocks;
mod levels;
mod statics;

//! The analyses against referees that know all positions of small levels.

mod corrals;
mod deadlock_search;
mod deadlocks;
mod levels;
mod statics;

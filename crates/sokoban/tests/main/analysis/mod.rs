//! The analyses against all positions of small levels.

mod box_tables;
mod corrals;
mod deadlock_search;
mod deadlocks;
mod pull_deadlocks;
mod room_graph;
mod statics;

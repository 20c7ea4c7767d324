//! Solving one box at a time, against plain definitions of it.

mod backtracking;
mod packing_orders;

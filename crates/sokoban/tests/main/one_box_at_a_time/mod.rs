//! Compares solving one box at a time with plain definitions of it.

mod backtracking;
mod packing_orders;

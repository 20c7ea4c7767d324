//! The figures and bounds of the papers on snakes.

mod figures;
mod worst_case;

//! Layer by layer: the parts that Parberry's algorithm and the snakes share.
//!
//! A line is a row, filled from the left, or a column, filled from the bottom. The next line always
//! lies across the longer side, until at most 3×3 cells are left. In a square, the order is row,
//! column, row, … as in Algorithm 1. A rectangle first becomes a square. The [`LineStrategy`]
//! determines how the tiles of a line reach it.

mod blank_mover;
mod blank_path;
mod carry;
mod corner;
mod dry_run;
mod frame;
mod layer_order;
mod line_strategy;
mod long_snake;
mod move_pattern;
mod multi_blank;
mod residual;
mod single_blank;
#[cfg(test)]
mod tests;
mod tile_pair;
mod workspace;

pub(crate) use blank_mover::{FillError, Workspace};
pub(crate) use line_strategy::{LineContext, LineStrategy};
pub(crate) use long_snake::{SnakeDryRun, estimate_long, place_long};
pub(crate) use multi_blank::{MAX_LISTED, solve as solve_with_blanks};
pub(crate) use single_blank::solve;
pub(crate) use tile_pair::{
    SnakeFormation, estimate_snake, place_first, place_second, place_singly, place_snake,
};

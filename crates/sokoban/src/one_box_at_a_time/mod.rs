//! Solves positions one box at a time, each straight to its goal: VL in the thesis, after F. Van
//! Lishout.
//!
//! Many positions early in a game are easy although the end is a hundred pushes away: the goals can
//! be filled in an order known in advance, each by one box that is pushed there while all others
//! stay. A search that tests for this only has to reach such a position.

mod backtracking;
mod box_router;
mod failed_positions;
mod packing_order;
mod until;

pub(crate) use backtracking::Placement;
pub use backtracking::{OneBoxAtATime, OneBoxScratch};
pub use packing_order::PackingOrder;
pub use until::UntilOneBoxAtATime;

//! Box after box, straight to its goal: the stone-by-stone method.
//!
//! Many positions early in a game are easy although the end is a hundred pushes away: the goals can be filled in an order
//! known beforehand, each by one box that is pushed there while all others stay where they are. A search that notices this
//! needs only to get there.

mod backtracking;
mod box_router;
mod failed_positions;
mod packing_order;
mod until;

pub use backtracking::OneBoxAtATime;
pub use packing_order::PackingOrder;
pub use until::UntilOneBoxAtATime;

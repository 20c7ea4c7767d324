//! Box after box, straight to its goal: the stone-by-stone method.
//!
//! Many positions early in a game are easy although the end is a hundred pushes away: the goals can be filled in an order
//! known beforehand, each by one box that is pushed there while all others stay where they are. A search that notices this
//! needs only to get there.

mod failures;
mod haul;
mod order;
mod space;
mod subclass;
mod walled;

pub use order::PackingOrder;
pub use space::ByStones;
pub use subclass::StoneByStone;

//! The measures of a position: its features.

mod blocked_goals;
mod feature_context;
mod region_counter;
mod room_links;
mod way_counter;

pub(crate) use blocked_goals::BlockedGoals;
pub(in crate::feature) use feature_context::FeatureContext;
pub(in crate::feature) use region_counter::RegionCounter;
pub(in crate::feature) use room_links::RoomLinks;
pub(in crate::feature) use way_counter::WayCounter;
pub(crate) use way_counter::WayKind;

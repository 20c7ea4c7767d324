//! Shortens plans of any solver, and converts between plans and schedules of simultaneous moves.
//!
//! [`Improver`] takes a legal plan and returns one that is never longer and ends in the same
//! configuration. It works until nothing more is found or the budget is used up. [`parallelise`]
//! turns a plan into a schedule, [`serialise`] a schedule into a plan.

mod improver;
mod parallel;
mod region;
mod sequential;
mod window;
mod window_search;

#[cfg(test)]
mod tests;

pub(crate) use improver::remove_redundancy;
pub use improver::{ImprovedPlan, Improver};
pub use parallel::{parallelise, parallelise_within};
pub use sequential::serialise;
pub use window::Windows;

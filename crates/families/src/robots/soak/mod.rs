//! Random robots for `soak`: by plans, by schedules in each motion model, with arcs, leaving at
//! their goals, and as fleets.

mod costs;
mod fleet;
mod fleet_replay;
mod graphs;
mod leaving;
mod open_network;
mod plans;
mod schedulers;
mod schedules;

use rand::{Rng, RngExt};

use crate::soak::{Problem, Scale};

/// Draws a problem; half of them are about plans.
pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> Box<dyn Problem> {
    match rng.random_range(0..20) {
        0..10 => Box::new(plans::random(scale, rng)),
        10..15 => Box::new(schedules::random(scale, rng)),
        15..19 => Box::new(leaving::random(scale, rng)),
        _ => Box::new(fleet::random(scale, rng)),
    }
}

//! The instances on which techniques are compared.

use cpf::Instance;

use super::super::maps::MAPS;
use super::super::random_maps::{random_map, robots_on};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// An instance and the name of its place.
pub(super) struct Case {
    pub(super) place: String,
    pub(super) instance: Instance,
}

impl Case {
    /// Returns the sum of distances of a solvable instance.
    pub(super) fn sum_of_distances(&self) -> f64 {
        let sum = self.instance.sum_of_distances();
        sum.expect("invariant: all goals can be reached") as f64
    }
}

/// Returns the first robots on maps of the benchmark, which are given by the beginnings of their
/// names.
pub(super) fn on_benchmarks(runner: &Runner, robots: &[(&str, usize)]) -> Result<Vec<Case>, Obstacle> {
    let of_map = |&(name, robots): &(&str, usize)| {
        let map = MAPS.iter().find(|map| map.name.starts_with(name)).expect("invariant: it is one of them");
        Ok(Case { place: map.name.to_owned(), instance: map.read(runner)?.instance(robots) })
    };
    robots.iter().map(of_map).collect()
}

/// Places robots on random maps, given by side, closed cells in percent, and robots.
pub(super) fn on_random_maps(runner: &Runner, maps: &[(u32, u32, u32)]) -> Vec<Case> {
    let of_map = |&(side, closed, robots): &(u32, u32, u32)| {
        let mut rng = runner.seed().generator([side, closed, robots]);
        let map = random_map(side, closed as usize, &mut rng);
        let place = format!("{side}×{side}, {closed} % closed");
        Case { place, instance: robots_on(&map, robots as usize, &mut rng) }
    };
    maps.iter().map(of_map).collect()
}

//! Instances on which techniques are compared.

use cpf::Instance;

use super::super::maps::MAPS;
use super::super::random_maps::{random_map, robots_on};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// An instance and where it is.
pub(super) struct Case {
    pub(super) place: String,
    pub(super) instance: Instance,
}

impl Case {
    /// The sum of distances of an instance that can be solved.
    pub(super) fn sum_of_distances(&self) -> f64 {
        let sum = self.instance.sum_of_distances();
        sum.expect("invariant: all goals can be reached") as f64
    }
}

/// The first robots on maps of the benchmark, by the beginnings of the maps' names.
pub(super) fn on_benchmarks(runner: &Runner, robots: &[(&str, usize)]) -> Result<Vec<Case>, Obstacle> {
    let of_map = |&(name, robots): &(&str, usize)| {
        let map = MAPS.iter().find(|map| map.name.starts_with(name)).expect("invariant: it is one of them");
        Ok(Case { place: map.name.to_owned(), instance: map.read(runner)?.instance(robots) })
    };
    robots.iter().map(of_map).collect()
}

/// Robots on random maps: side, closed cells in percent, robots.
pub(super) fn on_random_maps(runner: &Runner, maps: &[(u32, u32, u32)]) -> Vec<Case> {
    let of_map = |&(side, closed, robots): &(u32, u32, u32)| {
        let mut rng = runner.seed().generator([side, closed, robots]);
        let map = random_map(side, closed as usize, &mut rng);
        let place = format!("{side}×{side}, {closed} % closed");
        Case { place, instance: robots_on(&map, robots as usize, &mut rng) }
    };
    maps.iter().map(of_map).collect()
}

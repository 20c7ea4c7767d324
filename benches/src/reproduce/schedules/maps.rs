//! The maps of the benchmark, with the first robots of their first random scenarios.

use cpf::Instance;
use cpf::formats::FormatError;
use cpf::formats::moving_ai::{Map, Scenario};
use motion_puzzles::CliError;

use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// A map of the benchmark, its files in the data folder, and the number of robots of its scenario.
pub(super) struct BenchmarkMap {
    pub(super) name: &'static str,
    map: &'static str,
    scenario: &'static str,
    pub(super) robots: usize,
}

macro_rules! benchmark {
    ($name:literal, $robots:literal) => {
        BenchmarkMap {
            name: $name,
            map: concat!("cpf/", $name, ".map"),
            scenario: concat!("cpf/", $name, "-random-1.scen"),
            robots: $robots,
        }
    };
}

pub(super) const MAPS: [BenchmarkMap; 5] = [
    benchmark!("empty-16-16", 128),
    benchmark!("maze-32-32-2", 333),
    benchmark!("random-32-32-20", 409),
    benchmark!("room-64-64-8", 1000),
    benchmark!("warehouse-10-20-10-2-1", 1000),
];

impl BenchmarkMap {
    /// Reads the files.
    pub(super) fn read(&self, runner: &Runner) -> Result<MapFiles, Obstacle> {
        let unreadable =
            |file: &'static str| move |why: FormatError| Obstacle::Unreadable(CliError::in_file(file, why));
        let map = runner.data(self.map)?.parse().map_err(unreadable(self.map))?;
        let scenario = runner.data(self.scenario)?.parse().map_err(unreadable(self.scenario))?;
        Ok(MapFiles { map, scenario })
    }

    /// Returns a quarter, half, three quarters and all of the robots, rounded to the nearest
    /// number.
    pub(super) fn quarters(&self) -> [usize; 4] {
        [1, 2, 3, 4].map(|quarters| (self.robots * quarters + 1) / 4)
    }
}

/// A map and its scenario.
pub(super) struct MapFiles {
    map: Map,
    scenario: Scenario,
}

impl MapFiles {
    /// Returns the instance with the first robots.
    ///
    /// # Panics
    /// If the files have fewer robots.
    pub(super) fn instance(&self, robots: usize) -> Instance {
        let instance = self.scenario.instance(self.map.clone(), robots);
        instance.unwrap_or_else(|why| panic!("the benchmark's files: {why}"))
    }
}

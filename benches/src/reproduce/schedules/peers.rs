//! Results of public solvers on the same files.

use serde::Deserialize;

/// Results measured on one core of the same kind of machine, in processor seconds; every answer was
/// checked.
///
/// CBSH2-RTC at commit 0c1d5eda and EECBS at ae3c594e for 30 seconds, MAPF-LNS2 at 6da11e64 and
/// `LaCAM3` at 1a269b7a with one thread, seed 0; built with their own flags by g++ 12.2.
const MEASURED: &str = include_str!("peers.csv");

/// A run of a public solver.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct PeerRun {
    pub(super) solver: String,
    pub(super) map: String,
    /// The number of robots.
    pub(super) k: usize,
    /// The limit in seconds.
    pub(super) limit: u32,
    /// 1 if the instance was solved.
    pub(super) solved: u8,
    /// Processor seconds.
    pub(super) cpu: f64,
    pub(super) soc: Option<u64>,
    pub(super) makespan: Option<u64>,
}

/// Returns all runs.
pub(super) fn peer_runs() -> Vec<PeerRun> {
    let mut reader = csv::Reader::from_reader(MEASURED.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().expect("invariant: the file is part of the program")
}

impl PeerRun {
    /// Returns whether this is a solved run of this solver on these robots.
    pub(super) fn solves(&self, solver: &str, map: &str, robots: usize) -> bool {
        self.solved == 1 && self.solver == solver && self.map == map && self.k == robots
    }
}

/// Returns the run with the most robots that a solver has solved on a map.
pub(super) fn most_robots<'a>(runs: &'a [PeerRun], solver: &str, map: &str) -> Option<&'a PeerRun> {
    let of_solver = runs.iter().filter(|run| run.solver == solver && run.map == map && run.solved == 1);
    of_solver.max_by_key(|run| run.k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_public_solvers_are_read() {
        let runs = peer_runs();
        let most = |solver, map| most_robots(&runs, solver, map).map(|run| run.k);
        assert_eq!(most("CBSH2-RTC", "empty-16-16"), Some(60));
        assert_eq!(most("EECBS-1.2", "warehouse-10-20-10-2-1"), Some(500));
        assert_eq!(most("CBSH2-RTC", "nowhere"), None);
        let lacam = runs.iter().find(|run| run.solves("LaCAM3", "maze-32-32-2", 333)).expect("a run");
        assert_eq!((lacam.soc, lacam.makespan, lacam.limit), (Some(76_933), Some(295), 10));
    }
}

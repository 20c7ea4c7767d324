//! The settings of experiments: their size, data and threads.

use std::fs;
use std::path::Path;

use motion_puzzles::CliError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::kept_results::KeptResults;
use super::obstacle::Obstacle;
use super::seed::Seed;
use crate::workers::Workers;

/// The settings of experiments.
pub(super) struct Runner<'a> {
    is_quick: bool,
    seed: Seed,
    data: Option<&'a Path>,
    workers: Workers,
    kept: KeptResults,
}

impl<'a> Runner<'a> {
    pub(super) fn new(is_quick: bool, seed: Seed, data: Option<&'a Path>, workers: Workers) -> Self {
        Self { is_quick, seed, data, workers, kept: KeptResults::default() }
    }

    /// Sets a file from which results are taken and to which new ones are written, where
    /// [`map_kept`](Self::map_kept) is used.
    pub(super) fn with_kept(self, kept: KeptResults) -> Self {
        Self { kept, ..self }
    }

    /// The number of measurements that were taken from the file instead of made.
    pub(super) fn taken(&self) -> usize {
        self.kept.taken()
    }

    /// The number of threads.
    pub(super) fn jobs(&self) -> usize {
        self.workers.jobs()
    }

    /// Returns the size of a measurement, which is the full one or the quick one.
    pub(super) fn size<T>(&self, full: T, quick: T) -> T {
        if self.is_quick { quick } else { full }
    }

    /// The seed of random instances.
    pub(super) const fn seed(&self) -> Seed {
        self.seed
    }

    /// Reads a file of the data folder.
    pub(super) fn data(&self, file: &'static str) -> Result<String, Obstacle> {
        let path = self.data.map(|folder| folder.join(file)).filter(|path| path.exists());
        let path = path.ok_or(Obstacle::NoData(file))?;
        fs::read_to_string(&path)
            .map_err(|why| Obstacle::Unreadable(CliError::Read { file: path.display().to_string(), why }))
    }

    /// Does all tasks, in any order; the results are in the order of the tasks.
    pub(super) fn map<T: Send, R: Send>(
        &self,
        what: &str,
        tasks: Vec<T>,
        measure: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        self.workers.map(what, tasks, measure)
    }

    /// Measures all pairs. Each of the first things has a row of results, one for each of the
    /// second things.
    pub(super) fn map_pairs<A: Sync, B: Sync, R: Send>(
        &self,
        what: &str,
        ones: &[A],
        others: &[B],
        measure: impl Fn(&A, &B) -> R + Send + Sync,
    ) -> Vec<Vec<R>> {
        let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
        let mut results = self.map(what, pairs.collect(), |(one, other)| measure(one, other)).into_iter();
        ones.iter().map(|_| results.by_ref().take(others.len()).collect()).collect()
    }

    /// Does what [`map`](Self::map) does, for measurements that take long, each with a unique name.
    /// Finished ones are kept, if the run has a file for that.
    pub(super) fn map_kept<T: Send, R: Send + Serialize + DeserializeOwned>(
        &self,
        what: &str,
        tasks: Vec<(String, T)>,
        measure: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        self.map(what, tasks, |(measurement, task)| self.kept(measurement, || measure(task)))
    }

    /// Makes a measurement with a unique name on the calling thread. It is for costs of the whole
    /// process, which no other measurement may disturb.
    pub(super) fn kept<R: Serialize + DeserializeOwned>(
        &self,
        measurement: String,
        measure: impl FnOnce() -> R,
    ) -> R {
        self.kept.get(&measurement).unwrap_or_else(|| {
            let result = measure();
            self.kept.keep(measurement, &result);
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_full_or_quick_and_what_is_not_there_is_no_data() {
        let [quick, full] =
            [true, false].map(|is_quick| Runner::new(is_quick, Seed(1), None, Workers::new(Some(1), false)));
        assert_eq!((quick.size(9, 2), full.size(9, 2), full.jobs()), (2, 9, 1));
        assert!(matches!(quick.data("nothing"), Err(Obstacle::NoData("nothing"))));
    }

    #[test]
    fn pairs_stand_in_rows() {
        let runner = Runner::new(true, Seed(1), None, Workers::new(Some(3), false));
        let products = runner.map_pairs("products", &[1, 2], &[3, 5, 7], |one, other| one * other);
        assert_eq!(products, [[3, 5, 7], [6, 10, 14]]);
    }
}

//! Measures on all cores, and shows how far it has come.

use std::fs;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::experiment::Obstacle;
use super::seed::Seed;
use crate::CliError;

/// How an experiment is to be measured.
pub(super) struct Runner<'a> {
    is_quick: bool,
    seed: Seed,
    data: Option<&'a Path>,
    pool: Option<ThreadPool>,
    interactive: bool,
}

impl<'a> Runner<'a> {
    /// With this many threads, or one for each core.
    pub(super) fn new(
        is_quick: bool,
        seed: Seed,
        data: Option<&'a Path>,
        jobs: Option<usize>,
        interactive: bool,
    ) -> Self {
        // Without threads of its own the work is done one after another.
        let pool = ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0)).build().ok();
        Self { is_quick, seed, data, pool, interactive }
    }

    /// How many threads there are.
    pub(super) fn jobs(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// The size of a measurement: the full one, or the quick one.
    pub(super) fn size<T>(&self, full: T, quick: T) -> T {
        if self.is_quick { quick } else { full }
    }

    /// What random instances come from.
    pub(super) const fn seed(&self) -> Seed {
        self.seed
    }

    /// The text of a file of the data folder.
    pub(super) fn data(&self, file: &'static str) -> Result<String, Obstacle> {
        let path = self.data.map(|folder| folder.join(file)).filter(|path| path.exists());
        let path = path.ok_or(Obstacle::NoData(file))?;
        fs::read_to_string(&path)
            .map_err(|why| Obstacle::Unreadable(CliError::Read { file: path.display().to_string(), why }))
    }

    /// Measures each of these, in any order; the results stand in the order of the tasks.
    pub(super) fn map<T: Send, R: Send>(
        &self,
        what: &str,
        tasks: Vec<T>,
        measure: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        let bar = self.bar(what, tasks.len() as u64);
        let measure = |task| {
            let result = measure(task);
            bar.inc(1);
            result
        };
        let results = match &self.pool {
            Some(pool) => pool.install(|| tasks.into_par_iter().with_max_len(1).map(measure).collect()),
            None => tasks.into_iter().map(measure).collect(),
        };
        bar.finish_and_clear();
        results
    }

    fn bar(&self, what: &str, tasks: u64) -> ProgressBar {
        if !self.interactive {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(tasks).with_message(what.to_owned());
        let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {pos}/{len} {msg}, {eta} to go");
        style.map_or(bar.clone(), |style| bar.with_style(style))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_tasks() {
        let runner = Runner::new(true, Seed(1), None, Some(3), false);
        assert_eq!(runner.jobs(), 3);
        let squares = runner.map("squares", (0..100).collect(), |number: u32| number * number);
        assert!(squares.iter().enumerate().all(|(number, &square)| square as usize == number * number));
        assert!(matches!(runner.data("nothing"), Err(Obstacle::NoData("nothing"))));
    }
}

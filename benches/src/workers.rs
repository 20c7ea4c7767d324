//! Work on all cores, with a progress bar.

use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of threads, which shows progress on a terminal.
pub(crate) struct Workers {
    pool: Option<ThreadPool>,
    is_terminal: bool,
}

impl Workers {
    /// Creates this many threads, or one for each core.
    pub(crate) fn new(jobs: Option<usize>, is_terminal: bool) -> Self {
        // If no threads can be created, the tasks are done one after another.
        let pool = ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0)).build().ok();
        Self { pool, is_terminal }
    }

    /// The number of threads.
    pub(crate) fn jobs(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Does all tasks, in any order; the results are in the order of the tasks.
    pub(crate) fn map<T: Send, R: Send>(
        &self,
        what: &str,
        tasks: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        let bar = self.bar(what, tasks.len() as u64);
        let work = |task| {
            let result = work(task);
            bar.inc(1);
            result
        };
        let results = match &self.pool {
            Some(pool) => pool.install(|| tasks.into_par_iter().with_max_len(1).map(work).collect()),
            None => tasks.into_iter().map(work).collect(),
        };
        bar.finish_and_clear();
        results
    }

    /// Runs the same function on every thread and returns a result for each; the function must
    /// divide the work itself.
    pub(crate) fn all<R: Send>(&self, work: impl Fn() -> R + Sync) -> Vec<R> {
        match &self.pool {
            Some(pool) => pool.broadcast(|_| work()),
            None => vec![work()],
        }
    }

    /// Returns a progress bar, hidden unless there is a terminal.
    pub(crate) fn bar(&self, what: &str, steps: u64) -> ProgressBar {
        if !self.is_terminal {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(steps).with_message(what.to_owned());
        let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {pos}/{len} {msg}, {eta} to go");
        style.map_or(bar.clone(), |style| bar.with_style(style))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_tasks() {
        let workers = Workers::new(Some(3), false);
        assert_eq!(workers.jobs(), 3);
        let squares = workers.map("squares", (0..100).collect(), |number: u32| number * number);
        assert!(squares.iter().enumerate().all(|(number, &square)| square as usize == number * number));
    }

    #[test]
    fn threads_share_what_there_is() {
        let next = AtomicU32::new(0);
        let shares = Workers::new(Some(3), false).all(|| {
            std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed))
                .take_while(|&number| number < 100)
                .count()
        });
        assert_eq!((shares.len(), shares.iter().sum::<usize>()), (3, 100));
    }
}

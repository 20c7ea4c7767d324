//! Searches on several threads, each of which works with a part of the budget.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZero;
use core::time::Duration;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};

use motion_core::internal::Part;
use motion_core::observer::Stats;
use motion_core::{Control, Stop};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How long the thread that waits for the others does not look at the flag and the clock.
const PAUSE: Duration = Duration::from_millis(10);

/// Threads for searches.
pub(super) struct Threads {
    pool: ThreadPool,
    count: NonZero<usize>,
}

/// A search that has ended.
pub(super) struct Ended<R> {
    pub(super) result: R,
    /// What it has cost.
    pub(super) stats: Stats,
}

impl Threads {
    /// As many as the budget allows and `tasks` need; `None` if that is one, or the system has no
    /// more.
    pub(super) fn new(tasks: usize, control: &Control) -> Option<Self> {
        let count = NonZero::new(control.threads().get().min(tasks)).filter(|count| count.get() > 1)?;
        let pool = ThreadPoolBuilder::new().num_threads(count.get()).build().ok()?;
        Some(Self { pool, count })
    }

    /// The most bytes that these searches can have held at once.
    pub(super) fn most_bytes<R>(&self, ended: &[Ended<R>]) -> u64 {
        let mut peaks: Vec<_> = ended.iter().map(|search| search.stats.peak_bytes).collect();
        peaks.sort_unstable();
        peaks.iter().rev().take(self.count.get()).sum()
    }

    /// Begins all tasks in their order, each as soon as a thread is free. If the result of one
    /// settles the matter, the tasks after it are cancelled; those before it go on. Returns the
    /// results in the order of the tasks, up to the first task that was not begun.
    pub(super) fn run<T: Send, R: Send>(
        &self,
        tasks: Vec<T>,
        control: &mut Control,
        work: impl Fn(T, &mut Control) -> R + Sync,
        settles: impl Fn(&R) -> bool + Sync,
    ) -> Vec<Ended<R>> {
        let parts: Arc<[Part]> = tasks.iter().map(|_| control.part(self.count)).collect();
        let mut ended: Vec<Option<Ended<R>>> = tasks.iter().map(|_| None).collect();
        let waiting = Mutex::new(tasks.into_iter().enumerate());
        let next = || waiting.lock().expect("invariant: nothing panics with the lock").next();
        let worker = |sender: mpsc::Sender<(usize, Ended<R>)>| {
            while let Some((number, task)) = next() {
                if parts[number].is_cancelled() {
                    break;
                }
                let mut control = parts[number].control();
                let result = work(task, &mut control);
                if settles(&result) {
                    parts[number + 1..].iter().for_each(Part::cancel);
                }
                // If nobody receives it, the thread that waits has panicked.
                let _ = sender.send((number, Ended { result, stats: *control.stats() }));
            }
        };
        self.pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.count.get() {
                let (sender, worker) = (sender.clone(), &worker);
                scope.spawn(move |_| worker(sender));
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(PAUSE) {
                    Ok((number, result)) => ended[number] = Some(result),
                    Err(RecvTimeoutError::Timeout) => {
                        let nodes = parts.iter().map(Part::nodes).sum();
                        // When the time is over, the parts find out by themselves.
                        if control.watch_parts(nodes) == Err(Stop::Cancelled) {
                            parts.iter().for_each(Part::cancel);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        ended.into_iter().map_while(|result| result).collect()
    }
}

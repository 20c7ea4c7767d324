//! Searches on several threads, each with a part of the budget.

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

/// The interval at which the waiting thread checks the flag and the clock.
const PAUSE: Duration = Duration::from_millis(10);

/// A pool of threads for searches.
pub(super) struct Threads {
    pool: ThreadPool,
    count: NonZero<usize>,
}

/// A finished search.
pub(super) struct Ended<R> {
    pub(super) result: R,
    /// The cost of the search.
    pub(super) stats: Stats,
}

impl Threads {
    /// Creates as many threads as the budget allows and `tasks` need; `None` if that is one, or if
    /// the system refuses them.
    pub(super) fn new(tasks: usize, control: &Control) -> Option<Self> {
        let count = NonZero::new(control.threads().get().min(tasks)).filter(|count| count.get() > 1)?;
        let pool = ThreadPoolBuilder::new().num_threads(count.get()).build().ok()?;
        Some(Self { pool, count })
    }

    /// Runs all tasks; each begins, in order, as soon as a thread is free. If the result of a task
    /// settles the matter, the tasks after it are cancelled, while those before it continue.
    /// Returns the results in the order of the tasks, up to the first task that was not begun.
    pub(super) fn run<T: Send, R: Send>(
        &self,
        tasks: Vec<T>,
        control: &mut Control,
        work: impl Fn(T, &mut Control) -> R + Sync,
        settles: impl Fn(&R) -> bool + Sync,
    ) -> Vec<Ended<R>> {
        // A task keeps its memory while others run.
        let shares = NonZero::new(tasks.len()).unwrap_or(self.count);
        let parts: Arc<[Part]> = tasks.iter().map(|_| control.part(shares)).collect();
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
                // Sending fails only if the receiving thread has panicked.
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
                        // Each part detects the end of the time by itself.
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

//! Work on several threads, supervised by the thread that waits for them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZero;
use core::time::Duration;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use super::{Control, Part};
use crate::outcome::Stop;

/// The time between two checks of the run's flag, clock and observer.
const INTERVAL: Duration = Duration::from_millis(20);

impl Control<'_> {
    /// Runs `work` for each task on its own thread with a [part](Control::part) of the run. Returns
    /// the results in the order of the tasks. Counts the nodes that the parts spend, and releases
    /// the memory that they hold.
    ///
    /// # Errors
    /// The first error in time; the other parts are then cancelled. [`Stop`] if the run is
    /// cancelled, its time is over, or the parts together spend more nodes than were left;
    /// [`Stop::Memory`] also if the system grants no thread.
    ///
    /// # Panics
    /// If `work` panics.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Control, Stop};
    ///
    /// let mut control = Control::unlimited();
    /// let squares = control.in_parallel(vec![1, 2, 3], |number, control| {
    ///     control.spend(number)?;
    ///     Ok::<_, Stop>(number * number)
    /// })?;
    /// assert_eq!((squares, control.stats().nodes), (vec![1, 4, 9], 6));
    /// # Ok::<(), Stop>(())
    /// ```
    #[doc(hidden)]
    pub fn in_parallel<T: Send, R: Send, E: From<Stop> + Send>(
        &mut self,
        tasks: Vec<T>,
        work: impl Fn(T, &mut Control) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let wait = |at_most| {
            thread::park_timeout(at_most);
            Ok(())
        };
        self.in_parallel_waiting_by(tasks, wait, work)
    }

    /// Works as [`in_parallel`](Self::in_parallel), while the waiting thread does other work: it
    /// calls `wait` repeatedly until all parts have ended or one has failed. `wait` returns when
    /// the given time is over or when the thread is unparked. An error of `wait` also cancels the
    /// parts.
    ///
    /// # Errors
    /// Those of [`in_parallel`](Self::in_parallel), and those of `wait`.
    ///
    /// # Panics
    /// If `work` panics.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Control, Stop};
    /// use std::time::Duration;
    ///
    /// let mut rounds = 0;
    /// let wait = |at_most: Duration| {
    ///     rounds += 1;
    ///     std::thread::park_timeout(at_most);
    ///     Ok(())
    /// };
    /// let work = |milliseconds, _: &mut Control| {
    ///     std::thread::sleep(Duration::from_millis(milliseconds));
    ///     Ok::<_, Stop>(())
    /// };
    /// Control::unlimited().in_parallel_waiting_by(vec![30, 60], wait, work)?;
    /// assert!(rounds > 0);
    /// # Ok::<(), Stop>(())
    /// ```
    #[doc(hidden)]
    pub fn in_parallel_waiting_by<T: Send, R: Send, E: From<Stop> + Send>(
        &mut self,
        tasks: Vec<T>,
        mut wait: impl FnMut(Duration) -> Result<(), E>,
        work: impl Fn(T, &mut Control) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let mut results: Vec<Option<Result<R, E>>> = tasks.iter().map(|_| None).collect();
        let mut wait_error = None;
        let work = &work;
        let workers = tasks.into_iter().zip(&mut results).map(|(task, result)| {
            let worker = move |control: &mut Control| result.insert(work(task, control)).is_ok();
            Box::new(worker) as Worker
        });
        let ended = self.run_workers(workers.collect(), &mut |at_most| {
            wait_error = wait(at_most).err();
            wait_error.is_none()
        });
        match ended {
            Ok(()) => results.into_iter().map(|result| result.expect("invariant: it has ended")).collect(),
            Err(Cause::Worker(number)) => {
                Err(results[number].take().and_then(Result::err).expect("invariant: it has failed"))
            }
            Err(Cause::Waiting) => Err(wait_error.expect("invariant: it has failed")),
            Err(Cause::Stop(why)) => Err(why.into()),
        }
    }

    /// Runs workers, and calls `wait` until all have ended or it returns `false`. Because it knows
    /// nothing of tasks and results, it is compiled only once.
    fn run_workers(
        &mut self,
        workers: Vec<Worker>,
        wait: &mut dyn FnMut(Duration) -> bool,
    ) -> Result<(), Cause> {
        let count = NonZero::new(workers.len()).unwrap_or(NonZero::<usize>::MIN);
        let parts: Vec<_> = workers.iter().map(|_| self.part(count)).collect();
        let cancel_all = || parts.iter().for_each(Part::cancel);
        let spent = || parts.iter().map(Part::nodes).sum();
        let mut cause = None;
        let nodes: u64 = thread::scope(|scope| {
            let (sender, ended) = mpsc::channel();
            let waiting = thread::current();
            let mut threads = Vec::new();
            for ((number, worker), part) in workers.into_iter().enumerate().zip(&parts) {
                let (sender, waiting) = (sender.clone(), waiting.clone());
                let thread = move || {
                    let mut control = part.control();
                    let failure = (!worker(&mut control)).then_some(Cause::Worker(number));
                    // If another worker has panicked, the receiver may no longer exist.
                    let _ = sender.send(failure);
                    drop(sender);
                    waiting.unpark();
                    control.stats().nodes
                };
                let Ok(thread) = thread::Builder::new().spawn_scoped(scope, thread) else {
                    cause = Some(Cause::Stop(Stop::Memory));
                    cancel_all();
                    break;
                };
                threads.push(thread);
            }
            drop(sender);
            // The clock is read only while there are workers.
            let mut last_watch = None;
            loop {
                let failure = match ended.try_recv() {
                    Ok(failure) => failure,
                    Err(mpsc::TryRecvError::Disconnected) => break,
                    Err(mpsc::TryRecvError::Empty) if cause.is_some() => {
                        thread::park_timeout(INTERVAL);
                        None
                    }
                    Err(mpsc::TryRecvError::Empty) if !wait(INTERVAL) => Some(Cause::Waiting),
                    Err(mpsc::TryRecvError::Empty) => {
                        let last_watch = last_watch.get_or_insert_with(Instant::now);
                        if last_watch.elapsed() < INTERVAL {
                            continue;
                        }
                        *last_watch = Instant::now();
                        self.watch_parts(spent()).err().map(Cause::Stop)
                    }
                };
                // Later errors are mostly consequences of the first.
                if let Some(failure) = failure
                    && cause.is_none()
                {
                    cause = Some(failure);
                    cancel_all();
                }
            }
            let ended = threads.into_iter().map(ScopedJoinHandle::join);
            ended.map(|thread| thread.unwrap_or_else(|panic| resume_unwind(panic))).sum()
        });
        let counted = self.count_part(nodes);
        match cause {
            Some(cause) => Err(cause),
            None => counted.map_err(Cause::Stop),
        }
    }
}

/// A piece of work that stores its result and returns whether it succeeded.
type Worker<'w> = Box<dyn FnOnce(&mut Control) -> bool + Send + 'w>;

/// The first failure, which ended the workers.
enum Cause {
    /// The error of this worker.
    Worker(usize),
    /// The error of `wait`.
    Waiting,
    Stop(Stop),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Budget, CancelFlag};
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// Spends nodes until it is stopped.
    fn spin(control: &mut Control) -> Result<(), Stop> {
        loop {
            control.spend(1)?;
            thread::yield_now();
        }
    }

    #[test]
    fn results_are_in_the_order_of_the_tasks_and_nodes_add_up() {
        let mut control = Control::new(Budget::new().with_nodes(100).with_bytes(90));
        let results = control.in_parallel(alloc::vec![30, 20, 10], |nodes, control| {
            control.hold(30)?;
            control.spend(nodes)?;
            Ok::<_, Stop>(nodes)
        });
        assert_eq!(results, Ok(alloc::vec![30, 20, 10]));
        assert_eq!((control.stats().nodes, control.stats().bytes), (60, 0));
        let too_many = control.in_parallel(alloc::vec![(); 2], |(), control| control.spend(30));
        assert_eq!((too_many, control.stats().nodes), (Err(Stop::Nodes), 100));
        assert_eq!(control.in_parallel(Vec::new(), |(), _| Ok::<(), Stop>(())), Ok(Vec::new()));
    }

    #[test]
    fn the_first_error_ends_the_others_and_is_returned() {
        let cancelled = AtomicUsize::new(0);
        let failed = Control::unlimited().in_parallel(alloc::vec![false, true, false], |fails, control| {
            if fails {
                return Err(Stop::GaveUp);
            }
            let stop = spin(control);
            cancelled.fetch_add(usize::from(stop == Err(Stop::Cancelled)), Ordering::Relaxed);
            stop
        });
        assert_eq!((failed, cancelled.into_inner()), (Err(Stop::GaveUp), 2));
    }

    #[test]
    fn flags_and_observers_end_all_parts() {
        let flag = CancelFlag::new();
        let mut control = Control::new(Budget::new().with_cancel(flag.clone()));
        let ended = control.in_parallel(alloc::vec![true, false], |raises, control| {
            if raises {
                flag.raise();
            }
            spin(control)
        });
        assert_eq!(ended, Err(Stop::Cancelled));
        let mut observer = |_: &crate::control::Progress| core::ops::ControlFlow::Break(());
        let mut control = Control::unlimited().with_observer(&mut observer);
        let ended = control.in_parallel(alloc::vec![(); 2], |(), control| spin(control));
        assert_eq!(ended, Err(Stop::Cancelled));
    }

    #[test]
    #[should_panic(expected = "the second one")]
    fn a_panic_of_one_ends_the_run() {
        let run = Control::unlimited().in_parallel(alloc::vec![1, 2], |number, _| {
            assert_ne!(number, 2, "the second one");
            Ok::<(), Stop>(())
        });
        drop(run);
    }
}

//! Work on several threads, watched by the thread that waits for them.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use motion_core::{Control, Part, Stop};

use crate::disk_error::DiskError;

/// How often the flag, the clock and the observer of the run are looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Does a piece of work for each task, each on a thread of its own; the results are in the order of
/// the tasks. Where one fails the others are cancelled, and the first error is returned that is not
/// a consequence of that.
///
/// The calling thread calls `wait` again and again until all have ended: it waits no longer than it
/// is told, or until the thread is unparked. Its error cancels the workers, too.
pub(crate) fn in_parallel<T: Send, R: Send>(
    control: &mut Control,
    tasks: Vec<T>,
    mut wait: impl FnMut(Duration) -> Result<(), DiskError>,
    work: impl Fn(T, &mut Control) -> Result<R, DiskError> + Sync,
) -> Result<Vec<R>, DiskError> {
    let count = NonZero::new(tasks.len()).unwrap_or(NonZero::<usize>::MIN);
    let parts: Vec<_> = tasks.iter().map(|_| control.part(count)).collect();
    let spent = || parts.iter().map(Part::nodes).sum();
    let (mut stop, mut waited) = (Ok(()), Ok(()));
    let results: Vec<_> = thread::scope(|scope| {
        let (ended, ends) = mpsc::channel();
        let waiting = thread::current();
        let workers: Vec<_> = tasks
            .into_iter()
            .zip(&parts)
            .map(|(task, part)| {
                let (ended, work, waiting) = (ended.clone(), &work, waiting.clone());
                scope.spawn(move || {
                    let mut control = part.control();
                    let result = work(task, &mut control);
                    // Nobody listens any more where another worker has panicked.
                    let _ = ended.send(result.is_ok());
                    drop(ended);
                    waiting.unpark();
                    (result, control.stats().nodes)
                })
            })
            .collect();
        drop(ended);
        let mut watched = Instant::now();
        loop {
            match ends.try_recv() {
                Ok(true) => {}
                Ok(false) => parts.iter().for_each(Part::cancel),
                Err(mpsc::TryRecvError::Disconnected) => break,
                Err(mpsc::TryRecvError::Empty) => {
                    if waited.is_ok() && stop.is_ok() {
                        waited = wait(INTERVAL);
                    } else {
                        thread::park_timeout(INTERVAL);
                    }
                    if stop.is_ok() && watched.elapsed() >= INTERVAL {
                        stop = control.watch_parts(spent());
                        watched = Instant::now();
                    }
                    if stop.is_err() || waited.is_err() {
                        parts.iter().for_each(Part::cancel);
                    }
                }
            }
        }
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let nodes = results.iter().map(|(_, nodes)| nodes).sum();
    stop = stop.and(control.count_part(nodes));
    waited?;
    let results: Vec<_> = results.into_iter().map(|(result, _)| result).collect();
    let is_consequence = |error: &DiskError| matches!(error, DiskError::Stopped(Stop::Cancelled));
    let (mut done, mut failures) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(result) => done.push(result),
            Err(error) => failures.push(error),
        }
    }
    let cause = failures.iter().position(|error| !is_consequence(error));
    match (cause, failures.pop()) {
        (Some(cause), Some(last)) => {
            failures.push(last);
            Err(failures.swap_remove(cause))
        }
        (None, Some(cancelled)) => Err(stop.err().map_or(cancelled, DiskError::Stopped)),
        (_, None) => stop.map(|()| done).map_err(DiskError::Stopped),
    }
}

//! The instances not yet begun, which the threads of a run take one after another.

use std::sync::{Condvar, Mutex, MutexGuard};

use motion_core::CancelFlag;

/// The most bytes of answers that may wait for an earlier answer or a slow reader; while there are
/// more, no instance is begun.
const MOST_WAITING: usize = 64 << 20;

/// A queue of instances that several threads take in order.
pub(super) struct Queue<'q, I> {
    state: Mutex<State<I>>,
    /// Signalled when fewer bytes wait.
    room: Condvar,
    stop: &'q CancelFlag,
}

struct State<I> {
    instances: I,
    begun: usize,
    /// The bytes of the answers not yet printed.
    waiting: usize,
}

impl<'q, I: Iterator> Queue<'q, I> {
    /// Creates a queue; the flag stops the searches that are under way.
    pub(super) fn new(instances: I, stop: &'q CancelFlag) -> Self {
        let state = State { instances, begun: 0, waiting: 0 };
        Self { state: Mutex::new(state), room: Condvar::new(), stop }
    }

    /// Returns the next instance and its number, from 0; `None` at the end or after a stop.
    pub(super) fn next(&self) -> Option<(usize, I::Item)> {
        let is_full = |state: &mut State<I>| state.waiting > MOST_WAITING && !self.stop.is_raised();
        let mut state = self.room.wait_while(self.lock(), is_full).expect(UNPOISONED);
        if self.stop.is_raised() {
            return None;
        }
        let instance = state.instances.next()?;
        state.begun += 1;
        Some((state.begun - 1, instance))
    }

    /// Counts an answer that waits to be printed.
    pub(super) fn add_waiting(&self, bytes: usize) {
        self.lock().waiting += bytes;
    }

    /// Removes an answer that is printed from the count.
    pub(super) fn remove_waiting(&self, bytes: usize) {
        self.lock().waiting -= bytes;
        self.room.notify_all();
    }

    /// Stops the searches that are under way; no more are begun.
    pub(super) fn close(&self) {
        // The lock prevents a thread from beginning to wait between the two.
        let _state = self.lock();
        self.stop.raise();
        self.room.notify_all();
    }

    /// The flag that stops the searches.
    pub(super) fn stop(&self) -> CancelFlag {
        self.stop.clone()
    }

    /// The number of instances taken so far.
    pub(super) fn begun(&self) -> usize {
        self.lock().begun
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().expect(UNPOISONED)
    }
}

const UNPOISONED: &str = "invariant: instances are made without panics";

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_instance_is_begun_while_too_much_waits() {
        let stop = CancelFlag::new();
        let queue = &Queue::new(0..9, &stop);
        queue.add_waiting(MOST_WAITING);
        assert_eq!(queue.next(), Some((0, 0)));
        queue.add_waiting(1);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                while let Some((number, _)) = queue.next() {
                    queue.add_waiting(MOST_WAITING);
                    sender.send(number).expect("a receiver");
                }
            });
            assert!(receiver.recv_timeout(Duration::from_millis(30)).is_err());
            queue.remove_waiting(1);
            assert_eq!(receiver.recv(), Ok(1));
            assert!(receiver.recv_timeout(Duration::from_millis(30)).is_err());
            queue.close();
            assert!(receiver.recv().is_err());
        });
        assert_eq!(queue.begun(), 2);
        assert!(queue.next().is_none());
    }
}

//! Exchange of successors between threads.
//!
//! Between any two threads, states are sent in batches through a bounded queue. A thread that finds
//! a queue full labels the states sent to itself and tries again, so threads never wait for each
//! other in a cycle. Each level has its own queues. At the end of the level every thread closes its
//! queues to the others, and labels arriving states until the others have closed theirs. Then no
//! state of the level is in transit, and none of the next level can arrive too early.

use alloc::vec::Vec;
use core::time::Duration;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};

use super::labels::ReachedLabels;
use super::part_search::OtherParts;

/// The number of states sent together.
const PORTION: usize = 1024;

/// The number of batches that may wait for a thread.
const WAITING: usize = 64;

/// The waiting time of a thread that can neither send nor receive.
const PAUSE: Duration = Duration::from_micros(50);

/// One thread's end of the queues.
pub(super) struct Exchange<'p> {
    /// The first rank of each part except the first.
    cuts: &'p [u64],
    /// The thread's own part.
    own: usize,
    /// One for each part.
    outboxes: Vec<Outbox>,
    inbox: Receiver<Vec<u64>>,
}

/// States for another part.
struct Outbox {
    portion: Vec<u64>,
    /// `None` for the thread itself, and for stopped threads.
    queue: Option<SyncSender<Vec<u64>>>,
}

impl<'p> Exchange<'p> {
    /// Returns the heap bytes of all exchanges of this many parts together.
    pub(super) const fn bytes(parts: u64) -> u64 {
        // Each thread fills one batch for each other thread, and labels one.
        parts * (parts + WAITING as u64) * (PORTION * size_of::<u64>()) as u64
    }

    /// Creates an exchange for each part.
    pub(super) fn between(cuts: &'p [u64]) -> Vec<Self> {
        let parts = cuts.len() + 1;
        let (queues, inboxes): (Vec<_>, Vec<_>) = (0..parts).map(|_| sync_channel(WAITING)).unzip();
        let exchange = |(own, inbox)| {
            let queues = queues.iter().enumerate();
            let queues = queues.map(|(part, queue)| (part != own).then(|| queue.clone()));
            let outboxes = queues.map(|queue| Outbox { portion: Vec::new(), queue }).collect();
            Self { cuts, own, outboxes, inbox }
        };
        inboxes.into_iter().enumerate().map(exchange).collect()
    }

    /// Sends the remaining states, and labels all states that the others send until the end of the
    /// level.
    pub(super) fn finish(mut self, own: &mut ReachedLabels<'_>) {
        for part in 0..self.outboxes.len() {
            if !self.outboxes[part].portion.is_empty() {
                self.flush(part, own);
            }
        }
        self.outboxes.clear();
        for portion in self.inbox {
            label(&portion, own);
        }
    }

    /// Sends a batch.
    #[cold]
    fn flush(&mut self, part: usize, own: &mut ReachedLabels<'_>) {
        let outbox = &mut self.outboxes[part];
        let mut portion = core::mem::take(&mut outbox.portion);
        if part == self.own {
            return label(&portion, own);
        }
        while let Some(queue) = &outbox.queue {
            match queue.try_send(portion) {
                Ok(()) => return,
                // The other thread was stopped, and this one will be.
                Err(TrySendError::Disconnected(_)) => return outbox.queue = None,
                Err(TrySendError::Full(full)) => portion = full,
            }
            match self.inbox.recv_timeout(PAUSE) {
                Ok(portion) => label(&portion, own),
                // Try the queue again.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }
}

/// Labels the states of a batch.
///
/// # Panics
/// If a state is not in this part. This happens only in the last part, which receives all ranks
/// beyond the space.
fn label(portion: &[u64], own: &mut ReachedLabels<'_>) {
    for &rank in portion {
        assert!(own.visit(rank), "a successor has rank {rank}, beyond the states of the space");
    }
}

impl OtherParts for Exchange<'_> {
    #[inline]
    fn send(&mut self, rank: u64, own: &mut ReachedLabels<'_>) {
        let part = self.cuts.partition_point(|&cut| cut <= rank);
        let portion = &mut self.outboxes[part].portion;
        if portion.capacity() == 0 {
            portion.reserve_exact(PORTION);
        }
        portion.push(rank);
        if portion.len() == PORTION {
            self.flush(part, own);
        }
    }

    #[inline]
    fn receive(&mut self, own: &mut ReachedLabels<'_>) {
        while let Ok(portion) = self.inbox.try_recv() {
            label(&portion, own);
        }
    }
}

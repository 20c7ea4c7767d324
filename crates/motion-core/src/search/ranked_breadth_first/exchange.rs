//! Successors that are handed over from one thread to another.
//!
//! Between any two threads, states go in portions through a queue of bounded length. A thread that
//! finds a queue full labels what was sent to itself and tries again, so that threads never wait
//! for each other in a circle. Queues are made for each level. At its end every thread closes those
//! to the others and labels what arrives until the others have closed theirs: then no state of the
//! level is on its way any more, and none of the next one can arrive too early.

use alloc::vec::Vec;
use core::time::Duration;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};

use super::labels::ReachedLabels;
use super::part_search::OtherParts;

/// States that are handed over together.
const PORTION: usize = 1024;

/// Portions that may wait for a thread.
const WAITING: usize = 64;

/// How long a thread that can neither send nor receive waits.
const PAUSE: Duration = Duration::from_micros(50);

/// The end of the queues at one thread.
pub(super) struct Exchange<'p> {
    /// The first rank of each part but the first one.
    cuts: &'p [u64],
    /// The thread's own part.
    own: usize,
    /// For each part.
    outboxes: Vec<Outbox>,
    inbox: Receiver<Vec<u64>>,
}

/// States for another part.
struct Outbox {
    portion: Vec<u64>,
    /// None to the thread itself, and to those that are stopped.
    queue: Option<SyncSender<Vec<u64>>>,
}

impl<'p> Exchange<'p> {
    /// Heap bytes of all exchanges of this many parts together.
    pub(super) const fn bytes(parts: u64) -> u64 {
        // Each thread fills one portion for each other one, and labels one.
        parts * (parts + WAITING as u64) * (PORTION * size_of::<u64>()) as u64
    }

    /// An exchange for each part.
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

    /// Sends what is left and labels all that the others send until the level's end.
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

    /// Sends a portion.
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
                // The other thread was stopped, and so will be this one.
                Err(TrySendError::Disconnected(_)) => return outbox.queue = None,
                Err(TrySendError::Full(full)) => portion = full,
            }
            match self.inbox.recv_timeout(PAUSE) {
                Ok(portion) => label(&portion, own),
                // The queue is looked at again.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }
}

/// Labels the states of a portion.
///
/// # Panics
/// If they are not in this part: of the greatest ranks, the last part takes all.
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

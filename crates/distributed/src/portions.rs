//! States on their way to the processes that own their parts.
//!
//! Workers put states for other processes into buffers. A full buffer is sorted and coded into a
//! *portion*, which is sent by the thread that waits for the workers. The number of bytes under way
//! to a process is limited. A worker that has to wait for room receives what has come in meanwhile,
//! so that no two processes wait for each other. The limit is large enough for the time in which
//! the workers of the other process sort and write their candidates and receive nothing.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use motion_core::Control;

use crate::delta_coding;
use crate::disk_error::DiskError;

/// The time for which a worker waits between two checks of the flag and the clock.
const INTERVAL: Duration = Duration::from_millis(20);

/// Ascending states, coded, from or to another process.
pub(crate) struct Portion {
    pub(crate) process: usize,
    pub(crate) bytes: Vec<u8>,
}

/// The size of portions, and the limit of data under way.
#[derive(Clone, Copy)]
pub(crate) struct PortionSizes {
    /// The number of states of a portion.
    pub(crate) states: usize,
    /// The coded bytes that may be under way to another process; at least one portion always may.
    pub(crate) under_way: usize,
}

/// State that workers and the thread that waits for them share during an expansion.
pub(crate) struct Portions {
    /// By part: its owner, if that is another process.
    owners: Vec<Option<usize>>,
    processes: usize,
    sizes: PortionSizes,
    has_incoming: AtomicBool,
    queues: Mutex<Queues>,
    changed: Condvar,
    /// The thread that sends and receives.
    waiting: Thread,
}

struct Queues {
    outgoing: VecDeque<Portion>,
    incoming: VecDeque<Portion>,
    /// By process: the bytes of the portions for it that it has not taken.
    under_way: Vec<usize>,
    /// The processes that have yet to be told that their portions were taken here, with the bytes.
    taken: VecDeque<(usize, usize)>,
    /// The number of workers that may still send portions.
    sending: usize,
    /// Whether nothing more will come in.
    is_over: bool,
}

impl Portions {
    /// Creates the queues for an expansion by workers that the calling thread waits for. The owner
    /// of a part is the process whose number is the part's number modulo the number of processes.
    pub(crate) fn new(
        number: usize,
        processes: usize,
        parts: usize,
        workers: usize,
        sizes: PortionSizes,
    ) -> Self {
        let owner = |part| Some(part % processes).filter(|&owner| owner != number);
        Self {
            owners: (0..parts).map(owner).collect(),
            processes,
            sizes,
            has_incoming: AtomicBool::new(false),
            queues: Mutex::new(Queues {
                outgoing: VecDeque::new(),
                incoming: VecDeque::new(),
                under_way: vec![0; processes],
                taken: VecDeque::new(),
                sending: workers,
                is_over: processes == 1,
            }),
            changed: Condvar::new(),
            waiting: thread::current(),
        }
    }

    /// Returns the process that owns a part, unless it is this one.
    #[inline]
    pub(crate) fn other_owner(&self, part: usize) -> Option<usize> {
        self.owners[part]
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // No thread panics while the queues are inconsistent.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_incoming(&self) -> Option<Portion> {
        let mut queues = self.queues();
        let portion = queues.incoming.pop_front()?;
        queues.taken.push_back((portion.process, portion.bytes.len()));
        self.has_incoming.store(!queues.incoming.is_empty(), Ordering::Relaxed);
        drop(queues);
        self.waiting.unpark();
        Some(portion)
    }
}

/// Methods for the thread that sends and receives.
#[cfg(feature = "cluster")]
impl Portions {
    pub(crate) fn next_outgoing(&self) -> Option<Portion> {
        self.queues().outgoing.pop_front()
    }

    /// Returns a process of which a portion was taken here, and the portion's bytes.
    pub(crate) fn next_taken(&self) -> Option<(usize, usize)> {
        self.queues().taken.pop_front()
    }

    /// Accepts a portion that has come in.
    pub(crate) fn deliver(&self, portion: Portion) {
        self.queues().incoming.push_back(portion);
        self.has_incoming.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Records that a process has taken a portion of this one, of this many bytes.
    pub(crate) fn was_taken(&self, process: usize, bytes: usize) {
        self.queues().under_way[process] -= bytes;
        self.changed.notify_all();
    }

    /// Returns whether all workers have sent everything.
    pub(crate) fn all_is_sent(&self) -> bool {
        let queues = self.queues();
        queues.sending == 0 && queues.outgoing.is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.queues().is_over
    }

    /// Records that all portions of all processes have been delivered.
    pub(crate) fn end(&self) {
        self.queues().is_over = true;
        self.changed.notify_all();
    }
}

/// A worker's states for other processes.
pub(crate) struct Outgoing<'p, const N: usize> {
    portions: &'p Portions,
    /// The buffers by process.
    buffers: Vec<Vec<[u64; N]>>,
    is_any_full: bool,
}

impl<'p, const N: usize> Outgoing<'p, N> {
    pub(crate) fn new(portions: &'p Portions) -> Self {
        Self { portions, buffers: vec![Vec::new(); portions.processes], is_any_full: false }
    }

    #[inline]
    pub(crate) fn add(&mut self, process: usize, state: [u64; N]) {
        let buffer = &mut self.buffers[process];
        buffer.push(state);
        self.is_any_full |= buffer.len() >= self.portions.sizes.states;
    }

    /// Sends full buffers and receives what has come in, if there is anything.
    #[inline]
    pub(crate) fn exchange(
        &mut self,
        control: &mut Control,
        take: impl FnMut([u64; N]) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        if self.is_any_full || self.portions.has_incoming.load(Ordering::Relaxed) {
            self.send_and_receive(self.portions.sizes.states, control, take)
        } else {
            Ok(())
        }
    }

    /// Sends everything left, and receives what comes in until all processes are done.
    pub(crate) fn finish(
        mut self,
        control: &mut Control,
        mut take: impl FnMut([u64; N]) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        self.send_and_receive(1, control, &mut take)?;
        self.portions.queues().sending -= 1;
        self.portions.waiting.unpark();
        loop {
            while let Some(portion) = self.portions.next_incoming() {
                decode(&portion, &mut take)?;
            }
            let queues = self.portions.queues();
            if queues.incoming.is_empty() {
                if queues.is_over {
                    return Ok(());
                }
                drop(self.portions.changed.wait_timeout(queues, INTERVAL));
                control.poll()?;
            }
        }
    }

    /// Sends buffers of at least this many states, and receives what has come in.
    #[cold]
    fn send_and_receive(
        &mut self,
        least: usize,
        control: &mut Control,
        mut take: impl FnMut([u64; N]) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        for process in 0..self.buffers.len() {
            if self.buffers[process].len() < least {
                continue;
            }
            let portion = Portion { process, bytes: encode(&mut self.buffers[process]) };
            self.send(portion, control, &mut take)?;
        }
        self.is_any_full = false;
        while let Some(portion) = self.portions.next_incoming() {
            decode(&portion, &mut take)?;
        }
        Ok(())
    }

    /// Sends a portion as soon as there is room for it, and receives what comes in until then.
    fn send(
        &self,
        portion: Portion,
        control: &mut Control,
        take: &mut impl FnMut([u64; N]) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        loop {
            let mut queues = self.portions.queues();
            let under_way = &mut queues.under_way[portion.process];
            if *under_way == 0 || *under_way + portion.bytes.len() <= self.portions.sizes.under_way {
                *under_way += portion.bytes.len();
                queues.outgoing.push_back(portion);
                drop(queues);
                self.portions.waiting.unpark();
                return Ok(());
            }
            if queues.incoming.is_empty() {
                drop(self.portions.changed.wait_timeout(queues, INTERVAL));
            } else {
                drop(queues);
                if let Some(incoming) = self.portions.next_incoming() {
                    decode(&incoming, &mut *take)?;
                }
            }
            control.poll()?;
        }
    }
}

/// Sorts states, removes repetitions and codes them; the buffer is empty afterwards.
fn encode<const N: usize>(states: &mut Vec<[u64; N]>) -> Vec<u8> {
    states.sort_unstable();
    states.dedup();
    let (mut bytes, mut before) = (Vec::with_capacity(4 * states.len()), [0; N]);
    for state in states.drain(..) {
        delta_coding::write(&before, &state, &mut bytes);
        before = state;
    }
    bytes.shrink_to_fit();
    bytes
}

fn decode<const N: usize>(
    portion: &Portion,
    mut take: impl FnMut([u64; N]) -> Result<(), DiskError>,
) -> Result<(), DiskError> {
    let (mut rest, mut before) = (&*portion.bytes, [0; N]);
    while !rest.is_empty() {
        let state = delta_coding::read(&before, &mut rest).expect("invariant: portions hold whole states");
        take(state)?;
        before = state;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_coded_and_read_back_sorted() {
        let mut states: Vec<[u64; 2]> = (0..500).map(|number| [number * 7 % 13, number * number]).collect();
        let mut sorted = states.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let portion = Portion { process: 0, bytes: encode(&mut states) };
        let mut read = Vec::new();
        decode(&portion, |state| {
            read.push(state);
            Ok(())
        })
        .expect("taken");
        assert_eq!(read, sorted);
        assert!(states.is_empty());
    }

    /// The other process takes a portion only when no more are sent.
    #[cfg(feature = "cluster")]
    #[test]
    fn a_limited_number_of_bytes_is_under_way() {
        const PORTIONS: u64 = 20;
        for (limit, expected) in [(0, 1), (3, 1), (12, 2), (1_000, PORTIONS as usize)] {
            let sizes = PortionSizes { states: 5, under_way: limit };
            let portions = Portions::new(0, 2, 2, 1, sizes);
            let (mut taken, mut most) = (Vec::new(), 0);
            thread::scope(|scope| {
                let worker = scope.spawn(|| {
                    let (mut outgoing, mut control) = (Outgoing::new(&portions), Control::unlimited());
                    let nothing = |state| panic!("{state:?} has come in");
                    for number in 0..5 * PORTIONS {
                        outgoing.add(1, [number]);
                        outgoing.exchange(&mut control, nothing).expect("sent");
                    }
                    outgoing.finish(&mut control, nothing).expect("sent");
                });
                let mut under_way = VecDeque::new();
                while !worker.is_finished() {
                    under_way.extend(std::iter::from_fn(|| portions.next_outgoing()));
                    most = most.max(under_way.len());
                    // A state takes one byte.
                    let has_room = under_way.is_empty() || 5 * (under_way.len() + 1) <= limit;
                    if has_room && !portions.all_is_sent() {
                        thread::sleep(Duration::from_millis(1));
                    } else if let Some(portion) = under_way.pop_front() {
                        portions.was_taken(1, portion.bytes.len());
                        let take = |[number]: [u64; 1]| {
                            taken.push(number);
                            Ok(())
                        };
                        decode(&portion, take).expect("taken");
                    } else {
                        portions.end();
                    }
                }
            });
            assert_eq!(taken, (0..5 * PORTIONS).collect::<Vec<_>>());
            assert_eq!(most, expected, "portions under way within {limit} bytes");
        }
    }
}

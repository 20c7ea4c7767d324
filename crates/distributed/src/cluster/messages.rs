//! Messages between processes, by timely dataflow; only this file depends on it.
//!
//! Each process has one dataflow worker, on the thread that waits for the search's own workers. Two
//! properties of the dataflow are used: a message reaches the process it is for, and a *time* is
//! over in all processes only after all its messages have been received.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::net::Shutdown;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::initialize::Hooks;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::watched_socket::WatchedSocket;

impl Stream for WatchedSocket {
    fn try_clone(&self) -> io::Result<Self> {
        Self::try_clone(self)
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        Self::set_nonblocking(self, nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        Self::shutdown(self, how);
        Ok(())
    }
}

/// A message from one process to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Content {
    /// States for parts of the receiver.
    Portion(Vec<u8>),
    /// The sender has taken a portion of the receiver, of this many bytes.
    Taken(usize),
    /// Data for all processes.
    Gathered(Vec<u8>),
    /// The sender ends, for this reason.
    Failed(String),
    /// The sender is alive.
    Alive,
}

/// Messages leave a process only when its number in the dataflow grows. The low bits of the number,
/// this many, therefore count within a time.
const WITHIN_TIME: u32 = 40;

/// Sends and receives messages.
pub(super) struct Messages {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Message>>>,
    probe: ProbeHandle<u64>,
    worker: Worker,
    received: Rc<RefCell<VecDeque<(u64, Message)>>>,
    /// Whether messages wait for the next step.
    is_sending: bool,
    /// Joins the threads of the network when it is dropped, after the worker.
    _network: CommsGuard,
}

impl Messages {
    /// Creates the messages on sockets to all other processes; the own place is empty.
    pub(super) fn new(sockets: Vec<Option<WatchedSocket>>, number: usize) -> io::Result<Self> {
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, network) = initialize_networking_from_sockets(own, sockets, number, 1, hooks)?;
        let builder = builders.into_iter().next().expect("invariant: one worker a process");
        // The worker sleeps whenever it has nothing to do, since cores are for the workers of the
        // search.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut worker = Worker::new(config, Allocator::Tcp(builder.build()), Some(Instant::now()));
        let (mut input, probe) = (InputHandle::new(), ProbeHandle::new());
        let received = Rc::new(RefCell::new(VecDeque::new()));
        let incoming = Rc::clone(&received);
        worker.dataflow(|scope| {
            let all = scope.input_from(&mut input);
            let pact = Exchange::new(|message: &Message| message.to as u64);
            let taken =
                all.unary::<CapacityContainerBuilder<Vec<Message>>, _, _, _>(pact, "receive", move |_, _| {
                    move |input, _| {
                        input.for_each(|capability, messages| {
                            let time = *capability.least().expect("invariant: messages are sent at a time");
                            incoming.borrow_mut().extend(messages.drain(..).map(|message| (time, message)));
                        });
                    }
                });
            taken.probe_with(&probe);
        });
        Ok(Self { input, probe, worker, received, is_sending: false, _network: network })
    }

    /// The present time, to which messages sent now belong.
    pub(super) fn time(&self) -> u64 {
        self.input.time() >> WITHIN_TIME
    }

    pub(super) fn send(&mut self, message: Message) {
        self.input.send(message);
        self.is_sending = true;
    }

    /// Ends the present time: no more of its messages are sent.
    pub(super) fn end_time(&mut self) {
        let next = self.time() + 1;
        self.input.advance_to(next << WITHIN_TIME);
        self.is_sending = false;
    }

    /// Returns whether all processes have ended this time, and all its messages have arrived.
    pub(super) fn is_over(&self, time: u64) -> bool {
        !self.probe.less_than(&((time + 1) << WITHIN_TIME))
    }

    /// Sends and receives until there is nothing to do, then waits for at most this long, or until
    /// the thread is unparked.
    pub(super) fn step(&mut self, at_most: Duration) {
        if std::mem::take(&mut self.is_sending) {
            let next = self.input.time() + 1;
            self.input.advance_to(next);
        }
        self.worker.step_or_park(Some(at_most));
    }

    /// Returns the next message, and the time to which it belongs.
    pub(super) fn next_received(&mut self) -> Option<(u64, Message)> {
        self.received.borrow_mut().pop_front().map(|(time, message)| (time >> WITHIN_TIME, message))
    }
}

//! The other processes of a search, over the network.

use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use motion_core::Control;

use super::cluster_error::ClusterError;
use super::messages::{Content, Message, Messages};
use super::watched_socket::{Peer, WatchedSocket};
use crate::disk_error::DiskError;
use crate::portions::{Portion, Portions};
use crate::processes::Processes;

/// The time between two checks of the flag and the clock while other processes are waited for.
const INTERVAL: Duration = Duration::from_millis(20);

/// A sign of life is sent after this fraction of the limit of silence: one part in eight.
const SIGNS: u32 = 8;

/// Connections to all other processes.
pub(super) struct Peers {
    number: usize,
    addresses: Vec<String>,
    timeout: Duration,
    /// The connections by number; the own place is empty.
    others: Vec<Option<Arc<Peer>>>,
    messages: Messages,
    /// Data gathered so far, with its time and process; a faster process may already have begun the
    /// next time.
    gathered: Vec<(u64, usize, Vec<u8>)>,
    /// The portions that have come in, with their times; some may belong to the next expansion.
    portions: Vec<(u64, Portion)>,
    /// The time of the expansion that has ended here, until it has ended in all processes.
    ending: Option<u64>,
    /// The process that failed, and the reason.
    failed: Option<(usize, String)>,
    last_sign: Instant,
}

impl Peers {
    pub(super) fn new(
        sockets: Vec<Option<TcpStream>>,
        addresses: Vec<String>,
        number: usize,
        timeout: Duration,
    ) -> Result<Self, ClusterError> {
        let own = addresses[number].clone();
        let others: Vec<_> =
            sockets.iter().map(|socket| socket.as_ref().map(|_| Arc::new(Peer::new()))).collect();
        let watched = sockets.into_iter().zip(&others).map(|pair| match pair {
            (Some(socket), Some(peer)) => WatchedSocket::new(socket, Arc::clone(peer)).map(Some),
            _ => Ok(None),
        });
        let messages = watched.collect::<Result<_, _>>().and_then(|sockets| Messages::new(sockets, number));
        let messages = messages.map_err(|why| ClusterError::Address { address: own, why })?;
        Ok(Self {
            number,
            addresses,
            timeout,
            others,
            messages,
            gathered: Vec::new(),
            portions: Vec::new(),
            ending: None,
            failed: None,
            last_sign: Instant::now(),
        })
    }

    fn send(&mut self, to: usize, content: Content) {
        self.messages.send(Message { from: self.number, to, content });
    }

    fn send_to_others(&mut self, content: &Content) {
        for to in (0..self.addresses.len()).filter(|&to| to != self.number) {
            self.messages.send(Message { from: self.number, to, content: content.clone() });
        }
    }

    /// Sends and receives, waits for at most this long, and checks that all processes are alive.
    fn step(&mut self, portions: Option<&Portions>, at_most: Duration) -> Result<(), ClusterError> {
        if self.last_sign.elapsed() >= self.timeout / SIGNS {
            self.last_sign = Instant::now();
            self.send_to_others(&Content::Alive);
        }
        self.messages.step(at_most);
        while let Some((time, Message { from, content, .. })) = self.messages.next_received() {
            match content {
                Content::Portion(bytes) => self.portions.push((time, Portion { process: from, bytes })),
                Content::Taken(bytes) => {
                    if let Some(portions) = portions {
                        portions.was_taken(from, bytes);
                    }
                }
                Content::Gathered(bytes) => self.gathered.push((time, from, bytes)),
                Content::Failed(message) => self.failed = Some((from, message)),
                Content::Alive => {}
            }
        }
        if let Some((process, message)) = self.failed.clone() {
            return Err(ClusterError::Failed { process, message });
        }
        let is_lost = |peer: &Option<Arc<Peer>>| peer.as_ref().is_some_and(|peer| peer.is_lost(self.timeout));
        if let Some(process) = self.others.iter().position(is_lost) {
            return Err(ClusterError::Lost { process, address: self.addresses[process].clone() });
        }
        Ok(())
    }
}

impl Processes for Peers {
    fn number(&self) -> usize {
        self.number
    }

    fn count(&self) -> usize {
        self.addresses.len()
    }

    fn wait(&mut self, portions: Option<&Portions>, at_most: Duration) -> Result<(), DiskError> {
        let Some(portions) = portions else {
            return Ok(self.step(None, at_most)?);
        };
        while let Some((process, bytes)) = portions.next_taken() {
            self.send(process, Content::Taken(bytes));
        }
        while let Some(Portion { process, bytes }) = portions.next_outgoing() {
            self.send(process, Content::Portion(bytes));
        }
        if portions.is_over() {
            return Ok(self.step(Some(portions), at_most)?);
        }
        // The time of an expansion ends once the workers of all processes have sent everything.
        let expansion = self.ending.unwrap_or_else(|| self.messages.time());
        if self.ending.is_none() && portions.all_is_sent() {
            self.messages.end_time();
            self.ending = Some(expansion);
        }
        self.step(Some(portions), at_most)?;
        let (now, later): (Vec<_>, _) = self.portions.drain(..).partition(|(time, _)| *time <= expansion);
        self.portions = later;
        for (_, portion) in now {
            portions.deliver(portion);
        }
        if self.ending.is_some() && self.messages.is_over(expansion) {
            self.ending = None;
            portions.end();
        }
        Ok(())
    }

    fn gather(&mut self, own: Vec<u8>, control: &mut Control) -> Result<Vec<Vec<u8>>, DiskError> {
        let time = self.messages.time();
        self.send_to_others(&Content::Gathered(own.clone()));
        self.messages.end_time();
        while !self.messages.is_over(time) {
            self.step(None, INTERVAL)?;
            control.poll()?;
        }
        let mut all = vec![Vec::new(); self.addresses.len()];
        all[self.number] = own;
        let (now, later): (Vec<_>, _) = self.gathered.drain(..).partition(|(of, ..)| *of == time);
        self.gathered = later;
        for (_, process, bytes) in now {
            all[process] = bytes;
        }
        Ok(all)
    }

    fn fail(&mut self, error: &DiskError) {
        self.send_to_others(&Content::Failed(error.to_string()));
        self.messages.step(Duration::ZERO);
    }
}

impl Drop for Peers {
    /// Ends all connections: pending messages are still sent, then the threads of the network end.
    fn drop(&mut self) {
        self.others.iter().flatten().for_each(|peer| peer.end());
    }
}

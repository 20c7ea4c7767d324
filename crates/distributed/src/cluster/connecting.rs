//! Connections to all other processes, each identified by its handshake.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use motion_core::Control;
use serde::{Deserialize, Serialize};

use super::cluster_error::ClusterError;
use crate::disk_error::DiskError;
use crate::manifest::SearchKind;

/// The time before an address is tried again.
const INTERVAL: Duration = Duration::from_millis(20);

/// The time within which a process that has connected must send its handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest handshake, in bytes.
const LONGEST_HANDSHAKE: usize = 4096;

/// The identity of a process: the first line on each connection, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Handshake {
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) search: SearchKind,
    pub(super) resumes: bool,
}

impl Handshake {
    /// Returns the number of the other process if it belongs to the same search.
    fn fits(self, other: Self) -> Result<usize, ClusterError> {
        let is_same = Self { number: self.number, ..other } == self && other.number != self.number;
        if is_same { Ok(other.number) } else { Err(ClusterError::Different { process: other.number }) }
    }

    fn write(self, socket: &mut TcpStream) -> io::Result<()> {
        let mut line = serde_json::to_vec(&self)?;
        line.push(b'\n');
        socket.write_all(&line)
    }

    /// Reads one line and nothing beyond it.
    fn read(socket: &mut TcpStream) -> io::Result<Self> {
        let mut line = Vec::new();
        while line.len() < LONGEST_HANDSHAKE {
            let mut byte = [0];
            socket.read_exact(&mut byte)?;
            if byte == *b"\n" {
                break;
            }
            line.push(byte[0]);
        }
        Ok(serde_json::from_slice(&line)?)
    }
}

/// Returns the connections to all other processes, indexed by process number. This process listens
/// at its own address, and connects to those of lower numbers.
pub(super) fn connect(
    addresses: &[String],
    handshake: Handshake,
    timeout: Duration,
    control: &mut Control,
) -> Result<Vec<Option<TcpStream>>, DiskError> {
    let own = &addresses[handshake.number];
    let listener = TcpListener::bind(own).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let listener = listener.map_err(|why| ClusterError::Address { address: own.clone(), why })?;
    let is_over = AtomicBool::new(false);
    let connecting =
        Connecting { addresses, handshake, deadline: Instant::now() + timeout, is_over: &is_over };
    thread::scope(|scope| {
        let started = scope.spawn(|| connecting.connect_to_lower());
        let accepted = scope.spawn(|| connecting.accept_higher(&listener));
        let mut stop = Ok(());
        while !(started.is_finished() && accepted.is_finished()) {
            thread::sleep(INTERVAL);
            if stop.is_ok() {
                stop = control.poll();
                is_over.fetch_or(stop.is_err(), Ordering::Relaxed);
            }
        }
        let join = |thread: thread::ScopedJoinHandle<'_, Result<Vec<_>, ClusterError>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let (started, accepted) = (join(started), join(accepted));
        stop?;
        // A thread that fails tells the other to stop, which then ends with `Unreachable`. Return
        // the error of the thread that failed by itself.
        let unreached = |result: &Result<_, _>| matches!(result, Err(ClusterError::Unreachable { .. }));
        let (mut sockets, accepted) = match (started, accepted) {
            (started, Err(why)) if unreached(&started) => return Err(why.into()),
            (started, accepted) => (started?, accepted?),
        };
        sockets.push(None);
        sockets.extend(accepted);
        Ok(sockets)
    })
}

/// The state while connections are made, until a deadline.
struct Connecting<'a> {
    addresses: &'a [String],
    handshake: Handshake,
    deadline: Instant,
    /// Whether the run is cancelled, or one of the threads has failed.
    is_over: &'a AtomicBool,
}

impl Connecting<'_> {
    /// Waits a little; returns an error after the deadline, or when the run is over.
    fn wait_for(&self, process: usize) -> Result<(), ClusterError> {
        if self.is_over.load(Ordering::Relaxed) || Instant::now() >= self.deadline {
            return Err(
                self.failed(ClusterError::Unreachable { process, address: self.addresses[process].clone() })
            );
        }
        thread::sleep(INTERVAL);
        Ok(())
    }

    /// Tells the other thread to stop, and returns the error.
    fn failed(&self, why: ClusterError) -> ClusterError {
        self.is_over.store(true, Ordering::Relaxed);
        why
    }

    fn connect_to_lower(&self) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        (0..self.handshake.number)
            .map(|process| {
                loop {
                    if let Ok((socket, other)) = self.call(&self.addresses[process]) {
                        let is_it = self.handshake.fits(other).map_err(|why| self.failed(why))? == process;
                        if !is_it {
                            return Err(self.failed(ClusterError::Different { process }));
                        }
                        return Ok(Some(socket));
                    }
                    self.wait_for(process)?;
                }
            })
            .collect()
    }

    /// Connects to an address, and exchanges handshakes.
    fn call(&self, address: &str) -> io::Result<(TcpStream, Handshake)> {
        let mut refused = io::ErrorKind::NotFound.into();
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, HANDSHAKE_TIMEOUT) {
                Ok(mut socket) => {
                    socket.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
                    self.handshake.write(&mut socket)?;
                    let other = Handshake::read(&mut socket)?;
                    return Ok((socket, other));
                }
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }

    fn accept_higher(&self, listener: &TcpListener) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let first = self.handshake.number + 1;
        let mut sockets: Vec<Option<TcpStream>> = (first..self.handshake.count).map(|_| None).collect();
        while let Some(missing) = sockets.iter().position(Option::is_none) {
            match listener.accept() {
                // Connections without a valid handshake are ignored.
                Ok((socket, _)) => {
                    if let Ok((socket, other)) = self.answer(socket) {
                        let number = self.handshake.fits(other).map_err(|why| self.failed(why))?;
                        let place = number.checked_sub(first).and_then(|place| sockets.get_mut(place));
                        match place {
                            Some(place @ None) => *place = Some(socket),
                            _ => return Err(self.failed(ClusterError::Different { process: number })),
                        }
                    }
                }
                Err(_) => self.wait_for(first + missing)?,
            }
        }
        Ok(sockets)
    }

    fn answer(&self, mut socket: TcpStream) -> io::Result<(TcpStream, Handshake)> {
        socket.set_nonblocking(false)?;
        socket.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
        let other = Handshake::read(&mut socket)?;
        self.handshake.write(&mut socket)?;
        Ok((socket, other))
    }
}

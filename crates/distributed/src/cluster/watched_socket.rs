//! Sockets that report a lost process instead of failing.
//!
//! The threads that read and write messages can only panic when a connection fails. Here a
//! connection never fails for them: the loss is recorded, reading waits, and written data is
//! dropped. When the run is over, a reader receives the end of the stream that was due, so that all
//! threads end by themselves.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two looks of a waiting thread at the state of the run.
const INTERVAL: Duration = Duration::from_millis(50);

/// The time for which the end of a run waits for another process to end.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// The state of the process at the other end.
#[derive(Debug)]
pub(super) struct Peer {
    begun: Instant,
    /// The time when it was last heard, in milliseconds from the beginning.
    heard: AtomicU64,
    is_lost: AtomicBool,
    /// The time when the run ended here, in milliseconds from the beginning; until then `u64::MAX`.
    ended: AtomicU64,
}

impl Peer {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            heard: AtomicU64::new(0),
            is_lost: AtomicBool::new(false),
            ended: AtomicU64::new(u64::MAX),
        }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// Returns whether the connection has failed, or nothing has come in for longer than this.
    pub(super) fn is_lost(&self, timeout: Duration) -> bool {
        let silent = self.now().saturating_sub(self.heard.load(Ordering::Relaxed));
        self.is_lost.load(Ordering::Relaxed) || u128::from(silent) > timeout.as_millis()
    }

    /// Marks the run as over here: the messages of the process are no longer needed.
    pub(super) fn end(&self) {
        self.ended.store(self.now(), Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) < u64::MAX
    }

    /// Returns whether the process is no longer waited for.
    fn is_given_up(&self) -> bool {
        let since_end = self.now().saturating_sub(self.ended.load(Ordering::Relaxed));
        self.is_over()
            && (self.is_lost.load(Ordering::Relaxed) || u128::from(since_end) > END_TIMEOUT.as_millis())
    }

    fn lose(&self) {
        self.is_lost.store(true, Ordering::Relaxed);
    }
}

/// The bytes of a message's header: six numbers of eight bytes, the highest first.
const HEADER: usize = 48;

/// The place of the body's length in the header.
const LENGTH: std::ops::Range<usize> = 32..40;

/// The position in a stream of messages.
#[derive(Clone, Debug)]
struct Framing {
    header: [u8; HEADER],
    /// The bytes of the header received so far, and the bytes that the body of its message still
    /// lacks.
    in_header: usize,
    missing: usize,
    /// Whether the stream has ended, with a header of length 0.
    is_at_end: bool,
}

impl Framing {
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.missing > 0 {
                let count = self.missing.min(bytes.len());
                self.missing -= count;
                bytes = &bytes[count..];
                continue;
            }
            let count = (HEADER - self.in_header).min(bytes.len());
            self.header[self.in_header..][..count].copy_from_slice(&bytes[..count]);
            self.in_header += count;
            bytes = &bytes[count..];
            if self.in_header == HEADER {
                let length =
                    self.header[LENGTH].iter().fold(0, |length, &byte| length << 8 | usize::from(byte));
                self.in_header = 0;
                self.missing = length;
                self.is_at_end = length == 0;
            }
        }
    }

    /// Fills the buffer with zeros: to the end of the message, and then the header that ends the
    /// stream, whose length is also 0. A message that is cut short in its header gets only the rest
    /// of the header.
    fn fill(&mut self, buffer: &mut [u8]) -> usize {
        let due = if self.is_at_end {
            0
        } else if self.missing > 0 {
            self.missing
        } else {
            HEADER - self.in_header
        };
        let count = due.min(buffer.len());
        buffer[..count].fill(0);
        self.follow(&buffer[..count]);
        count
    }
}

/// A socket, and the state of the other end.
#[derive(Debug)]
pub(super) struct WatchedSocket {
    socket: TcpStream,
    peer: std::sync::Arc<Peer>,
    framing: Framing,
}

impl WatchedSocket {
    pub(super) fn new(socket: TcpStream, peer: std::sync::Arc<Peer>) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(INTERVAL))?;
        socket.set_write_timeout(Some(INTERVAL))?;
        let framing = Framing { header: [0; HEADER], in_header: 0, missing: 0, is_at_end: false };
        Ok(Self { socket, peer, framing })
    }

    pub(super) fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        Ok(Self { socket, peer: std::sync::Arc::clone(&self.peer), framing: self.framing.clone() })
    }

    pub(super) fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    /// Errors are ignored, because nothing can be done about a lost connection.
    pub(super) fn shutdown(&self, how: Shutdown) {
        let _ = self.socket.shutdown(how);
    }
}

/// Returns whether to try again.
fn is_timeout(why: &io::Error) -> bool {
    matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}

impl Read for WatchedSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.framing.is_at_end {
            return Ok(0);
        }
        loop {
            if self.peer.is_given_up() {
                return Ok(self.framing.fill(buffer));
            }
            if self.peer.is_lost.load(Ordering::Relaxed) {
                std::thread::sleep(INTERVAL);
                continue;
            }
            match self.socket.read(buffer) {
                Ok(0) => self.peer.lose(),
                Ok(count) => {
                    self.peer.heard.store(self.peer.now(), Ordering::Relaxed);
                    self.framing.follow(&buffer[..count]);
                    return Ok(count);
                }
                Err(why) if is_timeout(&why) => {}
                Err(_) => self.peer.lose(),
            }
        }
    }
}

impl Write for WatchedSocket {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        loop {
            if self.peer.is_lost.load(Ordering::Relaxed) || self.peer.is_given_up() {
                return Ok(buffer.len());
            }
            match self.socket.write(buffer) {
                Ok(count) if count > 0 => return Ok(count),
                Err(why) if is_timeout(&why) => {}
                _ => self.peer.lose(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

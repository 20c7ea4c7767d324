//! Processes on one machine or many that explore a space together.

mod cluster_error;
mod connecting;
mod messages;
mod peers;
mod watched_socket;

use std::path::PathBuf;
use std::time::Duration;

use motion_core::Control;
use motion_core::search::PackedSpace;

pub use cluster_error::ClusterError;

use crate::disk_error::DiskError;
use crate::explorer::{Exploration, Explorer, Interrupted};
use crate::manifest::SearchKind;
use crate::opening::packed_starts;
use connecting::{Handshake, connect};
use peers::Peers;

/// The default time without a sign of life after which a process is given up.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// Processes that explore a space together, as seen from one of them.
///
/// Each process listens at its own address, and connects to all others. All of them work in the
/// same directory of a file system that all machines share. Runs, which are most of the written
/// data, can be in a folder of each machine's own.
///
/// # Example
/// Two processes, here as two threads of one program:
/// ```
/// use std::thread;
///
/// use motion_core::Control;
/// use motion_core::search::fingerprint;
/// use motion_core::search::{PackedSpace, Space};
/// use motion_distributed::{Cluster, Explorer};
///
/// /// Numbers up to 1000; one or two is added, or taken away.
/// struct Steps;
///
/// impl Space for Steps {
///     type State = u64;
///     type Action = i64;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn successors(&self, (): &mut (), state: &u64, visit: &mut impl FnMut(i64, u64, u32)) {
///         for step in [-2, -1, 1, 2] {
///             if let Some(next) = state.checked_add_signed(step).filter(|&next| next <= 1000) {
///                 visit(step, next, 1);
///             }
///         }
///     }
/// }
///
/// impl PackedSpace<1> for Steps {
///     fn pack(&self, &state: &u64) -> [u64; 1] {
///         [state]
///     }
///
///     fn unpack(&self, &[state]: &[u64; 1]) -> u64 {
///         state
///     }
///
///     fn is_reversible(&self) -> bool {
///         true
///     }
///
///     fn fingerprint(&self) -> u64 {
///         fingerprint(*b"steps   ", [])
///     }
/// }
///
/// let folder = std::env::temp_dir().join(format!("steps-{}", std::process::id()));
/// let free = || std::net::TcpListener::bind("127.0.0.1:0")?.local_addr();
/// let addresses = [free()?.to_string(), free()?.to_string()];
/// let process = |number| {
///     let cluster = Cluster::new(addresses.clone(), number).expect("one of two");
///     Explorer::new(&folder).explore_together(&cluster, &Steps, [0], &mut Control::unlimited())
/// };
/// let (first, second) = thread::scope(|scope| {
///     let first = scope.spawn(|| process(0));
///     (process(1), first.join().expect("no panic"))
/// });
/// assert_eq!(first?.states.len(), 501);
/// assert_eq!(second?.farthest, Some(999));
/// std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Security
/// Connections are neither encrypted nor authenticated: everyone who reaches an address can take
/// part. Addresses must be in a private network.
#[derive(Clone, Debug)]
pub struct Cluster {
    addresses: Vec<String>,
    number: usize,
    timeout: Duration,
    scratch: Option<PathBuf>,
}

impl Cluster {
    /// Describes the process of this number, from 0, among those that listen at these addresses,
    /// `host:port`. All processes must be given the same addresses.
    ///
    /// # Errors
    /// [`ClusterError::NoSuchProcess`] if the number is not less than the number of addresses.
    pub fn new<A: Into<String>>(
        addresses: impl IntoIterator<Item = A>,
        number: usize,
    ) -> Result<Self, ClusterError> {
        let addresses: Vec<String> = addresses.into_iter().map(Into::into).collect();
        if number >= addresses.len() {
            return Err(ClusterError::NoSuchProcess { number, count: addresses.len() });
        }
        Ok(Self { addresses, number, timeout: USUAL_TIMEOUT, scratch: None })
    }

    /// Sets how long to wait for a process that cannot be reached at the beginning, or falls silent
    /// later. The default is one minute.
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets a folder of this machine for the runs, which is created if it does not exist. By
    /// default runs are in the shared directory.
    pub fn with_scratch(mut self, folder: impl Into<PathBuf>) -> Self {
        self.scratch = Some(folder.into());
        self
    }
}

impl Explorer {
    /// Finds all states that can be reached from the starts, as [`explore`](Self::explore) does,
    /// together with other processes. Each process calls this with the same space, starts,
    /// directory and addresses. Threads, memory, and the nodes that are counted and limited are
    /// those of this process.
    ///
    /// Every process returns the same answer. If one ends early – stopped, cancelled, killed, or
    /// silent for too long –, all end with an error, and any number of processes can resume from
    /// the complete levels.
    ///
    /// # Errors
    /// [`Interrupted`], also with [`DiskError::Cluster`].
    ///
    /// # Complexity
    /// The total work is that of one process. In addition each state that belongs to a part of
    /// another process is sorted and sent, in a few bytes. Each level ends with two rounds of
    /// messages.
    pub fn explore_together<S: PackedSpace<N>, const N: usize>(
        &self,
        cluster: &Cluster,
        space: &S,
        starts: impl IntoIterator<Item = S::State>,
        control: &mut Control,
    ) -> Result<Exploration<S::State>, Interrupted> {
        let starts = packed_starts(space, starts);
        let handshake = Handshake {
            number: cluster.number,
            count: cluster.addresses.len(),
            search: SearchKind::of(space, &starts, false),
            resumes: self.resumes,
        };
        let sockets = connect(&cluster.addresses, handshake, cluster.timeout, control)
            .map_err(Interrupted::at_beginning)?;
        let peers = Peers::new(sockets, cluster.addresses.clone(), cluster.number, cluster.timeout)
            .map_err(|why| Interrupted::at_beginning(DiskError::Cluster(why)))?;
        let scratch = cluster.scratch.as_deref().unwrap_or(&self.directory);
        self.explore_among(Box::new(peers), scratch, space, &starts, control)
    }
}

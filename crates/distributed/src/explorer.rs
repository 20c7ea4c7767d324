//! All reachable states, by their depth.

use std::path::{Path, PathBuf};
use std::time::Duration;

use motion_core::Control;
use motion_core::search::{PackedSpace, Space};
use thiserror::Error as ThisError;

use crate::disk_error::DiskError;
use crate::disk_search::{Admission, Decision, DiskSearch, LevelEnd};
use crate::manifest::Manifest;
use crate::opening::{Opening, packed_starts};
use crate::processes::{OneProcess, Processes};

/// The number of parts into which states are divided.
pub(crate) const PARTS: usize = 64;

/// The default of the least time between two commits.
pub(crate) const COMMIT_INTERVAL: Duration = Duration::from_secs(1);

/// Breadth-first search over all states, kept on disk in sorted files.
///
/// A level is expanded in the order of its states. The successors are collected in a buffer,
/// sorted, and written as *runs*. The runs are then merged, without the states that are already
/// known. If actions can be undone, the known states are the last two levels, otherwise all levels,
/// in files of growing sizes. States are divided into parts by their
/// [neighbourhoods](PackedSpace::neighbourhood), and threads take one part after another.
///
/// # Guarantees
/// The answer does not depend on the number of threads, the memory, or how often the run was
/// stopped and resumed. Memory never exceeds its limit by more than some kilobytes, provided that
/// the scratch of the space is small.
///
/// # Complexity
/// Every state is expanded once, and sorted and written once or twice. In spaces whose actions
/// cannot be undone, every state is written once more whenever the number of known states doubles.
/// There each level also reads the known states once, apart from blocks without candidates. The
/// disk holds the last levels, or all states.
///
/// # References
/// R. E. Korf, *Delayed duplicate detection*, IJCAI 2003; E. F. Moore's levels, with files that are
/// sorted as in external sorting.
#[derive(Clone, Debug)]
pub struct Explorer {
    pub(crate) directory: PathBuf,
    pub(crate) resumes: bool,
    commit_interval: Duration,
}

/// A finished exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exploration<T> {
    /// The number of states at each depth, which is the fewest actions from a start.
    pub states: Vec<u64>,
    /// The state of the greatest depth whose words are least. `None` without a start.
    pub farthest: Option<T>,
    /// The total of bytes written to the directory.
    pub bytes_written: u64,
}

impl<T> Exploration<T> {
    /// Converts the farthest state.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Exploration<U> {
        let Self { states, farthest, bytes_written } = self;
        Exploration { states, farthest: farthest.map(convert), bytes_written }
    }
}

/// An exploration that ended before it was complete.
#[derive(Debug, ThisError)]
#[error("{error}")]
#[non_exhaustive]
pub struct Interrupted {
    /// The reason why it ended.
    #[source]
    pub error: DiskError,
    /// The number of states of each complete level.
    pub states: Vec<u64>,
    /// The total of bytes written for these levels.
    pub bytes_written: u64,
}

impl Interrupted {
    /// Returns the result of an exploration that ended before any level was read or written.
    pub(crate) const fn at_beginning(error: DiskError) -> Self {
        Self { error, states: Vec::new(), bytes_written: 0 }
    }
}

impl Explorer {
    /// Creates an exploration in this directory, which must not hold one yet. The directory is
    /// created if it does not exist.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), resumes: false, commit_interval: COMMIT_INTERVAL }
    }

    /// Sets whether to continue the exploration that the directory holds.
    pub const fn with_resume(mut self, resumes: bool) -> Self {
        self.resumes = resumes;
        self
    }

    /// Sets the least time between two commits, which make levels survive the end of the process
    /// and of the machine. The default is one second. A run commits all complete levels when it
    /// ends by itself, is stopped by a limit, or is cancelled.
    pub const fn with_commit_interval(mut self, interval: Duration) -> Self {
        self.commit_interval = interval;
        self
    }

    /// Finds all states that can be reached from the starts. A resumed exploration must have the
    /// same starts.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn explore<S: PackedSpace<N>, const N: usize>(
        &self,
        space: &S,
        starts: impl IntoIterator<Item = S::State>,
        control: &mut Control,
    ) -> Result<Exploration<S::State>, Interrupted> {
        let starts = packed_starts(space, starts);
        self.explore_among(Box::new(OneProcess), &self.directory, space, &starts, control)
    }

    /// Runs one of the processes that explore together, with its own folder for runs.
    pub(crate) fn explore_among<'s, S: PackedSpace<N>, const N: usize>(
        &self,
        processes: Box<dyn Processes + 's>,
        scratch: &Path,
        space: &'s S,
        starts: &[[u64; N]],
        control: &mut Control,
    ) -> Result<Exploration<S::State>, Interrupted> {
        control.scope(|control| {
            let opening = Opening {
                directory: &self.directory,
                scratch,
                resumes: self.resumes,
                is_for_goal: false,
                limit: 0,
                parts: PARTS.max(processes.count()),
                commit_interval: self.commit_interval,
            };
            let mut search = DiskSearch::open(space, processes, opening, starts, control)
                .map_err(Interrupted::at_beginning)?;
            let farthest = run(&mut search, control).and_then(|()| {
                let is_empty = search.manifest().states == [0];
                if is_empty { Ok(None) } else { search.least_of_latest().map(Some) }
            });
            let ended = match &farthest {
                Ok(_) => search.commit(),
                Err(error) => search.end(error),
            };
            let Manifest { states, bytes_written, .. } = search.manifest();
            let (states, bytes_written) = (states.clone(), *bytes_written);
            match farthest.and_then(|farthest| ended.map(|()| farthest)) {
                Ok(farthest) => Ok(Exploration {
                    states: if farthest.is_some() { states } else { Vec::new() },
                    farthest: farthest.map(|words| space.unpack(&words)),
                    bytes_written,
                }),
                Err(error) => Err(Interrupted { error, states, bytes_written }),
            }
        })
    }
}

/// An admission that keeps all states.
struct AllStates;

impl<S: Space> Admission<S> for AllStates {
    #[inline]
    fn enter(&mut self, _: &S::State, _: u32) {}

    #[inline]
    fn admit(&mut self, _: S::Action, _: &S::State) -> Decision {
        Decision::Keep
    }
}

fn run<S: PackedSpace<N>, const N: usize>(
    search: &mut DiskSearch<S, N>,
    control: &mut Control,
) -> Result<(), DiskError> {
    while !search.manifest().is_complete {
        match search.advance(|| AllStates, || None, control)? {
            LevelEnd::Level => {}
            LevelEnd::Complete | LevelEnd::Goal(_) => break,
        }
    }
    Ok(())
}

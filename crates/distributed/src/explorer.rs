//! All states that can be reached, by their depth.

use std::path::PathBuf;

use motion_core::Control;
use motion_core::search::PackedSpace;
use thiserror::Error as ThisError;

use crate::disk_search::{Advance, DiskSearch, Opening, Verdict};
use crate::error::Error;

/// The parts into which states are divided.
const PARTS: usize = 64;

/// Breadth-first search over all states, kept on disk in sorted files.
#[derive(Clone, Debug)]
pub struct Explorer {
    directory: PathBuf,
    resumes: bool,
    parts: usize,
}

/// A finished exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exploration<T> {
    /// The number of states at each depth: the fewest actions from a start.
    pub states: Vec<u64>,
    /// A state of the greatest depth: the one whose words are least. `None` without a start.
    pub farthest: Option<T>,
    /// The bytes that were written to the directory in all.
    pub bytes_written: u64,
}

/// An exploration that ended before it was complete.
#[derive(Debug, ThisError)]
#[error("{error}")]
#[non_exhaustive]
pub struct Interrupted {
    /// Why it ended.
    #[source]
    pub error: Error,
    /// The numbers of states of the levels that are complete.
    pub states: Vec<u64>,
}

impl Explorer {
    /// An exploration in this directory, which must not hold one yet. It is made if it is not
    /// there.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), resumes: false, parts: PARTS }
    }

    /// Goes on with the exploration that the directory holds.
    pub const fn with_resume(mut self, resumes: bool) -> Self {
        self.resumes = resumes;
        self
    }

    /// Finds all states that can be reached from the starts, which only a new exploration looks at.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn explore<S: PackedSpace<N>, const N: usize>(
        &self,
        space: &S,
        starts: impl IntoIterator<Item = S::State>,
        control: &mut Control,
    ) -> Result<Exploration<S::State>, Interrupted> {
        control.scope(|control| {
            let opening = Opening { resumes: self.resumes, keeps_levels: false, parts: self.parts };
            let mut search = DiskSearch::open(space, &self.directory, opening, starts, control)
                .map_err(|error| Interrupted { error, states: Vec::new() })?;
            let end = run(&mut search, control);
            let farthest = end.and_then(|()| {
                let is_empty = search.manifest().states == [0];
                if is_empty { Ok(None) } else { search.least_of_latest().map(Some) }
            });
            let states = search.manifest().states.clone();
            match farthest {
                Ok(farthest) => Ok(Exploration {
                    states: if farthest.is_some() { states } else { Vec::new() },
                    farthest: farthest.map(|words| space.unpack(&words)),
                    bytes_written: search.manifest().bytes_written,
                }),
                Err(error) => Err(Interrupted { error, states }),
            }
        })
    }
}

fn run<S: PackedSpace<N>, const N: usize>(
    search: &mut DiskSearch<S, N>,
    control: &mut Control,
) -> Result<(), Error> {
    while !search.manifest().is_complete {
        match search.advance(|| |_: &S::State| Verdict::Keep, control)? {
            Advance::Level => {}
            Advance::Complete | Advance::Goal(_) => break,
        }
    }
    Ok(())
}

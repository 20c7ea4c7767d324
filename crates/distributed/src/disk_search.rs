//! Breadth-first search whose levels are on disk, level by level.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use motion_core::search::PackedSpace;
use motion_core::{Control, Stop};

use crate::candidates::{Candidates, RunFormat};
use crate::error::Error;
use crate::in_parallel::in_parallel;
use crate::manifest::{Layer, Manifest, PREFIX, PlacedSegment, SearchKind, StateFile, remove_state_files};
use crate::next_level::{Merging, parts};
use crate::shared_file::SharedFile;
use crate::state_file::{StateReader, StateWriter};

/// The memory of a worker where the run has no limit.
const USUAL_BYTES: u64 = 256 << 20;

/// The least memory of a worker.
const LEAST_BYTES: u64 = 1 << 20;

/// What is done with a state that was reached.
pub(crate) enum Verdict {
    /// It belongs to the next level unless it is known.
    Keep,
    /// It is left out.
    LeaveOut,
    /// It ends the search.
    Goal,
}

/// What a level has led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Advance<const N: usize> {
    /// Another level.
    Level,
    /// Nothing: all successors are known.
    Complete,
    /// The least state that ends the search; the next level is not written.
    Goal([u64; N]),
}

/// How the memory of a worker is divided.
#[derive(Clone, Copy)]
struct Memory {
    candidates: u64,
    /// Of a block of states.
    block: usize,
    /// The most files that are read at once.
    readers: usize,
}

impl Memory {
    fn new(control: &mut Control, workers: usize) -> Result<Self, Stop> {
        let bytes = if control.limits_bytes() { control.free_bytes() / workers as u64 } else { USUAL_BYTES };
        if bytes < LEAST_BYTES {
            return Err(Stop::Memory);
        }
        control.hold(bytes * workers as u64)?;
        let block = (bytes as usize / 256).clamp(4 << 10, 64 << 10);
        // A quarter is left to blocks that are read and written.
        Ok(Self { candidates: bytes / 4 * 3, block, readers: bytes as usize / 4 / block })
    }
}

/// Whether a directory is to hold a search, and what was chosen for it when it began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) resumes: bool,
    pub(crate) keeps_levels: bool,
    pub(crate) parts: usize,
}

/// A search between two levels.
pub(crate) struct DiskSearch<'s, S, const N: usize> {
    space: &'s S,
    directory: PathBuf,
    manifest: Manifest,
    memory: Memory,
    /// Of each worker.
    candidates: Vec<Candidates<N>>,
    /// Locked until the search is dropped.
    _lock: File,
}

impl<'s, S: PackedSpace<N>, const N: usize> DiskSearch<'s, S, N> {
    /// Opens a directory; a new search begins with these states.
    pub(crate) fn open(
        space: &'s S,
        directory: &Path,
        opening: Opening,
        starts: impl IntoIterator<Item = S::State>,
        control: &mut Control,
    ) -> Result<Self, Error> {
        fs::create_dir_all(directory).map_err(Error::io(directory))?;
        let lock = lock(directory)?;
        let kind = SearchKind::new(N, space.fingerprint(), space.is_reversible(), opening.keeps_levels);
        let workers = control.threads().get();
        let memory = Memory::new(control, workers)?;
        let manifest = match (Manifest::read(directory)?, opening.resumes) {
            (Some(manifest), true) => {
                manifest.check(directory, kind)?;
                manifest.remove_unnamed(directory)?;
                manifest
            }
            (None, false) => {
                remove_state_files(directory, |_| true)?;
                let starts = starts.into_iter().map(|state| space.pack(&state)).collect();
                let home = |state: &[u64; N]| part_of(space.neighbourhood(state), opening.parts);
                first_level(directory, kind, opening.parts, starts, home, memory.block)?
            }
            (Some(_), false) => return Err(Error::Occupied { path: directory.to_owned() }),
            (None, true) => return Err(Error::NothingToResume { path: directory.to_owned() }),
        };
        let format = |worker| RunFormat {
            path: directory.join(format!("{PREFIX}run-{worker}")),
            fingerprint: kind.fingerprint,
            block_bytes: memory.block,
            most_runs: (memory.readers / workers / 2).max(2),
        };
        let of_worker = |worker| Candidates::new(manifest.parts, memory.candidates, format(worker));
        let candidates = (0..workers).map(of_worker).collect();
        Ok(Self { space, directory: directory.to_owned(), manifest, memory, candidates, _lock: lock })
    }

    pub(crate) const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Expands the latest level and commits the next one; each worker has an `admit` of its own.
    pub(crate) fn advance<A>(
        &mut self,
        admit: impl Fn() -> A + Sync,
        control: &mut Control,
    ) -> Result<Advance<N>, Error>
    where
        A: FnMut(&S::State) -> Verdict,
    {
        let open = self.manifest.open_files(&self.directory)?;
        let result = self.expand(&open, admit, control).and_then(|goal| match goal {
            Some(goal) => Ok(Advance::Goal(goal)),
            None => self.write_next_level(&open, control),
        });
        self.candidates.iter_mut().for_each(Candidates::clear);
        result
    }

    /// Makes the candidates; returns the least goal.
    fn expand<A>(
        &mut self,
        open: &[Arc<SharedFile>],
        admit: impl Fn() -> A + Sync,
        control: &mut Control,
    ) -> Result<Option<[u64; N]>, Error>
    where
        A: FnMut(&S::State) -> Verdict,
    {
        let (space, level, part_count) = (self.space, self.manifest.latest(), self.manifest.parts);
        let next_part = AtomicUsize::new(0);
        let goals = in_parallel(control, self.candidates.iter_mut().collect(), |candidates, control| {
            let (mut scratch, mut admit) = (space.scratch(), admit());
            let (mut goal, mut added) = (None, Ok(()));
            for part in parts(&next_part, part_count) {
                let PlacedSegment { file, segment } = level.segments[part];
                let mut reader = StateReader::new(Arc::clone(&open[file]), segment);
                while let Some(words) = reader.next()? {
                    control.spend(1)?;
                    let state = space.unpack(&words);
                    space.successors(&mut scratch, &state, &mut |_, next, _| match admit(&next) {
                        Verdict::Keep => {
                            let words = space.pack(&next);
                            let part = part_of(space.neighbourhood(&words), part_count);
                            if added.is_ok() {
                                added = candidates.add(part, words);
                            }
                        }
                        Verdict::LeaveOut => {}
                        Verdict::Goal => {
                            let words = space.pack(&next);
                            goal = Some(goal.map_or(words, |goal: [u64; N]| goal.min(words)));
                        }
                    });
                    std::mem::replace(&mut added, Ok(()))?;
                }
            }
            candidates.sort();
            Ok(goal)
        })?;
        Ok(goals.into_iter().flatten().min())
    }

    fn write_next_level(
        &mut self,
        open: &[Arc<SharedFile>],
        control: &mut Control,
    ) -> Result<Advance<N>, Error> {
        let merging = Merging {
            directory: &self.directory,
            manifest: &self.manifest,
            open,
            candidates: &self.candidates,
            block_bytes: self.memory.block,
        };
        let mut next = merging.write(control)?;
        let mut manifest = self.manifest.clone();
        let runs: u64 = self.candidates.iter().map(Candidates::bytes_written).sum();
        manifest.bytes_written += runs + next.files.iter().map(|file| file.bytes).sum::<u64>();
        let is_complete = next.level.states == 0;
        manifest.is_complete = is_complete;
        if !is_complete {
            next.level.move_files(manifest.files.len());
            if let Some((first, mut united)) = next.united {
                united.move_files(manifest.files.len());
                manifest.known.truncate(first);
                manifest.known.push(united);
            } else if manifest.kind.is_reversible && manifest.known.len() > 1 {
                manifest.known.remove(0);
            }
            manifest.files.append(&mut next.files);
            manifest.states.push(next.level.states);
            if manifest.kind.keeps_levels {
                manifest.levels.push(next.level.clone());
            }
            manifest.known.push(next.level);
        }
        manifest.commit(&self.directory)?;
        self.manifest = manifest;
        Ok(if is_complete { Advance::Complete } else { Advance::Level })
    }

    /// The least state of the latest level.
    pub(crate) fn least_of_latest(&self) -> Result<[u64; N], Error> {
        let open = self.manifest.open_files(&self.directory)?;
        let mut least = None;
        for &PlacedSegment { file, segment } in &self.manifest.latest().segments {
            let first = StateReader::new(Arc::clone(&open[file]), segment).next()?;
            least = least.into_iter().chain(first).min();
        }
        Ok(least.expect("invariant: no level is empty"))
    }
}

/// The part of a neighbourhood.
#[inline]
fn part_of(neighbourhood: u64, parts: usize) -> usize {
    let spread = neighbourhood.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(spread ^ spread >> 32) * parts as u128) >> 64) as usize
}

/// Locks a directory; the lock ends with the file, and with the process however it ends.
fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join("lock");
    let file = File::create(&path).map_err(Error::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path: directory.to_owned() }),
        Err(TryLockError::Error(why)) => Err(Error::io(&path)(why)),
    }
}

/// Writes the starts, and the first manifest.
fn first_level<const N: usize>(
    directory: &Path,
    kind: SearchKind,
    parts: usize,
    starts: Vec<[u64; N]>,
    home: impl Fn(&[u64; N]) -> usize,
    block_bytes: usize,
) -> Result<Manifest, Error> {
    let mut starts: Vec<_> = starts.into_iter().map(|state| (home(&state), state)).collect();
    starts.sort_unstable();
    starts.dedup();
    let name = format!("{PREFIX}level-0");
    let mut writer = StateWriter::create(directory.join(&name), kind.fingerprint, block_bytes)?;
    let mut level = Layer::empty(parts);
    for (part, placed) in level.segments.iter_mut().enumerate() {
        let of_part = starts.iter().filter(|(home, _)| *home == part);
        of_part.clone().try_for_each(|(_, state)| writer.push(state))?;
        *placed = PlacedSegment { file: 0, segment: writer.end_segment()? };
    }
    level.states = starts.len() as u64;
    let bytes = writer.finish(true)?;
    let mut manifest = Manifest {
        kind,
        parts,
        states: vec![level.states],
        is_complete: starts.is_empty(),
        bytes_written: bytes,
        files: vec![StateFile { name, bytes }],
        levels: if kind.keeps_levels { vec![level.clone()] } else { Vec::new() },
        known: vec![level],
    };
    manifest.commit(directory)?;
    Ok(manifest)
}

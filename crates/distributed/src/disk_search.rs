//! Breadth-first search whose levels are on disk, level by level.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use motion_core::search::{PackedSpace, Space};
use motion_core::{Control, LevelProgress, Stop};

use crate::candidates::{Candidates, RunFormat};
use crate::disk_error::DiskError;
use crate::in_parallel::in_parallel;
use crate::manifest::{Layer, Manifest, PlacedSegment, SearchKind, StateFile, remove_state_files, run_path};
use crate::next_level::{Merging, parts};
use crate::shared_file::SharedFile;
use crate::state_file::{StateReader, StateWriter};

/// The memory of a worker where the run has no limit.
const USUAL_BYTES: u64 = 256 << 20;

/// The least memory of a worker.
const LEAST_BYTES: u64 = 1 << 20;

/// Decides what becomes of the states that a worker reaches.
pub(crate) trait Admission<S: Space> {
    /// Called when a state is expanded, before its successors are shown.
    fn enter(&mut self, state: &S::State, depth: u32);

    fn admit(&mut self, action: S::Action, successor: &S::State) -> Decision;
}

/// What becomes of a state that was reached.
pub(crate) enum Decision {
    /// It belongs to the next level unless it is known.
    Keep,
    /// It is left out.
    LeaveOut,
    /// It ends the search.
    Goal,
}

/// What a level has led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LevelEnd<const N: usize> {
    /// Another level.
    Level,
    /// Nothing: all successors are known.
    Complete,
    /// The least state that ends the search; the next level is not written.
    Goal([u64; N]),
}

/// How the memory of a worker is divided.
#[derive(Clone, Copy)]
struct MemoryShares {
    candidates: u64,
    /// Of a block of states.
    block: usize,
    /// The most files that are read at once.
    readers: usize,
}

impl MemoryShares {
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

/// How a directory is opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    /// Whether it holds a search.
    pub(crate) resumes: bool,
    pub(crate) is_for_goal: bool,
    /// The limit and the number of parts of a new search.
    pub(crate) limit: u32,
    pub(crate) parts: usize,
    pub(crate) commit_interval: Duration,
}

/// A search between two levels.
pub(crate) struct DiskSearch<'s, S, const N: usize> {
    space: &'s S,
    directory: PathBuf,
    manifest: Manifest,
    memory: MemoryShares,
    /// Of each worker.
    candidates: Vec<Candidates<N>>,
    /// Levels of less time are committed together.
    commit_interval: Duration,
    last_commit: Instant,
    is_committed: bool,
    _lock: DirectoryLock,
}

impl<'s, S: PackedSpace<N>, const N: usize> DiskSearch<'s, S, N> {
    /// Opens a directory; a new search begins with these states.
    pub(crate) fn open(
        space: &'s S,
        directory: &Path,
        opening: Opening,
        starts: impl IntoIterator<Item = S::State>,
        control: &mut Control,
    ) -> Result<Self, DiskError> {
        fs::create_dir_all(directory).map_err(DiskError::io(directory))?;
        let lock = DirectoryLock::new(directory)?;
        let mut starts: Vec<_> = starts.into_iter().map(|state| space.pack(&state)).collect();
        starts.sort_unstable();
        starts.dedup();
        let kind = SearchKind::of(space, &starts, opening.is_for_goal);
        let workers = control.threads().get();
        let memory = MemoryShares::new(control, workers)?;
        let manifest = match (Manifest::read(directory)?, opening.resumes) {
            (Some(manifest), true) => {
                manifest.check(directory, kind)?;
                manifest.remove_unnamed(directory)?;
                manifest
            }
            (None, false) => {
                remove_state_files(directory, |_| true)?;
                first_level(space, directory, kind, opening, &starts, memory.block)?
            }
            (Some(_), false) => return Err(DiskError::Occupied { path: directory.to_owned() }),
            (None, true) => return Err(DiskError::NothingToResume { path: directory.to_owned() }),
        };
        let format = |worker| RunFormat {
            path: run_path(directory, worker),
            fingerprint: kind.fingerprint,
            block_bytes: memory.block,
            most_runs: (memory.readers / workers / 2).max(2),
        };
        let of_worker = |worker| Candidates::new(manifest.parts, memory.candidates, format(worker));
        let candidates = (0..workers).map(of_worker).collect();
        Ok(Self {
            space,
            directory: directory.to_owned(),
            manifest,
            memory,
            candidates,
            commit_interval: opening.commit_interval,
            last_commit: Instant::now(),
            is_committed: true,
            _lock: lock,
        })
    }

    pub(crate) const fn space(&self) -> &'s S {
        self.space
    }

    pub(crate) const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// All files of the manifest.
    pub(crate) fn open_files(&self) -> Result<Vec<Arc<SharedFile>>, DiskError> {
        self.manifest.open_files(&self.directory)
    }

    /// The error of a directory whose levels do not fit together.
    pub(crate) fn damaged(&self) -> DiskError {
        DiskError::Damaged { path: self.directory.clone() }
    }

    /// The depth of the latest level.
    pub(crate) fn depth(&self) -> u32 {
        self.manifest.states.len() as u32 - 1
    }

    /// Expands the latest level and commits the next one; each worker has an admission of its own.
    /// `left_out` tells at the end what the least sum of depth and bound was that was left out.
    pub(crate) fn advance<A: Admission<S>>(
        &mut self,
        admission: impl Fn() -> A + Sync,
        left_out: impl Fn() -> Option<u32>,
        control: &mut Control,
    ) -> Result<LevelEnd<N>, DiskError> {
        control.set_level(LevelProgress {
            depth: self.depth(),
            states: self.manifest.latest().states,
            found: self.manifest.states.iter().sum(),
            bytes_written: self.manifest.bytes_written,
            ..LevelProgress::default()
        });
        let open = self.open_files()?;
        let result = self.expand(&open, admission, control).and_then(|goal| match goal {
            Some(goal) => Ok(LevelEnd::Goal(goal)),
            None => self.write_next_level(&open, left_out(), control),
        });
        self.candidates.iter_mut().for_each(Candidates::clear);
        result
    }

    /// Makes the candidates; returns the least goal.
    fn expand<A: Admission<S>>(
        &mut self,
        open: &[Arc<SharedFile>],
        admission: impl Fn() -> A + Sync,
        control: &mut Control,
    ) -> Result<Option<[u64; N]>, DiskError> {
        let (space, level, part_count) = (self.space, self.manifest.latest(), self.manifest.parts);
        let depth = self.depth();
        let next_part = AtomicUsize::new(0);
        let goals = in_parallel(control, self.candidates.iter_mut().collect(), |candidates, control| {
            let (mut scratch, mut admission) = (space.scratch(), admission());
            let (mut goal, mut added) = (None, Ok(()));
            for part in parts(&next_part, part_count) {
                let PlacedSegment { file, segment } = level.segments[part];
                let mut reader = StateReader::new(Arc::clone(&open[file]), segment);
                while let Some(words) = reader.next()? {
                    control.spend(1)?;
                    let state = space.unpack(&words);
                    admission.enter(&state, depth);
                    space.successors(&mut scratch, &state, &mut |action, next, _| {
                        let decision = admission.admit(action, &next);
                        if let Decision::LeaveOut = decision {
                            return;
                        }
                        let words = space.pack(&next);
                        if let Decision::Goal = decision {
                            goal = Some(goal.map_or(words, |goal: [u64; N]| goal.min(words)));
                        } else if added.is_ok() {
                            added = candidates.add(part_of(space.neighbourhood(&words), part_count), words);
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
        least_left_out: Option<u32>,
        control: &mut Control,
    ) -> Result<LevelEnd<N>, DiskError> {
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
        manifest.least_left_out = least_left_out;
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
            if manifest.kind.is_for_goal {
                manifest.levels.push(next.level.clone());
            }
            manifest.known.push(next.level);
        }
        self.manifest = manifest;
        self.is_committed = false;
        if is_complete || self.last_commit.elapsed() >= self.commit_interval {
            self.commit()?;
        }
        Ok(if is_complete { LevelEnd::Complete } else { LevelEnd::Level })
    }

    /// Commits the levels that are not.
    pub(crate) fn commit(&mut self) -> Result<(), DiskError> {
        if !self.is_committed {
            self.manifest.commit(&self.directory)?;
            self.is_committed = true;
            self.last_commit = Instant::now();
        }
        Ok(())
    }

    /// Begins again under a greater limit.
    pub(crate) fn begin_again(&mut self, starts: &[[u64; N]], limit: u32) -> Result<(), DiskError> {
        let Manifest { kind, parts, bytes_written, .. } = self.manifest;
        let commit_interval = self.commit_interval;
        let opening = Opening { resumes: false, is_for_goal: true, limit, parts, commit_interval };
        self.manifest = first_level(self.space, &self.directory, kind, opening, starts, self.memory.block)?;
        self.manifest.bytes_written += bytes_written;
        Ok(())
    }

    /// The least state of the latest level.
    pub(crate) fn least_of_latest(&self) -> Result<[u64; N], DiskError> {
        let open = self.open_files()?;
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
pub(crate) fn part_of(neighbourhood: u64, parts: usize) -> usize {
    let spread = neighbourhood.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(spread ^ spread >> 32) * parts as u128) >> 64) as usize
}

/// A lock on a directory; it ends with this value, and with the process however it ends.
struct DirectoryLock(File);

impl DirectoryLock {
    fn new(directory: &Path) -> Result<Self, DiskError> {
        let path = directory.join("lock");
        let file = File::create(&path).map_err(DiskError::io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(DiskError::InUse { path: directory.to_owned() }),
            Err(TryLockError::Error(why)) => Err(DiskError::io(&path)(why)),
        }
    }
}

impl Drop for DirectoryLock {
    /// Closing the file would not do: a process that another thread has just started may still hold
    /// it open. An error is no matter, since the lock then ends with that file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Writes the starts, in ascending order, and the manifest.
fn first_level<S: PackedSpace<N>, const N: usize>(
    space: &S,
    directory: &Path,
    kind: SearchKind,
    Opening { limit, parts, .. }: Opening,
    starts: &[[u64; N]],
    block_bytes: usize,
) -> Result<Manifest, DiskError> {
    let mut manifest = Manifest {
        kind,
        parts,
        limit,
        least_left_out: None,
        states: vec![starts.len() as u64],
        is_complete: starts.is_empty(),
        bytes_written: 0,
        files: Vec::new(),
        known: Vec::new(),
        levels: Vec::new(),
    };
    let name = manifest.file_name("level", 0, 0);
    let mut writer = StateWriter::create(directory.join(&name), kind.fingerprint, block_bytes)?;
    let mut level = Layer::empty(parts);
    for (part, placed) in level.segments.iter_mut().enumerate() {
        let is_here = |state: &&[u64; N]| part_of(space.neighbourhood(state), parts) == part;
        starts.iter().filter(is_here).try_for_each(|state| writer.push(state))?;
        *placed = PlacedSegment { file: 0, segment: writer.end_segment()? };
    }
    level.states = starts.len() as u64;
    let bytes = writer.finish()?;
    manifest.bytes_written = bytes;
    manifest.files.push(StateFile::new(name, bytes));
    if kind.is_for_goal {
        manifest.levels.push(level.clone());
    }
    manifest.known.push(level);
    manifest.commit(directory)?;
    Ok(manifest)
}

//! Breadth-first search whose levels are on disk, level by level.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use motion_core::Control;
use motion_core::observer::LevelProgress;
use motion_core::search::{PackedSpace, Space};
use serde::{Deserialize, Serialize};

use crate::candidates::{Candidates, RunFormat};
use crate::directory_lock::DirectoryLock;
use crate::disk_error::DiskError;
use crate::manifest::{Manifest, PlacedSegment, SearchKind, StateFile, part_of, remove_runs, run_path};
use crate::memory_shares::MemoryShares;
use crate::next_level::{Merging, NextLevel, parts};
use crate::opening::{Opening, first_level, open_manifest};
use crate::portions::{Outgoing, Portions};
use crate::processes::Processes;
use crate::shared_file::SharedFile;
use crate::state_file::StateReader;

/// Decides which of the states that a worker reaches are kept.
pub(crate) trait Admission<S: Space> {
    /// Called when a state is expanded, before its successors are shown.
    fn enter(&mut self, state: &S::State, depth: u32);

    fn admit(&mut self, action: S::Action, successor: &S::State) -> Decision;
}

/// A decision about a state that was reached.
pub(crate) enum Decision {
    /// The state belongs to the next level unless it is known.
    Keep,
    /// The state is left out.
    LeaveOut,
    /// The state ends the search.
    Goal,
}

/// The result of a level.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LevelEnd<const N: usize> {
    /// Another level.
    Level,
    /// No level, since all successors are known.
    Complete,
    /// The least state that ends the search; the next level is not written.
    Goal([u64; N]),
}

/// A process's report to the others about the next level.
#[derive(Serialize, Deserialize)]
struct Report {
    level: NextLevel,
    /// Whether enough time has passed since the last commit.
    is_due: bool,
}

/// A search between two levels.
pub(crate) struct DiskSearch<'s, S, const N: usize> {
    space: &'s S,
    processes: Box<dyn Processes + 's>,
    directory: PathBuf,
    manifest: Manifest,
    memory: MemoryShares,
    /// The candidates of each worker.
    candidates: Vec<Candidates<N>>,
    /// Levels that take less time than this are committed together.
    commit_interval: Duration,
    last_commit: Instant,
    is_committed: bool,
    /// The files that this process has written since the last commit, if there are several
    /// processes.
    own_files: Vec<StateFile>,
    /// Held by process 0.
    _lock: Option<DirectoryLock>,
}

impl<'s, S: PackedSpace<N>, const N: usize> DiskSearch<'s, S, N> {
    /// Opens a directory. A new search begins with these states. Every process must open the same
    /// directory.
    pub(crate) fn open(
        space: &'s S,
        mut processes: Box<dyn Processes + 's>,
        opening: Opening,
        starts: &[[u64; N]],
        control: &mut Control,
    ) -> Result<Self, DiskError> {
        let Opening { directory, scratch, .. } = opening;
        fs::create_dir_all(directory).map_err(DiskError::io(directory))?;
        fs::create_dir_all(scratch).map_err(DiskError::io(scratch))?;
        let kind = SearchKind::of(space, starts, opening.is_for_goal);
        let workers = control.threads().get();
        let (number, count) = (processes.number(), processes.count());
        let memory = MemoryShares::new(control, workers, count, size_of::<[u64; N]>())?;
        let mut open_together = || {
            let (lock, manifest) = if number == 0 {
                let lock = DirectoryLock::new(directory)?;
                let manifest = open_manifest(space, kind, opening, starts, memory.block)?;
                let text = serde_json::to_vec(&manifest).expect("invariant: a manifest is JSON");
                processes.gather(text, control)?;
                (Some(lock), manifest)
            } else {
                let gathered = processes.gather(Vec::new(), control)?;
                (None, Manifest::of_other_process(&gathered[0], directory)?)
            };
            // No process continues before all have seen the same directory.
            processes.gather(Vec::new(), control)?;
            remove_runs(scratch, number)?;
            Ok((lock, manifest))
        };
        let (lock, manifest) = open_together().inspect_err(|error| processes.fail(error))?;
        let format = |worker| RunFormat {
            path: run_path(scratch, manifest.run, number, worker),
            fingerprint: kind.fingerprint,
            block_bytes: memory.block,
            most_runs: (memory.readers / workers / 2).max(2),
        };
        let of_worker = |worker| Candidates::new(manifest.parts, memory.candidates, format(worker));
        let candidates = (0..workers).map(of_worker).collect();
        Ok(Self {
            space,
            processes,
            directory: directory.to_owned(),
            manifest,
            memory,
            candidates,
            commit_interval: opening.commit_interval,
            last_commit: Instant::now(),
            is_committed: true,
            own_files: Vec::new(),
            _lock: lock,
        })
    }

    pub(crate) const fn space(&self) -> &'s S {
        self.space
    }

    pub(crate) const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Opens all files of the manifest.
    pub(crate) fn open_files(&self) -> Result<Vec<Arc<SharedFile>>, DiskError> {
        self.manifest.open_files(&self.directory)
    }

    /// The error for a directory whose levels do not fit together.
    pub(crate) fn damaged(&self) -> DiskError {
        DiskError::Damaged { path: self.directory.clone() }
    }

    /// The depth of the latest level.
    pub(crate) fn depth(&self) -> u32 {
        self.manifest.states.len() as u32 - 1
    }

    /// Expands the latest level and commits the next one; each worker has its own admission. At the
    /// end `left_out` returns the least sum of depth and bound among the states left out.
    pub(crate) fn advance<A: Admission<S>>(
        &mut self,
        admission: impl Fn() -> A + Sync,
        left_out: impl Fn() -> Option<u32>,
        control: &mut Control,
    ) -> Result<LevelEnd<N>, DiskError> {
        let (number, count) = (self.processes.number(), self.processes.count());
        let own_parts = self.manifest.latest().segments.iter().skip(number).step_by(count);
        let mut level = LevelProgress::default();
        level.depth = self.depth();
        level.states = own_parts.map(|placed| placed.segment.states).sum();
        level.found = self.manifest.states.iter().sum();
        level.bytes_written = self.manifest.bytes_written;
        control.set_level(level);
        let open = self.open_files()?;
        let result = self.expand(&open, admission, control).and_then(|goal| match goal {
            Some(goal) => Ok(LevelEnd::Goal(goal)),
            None => self.write_next_level(&open, left_out(), control),
        });
        self.candidates.iter_mut().for_each(Candidates::clear);
        result
    }

    /// Collects the candidates, and returns the least goal. States of other processes' parts are
    /// sent there, and their states of the own parts are received.
    fn expand<A: Admission<S>>(
        &mut self,
        open: &[Arc<SharedFile>],
        admission: impl Fn() -> A + Sync,
        control: &mut Control,
    ) -> Result<Option<[u64; N]>, DiskError> {
        let (space, level, part_count) = (self.space, self.manifest.latest(), self.manifest.parts);
        let (number, count) = (self.processes.number(), self.processes.count());
        let (depth, workers) = (self.depth(), self.candidates.len());
        let next_part = AtomicUsize::new(0);
        let portions = Portions::new(number, count, part_count, workers, self.memory.portions);
        let part = |state: &[u64; N]| part_of(space.neighbourhood(state), part_count);
        let wait = |at_most| self.processes.wait(Some(&portions), at_most);
        let goals = control.in_parallel_waiting_by(
            self.candidates.iter_mut().collect(),
            wait,
            |candidates, control| {
                let (mut scratch, mut admission) = (space.scratch(), admission());
                let mut outgoing = Outgoing::new(&portions);
                let (mut goal, mut added) = (None, Ok(()));
                for own_part in parts(&next_part, number, count, part_count) {
                    let PlacedSegment { file, segment } = level.segments[own_part];
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
                                let part = part(&words);
                                match portions.other_owner(part) {
                                    None => added = candidates.add(part, words),
                                    Some(process) => outgoing.add(process, words),
                                }
                            }
                        });
                        std::mem::replace(&mut added, Ok(()))?;
                        outgoing.exchange(control, |state| candidates.add(part(&state), state))?;
                    }
                }
                outgoing.finish(control, |state| candidates.add(part(&state), state))?;
                candidates.sort();
                Ok(goal)
            },
        )?;
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
            process: self.processes.number(),
            processes: self.processes.count(),
        };
        let mut next = merging.write(control, |at_most| self.processes.wait(None, at_most))?;
        let mut is_due = self.last_commit.elapsed() >= self.commit_interval;
        if self.processes.count() > 1 {
            Report { level: next, is_due } = self.gather_level(&Report { level: next, is_due }, control)?;
        }
        let mut manifest = self.manifest.clone();
        manifest.bytes_written += next.bytes_written;
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
            manifest.forget_unused_files();
        }
        self.manifest = manifest;
        self.is_committed = false;
        if is_complete || is_due {
            self.commit_together(control)?;
        }
        Ok(if is_complete { LevelEnd::Complete } else { LevelEnd::Level })
    }

    /// Combines the parts of the level that all processes have written; process 0 decides whether
    /// to commit them.
    fn gather_level(&mut self, own: &Report, control: &mut Control) -> Result<Report, DiskError> {
        self.own_files.extend(own.level.files.iter().cloned());
        let text = serde_json::to_vec(own).expect("invariant: a report is JSON");
        let texts = self.processes.gather(text, control)?;
        let read = |text: &Vec<u8>| serde_json::from_slice(text).map_err(|_| self.damaged());
        let reports = texts.iter().map(read).collect::<Result<Vec<Report>, _>>()?;
        let is_due = reports.first().is_some_and(|report| report.is_due);
        let levels = reports.into_iter().map(|report| report.level);
        Ok(Report { level: NextLevel::of_processes(levels, self.manifest.parts), is_due })
    }

    /// Does what [`commit`](Self::commit) does, by all processes: each first makes its own files
    /// durable.
    fn commit_together(&mut self, control: &mut Control) -> Result<(), DiskError> {
        if self.processes.count() > 1 {
            let own_files = std::mem::take(&mut self.own_files);
            for mut file in own_files.into_iter().filter(|file| self.manifest.names(file)) {
                file.make_durable(&self.directory)?;
            }
            self.processes.gather(Vec::new(), control)?;
            self.manifest.all_are_durable();
        }
        self.commit()?;
        // No process creates new files before those without a name in the manifest are removed.
        self.processes.gather(Vec::new(), control)?;
        Ok(())
    }

    /// Commits the levels that are not yet committed; process 0 does so for all.
    pub(crate) fn commit(&mut self) -> Result<(), DiskError> {
        if !self.is_committed {
            if self.processes.number() == 0 {
                self.manifest.commit(&self.directory)?;
                self.manifest.remove_unnamed(&self.directory)?;
            }
            self.is_committed = true;
            self.last_commit = Instant::now();
        }
        Ok(())
    }

    /// Ends a search that cannot continue: notifies other processes, and commits the complete
    /// levels. Files without a name in the manifest stay, since other processes may still write
    /// them.
    pub(crate) fn end(&mut self, error: &DiskError) -> Result<(), DiskError> {
        self.processes.fail(error);
        if self.processes.count() == 1 {
            return self.commit();
        }
        if self.processes.number() == 0 { self.manifest.commit(&self.directory) } else { Ok(()) }
    }

    /// Restarts the search under a greater limit.
    pub(crate) fn begin_again(&mut self, starts: &[[u64; N]], limit: u32) -> Result<(), DiskError> {
        let Manifest { kind, parts, bytes_written, .. } = self.manifest;
        let opening = Opening {
            directory: &self.directory,
            scratch: &self.directory,
            resumes: false,
            is_for_goal: true,
            limit,
            parts,
            commit_interval: self.commit_interval,
        };
        self.manifest = first_level(self.space, kind, opening, starts, self.memory.block)?;
        self.manifest.bytes_written += bytes_written;
        Ok(())
    }

    /// Returns the least state of the latest level.
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

//! Successors that a worker has made and not yet compared with the known states.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::disk_error::DiskError;
use crate::merge::{Merged, Source};
use crate::part_buffer::PartBuffer;
use crate::shared_file::SharedFile;
use crate::state_file::{Segment, StateReader, StateWriter};

/// A file with a segment of ascending states for each part.
pub(crate) struct Run {
    file: Arc<SharedFile>,
    segments: Vec<Segment>,
    /// 0 if the run was written from a buffer, otherwise one more than that of the runs it was
    /// merged from.
    generation: u32,
}

impl Run {
    pub(crate) fn reader<const N: usize>(&self, part: usize) -> StateReader<N> {
        StateReader::new(Arc::clone(&self.file), self.segments[part])
    }
}

/// The folder, the space and the sizes of runs.
#[derive(Clone)]
pub(crate) struct RunFormat {
    /// The beginning of the paths of the runs.
    pub(crate) path: PathBuf,
    pub(crate) fingerprint: u64,
    pub(crate) block_bytes: usize,
    /// This many runs of one generation are merged into one of the next.
    pub(crate) most_runs: usize,
}

/// A buffer for the states of all parts; when it is full, they are written as a run.
pub(crate) struct Candidates<const N: usize> {
    buffer: PartBuffer<N>,
    parts: usize,
    format: RunFormat,
    runs: Vec<Run>,
    /// The number of runs begun so far, including removed ones.
    begun: u64,
    bytes_written: u64,
}

impl<const N: usize> Candidates<N> {
    /// Creates a buffer of this many bytes for this many parts.
    pub(crate) fn new(parts: usize, bytes: u64, format: RunFormat) -> Self {
        let buffer = PartBuffer::new(parts, bytes);
        Self { buffer, parts, format, runs: Vec::new(), begun: 0, bytes_written: 0 }
    }

    #[inline]
    pub(crate) fn add(&mut self, part: usize, state: [u64; N]) -> Result<(), DiskError> {
        if self.buffer.add(part, state) { Ok(()) } else { self.make_room(part, state) }
    }

    #[cold]
    fn make_room(&mut self, part: usize, state: [u64; N]) -> Result<(), DiskError> {
        self.write_run()?;
        let is_added = self.buffer.add(part, state);
        assert!(is_added, "an empty buffer has room");
        Ok(())
    }

    /// Sorts the states that are not yet written. None may be added until all are cleared.
    pub(crate) fn sort(&mut self) {
        self.buffer.sort();
    }

    fn write_run(&mut self) -> Result<(), DiskError> {
        self.sort();
        let mut writer = self.begin_run()?;
        let mut segments = Vec::with_capacity(self.parts);
        for part in 0..self.parts {
            let distinct = self.buffer.states(part).chunk_by(|one, other| one == other);
            distinct.map(|alike| &alike[0]).try_for_each(|state| writer.push(state))?;
            segments.push(writer.end_segment()?);
        }
        self.buffer.clear();
        self.end_run(writer, segments, 0)?;
        self.unite_runs()
    }

    fn begin_run(&mut self) -> Result<StateWriter<N>, DiskError> {
        let mut path = self.format.path.clone().into_os_string();
        path.push(format!("-{}", self.begun));
        self.begun += 1;
        StateWriter::create(path.into(), self.format.fingerprint, self.format.block_bytes)
    }

    fn end_run(
        &mut self,
        writer: StateWriter<N>,
        segments: Vec<Segment>,
        generation: u32,
    ) -> Result<(), DiskError> {
        let path = writer.path().to_owned();
        self.bytes_written += writer.finish()?;
        self.runs.push(Run { file: Arc::new(SharedFile::open(path)?), segments, generation });
        Ok(())
    }

    /// Merges the last runs into one while there are too many of a generation.
    fn unite_runs(&mut self) -> Result<(), DiskError> {
        while let Some(last) = self.runs.last() {
            let generation = last.generation;
            let alike = self.runs.iter().rev().take_while(|run| run.generation == generation).count();
            if alike < self.format.most_runs {
                break;
            }
            let mut writer = self.begin_run()?;
            let first = self.runs.len() - alike;
            let mut segments = Vec::with_capacity(self.parts);
            for part in 0..self.parts {
                let sources = self.runs[first..].iter().map(|run| Source::File(run.reader(part)));
                let mut merged = Merged::new(sources.collect())?;
                while let Some(state) = merged.next()? {
                    writer.push(&state)?;
                }
                segments.push(writer.end_segment()?);
            }
            let united = self.runs.split_off(first);
            self.end_run(writer, segments, generation + 1)?;
            united.iter().for_each(remove);
        }
        Ok(())
    }

    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The states of a part that are in no run, in order and with repetitions.
    pub(crate) fn unwritten(&self, part: usize) -> &[[u64; N]] {
        self.buffer.states(part)
    }

    /// The number of bytes written since the last [`clear`](Self::clear).
    pub(crate) const fn bytes_written(&self) -> u64 {
        self.bytes_written
    }

    /// Removes all states and runs.
    pub(crate) fn clear(&mut self) {
        self.buffer.clear();
        self.runs.drain(..).for_each(|run| remove(&run));
        self.bytes_written = 0;
    }
}

fn remove(run: &Run) {
    // A file that cannot be removed now is removed when the directory is opened again.
    let _ = fs::remove_file(run.file.path());
}

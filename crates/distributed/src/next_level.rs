//! The next level, which consists of all unknown candidates, and the uniting of known layers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use motion_core::Control;
use serde::{Deserialize, Serialize};

use crate::candidates::Candidates;
use crate::disk_error::DiskError;
use crate::manifest::{Layer, Manifest, PlacedSegment, StateFile};
use crate::merge::{Known, Merged, Source};
use crate::shared_file::SharedFile;
use crate::state_file::{Segment, StateReader, StateWriter};

/// The number of states between two checks of the flag and the clock.
const INTERVAL: u64 = 4096;

/// The next level, or a process's share of it, and the files of its layers.
#[derive(Serialize, Deserialize)]
pub(crate) struct NextLevel {
    pub(crate) level: Layer,
    /// The index of the first known layer to be united, and the layer that replaces it and all
    /// after it.
    pub(crate) united: Option<(usize, Layer)>,
    /// The files; the layers number them from 0.
    pub(crate) files: Vec<StateFile>,
    /// The bytes written, including those of runs.
    pub(crate) bytes_written: u64,
}

/// The data that is read while the next level is written.
pub(crate) struct Merging<'m, const N: usize> {
    pub(crate) directory: &'m Path,
    pub(crate) manifest: &'m Manifest,
    /// The open files of the manifest.
    pub(crate) open: &'m [Arc<SharedFile>],
    pub(crate) candidates: &'m [Candidates<N>],
    pub(crate) block_bytes: usize,
    /// The number of this process, and the number of processes.
    pub(crate) process: usize,
    pub(crate) processes: usize,
}

/// Some parts of a layer, in a file.
struct WrittenLayer {
    file: StateFile,
    segments: Vec<(usize, Segment)>,
}

/// Returns the parts of a process that no other worker of it has taken; `count` is the number of
/// all parts.
pub(crate) fn parts(
    next: &AtomicUsize,
    process: usize,
    processes: usize,
    count: usize,
) -> impl Iterator<Item = usize> {
    std::iter::repeat_with(move || process + processes * next.fetch_add(1, Ordering::Relaxed))
        .take_while(move |&part| part < count)
}

impl NextLevel {
    /// Combines the shares of all processes, in their order.
    pub(crate) fn of_processes(levels: impl IntoIterator<Item = Self>, parts: usize) -> Self {
        let mut all = Self { level: Layer::empty(parts), united: None, files: Vec::new(), bytes_written: 0 };
        for mut level in levels {
            let files = all.files.len();
            level.level.move_files(files);
            all.level.add_parts(&level.level);
            if let Some((first, mut united)) = level.united {
                united.move_files(files);
                all.united.get_or_insert_with(|| (first, Layer::empty(parts))).1.add_parts(&united);
            }
            all.files.extend(level.files.into_iter().map(|file| StateFile::new(file.name, file.bytes)));
            all.bytes_written += level.bytes_written;
        }
        all
    }
}

impl<const N: usize> Merging<'_, N> {
    /// Writes the files, with as many workers as there are sets of candidates.
    pub(crate) fn write(
        &self,
        control: &mut Control,
        wait: impl FnMut(Duration) -> Result<(), DiskError>,
    ) -> Result<NextLevel, DiskError> {
        let first_united = self.first_united();
        let next_part = AtomicUsize::new(0);
        let workers = (0..self.candidates.len()).collect();
        let written = control.in_parallel_waiting_by(workers, wait, |worker, control| {
            self.work(worker, &next_part, first_united, control)
        })?;
        let parts = self.manifest.parts;
        let mut next = NextLevel {
            level: Layer::empty(parts),
            united: first_united.map(|first| (first, Layer::empty(parts))),
            files: Vec::new(),
            bytes_written: self.candidates.iter().map(Candidates::bytes_written).sum(),
        };
        for (level, united) in written {
            next.level.take(level, &mut next.files);
            if let (Some((_, layer)), Some(united)) = (&mut next.united, united) {
                layer.take(united, &mut next.files);
            }
        }
        next.bytes_written += next.files.iter().map(|file| file.bytes).sum::<u64>();
        Ok(next)
    }

    /// Returns the index of the first known layer that has to be united, so that each layer is at
    /// least twice as large as all later ones together. A state is then written once for each
    /// doubling.
    fn first_united(&self) -> Option<usize> {
        if self.manifest.kind.is_reversible {
            return None;
        }
        let (mut first, mut behind) = (None, 0);
        for (number, layer) in self.manifest.known.iter().enumerate().rev() {
            if layer.states < 2 * behind {
                first = Some(number);
            }
            behind += layer.states;
        }
        first
    }

    fn work(
        &self,
        worker: usize,
        next_part: &AtomicUsize,
        first_united: Option<usize>,
        control: &mut Control,
    ) -> Result<(WrittenLayer, Option<WrittenLayer>), DiskError> {
        let mut level = self.writer("level", worker)?;
        let mut united = first_united.map(|_| self.writer("earlier", worker)).transpose()?;
        let (mut level_segments, mut united_segments) = (Vec::new(), Vec::new());
        for part in parts(next_part, self.process, self.processes, self.manifest.parts) {
            let mut known = Known::new(self.readers(&self.manifest.known, part))?;
            for_each(self.merged_candidates(part)?, control, |state| {
                if known.contains(&state)? { Ok(()) } else { level.push(&state) }
            })?;
            level_segments.push((part, level.end_segment()?));
            if let (Some(writer), Some(first)) = (&mut united, first_united) {
                let layers = self.readers(&self.manifest.known[first..], part);
                let merged = Merged::new(layers.into_iter().map(Source::File).collect())?;
                for_each(merged, control, |state| writer.push(&state))?;
                united_segments.push((part, writer.end_segment()?));
            }
        }
        let united = united.map(|writer| WrittenLayer::new(writer, united_segments)).transpose()?;
        Ok((WrittenLayer::new(level, level_segments)?, united))
    }

    fn writer(&self, kind: &str, worker: usize) -> Result<StateWriter<N>, DiskError> {
        let depth = self.manifest.states.len();
        let path = self.directory.join(self.manifest.file_name(kind, depth, self.process, worker));
        StateWriter::create(path, self.manifest.kind.fingerprint, self.block_bytes)
    }

    fn readers(&self, layers: &[Layer], part: usize) -> Vec<StateReader<N>> {
        let segments = layers.iter().map(|layer| layer.segments[part]);
        segments
            .filter(|placed| placed.segment.states > 0)
            .map(|placed| StateReader::new(Arc::clone(&self.open[placed.file]), placed.segment))
            .collect()
    }

    /// Merges the candidates of a part, of all workers.
    fn merged_candidates(&self, part: usize) -> Result<Merged<'_, N>, DiskError> {
        let runs = self.candidates.iter().flat_map(Candidates::runs);
        let unwritten = self.candidates.iter().map(|candidates| candidates.unwritten(part).iter());
        Merged::new(
            runs.map(|run| Source::File(run.reader(part))).chain(unwritten.map(Source::Memory)).collect(),
        )
    }
}

/// Visits all states, and checks the flag and the clock from time to time.
fn for_each<const N: usize>(
    mut states: Merged<N>,
    control: &mut Control,
    mut visit: impl FnMut([u64; N]) -> Result<(), DiskError>,
) -> Result<(), DiskError> {
    let mut count = 0_u64;
    while let Some(state) = states.next()? {
        visit(state)?;
        count += 1;
        if count.is_multiple_of(INTERVAL) {
            control.poll()?;
        }
    }
    Ok(())
}

impl WrittenLayer {
    fn new<const N: usize>(
        writer: StateWriter<N>,
        segments: Vec<(usize, Segment)>,
    ) -> Result<Self, DiskError> {
        let name = writer.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { file: StateFile::new(name, writer.finish()?), segments })
    }
}

impl Layer {
    pub(crate) fn empty(parts: usize) -> Self {
        Self { states: 0, segments: vec![PlacedSegment::default(); parts] }
    }

    /// Adds the parts that a worker has written, and its file.
    fn take(&mut self, written: WrittenLayer, files: &mut Vec<StateFile>) {
        for (part, segment) in written.segments {
            self.states += segment.states;
            self.segments[part] = PlacedSegment { file: files.len(), segment };
        }
        files.push(written.file);
    }

    /// Adds the parts of another process.
    fn add_parts(&mut self, other: &Self) {
        for (own, segment) in self.segments.iter_mut().zip(&other.segments) {
            if segment.segment.states > 0 {
                *own = *segment;
            }
        }
        self.states += other.states;
    }

    /// Shifts the numbers of its files.
    pub(crate) fn move_files(&mut self, by: usize) {
        self.segments.iter_mut().for_each(|placed| placed.file += by);
    }
}

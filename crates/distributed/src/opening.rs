//! The beginning of a search: its options, and its manifest, new or resumed.

use std::path::Path;
use std::time::Duration;

use motion_core::search::PackedSpace;

use crate::disk_error::DiskError;
use crate::manifest::{Layer, Manifest, PlacedSegment, SearchKind, StateFile, part_of, remove_state_files};
use crate::state_file::StateWriter;

/// The options for opening a directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening<'d> {
    pub(crate) directory: &'d Path,
    /// The folder of the runs.
    pub(crate) scratch: &'d Path,
    /// Whether the directory holds a search to resume.
    pub(crate) resumes: bool,
    pub(crate) is_for_goal: bool,
    /// The limit and the number of parts of a new search.
    pub(crate) limit: u32,
    pub(crate) parts: usize,
    pub(crate) commit_interval: Duration,
}

/// Returns the starts as words, in ascending order.
pub(crate) fn packed_starts<S: PackedSpace<N>, const N: usize>(
    space: &S,
    starts: impl IntoIterator<Item = S::State>,
) -> Vec<[u64; N]> {
    let mut packed: Vec<_> = starts.into_iter().map(|state| space.pack(&state)).collect();
    packed.sort_unstable();
    packed.dedup();
    packed
}

/// Opens the manifest of a new or resumed search, in process 0.
pub(crate) fn open_manifest<S: PackedSpace<N>, const N: usize>(
    space: &S,
    kind: SearchKind,
    opening: Opening,
    starts: &[[u64; N]],
    block_bytes: usize,
) -> Result<Manifest, DiskError> {
    let directory = opening.directory;
    match (Manifest::read(directory)?, opening.resumes) {
        (Some(mut manifest), true) => {
            manifest.check(directory, kind)?;
            // Files of this run get other names than those that another process may still write.
            manifest.run += 1;
            manifest.commit(directory)?;
            manifest.remove_unnamed(directory)?;
            Ok(manifest)
        }
        (None, false) => {
            remove_state_files(directory, |_| true)?;
            first_level(space, kind, opening, starts, block_bytes)
        }
        (Some(_), false) => Err(DiskError::Occupied { path: directory.to_owned() }),
        (None, true) => Err(DiskError::NothingToResume { path: directory.to_owned() }),
    }
}

/// Writes the starts, in ascending order, and the manifest.
pub(crate) fn first_level<S: PackedSpace<N>, const N: usize>(
    space: &S,
    kind: SearchKind,
    Opening { directory, limit, parts, .. }: Opening,
    starts: &[[u64; N]],
    block_bytes: usize,
) -> Result<Manifest, DiskError> {
    let mut manifest = Manifest {
        kind,
        parts,
        run: 0,
        limit,
        least_left_out: None,
        states: vec![starts.len() as u64],
        is_complete: starts.is_empty(),
        bytes_written: 0,
        files: Vec::new(),
        known: Vec::new(),
        levels: Vec::new(),
    };
    let name = manifest.file_name("level", 0, 0, 0);
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
    manifest.remove_unnamed(directory)?;
    Ok(manifest)
}

//! The manifest, which lists the files that hold the complete levels.
//!
//! It is a file of two lines: the checksum of the second line in hexadecimal digits, and a JSON
//! object. It is replaced as a whole, after all files that it names are durable. A directory
//! therefore always holds the last complete level, whenever a run is killed.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use motion_core::search::PackedSpace;
use motion_core::search::fingerprint;
use serde::{Deserialize, Serialize};

use crate::disk_error::DiskError;
use crate::shared_file::SharedFile;
use crate::state_file::{self, Segment, VERSION};

const NAME: &str = "manifest";

/// The name of the new manifest until it replaces the old one.
const NEW_NAME: &str = "manifest-new";

/// The number of times, and the interval, at which a process looks for the manifest of process 0.
const LOOKS: u32 = 50;
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The beginning of the names of all files of states.
const PREFIX: &str = "states-";

/// A segment in one of the files of the manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlacedSegment {
    pub(crate) file: usize,
    pub(crate) segment: Segment,
}

/// A set of states, divided into parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layer {
    pub(crate) states: u64,
    /// The segments by part.
    pub(crate) segments: Vec<PlacedSegment>,
}

/// Returns the part of a neighbourhood.
#[inline]
pub(crate) fn part_of(neighbourhood: u64, parts: usize) -> usize {
    let spread = neighbourhood.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(spread ^ spread >> 32) * parts as u128) >> 64) as usize
}

/// A file of states, and its size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StateFile {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// Whether the file is known to be durable.
    #[serde(skip, default = "yes")]
    is_durable: bool,
}

/// The default of `is_durable`, because every file that a manifest names is durable.
const fn yes() -> bool {
    true
}

impl StateFile {
    pub(crate) const fn new(name: String, bytes: u64) -> Self {
        Self { name, bytes, is_durable: false }
    }

    pub(crate) fn make_durable(&mut self, directory: &Path) -> Result<(), DiskError> {
        if !self.is_durable {
            let path = directory.join(&self.name);
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(DiskError::io(&path))?;
            self.is_durable = true;
        }
        Ok(())
    }
}

/// The properties of a search that do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SearchKind {
    version: u32,
    pub(crate) words: usize,
    /// The fingerprint of the space.
    pub(crate) fingerprint: u64,
    /// A number that identifies the starts.
    pub(crate) starts: u64,
    pub(crate) is_reversible: bool,
    /// Whether the search is for a goal and keeps all levels.
    pub(crate) is_for_goal: bool,
}

impl SearchKind {
    pub(crate) fn of<S: PackedSpace<N>, const N: usize>(
        space: &S,
        starts: &[[u64; N]],
        is_for_goal: bool,
    ) -> Self {
        Self {
            version: VERSION,
            words: N,
            fingerprint: space.fingerprint(),
            starts: fingerprint(*b"starts  ", starts.iter().flatten().copied()),
            is_reversible: space.is_reversible(),
            is_for_goal,
        }
    }
}

/// The state of a search between two levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) kind: SearchKind,
    pub(crate) parts: usize,
    /// The number of times that the search was resumed.
    pub(crate) run: u32,
    /// The limit of a search for a goal: states with a greater sum of depth and bound are left out.
    pub(crate) limit: u32,
    /// The least sum of the states that were left out.
    pub(crate) least_left_out: Option<u32>,
    /// The number of states at each depth.
    pub(crate) states: Vec<u64>,
    /// Whether the last level has no unknown successors.
    pub(crate) is_complete: bool,
    pub(crate) bytes_written: u64,
    pub(crate) files: Vec<StateFile>,
    /// The states with which successors are compared, the latest level last.
    pub(crate) known: Vec<Layer>,
    /// All levels, if they are kept.
    pub(crate) levels: Vec<Layer>,
}

impl Manifest {
    /// Reads the manifest of a directory, if it has one.
    pub(crate) fn read(directory: &Path) -> Result<Option<Self>, DiskError> {
        let path = directory.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(DiskError::io(&path)(why)),
        };
        let parsed = Self::parse(&text);
        parsed.map(Some).ok_or(DiskError::Damaged { path })
    }

    fn parse(text: &[u8]) -> Option<Self> {
        let (checksum, body) = text.split_at_checked(9)?;
        let body = body.strip_suffix(b"\n")?;
        if checksum != format!("{:08x}\n", crc32fast::hash(body)).as_bytes() {
            return None;
        }
        let manifest: Self = serde_json::from_slice(body).ok()?;
        let of_files = |layer: &Layer| layer.segments.iter().all(|placed| placed.file < manifest.files.len());
        let layers = manifest.known.iter().chain(&manifest.levels);
        let is_sound = layers.clone().all(|layer| layer.segments.len() == manifest.parts && of_files(layer));
        (is_sound && !manifest.known.is_empty() && !manifest.states.is_empty()).then_some(manifest)
    }

    /// Returns the manifest that process 0 has opened; the directory must hold the same one. The
    /// file system may be slow to show the data of another machine, so this looks for some seconds.
    pub(crate) fn of_other_process(text: &[u8], directory: &Path) -> Result<Self, DiskError> {
        let not_shared = || DiskError::NotShared { path: directory.to_owned() };
        let manifest: Self = serde_json::from_slice(text).map_err(|_| not_shared())?;
        for _ in 0..LOOKS {
            if Self::read(directory)?.is_some_and(|found| found == manifest) {
                return Ok(manifest);
            }
            thread::sleep(LOOK_INTERVAL);
        }
        Err(not_shared())
    }

    /// Checks that the manifest is of this search, and that its files exist.
    pub(crate) fn check(&self, directory: &Path, kind: SearchKind) -> Result<(), DiskError> {
        if self.kind != kind {
            return Err(DiskError::Foreign { path: directory.join(NAME) });
        }
        for file in &self.files {
            let path = directory.join(&file.name);
            let bytes = fs::metadata(&path).map_err(DiskError::io(&path))?.len();
            if bytes != file.bytes {
                return Err(DiskError::Damaged { path });
            }
            state_file::check_file(&path, kind.words, kind.fingerprint)?;
        }
        Ok(())
    }

    /// Returns whether the manifest names this file.
    pub(crate) fn names(&self, file: &StateFile) -> bool {
        self.files.iter().any(|own| own.name == file.name)
    }

    /// Records that all files are durable.
    pub(crate) fn all_are_durable(&mut self) {
        self.files.iter_mut().for_each(|file| file.is_durable = true);
    }

    /// Makes all files durable and replaces the old manifest.
    pub(crate) fn commit(&mut self, directory: &Path) -> Result<(), DiskError> {
        self.files.iter_mut().try_for_each(|file| file.make_durable(directory))?;
        let path = directory.join(NEW_NAME);
        let mut body = serde_json::to_vec(self).expect("invariant: a manifest is JSON");
        let checksum = crc32fast::hash(&body);
        body.push(b'\n');
        let mut file = File::create(&path).map_err(DiskError::io(&path))?;
        let written = writeln!(file, "{checksum:08x}").and_then(|()| file.write_all(&body));
        written.and_then(|()| file.sync_all()).map_err(DiskError::io(&path))?;
        let renamed = fs::rename(&path, directory.join(NAME)).and_then(|()| sync_folder(directory));
        renamed.map_err(DiskError::io(directory))
    }

    /// Removes all files of states from the directory that the manifest does not name.
    pub(crate) fn remove_unnamed(&self, directory: &Path) -> Result<(), DiskError> {
        let names: HashSet<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        remove_state_files(directory, |name| !names.contains(name))
    }

    /// Removes from the manifest the files that no layer uses.
    pub(crate) fn forget_unused_files(&mut self) {
        let mut new_numbers = vec![None; self.files.len()];
        let mut files = Vec::new();
        for layer in self.known.iter_mut().chain(&mut self.levels) {
            for placed in &mut layer.segments {
                let number = new_numbers[placed.file].get_or_insert_with(|| {
                    files.push(self.files[placed.file].clone());
                    files.len() - 1
                });
                placed.file = *number;
            }
        }
        self.files = files;
    }

    /// Opens all files.
    pub(crate) fn open_files(&self, directory: &Path) -> Result<Vec<Arc<SharedFile>>, DiskError> {
        let open = |file: &StateFile| SharedFile::open(directory.join(&file.name)).map(Arc::new);
        self.files.iter().map(open).collect()
    }

    /// Returns the name of a file of some states at a depth.
    pub(crate) fn file_name(&self, what: &str, depth: usize, process: usize, worker: usize) -> String {
        format!("{PREFIX}{what}-{}-{}-{depth}-{process}-{worker}", self.run, self.limit)
    }

    /// The level that was found last.
    pub(crate) fn latest(&self) -> &Layer {
        self.known.last().expect("invariant: there is a level")
    }
}

/// Returns the beginning of the paths of a worker's runs.
pub(crate) fn run_path(scratch: &Path, run: u32, process: usize, worker: usize) -> PathBuf {
    scratch.join(format!("{}{run}-{worker}", runs_of(process)))
}

/// Returns the beginning of the names of a process's runs.
fn runs_of(process: usize) -> String {
    format!("{PREFIX}run-{process}-")
}

/// Removes the runs that a process left behind.
pub(crate) fn remove_runs(scratch: &Path, process: usize) -> Result<(), DiskError> {
    remove_state_files(scratch, |name| name.starts_with(&runs_of(process)))
}

/// Removes files of states whose names are chosen.
pub(crate) fn remove_state_files(
    directory: &Path,
    is_chosen: impl Fn(&str) -> bool,
) -> Result<(), DiskError> {
    let entries = fs::read_dir(directory).map_err(DiskError::io(directory))?;
    for entry in entries {
        let name = entry.map_err(DiskError::io(directory))?.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && is_chosen(name)) {
            let path: PathBuf = directory.join(name);
            fs::remove_file(&path).map_err(DiskError::io(&path))?;
        }
    }
    Ok(())
}

/// Makes the names in a folder durable, if the system can.
fn sync_folder(directory: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

//! The reasons why a search on disk ends before it is complete.

use std::io;
use std::path::{Path, PathBuf};

use motion_core::Stop;
use thiserror::Error;

/// The reason why a search ended before it was complete. Unless the error reports damage, the
/// directory is intact: it holds all complete levels, and the search can be resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiskError {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The file system or a quota is full.
    #[error("{}: no space is left for it", path.display())]
    DiskFull {
        /// The file that could not grow.
        path: PathBuf,
    },
    /// A file or folder cannot be read or written.
    #[error("{}: {why}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// A file has changed since it was written.
    #[error("{}: the file is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A file is missing.
    #[error("{}: the file is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The directory belongs to a search of another space, or to another version of this crate.
    #[error("{}: the directory holds a search of another space or version", path.display())]
    Foreign {
        /// The file that shows it.
        path: PathBuf,
    },
    /// The directory already holds a search, but a new one was requested.
    #[error("{}: the directory holds a search, which can only be resumed", path.display())]
    Occupied {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds no search to resume.
    #[error("{}: the directory holds no search to resume", path.display())]
    NothingToResume {
        /// The directory.
        path: PathBuf,
    },
    /// Processes cannot work together, or no longer can.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::error::ClusterError),
    /// Process 0 works in another directory of the same name.
    #[error("{}: the directory is not that of process 0", path.display())]
    NotShared {
        /// The directory.
        path: PathBuf,
    },
    /// Another run works in the directory.
    #[error("{}: another run works in the directory", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
}

impl DiskError {
    /// Returns a function that makes the error of an operation on a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |why| {
            let path = path.to_owned();
            match why.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
                io::ErrorKind::NotFound => Self::Missing { path },
                io::ErrorKind::UnexpectedEof => Self::Damaged { path },
                _ => Self::Io { path, why },
            }
        }
    }
}

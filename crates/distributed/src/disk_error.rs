//! Why a search on disk ends before it is complete.

use std::io;
use std::path::{Path, PathBuf};

use motion_core::Stop;
use thiserror::Error;

/// Why a search ended before it was complete. What the directory holds is intact, unless the error
/// says that it is damaged: all complete levels are there, and the search can go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiskError {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The file system is full, or a quota is.
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
        /// What the system says.
        why: io::Error,
    },
    /// A file is not as it was written.
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
    /// The directory is of a search of another space, or by another version of this crate.
    #[error("{}: the directory holds a search of another space or version", path.display())]
    Foreign {
        /// The file that tells.
        path: PathBuf,
    },
    /// The directory holds a search, and the caller wants a new one.
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
    /// Processes cannot work together, or not any longer.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::ClusterError),
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
    /// The error of an operation on a file.
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

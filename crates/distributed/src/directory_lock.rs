//! A lock that lets only one run at a time work in a directory.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::disk_error::DiskError;

/// A lock on a directory; it is released with this value, and whenever the process ends.
pub(crate) struct DirectoryLock(File);

impl DirectoryLock {
    pub(crate) fn new(directory: &Path) -> Result<Self, DiskError> {
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
    /// Releases the lock. Closing the file would not suffice, because a process that another thread
    /// has just started may still hold it open. An error can be ignored, since the lock then ends
    /// with that file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

//! Files that several threads read at once.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::disk_error::DiskError;

/// An open file and its path.
#[derive(Debug)]
pub(crate) struct SharedFile {
    path: PathBuf,
    file: File,
}

impl SharedFile {
    pub(crate) fn open(path: PathBuf) -> Result<Self, DiskError> {
        let file = File::open(&path).map_err(DiskError::io(&path))?;
        Ok(Self { path, file })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Fills the buffer with the bytes from this offset on.
    pub(crate) fn read(&self, mut buffer: &mut [u8], mut offset: u64) -> Result<(), DiskError> {
        while !buffer.is_empty() {
            match read_at(&self.file, buffer, offset) {
                Ok(0) => return Err(DiskError::Damaged { path: self.path.clone() }),
                Ok(bytes) => {
                    buffer = &mut buffer[bytes..];
                    offset += bytes as u64;
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) => return Err(DiskError::io(&self.path)(why)),
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

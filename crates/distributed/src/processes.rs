//! The processes that work on a search together, as seen from one of them.

use std::thread;
use std::time::Duration;

use motion_core::Control;

use crate::disk_error::DiskError;
use crate::portions::Portions;

/// The processes of a search. All of them must call the same methods in the same order.
pub(crate) trait Processes {
    /// The number of this process, from 0. Process 0 alone writes the manifest.
    fn number(&self) -> usize;

    fn count(&self) -> usize;

    /// Waits for at most this long, or until the thread is unparked. During an expansion it also
    /// moves the portions of the workers.
    fn wait(&mut self, portions: Option<&Portions>, at_most: Duration) -> Result<(), DiskError>;

    /// Returns the data of all processes, in their order, as soon as all have called this.
    fn gather(&mut self, own: Vec<u8>, control: &mut Control) -> Result<Vec<Vec<u8>>, DiskError>;

    /// Notifies the others that this process ends here.
    fn fail(&mut self, error: &DiskError);
}

/// A search by a single process.
pub(crate) struct OneProcess;

impl Processes for OneProcess {
    fn number(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }

    fn wait(&mut self, _: Option<&Portions>, at_most: Duration) -> Result<(), DiskError> {
        thread::park_timeout(at_most);
        Ok(())
    }

    fn gather(&mut self, own: Vec<u8>, _: &mut Control) -> Result<Vec<Vec<u8>>, DiskError> {
        Ok(vec![own])
    }

    fn fail(&mut self, _: &DiskError) {}
}

//! The memory that the process holds, as the system counts it.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the program holds before it works on an instance: its code, and the standard library's
/// buffers. A little less than was measured, so that small limits leave something.
pub(crate) const OWN_BYTES: u64 = 6 << 20;

/// The instances that are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// An instance that is under way; [`peak`] is then the most memory that the process has held since
/// none was.
pub(crate) struct InstanceUnderWay(());

impl InstanceUnderWay {
    pub(crate) fn begin() -> Self {
        if UNDER_WAY.fetch_add(1, Ordering::Relaxed) == 0 {
            forget_peak();
        }
        Self(())
    }
}

impl Drop for InstanceUnderWay {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Forgets the most memory that the process has held, so that [`peak`] is that from here on.
/// Returns whether the system can do that.
pub fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The most memory that the process has held, in bytes; `None` where the system does not tell.
pub fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kibibytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_written_counts() {
        if !forget_peak() {
            eprintln!("skipped: the system does not tell what a process holds");
            return;
        }
        let before = peak().expect("a figure");
        let block = std::hint::black_box(vec![1u8; 64 << 20]);
        let after = peak().expect("a figure");
        assert!(after >= before + (48 << 20), "{before} {after}");
        drop(block);
    }
}

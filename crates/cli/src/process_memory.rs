//! The memory that the process holds, as the system counts it.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The memory of the program before it works on an instance: its code, and the buffers of the
/// standard library. This is a little less than was measured, so that a small limit still leaves
/// some memory for the solver.
pub(crate) const OWN_BYTES: u64 = 6 << 20;

/// The number of instances under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// A guard for the work on an instance. The first of several guards that exist together resets
/// [`peak`], which is then the most memory that the process has held since.
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

/// Resets the most memory that the process has held, so that [`peak`] counts from here on. Returns
/// whether the system supports this.
pub fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// Returns the most memory that the process has held, in bytes; `None` if the system does not
/// report it.
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

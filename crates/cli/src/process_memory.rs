//! The memory that the process has held.

use std::fs;

/// The most memory that the process has held, in bytes; `None` where the system does not tell.
pub(crate) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kibibytes)
}

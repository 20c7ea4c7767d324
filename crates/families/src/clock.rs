//! The clock of the standard library.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Returns the time since the first call.
pub fn now() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

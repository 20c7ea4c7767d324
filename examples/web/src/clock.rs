//! The clock of runs: the browser's, or that of the standard library.

use std::time::Duration;

/// The time since some fixed moment.
#[cfg(target_family = "wasm")]
pub(crate) fn now() -> Duration {
    Duration::try_from_secs_f64(crate::door::milliseconds() / 1000.0).unwrap_or_default()
}

/// The time since the first call.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn now() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

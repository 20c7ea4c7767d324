//! The clock of runs: the browser's, or that of the standard library.

#[cfg(not(target_family = "wasm"))]
pub(crate) use families::now;

/// Returns the time since the page or the worker began.
#[cfg(target_family = "wasm")]
pub(crate) fn now() -> std::time::Duration {
    std::time::Duration::try_from_secs_f64(crate::door::milliseconds() / 1000.0).unwrap_or_default()
}

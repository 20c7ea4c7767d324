//! A clock that counts its readings, which shows that work without nodes polls.

use std::cell::Cell;
use std::time::Duration;

use motion_core::{Budget, Control, Stop};

thread_local! {
    static READINGS: Cell<u64> = const { Cell::new(0) };
    /// The number of the reading from which on the time is over.
    static LAST: Cell<u64> = const { Cell::new(u64::MAX) };
}

fn now() -> Duration {
    READINGS.set(READINGS.get() + 1);
    if READINGS.get() >= LAST.get() { Duration::MAX } else { Duration::ZERO }
}

/// Does some work whose time is over at this reading. Returns its result, and the number of
/// readings of the clock.
fn work_until(last: u64, work: impl FnOnce(&mut Control) -> Result<(), Stop>) -> (Result<(), Stop>, u64) {
    LAST.set(u64::MAX);
    let mut control = Control::new(Budget::new().with_time_by(now, Duration::from_secs(1)));
    READINGS.set(0);
    LAST.set(last);
    let result = work(&mut control);
    (result, READINGS.get())
}

/// Returns the number of times that some work reads the clock. For some of these readings it checks
/// that the work ends at once if the time is over there.
pub fn readings(name: &str, work: impl Fn(&mut Control) -> Result<(), Stop>) -> u64 {
    let (result, readings) = work_until(u64::MAX, &work);
    assert_eq!(result, Ok(()), "{name}");
    for last in (0..7).map(|part| 1 + part * readings.saturating_sub(1) / 6) {
        assert_eq!(work_until(last, &work), (Err(Stop::Time), last), "{name}, of {readings} readings");
    }
    readings
}

/// The largest number of stages of a solver.
const STAGES: u64 = 10;

/// Does a run several times, each time with the time over at another reading. Checks that each
/// stage of the run ends by its next reading, and that the run spends at most a portion of nodes
/// for each reading until then.
pub fn ends_at_readings(name: &str, work: impl Fn(&mut Control)) {
    for last in [1, 2, 10, 200] {
        let mut nodes = 0;
        let (_, readings) = work_until(last, |control| {
            work(control);
            nodes = control.stats().nodes;
            Ok(())
        });
        assert!(
            readings < last + STAGES,
            "{name}: {readings} readings, though the time was over at reading {last}"
        );
        assert!(nodes <= 4096 * readings, "{name}: {nodes} nodes until reading {last}");
    }
}

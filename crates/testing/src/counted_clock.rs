//! A clock that counts how often it is read, by which work without nodes is found to poll.

use std::cell::Cell;
use std::time::Duration;

use motion_core::{Budget, Control, Stop};

thread_local! {
    static READINGS: Cell<u64> = const { Cell::new(0) };
    /// The reading at which the time is over.
    static LAST: Cell<u64> = const { Cell::new(u64::MAX) };
}

fn now() -> Duration {
    READINGS.set(READINGS.get() + 1);
    if READINGS.get() >= LAST.get() { Duration::MAX } else { Duration::ZERO }
}

/// Does some work whose time is over at this reading; returns what came of it and how often the
/// clock was read.
fn work_until(last: u64, work: impl FnOnce(&mut Control) -> Result<(), Stop>) -> (Result<(), Stop>, u64) {
    LAST.set(u64::MAX);
    let mut control = Control::new(Budget::new().with_time_by(now, Duration::from_secs(1)));
    READINGS.set(0);
    LAST.set(last);
    let result = work(&mut control);
    (result, READINGS.get())
}

/// How often some work reads the clock. It has to end at once at each reading that says that the
/// time is over, of which some are tried.
pub fn readings(name: &str, work: impl Fn(&mut Control) -> Result<(), Stop>) -> u64 {
    let (result, readings) = work_until(u64::MAX, &work);
    assert_eq!(result, Ok(()), "{name}");
    for last in (0..7).map(|part| 1 + part * readings.saturating_sub(1) / 6) {
        assert_eq!(work_until(last, &work), (Err(Stop::Time), last), "{name}, of {readings} readings");
    }
    readings
}

/// The most stages that a solver has.
const STAGES: u64 = 10;

/// Does a run several times. It has to end at each of some readings that say that the time is
/// over, each of its stages at one of its own, and may spend a portion of nodes for each reading
/// until then.
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

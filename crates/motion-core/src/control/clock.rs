//! When a run has to end.

use core::time::Duration;
use std::time::Instant;

use crate::outcome::Stop;

/// The most nodes between two readings.
const LONGEST_INTERVAL: u64 = 256;

/// A deadline, and how often the clock has to be read: the more often, the longer the nodes take.
pub(super) struct Clock {
    pub(super) deadline: Instant,
    last_reading: Instant,
    interval: u64,
}

impl Clock {
    /// The time wanted between two readings, where nodes are short enough.
    const PAUSE: Duration = Duration::from_millis(1);

    pub(super) fn new(limit: Duration) -> Option<Self> {
        let now = Instant::now();
        Some(Self { deadline: now.checked_add(limit)?, last_reading: now, interval: 1 })
    }

    /// Reads the clock and returns how many nodes may pass until the next reading.
    pub(super) fn read(&mut self) -> Result<u64, Stop> {
        let now = Instant::now();
        if now >= self.deadline {
            return Err(Stop::Time);
        }
        let passed = now.saturating_duration_since(self.last_reading);
        self.last_reading = now;
        self.interval = if passed < Self::PAUSE { self.interval * 2 } else { self.interval / 4 };
        self.interval = self.interval.clamp(1, LONGEST_INTERVAL);
        Ok(self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_more_often_where_nodes_take_long() {
        let now = Instant::now();
        let hour = Duration::from_secs(3600);
        let while_ago = now.checked_sub(Duration::from_millis(20)).expect("the clock runs");
        let mut clock = Clock::new(hour).expect("a deadline");
        let mut next = |last_reading: Instant| {
            clock.last_reading = last_reading;
            clock.read().expect("an hour is left")
        };
        let rising = [(); 9].map(|()| next(now + hour));
        assert_eq!(rising, [2, 4, 8, 16, 32, 64, 128, 256, 256]);
        let falling = [(); 5].map(|()| next(while_ago));
        assert_eq!(falling, [64, 16, 4, 1, 1]);
        clock.deadline = now;
        assert_eq!(clock.read(), Err(Stop::Time));
    }
}

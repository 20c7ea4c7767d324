//! When a run has to end.

use core::time::Duration;
use std::time::Instant;

use crate::control::CHECK_INTERVAL as MOST;
use crate::outcome::Stop;

/// A deadline, and how often it has to be looked at: the more often, the longer the nodes take.
pub(crate) struct Clock {
    pub(crate) deadline: Instant,
    looked: Instant,
    interval: u64,
}

impl Clock {
    /// Two looks are to be about so far apart, where nodes are short enough.
    const PAUSE: Duration = Duration::from_millis(1);

    pub(crate) fn new(limit: Duration) -> Option<Self> {
        let now = Instant::now();
        Some(Self { deadline: now.checked_add(limit)?, looked: now, interval: 1 })
    }

    /// How many nodes may pass until the next look.
    pub(crate) fn look(&mut self) -> Result<u64, Stop> {
        let now = Instant::now();
        if now >= self.deadline {
            return Err(Stop::Time);
        }
        let passed = now.saturating_duration_since(self.looked);
        self.looked = now;
        self.interval = if passed < Self::PAUSE { self.interval * 2 } else { self.interval / 4 };
        self.interval = self.interval.clamp(1, MOST);
        Ok(self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_looked_at_more_often_where_nodes_take_long() {
        let now = Instant::now();
        let hour = Duration::from_secs(3600);
        let while_ago = now.checked_sub(Duration::from_millis(20)).expect("the clock runs");
        let mut clock = Clock::new(hour).expect("a deadline");
        let mut next = |looked: Instant| {
            clock.looked = looked;
            clock.look().expect("an hour is left")
        };
        let rising = [(); 9].map(|()| next(now + hour));
        assert_eq!(rising, [2, 4, 8, 16, 32, 64, 128, 256, 256]);
        let falling = [(); 5].map(|()| next(while_ago));
        assert_eq!(falling, [64, 16, 4, 1, 1]);
        clock.deadline = now;
        assert_eq!(clock.look(), Err(Stop::Time));
    }
}

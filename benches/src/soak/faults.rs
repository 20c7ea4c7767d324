//! Runs of solvers under limits that are too small; they must end soon, with a right answer.

use std::thread;
use std::time::{Duration, Instant};

use families::soak::Task;
use motion_core::{Budget, CancelFlag, Control};
use rand::{Rng, RngExt};

use super::attempt::{Attempt, Limits};

/// The time limit that ends runs which no other limit ends.
const GUARD: Duration = Duration::from_secs(5);

/// A deadline that many solvers miss.
const DEADLINE: Duration = Duration::from_millis(1);

/// A limit that is too small.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Nodes(u64),
    Bytes(u64),
    /// Another thread raises the flag after this time.
    Cancel(Duration),
    Deadline,
}

impl Fault {
    pub(super) fn draw(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..4) {
            0 => Self::Nodes(power(rng, 0.0, 20.0)),
            1 => Self::Bytes(power(rng, 8.0, 24.0)),
            2 => Self::Cancel(Duration::from_micros(power(rng, 3.0, 17.0))),
            _ => Self::Deadline,
        }
    }

    /// Runs a solver under this fault. Also returns how late the solver ended, if it had to end.
    pub(super) fn attempt(self, task: &Task) -> Result<(Attempt, Option<Duration>), String> {
        let guarded = Budget::new().with_nodes(task.nodes).with_time(GUARD);
        let guard = Limits { nodes: Some(task.nodes), time: Some(GUARD), ..Limits::default() };
        let make = |budget: Budget, limits: Limits| Attempt::make(task, &mut Control::new(budget), &limits);
        let (attempt, due) = match self {
            Self::Nodes(nodes) => {
                (make(guarded.with_nodes(nodes), Limits { nodes: Some(nodes), ..guard })?, None)
            }
            Self::Bytes(bytes) => {
                (make(guarded.with_bytes(bytes), Limits { bytes: Some(bytes), ..guard })?, None)
            }
            Self::Deadline => {
                let limits = Limits { time: Some(DEADLINE), ..Limits::default() };
                let due = Instant::now() + DEADLINE;
                (make(Budget::new().with_time(DEADLINE), limits)?, Some(due))
            }
            Self::Cancel(after) => {
                let flag = CancelFlag::new();
                // There is no time limit, because with one the clock would be read more often than
                // the flag.
                let limits = Limits { nodes: Some(20 * task.nodes), may_cancel: true, ..Limits::default() };
                let budget = Budget::new().with_nodes(20 * task.nodes).with_cancel(flag.clone());
                let (attempt, raised) = thread::scope(|scope| {
                    let raised = scope.spawn(move || {
                        thread::sleep(after);
                        flag.raise();
                        Instant::now()
                    });
                    (make(budget, limits), raised.join())
                });
                (attempt?, raised.ok())
            }
        };
        let late = due.and_then(|due| attempt.ended.checked_duration_since(due));
        Ok((attempt, late))
    }
}

/// Returns a random number; all powers of two are equally likely.
fn power(rng: &mut impl Rng, least: f64, most: f64) -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "powers are not negative")]
    let number = rng.random_range(least..most).exp2() as u64;
    number
}

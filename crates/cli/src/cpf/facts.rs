//! What reports say of an instance, whatever solves it.

use std::time::{Duration, Instant};

use motion_core::Control;

use super::arguments::Arguments;
use crate::Console;

/// The time for facts after the limit: they are worth more than that.
const AFTER_LIMIT: Duration = Duration::from_millis(20);

/// A run for facts beside the solver's, without limits of nodes or memory.
pub(super) fn beside(since: Option<Instant>, arguments: &Arguments, console: &Console) -> Control<'static> {
    let budget = arguments.common.time_since(since, AFTER_LIMIT);
    Control::new(budget.with_cancel(console.interrupt.flag()))
}

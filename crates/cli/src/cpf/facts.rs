//! Facts about an instance that its reports contain, whatever solves it.

use std::time::{Duration, Instant};

use motion_core::Control;

use super::arguments::Arguments;
use crate::Console;

/// The least time for facts, even after the limit.
const AFTER_LIMIT: Duration = Duration::from_millis(20);

/// Returns a run for facts beside the solver's, without limits of nodes or memory.
pub(super) fn beside(since: Option<Instant>, arguments: &Arguments, console: &Console) -> Control<'static> {
    let budget = arguments.common.time_since(since, AFTER_LIMIT);
    Control::new(budget.with_cancel(console.interrupt.flag()))
}

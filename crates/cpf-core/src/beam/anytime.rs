//! The shortest plan found before the budget ends.

use alloc::vec::Vec;

use motion_core::internal::Metered;
use motion_core::{Control, Move, Plan, Stop};

use crate::board::OperationError;
use crate::improve::{Improver, Windows, remove_redundancy};
use crate::instance::Instance;

/// The shortest plan so far of an anytime solver. The solver first looks for shorter plans by
/// [wider and wider beams](AnytimePlan::widen), then [solves pieces of the best plan
/// again](AnytimePlan::finish).
///
/// Under a limit of nodes or time, beams and the work before them get three quarters of it; an
/// [`Improver`] gets the rest. Every better plan is reported by [`Control::improved`]; after an
/// observer breaks off, the plan is written as it is. The plan's memory is held in the run's
/// [`Control`].
#[derive(Debug)]
pub struct AnytimePlan<'i> {
    instance: &'i Instance,
    best: Plan,
    removal: bool,
    /// Bytes that the run's budget has granted.
    held: u64,
}

/// The share of a budget for beams and the work before them.
const FOR_BEAMS: f64 = 0.75;

impl<'i> AnytimePlan<'i> {
    /// Begins with a first plan.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for it.
    pub fn new(instance: &'i Instance, first: Vec<Move>, control: &mut Control) -> Result<Self, Stop> {
        let first = Plan::from(first);
        let held = bytes(&first);
        control.hold(held)?;
        report(&first, control);
        Ok(Self { instance, best: first, removal: false, held })
    }

    /// Removes redundant moves from this plan and from every plan offered later.
    ///
    /// # Panics
    /// May panic if the plan is not legal.
    pub fn with_removal(mut self, control: &mut Control) -> Self {
        self.removal = true;
        let least = self.best.len();
        // If the budget ends, the plan is kept as short as it is by then.
        let _ = remove_redundancy(&mut self.best, least, control);
        self
    }

    /// The shortest plan so far.
    pub fn best(&self) -> &[Move] {
        self.best.moves()
    }

    /// Keeps a plan if it is the shortest so far and there is memory for it. Returns its number of
    /// moves, after the removal of redundant moves if that is on.
    ///
    /// # Panics
    /// May panic if the plan is not legal.
    pub fn offer(&mut self, plan: Vec<Move>, control: &mut Control) -> usize {
        let mut plan = Plan::from(plan);
        let least = self.best.len();
        if plan.len() < least {
            report(&plan, control);
        }
        if self.removal {
            let _ = remove_redundancy(&mut plan, least, control);
        }
        let moves = plan.len();
        if moves < least && control.hold(bytes(&plan)).is_ok() {
            control.release(self.held);
            (self.held, self.best) = (bytes(&plan), plan);
        }
        moves
    }

    /// Offers plans of wider and wider beams. Each beam is four times as wide as the one before;
    /// the last is as wide as the budget allows.
    ///
    /// A beam of one state has been made already, or would use the given `share` of the budget.
    /// `beam` is called with widths from two to `widest`, until it returns no plan.
    pub fn widen(
        &mut self,
        widest: usize,
        mut share: f64,
        control: &mut Control,
        mut beam: impl FnMut(usize, &mut Control) -> Result<Option<Vec<Move>>, OperationError>,
    ) {
        let mut width = 1;
        while let Some(wider) = next_width(width, widest, share, control) {
            let before = control.fraction_used();
            let Ok(Some(plan)) = beam(wider, control) else { break };
            share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
            width = wider;
            self.offer(plan, control);
        }
        if width < widest {
            control.end_by_limit();
        }
    }

    /// Solves pieces of the shortest plan again if `windows` is given, and writes the plan.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for the moves that the sink holds.
    ///
    /// # Panics
    /// If the plan is not legal.
    pub fn finish(
        self,
        windows: Option<Windows>,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let improver = Improver::default().with_windows(windows);
        let improved = improver.improve(self.instance, self.best, control);
        let improved = improved.expect("solvers make legal moves");
        let result = sink.accept_each(improved.plan.iter(), control);
        control.release(self.held);
        result
    }
}

/// Returns the width of the next beam after one of this width that used up this share of the
/// budget: four times the width if the budget then has room for another beam, otherwise the widest
/// that fits; `None` if no wider one does.
fn next_width(width: usize, widest: usize, share: f64, control: &Control) -> Option<usize> {
    if width >= widest {
        return None;
    }
    let Some(used) = control.fraction_used() else { return Some((4 * width).min(widest)) };
    let fits = |&quarters: &usize| share * quarters as f64 <= 4.0 * (FOR_BEAMS - used);
    match (5..=32).rev().find(fits)? {
        32 => Some((4 * width).min(widest)),
        quarters => Some((quarters * width).div_ceil(4).min(widest)),
    }
}

/// The memory of a plan.
fn bytes(plan: &Plan) -> u64 {
    size_of_val(plan.moves()) as u64
}

/// Reports a plan. After a break the control grants no more work.
fn report(plan: &Plan, control: &mut Control) {
    let _ = control.improved(plan.len() as u64, || plan.clone());
}

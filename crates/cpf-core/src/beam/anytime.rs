//! One plan after another, as long as the budget allows.

use alloc::vec::Vec;

use motion_core::{Control, Move, Plan, Sink, Stop};

use crate::board::OperationError;
use crate::improve::{Improver, Windows, redundancy};
use crate::instance::Instance;
use crate::solver::hand_over;

/// The shortest plan so far of a solver that goes on looking, first by [wider and wider beams](AnytimePlan::widen), then by
/// [solving pieces of the plan again](AnytimePlan::finish).
///
/// Under a limit of nodes or time, three quarters of it are for beams and what comes before them; the rest is for an
/// [`Improver`]. [`Control::improved`] is told of every better plan; an observer who then breaks off has the plan
/// handed over as it is. The plan's memory is held in the run's [`Control`].
#[derive(Debug)]
pub struct AnytimePlan<'i> {
    instance: &'i Instance,
    best: Vec<Move>,
    removal: bool,
    /// Bytes that the run's budget has granted.
    held: u64,
}

/// The share of a budget that is for beams and what comes before them.
const FOR_BEAMS: f64 = 0.75;

impl<'i> AnytimePlan<'i> {
    /// Begins with a first plan.
    ///
    /// # Errors
    /// [`Stop::Memory`] where the budget has no room for it.
    pub fn new(instance: &'i Instance, first: Vec<Move>, control: &mut Control) -> Result<Self, Stop> {
        let held = bytes(&first);
        control.hold(held)?;
        tell(&first, control);
        Ok(Self { instance, best: first, removal: false, held })
    }

    /// Removes redundancy from this plan, and from now on from all that are offered.
    ///
    /// # Panics
    /// May panic if the plan is not legal.
    pub fn with_removal(mut self, control: &mut Control) -> Self {
        self.removal = true;
        let least = self.best.len();
        // Where the budget ends, the plan is what it is by then.
        let _ = redundancy::remove(self.instance, &mut self.best, least, control);
        self
    }

    /// The shortest plan so far.
    pub fn best(&self) -> &[Move] {
        &self.best
    }

    /// Takes another plan, if it is shorter than all before and there is room for it. Gives its number of moves,
    /// without redundancy if that is removed.
    ///
    /// # Panics
    /// May panic if the plan is not legal.
    pub fn offer(&mut self, mut plan: Vec<Move>, control: &mut Control) -> usize {
        let least = self.best.len();
        if plan.len() < least {
            tell(&plan, control);
        }
        if self.removal {
            let _ = redundancy::remove(self.instance, &mut plan, least, control);
        }
        let moves = plan.len();
        if moves < least && control.hold(bytes(&plan)).is_ok() {
            control.release(self.held);
            (self.held, self.best) = (bytes(&plan), plan);
        }
        moves
    }

    /// Offers plans by wider and wider beams, each four times as wide as the one before, or, where the budget ends,
    /// as wide as fits.
    ///
    /// The first beam follows one of one state, which was made already, or would use the given `share` of the budget.
    /// `beam` is asked for plans by beams of two to `widest` states, until it gives none.
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
    }

    /// Solves pieces of the shortest plan again, if wanted, and hands over what comes of it.
    ///
    /// # Errors
    /// [`Stop::Memory`] where the budget has no room for what the sink holds.
    ///
    /// # Panics
    /// If the plan is not legal.
    pub fn finish(
        self,
        windows: Option<Windows>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let plan = Plan::from(self.best);
        let improved = Improver::default().with_windows(windows).improve(self.instance, plan, control);
        let improved = improved.expect("solvers make legal moves");
        let result = hand_over(improved.plan.moves().iter().copied(), sink, control);
        control.release(self.held);
        result
    }
}

/// The width of the next beam, after one of this width that used up this share of the budget: four times the width where
/// that leaves room for another one, otherwise what just fits; `None` where nothing wider does.
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

/// What moves take in memory.
const fn bytes(moves: &[Move]) -> u64 {
    size_of_val(moves) as u64
}

/// Tells the observer of a plan. One who breaks off has no more work granted.
fn tell(plan: &[Move], control: &mut Control) {
    let _ = control.improved(plan.len() as u64);
}

//! Beams that grow for as long as the budget allows.

use alloc::vec::Vec;

use cpf_core::Solver;
use cpf_core::board::{Route, Trouble};
use cpf_core::improve::{Improver, Windows};
use motion_core::{Control, Move, Outcome, Plan, Quality, Sink};

use crate::arranger::Arranger;
use crate::beam::Beam;
use crate::insertion::manners;
use crate::instance::EarInstance;
use crate::solution;
use crate::task::{Core, Task};

/// Solves again and again with wider and wider beams over all ears, keeps the shortest plan, and then shortens that one
/// piece by piece: the more it may work, the shorter the plan.
///
/// A beam is four times as wide as the one before. Under a limit of nodes or time, three quarters of it are for beams –
/// the last is as wide as fits –, the rest is for an [`Improver`].
///
/// # Guarantees
/// Complete and deterministic under a node limit, like [`EarInsertion`](crate::EarInsertion). Where the budget ends
/// after the first plan is found, the outcome is [`Outcome::Solved`] with the shortest so far; before that it is
/// [`Outcome::Stopped`]. [`Control::improved`] is told of every better plan.
///
/// # Complexity
/// A beam of w states takes about 4 w times as long as one run of
/// [`EarInsertion::single_steps`](crate::EarInsertion::single_steps) with weighted routes, and memory for w plans at the
/// worst.
///
/// # Examples
/// ```
/// use bibox::{EarBeam, EarInsertion, EarInstance};
/// use cpf_core::{Solver, generate};
/// use motion_core::{Budget, Control};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance = generate::permutation_on_grid(8, 8, 1, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = EarInstance::new(&instance)?;
/// let mut control = Control::new(Budget::unlimited().nodes(2_000_000));
/// let plan = EarBeam::default().solve(&problem, &mut control).plan().expect("solvable");
/// let quick = EarInsertion::default().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(instance.verify_plan(&plan).is_ok() && plan.len() <= quick.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarBeam {
    widest: usize,
    windows: Option<Windows>,
}

impl Default for EarBeam {
    /// Beams of up to 4,096 states and then windows; all but small instances need a limit of time or nodes.
    fn default() -> Self {
        Self { widest: 4096, windows: Some(Windows::default()) }
    }
}

impl EarBeam {
    /// Beams of up to so many states.
    pub const fn with_width(self, widest: usize) -> Self {
        Self { widest, ..self }
    }

    /// How pieces of the shortest plan are solved again, if they are.
    pub const fn with_windows(self, windows: Option<Windows>) -> Self {
        Self { windows, ..self }
    }

    fn run(
        &self,
        problem: &EarInstance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<Option<Quality>, Trouble> {
        let task = Task::new(problem, Core::UpToNine);
        let route = Route::default();
        let mut best: Option<Vec<Move>> = None;
        let mut width = 1;
        while width > 0 {
            let used = control.used();
            let manners = manners(route, &task);
            let manners = if width == 1 { &manners[..1] } else { &manners[..] };
            let homes = task.homes(true, control)?;
            let result = Arranger::new(&task, homes, control).map_err(Trouble::from).and_then(|mut at| {
                let ears = at.ear_count();
                Beam::run(&mut at, ears, width, manners)
            });
            match result {
                Ok(None) => return Ok(None),
                Ok(Some(moves)) => {
                    if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                        let told = control.improved(moves.len() as u64);
                        best = Some(moves);
                        // The observer has seen enough, or there is no more to see.
                        if told.is_err() || task.quality() == Quality::Optimal {
                            solution::hand_over(best.into_iter().flatten(), sink, control)?;
                            return Ok(Some(task.quality()));
                        }
                    }
                }
                Err(trouble) if best.is_none() => return Err(trouble),
                Err(Trouble::Stop(_)) => break,
                Err(Trouble::Blocked) => return Err(Trouble::Blocked),
            }
            width = self.next_width(width, task.is_core_alone(), used.zip(control.used()));
        }
        let plan: Plan = best.into_iter().flatten().collect();
        let improved =
            Improver::default().with_windows(self.windows).improve(problem.instance(), plan, control);
        let improved = improved.expect("invariant: solvers make legal moves");
        solution::hand_over(&improved.plan, sink, control)?;
        Ok(Some(task.quality()))
    }

    /// The width of the next beam, after one of this width has used up the budget from the first share to the second:
    /// four times the width where that leaves room for another one, otherwise what just fits; 0 if nothing wider does, or
    /// where there are no ears to try it on.
    fn next_width(&self, width: usize, no_ears: bool, used: Option<(f64, f64)>) -> usize {
        if width >= self.widest || no_ears {
            return 0;
        }
        let Some((before, now)) = used else { return (4 * width).min(self.widest) };
        // The first run tries one manner instead of four or more.
        let again = (now - before) * if width == 1 { 4.0 } else { 1.0 };
        let fits = |&quarters: &usize| again * quarters as f64 <= 4.0 * (FOR_BEAMS - now);
        match (5..=32).rev().find(fits) {
            Some(32) => (4 * width).min(self.widest),
            Some(quarters) => (quarters * width).div_ceil(4).min(self.widest),
            None => 0,
        }
    }
}

/// The share of a budget that is for beams.
const FOR_BEAMS: f64 = 0.75;

impl Solver<EarInstance<'_>> for EarBeam {
    fn solve_into(
        &self,
        problem: &EarInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        solution::outcome(problem, control, |control| self.run(problem, sink, control))
    }
}

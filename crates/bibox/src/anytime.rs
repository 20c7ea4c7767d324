//! Wider and wider beams, until the budget ends.

use cpf_core::improve::Windows;
use cpf_core::internal::{AnytimePlan, BlankRoute, OperationError, beam_search};
use motion_core::internal::Metered;
use motion_core::{Control, Move, Plan, Quality};

use crate::ear_solver::EarSolver;
use crate::feasibility_first::ear_solver;
use crate::insertion::strategies;
use crate::instance::EarInstance;
use crate::prepared::{CoreSize, PreparedEars};

/// A solver with wider and wider beams over all ears, which keeps the shortest plan and then
/// shortens it piece by piece. The larger the budget, the shorter the plan.
///
/// A beam is four times as wide as the one before. Under a limit of nodes or time, beams get three
/// quarters of it, and the last one is as wide as fits. The rest is for an
/// [`Improver`](cpf_core::improve::Improver).
///
/// # Guarantees
/// Complete and deterministic under a node limit, like [`EarInsertion`](crate::EarInsertion). If
/// the budget ends after the first plan is found, the outcome is
/// [`Outcome::Solved`](motion_core::Outcome::Solved) with the shortest plan so far; before that it
/// is [`Outcome::Stopped`](motion_core::Outcome::Stopped). Every better plan is reported by
/// [`Control::improved`].
///
/// # Complexity
/// A beam of w states takes about 4 w times as long as one run of
/// [`EarInsertion::fast`](crate::EarInsertion::fast) with weighted routes, and memory for at most w
/// plans.
///
/// # Examples
/// ```
/// use bibox::{EarBeam, EarInsertion, EarInstance};
/// use cpf_core::generate;
/// use motion_core::{Budget, Control, Solver};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(8, 8, 1, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = EarInstance::new(&instance)?;
/// let mut control = Control::new(Budget::new().with_nodes(2_000_000));
/// let plan = EarBeam::default().solve(&problem, &mut control).plan().expect("solvable");
/// let quick = EarInsertion::default()
///     .solve(&problem, &mut Control::unlimited())
///     .plan()
///     .expect("solvable");
/// assert!(instance.verify(&plan).is_ok() && plan.len() <= quick.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarBeam {
    widest: usize,
    windows: Option<Windows>,
}

impl Default for EarBeam {
    /// Uses beams of at most 4,096 states, then windows. Set a limit of time or nodes, except for
    /// small instances.
    fn default() -> Self {
        Self { widest: 4096, windows: Some(Windows::default()) }
    }
}

impl EarBeam {
    /// Sets the largest number of states of a beam.
    pub const fn with_width(self, widest: usize) -> Self {
        Self { widest, ..self }
    }

    /// Sets how pieces of the shortest plan are solved again; `None` turns this off.
    pub const fn with_windows(self, windows: Option<Windows>) -> Self {
        Self { windows, ..self }
    }

    fn run(
        &self,
        problem: &EarInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<Option<Quality>, OperationError> {
        let prepared = PreparedEars::new(problem, CoreSize::AtMostNine, control)?;
        let strategies = strategies(BlankRoute::default(), &prepared);
        let beam = |width, strategies, control: &mut Control| {
            let goal_distances = prepared.goal_distances(true, control)?;
            let mut at = EarSolver::new(&prepared, goal_distances, control)?;
            let ears = (0..at.ear_count()).rev();
            beam_search(&mut at, ears, width, strategies)
        };
        let before = control.fraction_used();
        let Some(first) = beam(1, &strategies[..1], control)? else { return Ok(None) };
        if prepared.quality() == Quality::Optimal {
            let _ = control.improved(first.len() as u64, || Plan::from(first.clone()));
            sink.accept_each(first, control)?;
            return Ok(Some(prepared.quality()));
        }
        // The wider beams use all strategies, at least four, instead of one.
        let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| 4.0 * (now - before));
        let mut plan = AnytimePlan::new(problem.instance(), first, control)?;
        // Without ears, all beams give the same plan.
        let widest = if prepared.is_core_alone() { 1 } else { self.widest };
        plan.widen(widest, share, control, |width, control| beam(width, &strategies, control));
        plan.finish(self.windows, sink, control)?;
        Ok(Some(prepared.quality()))
    }
}

ear_solver!(EarBeam, |solver, problem, sink, control| solver.run(problem, sink, control));

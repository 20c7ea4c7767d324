//! An improver that shortens plans by planning groups of robots again.

use cpf_core::improve::{ImprovedPlan, Improver, parallelise_within, serialise};
use cpf_core::{Instance, MotionModel, Objective};
use mapf::ScheduleImprover;
use motion_core::error::ReplayError;
use motion_core::error::RunError;
use motion_core::{Control, Plan, Schedule};

/// Shortens plans: it takes small groups of robots out and plans each group again by the fewest
/// moves, beside all other robots, which keep their paths.
///
/// The plan becomes a schedule, [`ScheduleImprover`] reduces its moves, and these are put one after
/// another again and cleared of redundancy. Unlike the windows of an [`Improver`], this changes
/// whole paths: it gains most where many vertices are vacant, whereas windows gain most where few
/// are.
///
/// # Guarantees
/// The new plan is legal in the pebble model, is never longer than the old one, and leads to the
/// goal, also when stopped. For a given plan and node limit the result is the same on every
/// platform. There is no bound on its length relative to an optimal plan.
///
/// # Complexity
/// A node is a label of a single robot's search, a group, or a move that is checked for redundancy;
/// initially one is spent for each vertex and robot. Memory is two to four bytes for each vertex
/// and robot. Without a limit of nodes or time it ends after a number of groups without a gain.
///
/// # Examples
/// ```
/// use cpf::motion_core::{Move, Token};
/// use cpf::solvers::Replanner;
/// use cpf::{Control, Instance, Plan, Vertex};
///
/// // A robot on a square with a diagonal goes round instead of across.
/// let instance: Instance = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\n".parse()?;
/// let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
/// let plan = Plan::from(vec![step(0, 1), step(1, 2)]);
/// let improved = Replanner::default().improve(&instance, plan, &mut Control::unlimited())?;
/// assert_eq!(improved.plan.moves(), [step(0, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replanner {
    group_size: usize,
    seed: u64,
}

impl Default for Replanner {
    /// Groups of two robots; the seed is 1.
    fn default() -> Self {
        Self { group_size: 2, seed: 1 }
    }
}

impl Replanner {
    /// Sets the number of robots that are planned again together, at least 1. Larger groups gain
    /// more slowly, but continue to gain for longer.
    pub const fn with_group_size(mut self, robots: usize) -> Self {
        self.group_size = robots;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Shortens a plan from the instance's start. Only a plan that ends at the goal becomes
    /// shorter.
    ///
    /// Observers are notified of every plan that is shorter than all before.
    ///
    /// # Errors
    /// [`ReplayError`] names the first illegal move of the plan. Limits are not errors: they are
    /// reported in [`ImprovedPlan::stopped`].
    pub fn improve(
        &self,
        instance: &Instance,
        plan: Plan,
        control: &mut Control,
    ) -> Result<ImprovedPlan, ReplayError> {
        let schedule = match parallelise_within(instance, &plan, MotionModel::Train, control) {
            Ok(schedule) => schedule,
            Err(RunError::Because(why)) => return Err(why),
            Err(RunError::Stopped(why)) => return Ok(ImprovedPlan::new(plan, Some(why))),
        };
        let in_turn = |schedule: Schedule| {
            serialise(instance, &schedule).expect("invariant: improved schedules are legal")
        };
        let improver = ScheduleImprover::default()
            .with_model(MotionModel::Train)
            .with_objective(Objective::Moves)
            .with_retiming(false)
            .with_group_size(self.group_size)
            .with_seed(self.seed);
        let improved =
            control.converting(0, in_turn, |control| improver.improve(instance, schedule, control));
        let Ok(improved) = improved else { return Ok(ImprovedPlan::new(plan, None)) };
        let shorter = in_turn(improved.schedule);
        if shorter.len() >= plan.len() {
            return Ok(ImprovedPlan::new(plan, improved.stopped));
        }
        let mut shortest = Improver::redundancy().improve(instance, shorter, control)?;
        shortest.stopped = improved.stopped.or(shortest.stopped);
        Ok(shortest)
    }
}

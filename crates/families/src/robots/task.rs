//! The task of a method: model, objective, and how its plan is improved.

use cpf::{AnyScheduler, MotionModel, Objective, Scheduler};

/// The task of a method.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Where robots may go in one step.
    pub model: MotionModel,
    /// The cost to minimise.
    pub objective: Objective,
    /// A schedule may cost this much, in thousandths of the least cost.
    pub ratio: u32,
    /// For solvers that choose at random.
    pub seed: u64,
    /// How the answer is improved.
    pub improve: PlanImprovement,
}

/// How a plan is improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanImprovement {
    /// Not at all.
    None,
    /// By removing redundant moves.
    Redundancy,
    /// Also by solving pieces of it again.
    Full,
}

impl Task {
    /// The scheduler of this name for the task.
    pub fn scheduler(self, named: AnyScheduler) -> Box<dyn Scheduler> {
        named.scheduler(self.model, self.objective, self.ratio, self.seed)
    }

    /// How a plan is improved before its moves are put into steps: where moves are not the
    /// objective, the rest of the budget is for the schedule.
    pub(super) fn improve_plans(self) -> PlanImprovement {
        if self.objective == Objective::Moves {
            self.improve
        } else {
            self.improve.min(PlanImprovement::Redundancy)
        }
    }

    /// Whether schedules are improved.
    pub(super) fn improves_schedules(self) -> bool {
        self.improve == PlanImprovement::Full && self.objective != Objective::Moves
    }
}

impl PlanImprovement {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::None, Self::Redundancy, Self::Full];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Its effect, in a line without a full stop.
    pub const fn summary(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::None => ("none", "Nothing"),
            Self::Redundancy => ("redundancy", "Remove redundant moves"),
            Self::Full => (
                "full",
                "Also solve pieces of it again, in fewer moves, until the limits are reached; of a schedule, find cheaper \
                 paths for some robots at a time",
            ),
        }
    }
}

//! The task of a method: model, objective, and improvement.

use cpf::cpf_core::Scheduler;
use cpf::{AnyScheduler, MotionModel, Objective};

use crate::{NamedRow, NamedValue};

/// The task of a method.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Where robots may go in one step.
    pub model: MotionModel,
    /// The cost to minimise.
    pub objective: Objective,
    /// A schedule may cost this much, in thousandths of the least cost.
    pub ratio: u32,
    /// The seed of solvers that choose at random.
    pub seed: u64,
    /// The improvement of the answer.
    pub improve: PlanImprovement,
}

/// An improvement of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanImprovement {
    /// No improvement.
    None,
    /// Redundant moves are removed.
    Redundancy,
    /// Pieces are also solved again.
    Full,
}

/// Returns the default model for an objective: that of the papers on pebble motion, or of those on
/// multi-agent path-finding.
pub const fn model_for(objective: Objective) -> MotionModel {
    match objective {
        Objective::Moves => MotionModel::Pebble,
        Objective::SumOfCosts | Objective::Makespan => MotionModel::Standard,
    }
}

impl Task {
    /// Makes the scheduler of this name for the task.
    pub fn scheduler(self, named: AnyScheduler) -> Box<dyn Scheduler> {
        named.scheduler(self.model, self.objective, self.ratio, self.seed)
    }

    /// Returns the improvement of a plan before its moves are divided into steps. If moves are not
    /// the objective, the rest of the budget is for the schedule.
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

impl NamedValue for PlanImprovement {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::None, "none", "Nothing"),
        NamedRow::new(Self::Redundancy, "redundancy", "Remove redundant moves"),
        NamedRow::new(
            Self::Full,
            "full",
            "Also solve pieces of it again, in fewer moves, until the limits are reached; of a schedule, find cheaper \
             paths for some robots at a time",
        ),
    ];
}

impl NamedValue for Objective {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Moves, "moves", "Moves of single robots: waiting costs nothing"),
        NamedRow::new(
            Self::SumOfCosts,
            "sum-of-costs",
            "The sum of the steps until each robot has stopped for good",
        ),
        NamedRow::new(Self::Makespan, "makespan", "The steps until all robots have stopped"),
    ];
}

impl NamedValue for MotionModel {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Pebble, "pebble", "Onto vertices that are vacant before the step"),
        NamedRow::new(Self::Train, "train", "Also behind a robot that leaves in the same step"),
        NamedRow::new(Self::Standard, "standard", "Also around a cycle of at least three robots"),
    ];
}

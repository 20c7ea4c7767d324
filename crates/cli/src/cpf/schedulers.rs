//! The choice between the solvers of plans and the schedulers.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use cpf::{AnyScheduler, AnySolver, MotionModel, Objective, Scheduler};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Where robots may go in one step.
    pub(super) model: MotionModel,
    /// What is made small.
    pub(super) objective: Objective,
    /// A schedule may cost this much, in thousandths of the least cost.
    pub(super) ratio: u32,
    /// For solvers that choose at random.
    pub(super) seed: u64,
}

impl Task {
    /// The scheduler of this name for the task.
    pub(super) fn scheduler(self, named: AnyScheduler) -> Box<dyn Scheduler> {
        named.scheduler(self.model, self.objective, self.ratio, self.seed)
    }
}

/// The values of `--algorithm`: solvers of plans, and schedulers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A solver of plans.
    Plans(AnySolver),
    /// A scheduler.
    Schedules(AnyScheduler),
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let plans = AnySolver::ALL.into_iter().map(Choice::Plans);
            plans.chain(AnyScheduler::ALL.into_iter().map(Choice::Schedules)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Plans(solver) => PossibleValue::new(solver.name()).help(solver.summary()),
            Self::Schedules(scheduler) => PossibleValue::new(scheduler.name()).help(scheduler.summary()),
        })
    }
}

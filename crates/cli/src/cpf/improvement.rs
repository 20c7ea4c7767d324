//! The improvement of plans and of schedules.

use clap::ValueEnum;
use cpf::{Control, Improver, Instance, Objective, Plan, Schedule, Windows};
use mapf::ScheduleImprover;

use super::schedulers::Task;

/// How a plan is improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Level {
    /// Nothing
    None,
    /// Remove redundant moves
    Redundancy,
    /// Also solve pieces of it again, in fewer moves, until the limits are reached; of a schedule,
    /// find cheaper paths for some robots at a time
    Full,
}

impl Level {
    /// The name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Redundancy => "redundancy",
            Self::Full => "full",
        }
    }
}

impl Level {
    /// What is done with a plan before its moves are put into steps: where moves are not the
    /// objective, the rest of the budget is for the schedule.
    pub(super) fn of_plans(self, task: Task) -> Self {
        if task.objective == Objective::Moves { self } else { self.min(Self::Redundancy) }
    }

    /// Whether schedules are improved.
    pub(super) fn is_of_schedules(self, task: Task) -> bool {
        self == Self::Full && task.objective != Objective::Moves
    }
}

/// Nodes for one window if there is no limit of nodes or time.
const MODEST: u64 = 20_000;

/// A plan that is not longer, found within the rest of the budget.
pub(super) fn improve_plan(level: Level, instance: &Instance, plan: Plan, control: &mut Control<'_>) -> Plan {
    let modest = Windows::default().with_nodes(MODEST);
    let improver = match level {
        Level::None => return plan,
        Level::Redundancy => Improver::redundancy(),
        Level::Full if control.fraction_used().is_none() => Improver::default().with_windows(Some(modest)),
        Level::Full => Improver::default(),
    };
    improver.improve(instance, plan, control).expect("invariant: the plan is verified").plan
}

/// A schedule that is at most as dear, found within the rest of the budget, if that is asked for.
pub(super) fn improve_schedule(
    level: Level,
    instance: &Instance,
    schedule: &Schedule,
    task: Task,
    control: &mut Control<'_>,
) -> Option<Schedule> {
    if !level.is_of_schedules(task) {
        return None;
    }
    let improver = ScheduleImprover::default().with_model(task.model).with_objective(task.objective);
    let improved = improver.with_seed(task.seed).improve(instance, schedule.clone(), control);
    Some(improved.expect("invariant: the schedule is verified").schedule)
}

//! The improvement of plans, and schedules made from them.

use clap::ValueEnum;
use cpf::{Control, Improver, Instance, MotionModel, Plan, Schedule, Windows, parallelise};

/// How a plan is improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    /// Nothing
    None,
    /// Remove redundant moves
    Redundancy,
    /// Also solve pieces of it again, in fewer moves, until the limits are reached
    Full,
}

/// The motion models of schedules.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Model {
    /// Onto vertices that are vacant before the step
    Pebble,
    /// Also behind a robot that leaves in the same step
    Train,
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

impl Model {
    /// The name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pebble => "pebble",
            Self::Train => "train",
        }
    }

    /// The motion model for the verifier.
    pub(super) const fn rules(self) -> MotionModel {
        match self {
            Self::Pebble => MotionModel::Pebble,
            Self::Train => MotionModel::Train,
        }
    }
}

/// Nodes for one window if there is no limit of nodes or time.
const MODEST: u64 = 20_000;

/// A plan that is not longer, found within the rest of the budget.
pub(super) fn improve(level: Level, instance: &Instance, plan: Plan, control: &mut Control<'_>) -> Plan {
    let modest = Windows::default().with_nodes(MODEST);
    let improver = match level {
        Level::None => return plan,
        Level::Redundancy => Improver::redundancy(),
        Level::Full if control.fraction_used().is_none() => Improver::default().with_windows(Some(modest)),
        Level::Full => Improver::default(),
    };
    improver.improve(instance, plan, control).expect("invariant: the plan is verified").plan
}

/// The moves of a plan in as few steps as possible.
pub(super) fn schedule(model: Model, instance: &Instance, plan: &Plan) -> Schedule {
    parallelise(instance, plan, model.rules()).expect("invariant: the plan is verified")
}

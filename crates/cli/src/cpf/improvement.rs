//! What happens to a plan between solver and verifier.

use clap::ValueEnum;
use cpf::{Control, Improver, Instance, MotionModel, Plan, Schedule, Windows, parallelise};

/// How much work a plan is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    /// Nothing
    None,
    /// Leave out moves that cancel each other
    Redundancy,
    /// Solve pieces of it again, shorter, as long as the limits allow
    Full,
}

/// The motion models a schedule can be made for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Model {
    /// Onto vertices that are vacant before the step
    Pebble,
    /// Also behind a robot that leaves in the same step
    Train,
}

impl Level {
    /// As on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Redundancy => "redundancy",
            Self::Full => "full",
        }
    }
}

impl Model {
    /// As on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pebble => "pebble",
            Self::Train => "train",
        }
    }

    /// What the referee goes by.
    pub(super) const fn rules(self) -> MotionModel {
        match self {
            Self::Pebble => MotionModel::Pebble,
            Self::Train => MotionModel::Train,
        }
    }
}

/// Nodes for one window where nothing else limits the work.
const MODEST: u64 = 20_000;

/// A plan that is no longer, made within what the solver left of the budget.
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

/// The moves of a plan in as few steps as may be.
pub(super) fn schedule(model: Model, instance: &Instance, plan: &Plan) -> Schedule {
    parallelise(instance, plan, model.rules()).expect("invariant: the plan is verified")
}

//! What happens to a plan between solver and verifier.
//!
//! PLACEHOLDER: plans stay as they are, one move a step.

use clap::ValueEnum;
use cpf_core::{Instance, MotionModel};
use motion_core::{Control, Plan, Schedule};

/// How much work a plan is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    /// Nothing
    None,
    /// Leave out moves that cancel each other
    Redundancy,
    /// Solve parts of it again, shorter
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

/// A plan that is no longer, made within what the solver left of the budget.
pub(super) fn improve(level: Level, instance: &Instance, plan: Plan, control: &mut Control<'_>) -> Plan {
    let _ = (level, instance, control);
    plan
}

/// The moves of a plan in as few steps as may be.
pub(super) fn schedule(model: Model, instance: &Instance, plan: &Plan) -> Schedule {
    let _ = (model, instance);
    Schedule::from(plan)
}

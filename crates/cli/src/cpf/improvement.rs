//! The improvement of plans.

use clap::ValueEnum;
use cpf::{Control, Improver, Instance, Plan, Windows};

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

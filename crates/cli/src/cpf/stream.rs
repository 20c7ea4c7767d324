//! Plans that nobody wants to see: verified move by move as they are made, and nowhere in memory.

use cpf_core::Instance;
use motion_core::{Configuration, Move, Outcome, Rules};

use super::algorithm::Chosen;
use super::answer::{self, unsolvable_because};
use super::arguments::Arguments;
use super::instances::Named;
use crate::Console;
use crate::progress::watched;
use crate::report::{Report, Unit};

/// Makes the moves of a plan by the rules of the graph, which no solver uses.
struct Referee<'i> {
    instance: &'i Instance,
    now: Configuration,
    moves: u64,
}

impl Referee<'_> {
    fn make(&mut self, action: Move) {
        let made = self.instance.graph().apply(&mut self.now, action);
        assert!(made.is_ok(), "the verifier refuses move {}: {made:?}", self.moves);
        self.moves += 1;
    }

    fn conclude(self) -> u64 {
        assert_eq!(self.now, *self.instance.goal(), "the verifier refuses a plan that ends elsewhere");
        self.moves
    }
}

/// Solves an instance; the time for solving contains that for verifying.
pub(super) fn solve(named: &Named, arguments: &Arguments, console: &Console, chosen: &Chosen) -> Report {
    let instance = &named.instance;
    let mut referee = Referee { instance, now: instance.start().clone(), moves: 0 };
    let (outcome, run) = watched(console, arguments.common.budget(), |control| {
        chosen.solver().solve_into(instance, &mut |action| referee.make(action), control)
    });
    let algorithm = chosen.name();
    let outcome = match outcome {
        Outcome::Solved { quality, .. } => Outcome::Solved { plan: referee.conclude(), quality },
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped { why, lower_bound, .. } => Outcome::Stopped { why, best: None, lower_bound },
    };
    let reason = unsolvable_because(&outcome, algorithm, instance);
    Report {
        lower_bound: reason.is_none().then(|| answer::lower_bound(instance)).flatten(),
        reason,
        ..Report::new(&named.name, algorithm, Unit::MOVES, outcome, run)
    }
}

//! Plans that nobody wants to see: verified move by move as they are made, and nowhere in memory.

use std::time::Instant;

use cpf_core::Instance;
use motion_core::{Configuration, Control, Move, Outcome, Rules};

use super::algorithm::Chosen;
use super::answer::{self, unsolvable_because};
use super::arguments::Arguments;
use super::instances::Named;
use crate::Console;
use crate::progress::Bar;
use crate::report::Report;

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
    let mut bar = console.interactive.then(Bar::new);
    let mut control = Control::new(arguments.common.budget());
    if let Some(bar) = &mut bar {
        control = control.observed_by(bar);
    }
    let mut referee = Referee { instance, now: instance.start().clone(), moves: 0 };
    let began = Instant::now();
    let outcome = chosen.solver().solve_into(instance, &mut |action| referee.make(action), &mut control);
    let solving = began.elapsed();
    let algorithm = chosen.name();
    let stats = *control.stats();
    drop(bar);
    let outcome = match outcome {
        Outcome::Solved { quality, .. } => Outcome::Solved { plan: referee.conclude(), quality },
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped { why, lower_bound, .. } => Outcome::Stopped { why, best: None, lower_bound },
    };
    let reason = unsolvable_because(&outcome, algorithm, instance);
    Report {
        instance: named.name.clone(),
        algorithm: algorithm.to_owned(),
        unit: "moves",
        lower_bound: reason.is_none().then(|| answer::lower_bound(instance)).flatten(),
        reason,
        outcome,
        steps: None,
        stats,
        solving,
        finishing: None,
        replaying: None,
        start: None,
        solution: None,
    }
}

//! `--all`: every shortest solution.

use std::io::{self, Write};
use std::ops::ControlFlow;

use motion_core::{Control, Counted, Outcome, Quality, Stop};
use ricochet::{Instance, Moves, Optimal};

/// All shortest solutions, or those found before a limit; those that move the fewest robots come
/// first.
pub(super) struct Listing {
    solutions: Vec<Moves>,
    /// Why some may be missing.
    pub(super) stop: Option<Stop>,
}

impl Listing {
    /// Finds them in one search; the first one is the solution.
    pub(super) fn search(instance: &Instance, control: &mut Control) -> (Outcome<Moves>, Self) {
        let mut solutions = Vec::new();
        let outcome = Optimal::default().all(instance, control, |moves| {
            solutions.push(moves);
            ControlFlow::Continue(())
        });
        solutions.sort_by_key(Moves::robots);
        let stop = match &outcome {
            Outcome::Stopped { why, .. } => Some(*why),
            _ => None,
        };
        let outcome = match solutions.first() {
            // No solution is shown before it is known that none is shorter.
            Some(first) => Outcome::Solved { plan: first.clone(), quality: Quality::Optimal },
            None => outcome.map(|_| Moves::new()),
        };
        (outcome, Self { solutions, stop })
    }

    /// Replays each solution.
    ///
    /// # Panics
    /// If the verifier refuses one.
    pub(super) fn verify(&self, instance: &Instance) {
        for moves in &self.solutions {
            replay(instance, moves);
        }
    }

    /// The solutions as text.
    pub(super) fn texts(&self) -> Vec<String> {
        self.solutions.iter().map(Moves::to_string).collect()
    }

    pub(super) fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        for moves in &self.solutions {
            writeln!(output, "  {moves}")?;
        }
        match (self.stop, self.solutions.len()) {
            (Some(stop), found @ 1..) => {
                let found = Counted(found, "shortest solution");
                writeln!(output, "incomplete: {found} found, then stopped: {stop}")
            }
            _ => Ok(()),
        }
    }
}

/// Replays a solution.
///
/// # Panics
/// If the verifier refuses it.
pub(super) fn replay(instance: &Instance, moves: &Moves) {
    let verified = instance.verify(moves).map(|metrics| metrics.moves);
    assert!(verified == Ok(moves.len() as u64), "the verifier refuses a solution: {verified:?}");
}

//! The solvers of games and their options.

use std::ops::ControlFlow;

use motion_core::internal::Counted;
use motion_core::observer::Improvement;
use motion_core::solver_table::Guarantee;
use motion_core::{Control, Outcome, Quality, Solver, Stop};
use ricochet::{AnySolver, Approach, DiagonalStops, Instance, Moves, Optimal};

use super::AnswerKeys;
use crate::run::with_cheaper;
use crate::{Answer, Input, Named, Request, TextError};

/// The solvers that can list all shortest solutions.
const LISTING: [&str; 2] = ["optimal", "fewest-robots"];

pub(super) fn options() -> Vec<Input> {
    let rules = vec![
        Named::new("free", "Any way leads to the target"),
        Named::new("turn", "The robot that reaches the target must have turned on its way"),
        Named::new("no-diagonal-stops", "No robot stops on a diagonal that deflects it"),
    ];
    vec![
        Input::set("rules", "rules", rules),
        Input::flag("all", "all shortest solutions")
            .with_help("List all shortest solutions, those that move the fewest robots first")
            .for_solvers(LISTING),
    ]
}

/// Returns the game under the rules of a request. Stops that the text forbids remain forbidden.
fn under_rules(mut game: Instance, request: &Request<'_>) -> Instance {
    for rule in request.options.set("rules") {
        game = match rule {
            "turn" => game.with_approach(Approach::Turning),
            "no-diagonal-stops" => game.with_diagonal_stops(DiagonalStops::Forbidden),
            _ => game,
        };
    }
    game
}

/// Solves a game and verifies the solutions.
pub(super) fn solve(game: Instance, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let game = under_rules(game, request);
    let solver: AnySolver = request.solver.parse().map_err(TextError::of)?;
    let is_listed = request.options.flag("all") && LISTING.contains(&solver.name());
    let describe = |moves: &Moves| Some((game.verify(moves).ok()?.moves, moves.to_string()));
    let extract = |improvement: &Improvement| improvement.solution::<Moves>().ok();
    let ((outcome, listing), reported, run) = request.run(None, extract, describe, |control| {
        if is_listed {
            let (outcome, listing) = Listing::search(&game, control);
            (outcome, Some(listing))
        } else {
            (solver.solve(&game, control), None)
        }
    });
    let outcome = with_cheaper(outcome, reported, |moves| moves.len() as u64);
    let (answer, moves) = Answer::of_outcome(outcome);
    let mut answer = Answer { algorithm: Some(solver.name().to_owned()), ..answer.with_cost(run) };
    if answer.why == Some(Stop::GaveUp) && solver.guarantee() == Guarantee::Incomplete {
        let reason = "found no solution in which the other robots move first; there may be others";
        answer.reason = Some(reason.to_owned());
    }
    let mut keys = AnswerKeys { robots_moved: moves.as_ref().map(Moves::robots), ..AnswerKeys::of(&game) };
    if let Some(moves) = moves {
        let (verified, seconds) = request.timed(|| game.verify(&moves));
        answer.moves = Some(verified.map_err(TextError::of)?.moves);
        answer.replay_seconds = Some(seconds);
        answer.solution = Some(moves.to_string());
    }
    if let Some(listing) = listing {
        listing.verify(&game)?;
        answer.lines = listing.lines();
        keys.solutions_complete = Some(listing.stop.is_none());
        answer.why = listing.stop;
        keys.solutions = Some(listing.solutions.iter().map(Moves::to_string).collect());
    }
    Ok(answer.with_keys(&keys))
}

/// All shortest solutions, or those found before a limit. Those that move the fewest robots come
/// first.
struct Listing {
    solutions: Vec<Moves>,
    /// The reason why some may be missing.
    stop: Option<Stop>,
}

impl Listing {
    /// Finds the solutions in one search. The first one is the plan of the outcome.
    fn search(game: &Instance, control: &mut Control<'_>) -> (Outcome<Moves>, Self) {
        let mut solutions = Vec::new();
        let outcome = Optimal::default().all(game, control, |moves| {
            solutions.push(moves);
            ControlFlow::Continue(())
        });
        solutions.sort_by_key(Moves::robots);
        let stop = outcome.why();
        let outcome = match solutions.first() {
            // A solution is listed only once none can be shorter.
            Some(first) => Outcome::Solved { plan: first.clone(), quality: Quality::Optimal },
            None => outcome.map(|_| Moves::new()),
        };
        (outcome, Self { solutions, stop })
    }

    /// Replays each solution.
    fn verify(&self, game: &Instance) -> Result<(), TextError> {
        self.solutions.iter().try_for_each(|moves| game.verify(moves).map(|_| ())).map_err(TextError::of)
    }

    /// Returns the solutions as lines of text.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.solutions.iter().map(|moves| format!("  {moves}")).collect();
        if let (Some(stop), found @ 1..) = (self.stop, self.solutions.len()) {
            let found = Counted(found, "shortest solution");
            lines.push(format!("incomplete: {found} found, then stopped: {stop}"));
        }
        lines
    }
}

//! A* with `steps`: finds the fewest steps of the player, with the fewest pushes among such
//! solutions.

use motion_core::search::{Path, a_star};
use motion_core::{Control, Outcome};

use super::search_problem::SearchProblem;
use super::{Enhancement, Enhancements};
use crate::analysis::DeadlockRule;
use crate::board::Push;
use crate::bound::StepBound;
use crate::search::Steps;

/// Searches for the fewest steps of the player, with the fewest pushes among solutions of that many
/// steps. The cost of the path, the quality and the lower bound are steps.
///
/// The engine minimises one number: a weight times the steps, plus the pushes. This orders
/// solutions by steps and then by pushes if the weight exceeds every difference of pushes that may
/// outweigh a step. A solution has at least `least` pushes, by the matching, and no more pushes
/// than steps. The result is therefore proved if the weight exceeds its steps minus `least`.
/// Otherwise a second search with such a weight gives a proved result. The first weight is small,
/// because the engine's queue takes memory for each number.
pub(super) fn search<const W: usize>(
    problem: &SearchProblem<'_, W>,
    enhancements: Enhancements,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    search_from(problem, enhancements, problem.least.saturating_mul(WEIGHT_BY_PUSHES).max(1), control)
}

/// The first weight of a step, per push of the lower bound.
const WEIGHT_BY_PUSHES: u32 = 6;

/// Searches with this weight of a step first.
fn search_from<const W: usize>(
    problem: &SearchProblem<'_, W>,
    enhancements: Enhancements,
    first: u32,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    match weighted(problem, enhancements, first, control) {
        Outcome::Solved { plan, quality } => {
            let surplus = plan.cost - u64::from(problem.least);
            match u32::try_from(surplus) {
                Ok(surplus) if surplus >= first => {
                    match weighted(problem, enhancements, surplus + 1, control) {
                        Outcome::Stopped { why, lower_bound, .. } => {
                            Outcome::Stopped { why, best: Some(plan), lower_bound }
                        }
                        outcome => outcome,
                    }
                }
                _ => Outcome::Solved { plan, quality },
            }
        }
        outcome => outcome,
    }
}

/// Runs one search with this weight of a step.
fn weighted<const W: usize>(
    problem: &SearchProblem<'_, W>,
    enhancements: Enhancements,
    weight: u32,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    let rules: &[DeadlockRule] =
        if enhancements.contains(Enhancement::Pruned) { &DeadlockRule::ALL } else { &[] };
    let space = Steps::<W>::new(problem.board, weight, rules);
    let bound = StepBound::new(problem.board, problem.bounds, enhancements.bound(), weight);
    match a_star(&space, bound, space.start(), control) {
        Outcome::Solved { plan: Path { actions, cost }, quality } => {
            let cost = (cost - actions.len() as u64) / u64::from(weight);
            Outcome::Solved { plan: Path { actions, cost }, quality }
        }
        Outcome::Stopped { why, lower_bound, .. } => {
            // Pushes do not exceed steps, so each step counts at most its weight plus one.
            let steps = lower_bound.map(|bound| bound.div_ceil(u64::from(weight) + 1));
            let lower_bound = Some(steps.unwrap_or(0).max(problem.least.into()));
            Outcome::Stopped { why, best: None, lower_bound }
        }
        Outcome::Unsolvable => Outcome::Unsolvable,
    }
}

#[cfg(test)]
mod tests {
    use motion_core::Control;
    use motion_testing::cases;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::SearchBoard;
    use crate::bound::LowerBounds;
    use crate::level::Level;
    use crate::samples::framed;

    /// With a small weight, pushes outweigh steps, so that the second search decides.
    #[test]
    fn the_first_weight_does_not_change_the_answer() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
        let (mut solved, mut searched_again) = (0, 0);
        while solved < cases(60, 400) {
            let mut tiles = alloc::vec![b' '; 30];
            for tile in &mut tiles {
                if rng.random_bool(0.15) {
                    *tile = b'#';
                }
            }
            for tile in b"$.$.$.@" {
                let place = rng.random_range(0..tiles.len());
                tiles[place] = *tile;
            }
            let Ok(level) = framed(&tiles, 6).parse::<Level>() else { continue };
            let board = SearchBoard::new(&level);
            if !board.starts_on_live_squares() {
                continue;
            }
            let bounds = LowerBounds::new(&board);
            let Some(problem) = SearchProblem::<4>::new(&board, &bounds) else { continue };
            let solve = |weight| {
                let mut control = Control::unlimited();
                let path = search_from(&problem, Enhancements::NONE, weight, &mut control).plan();
                let moves = path.map(|path| problem.moves(&path));
                (moves.map(|moves| (moves.len(), moves.pushes())), control.stats().nodes)
            };
            let ((expected, nodes), (found, twice)) = (solve(1000), solve(1));
            assert_eq!(found, expected, "in\n{level}");
            solved += usize::from(expected.is_some_and(|(steps, _)| steps > 0));
            searched_again += usize::from(twice > nodes);
        }
        assert!(searched_again > cases(40, 300), "{searched_again}");
    }
}

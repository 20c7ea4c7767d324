//! Search for an open position, from which the way to the goals is known.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::FeatureSearch;
use super::feature_search::OngoingForwardSearch;
use super::search_problem::SearchProblem;
use crate::board::{Push, SearchBoard};
use crate::bound::LowerBounds;
use crate::feature::{Advisors, BlockedGoals, open_position};
use crate::search::Position;

/// An open position found from the goals: the boxes are pulled apart.
///
/// On some levels the boxes come to the goals only in an order that no plan finds, but are easily
/// pulled apart there. A search from the start to the open position needs no order: its goals are
/// the squares of the boxes there. The idea is Y. Shoham's, in the solver *Festival*.
pub(super) struct OpenPosition<const W: usize> {
    position: Position<W>,
    /// The pushes from the position to the goals of the level.
    pushes: Vec<Push>,
    /// The board with the squares of the boxes as goals, and its bounds.
    board: SearchBoard,
    bounds: LowerBounds,
}

impl<const W: usize> OpenPosition<W> {
    /// Searches for an open position with a few nodes; `None` if pulls find none that can be
    /// searched for.
    pub(super) fn find(
        board: &SearchBoard,
        backward: &LowerBounds,
        control: &mut Control,
    ) -> Result<Option<Self>, Stop> {
        let open = open_position(board, backward, control)?;
        Ok(open.and_then(|(position, pushes)| {
            let board = board.with_goals(position.boxes.iter().collect());
            let bounds = LowerBounds::new(&board);
            // The bounds of the game backward may miss that the boxes cannot each have a square.
            SearchProblem::<W>::new(&board, &bounds)?;
            Some(Self { position, pushes, board, bounds })
        }))
    }

    /// Returns the problem of pushing the boxes to the open position.
    fn problem(&self) -> SearchProblem<'_, W> {
        let problem = SearchProblem::new(&self.board, &self.bounds);
        problem.expect("invariant: the boxes can each have a square")
    }

    /// Prepares a search from the start. Memory remains held until the scope of `control` ends.
    pub(super) fn begin(
        &self,
        search: FeatureSearch,
        control: &mut Control,
    ) -> Result<OngoingForwardSearch<'_, W>, Stop> {
        let blocked = Arc::new(BlockedGoals::new(&self.board, control)?);
        search.begin(&self.problem(), &blocked, Advisors::deadlocks(&self.board), control)
    }

    /// Continues a search with this many nodes. The outcome is a solution of the level or stopped,
    /// with [`Stop::Memory`] if there is no way to the open position, so that the search is of no
    /// use.
    pub(super) fn advance<'b>(
        &'b self,
        run: &mut OngoingForwardSearch<'b, W>,
        level: &SearchProblem<'_, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let mut actions = match run.advance(&self.problem(), nodes, control) {
            Outcome::Solved { plan, .. } => plan.actions,
            Outcome::Unsolvable => return level.stopped(Stop::Memory),
            Outcome::Stopped { why, .. } => return level.stopped(why),
        };
        let player = actions.last().map_or(level.start.player, |push| push.from);
        if Position::new(&self.board, self.position.boxes, player) != self.position {
            return level.stopped(Stop::Memory);
        }
        actions.extend(&self.pushes);
        level.bounded(Path { cost: actions.len() as u64, actions }, level.least.into())
    }
}

#[cfg(test)]
mod tests {
    use motion_core::Budget;
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::samples::{end_on_goals, random_board};
    use crate::solver::{Enhancement, Enhancements};

    #[test]
    fn ways_through_an_open_position_solve_the_level() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(63);
        let search = FeatureSearch::PLAIN.with_enhancements(Enhancements::new(&[Enhancement::Sinks]));
        let (mut solved, mut useless) = (0, 0);
        for _ in 0..cases(40, 400) {
            let board = random_board(&mut rng, 5);
            let (bounds, backward) = (LowerBounds::new(&board), LowerBounds::backward(&board));
            let Some(problem) = SearchProblem::<4>::new(&board, &bounds) else { continue };
            let mut control = Control::new(Budget::new().with_nodes(20_000));
            let open = OpenPosition::find(&board, &backward, &mut control).expect("enough nodes");
            let Some(open) = open else { continue };
            let outcome = control.scope(|control| {
                let mut run = open.begin(search, control).expect("enough nodes");
                open.advance(&mut run, &problem, u64::MAX, control)
            });
            match outcome {
                Outcome::Solved { plan, .. } => {
                    assert_eq!(problem.moves(&plan).pushes() as u64, plan.cost);
                    assert!(end_on_goals(&board, &plan.actions));
                    solved += 1;
                }
                Outcome::Stopped { why: Stop::Memory, .. } => useless += 1,
                outcome => assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. })),
            }
        }
        assert!(solved > cases(10, 100) && useless >= cases(0, 20), "{solved} solved, {useless} useless");
    }
}

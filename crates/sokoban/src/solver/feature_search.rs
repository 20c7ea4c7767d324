//! Search by features.

use motion_core::search::{Path, feature_space};
use motion_core::{Control, Outcome};

use super::game::{self, Game, Method, bounded};
use crate::board::Push;
use crate::feature::{Advisors, FirstOut};
use crate::level::Level;
use crate::moves::Moves;

/// A solution, not the shortest, by features of positions in place of a bound: FESS.
///
/// A plan is made first: the order in which boxes are packed, found by taking the solved position apart. Then one action
/// brings one box from anywhere to anywhere, the others standing still. Positions are told apart by how far the plan has
/// come, by the regions into which the boxes cut the floor, by the tunnels that they block, and by how many boxes stand
/// where they will soon have no goal left; the search turns from one kind to the next
/// ([`feature_space`]). Advisors, one for each feature and one that clears the way
/// for the plan, name the actions that are tried before others. What [`Deadlocks`](crate::Deadlocks),
/// [`Corrals`](crate::Corrals) and [`DeadlockSearch`](crate::DeadlockSearch) rule out is left out.
///
/// # Complexity
/// Nodes are positions stored, and those of small searches for deadlocks. A position takes a flood for each box and each
/// square that it can be brought to; memory linear in the positions stored and their actions.
///
/// # Guarantees
/// Complete: exhaustion is a proof. The solution is not the shortest; its lower bound is proved. Levels of more than 1,024 live
/// squares are not treated.
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*, IEEE Conference on
/// Games, 2020. This has fewer advisors, and no search from the goals but for the plan.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{FeatureSearch, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = FeatureSearch::default().solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeatureSearch {
    /// Whether blocked tunnels are a feature; by default they are.
    pub tunnels: bool,
    /// Which boxes the plan packs last; by default those with the shortest way.
    pub first_out: FirstOut,
}

impl Default for FeatureSearch {
    fn default() -> Self {
        Self { tunnels: true, first_out: FirstOut::default() }
    }
}

impl FeatureSearch {
    /// The same with or without blocked [`tunnels`](FeatureSearch::tunnels) as a feature.
    pub const fn with_tunnels(mut self, tunnels: bool) -> Self {
        self.tunnels = tunnels;
        self
    }

    /// The same with another [order](FeatureSearch::first_out) of the plan.
    pub const fn with_first_out(mut self, first_out: FirstOut) -> Self {
        self.first_out = first_out;
        self
    }

    /// Solves a level.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        game::solve(self, level, control)
    }
}

impl Method for FeatureSearch {
    fn search<const W: usize>(&self, game: &Game<'_, W>, control: &mut Control) -> Outcome<Path<Push>> {
        let advisors = match Advisors::new(game.board, game.bounds, self.first_out, self.tunnels, control) {
            Ok(advisors) => advisors,
            Err(why) => {
                return Outcome::Stopped { why, best: None, lower_bound: Some(game.least.into()) };
            }
        };
        let outcome = feature_space(&advisors, game.start, control).map(|path| {
            let actions = advisors.pushes(game.start, &path.actions);
            Path { cost: actions.len() as u64, actions }
        });
        advisors.release(control);
        match outcome {
            Outcome::Solved { plan, .. } => bounded(plan, game.least.into()),
            Outcome::Stopped { why, best, .. } => {
                Outcome::Stopped { why, best, lower_bound: Some(game.least.into()) }
            }
            Outcome::Unsolvable => Outcome::Unsolvable,
        }
    }
}

//! The default solver.

use motion_core::search::Path;
use motion_core::{Control, Outcome, Quality, Stop};

use super::game::{self, Game, Method, bounded};
use super::{AStar, FeatureSearch};
use crate::board::Push;
use crate::feature::FirstOut;
use crate::level::Level;
use crate::moves::Moves;

/// The nodes that A* begins with.
const EASY: u64 = 10_000;

/// The nodes of the first round of searches by features, and by how much each round has more than the last.
const ROUND: u64 = 50_000;
const GROWTH: u64 = 4;

/// Picks and combines: A* for easy levels, then searches by features in turn, and A* again where a proof is asked for.
///
/// Easy levels are solved by the fewest pushes, which is proved. For others, searches that differ in their plans and features take turns,
/// each with four times as many nodes as the time before.
///
/// # Complexity
/// That of [`AStar`] for a few nodes, then that of [`FeatureSearch`]; none keeps memory for the next.
///
/// # Guarantees
/// Complete. The quality says what is proved of the number of pushes. With [`optimal`](Combined::optimal) it is the fewest;
/// when stopped before that is proved, the best plan is a solution all the same, if one was found. Levels of more than 1,024
/// live squares are not treated.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{Combined, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = Combined::default().solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Combined {
    /// Whether to go on until the fewest pushes are proved; by default not.
    pub optimal: bool,
}

/// The searches that take turns.
const SEARCHES: [FeatureSearch; 4] = [
    FeatureSearch { tunnels: true, first_out: FirstOut::Nearest, optimal: false },
    FeatureSearch { tunnels: true, first_out: FirstOut::Farthest, optimal: false },
    FeatureSearch { tunnels: false, first_out: FirstOut::Nearest, optimal: false },
    FeatureSearch { tunnels: true, first_out: FirstOut::Upper, optimal: false },
];

impl Combined {
    /// The same with or without a [proof](Combined::optimal) that no solution has fewer pushes.
    pub const fn with_optimal(mut self, optimal: bool) -> Self {
        self.optimal = optimal;
        self
    }

    /// Solves a level. Nodes are those of the searches it is made of.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        game::solve(self, level, control)
    }
}

impl Method for Combined {
    fn search<const W: usize>(&self, game: &Game<'_, W>, control: &mut Control) -> Outcome<Path<Push>> {
        let a_star = AStar::default().with_pruned(true);
        let mut least = u64::from(game.least);
        match control.with_nodes(EASY, |control| a_star.search(game, control)) {
            Outcome::Stopped { why: Stop::Nodes | Stop::Bytes, lower_bound, .. } => {
                least = least.max(lower_bound.unwrap_or(0));
            }
            outcome => return outcome,
        }
        let first = by_features(game, least, control);
        let Outcome::Solved { plan, .. } = first else { return first };
        if !self.optimal {
            return bounded(plan, least);
        }
        if let Err(why) = control.improved(plan.cost) {
            return Outcome::Stopped { why, best: Some(plan), lower_bound: Some(least) };
        }
        match a_star.search(game, control) {
            Outcome::Stopped { why, lower_bound, .. } => {
                let least = least.max(lower_bound.unwrap_or(0));
                match bounded(plan, least) {
                    Outcome::Solved { plan, quality: Quality::Bounded { .. } } => {
                        Outcome::Stopped { why, best: Some(plan), lower_bound: Some(least) }
                    }
                    proved => proved,
                }
            }
            outcome => outcome,
        }
    }
}

/// Searches in turn, until one has come to an end.
fn by_features<const W: usize>(game: &Game<'_, W>, least: u64, control: &mut Control) -> Outcome<Path<Push>> {
    let mut nodes = ROUND;
    loop {
        let mut refused = 0;
        for search in &SEARCHES {
            match control.with_nodes(nodes, |control| search.search(game, control)) {
                Outcome::Stopped { why: Stop::Nodes, .. } => {}
                Outcome::Stopped { why: Stop::Bytes, .. } => refused += 1,
                Outcome::Stopped { why, best, .. } => {
                    return Outcome::Stopped { why, best, lower_bound: Some(least) };
                }
                outcome => return outcome,
            }
            let over = control.spend(1).err().or_else(|| (refused == SEARCHES.len()).then_some(Stop::Bytes));
            if let Some(why) = over {
                return Outcome::Stopped { why, best: None, lower_bound: Some(least) };
            }
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

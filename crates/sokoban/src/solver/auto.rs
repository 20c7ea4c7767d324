//! The default solver.

use core::ops::ControlFlow;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Solver, Stop};

use super::search_problem::{self, SearchMethod, SearchProblem, bounded};
use super::{AStar, Enhancement, Enhancements, FeatureSearch};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;

/// The nodes that A* begins with.
const EASY: u64 = 10_000;

/// The nodes of the first round of searches by features, and by how much each round has more than the last.
const ROUND: u64 = 50_000;
const GROWTH: u64 = 4;

/// How many nodes A* has for each one of a search by features, which takes a little longer.
const SHARE: u64 = 2;

/// Picks and combines: A* for easy levels, then searches by features in turn, until one solves it; then both in turn where a
/// proof is asked for.
///
/// Easy levels are solved by the fewest pushes, which is proved. For others, searches that differ in their plans and features take turns,
/// each with four times as many nodes as the time before.
///
/// # Complexity
/// That of [`AStar`] for a few nodes, then that of [`FeatureSearch`]; none keeps memory for the next.
///
/// # Guarantees
/// Complete. The quality says what is proved of the number of pushes. With [`optimal`](Auto::optimal) it is the fewest;
/// when stopped before that is proved, the best plan is a solution all the same, if one was found. Levels of more than 1,024
/// live squares are not treated.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{Auto, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = Auto::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auto {
    enhancements: Enhancements,
}

/// The enhancement of A*, and that of searches by features for a proof.
const PRUNED: Enhancements = Enhancements::new(&[Enhancement::Pruned]);
const OPTIMAL: Enhancements = Enhancements::new(&[Enhancement::Optimal]);

/// The searches that take turns.
const SEARCHES: [FeatureSearch; 4] = {
    const fn search(enhancements: &[Enhancement]) -> FeatureSearch {
        FeatureSearch::PLAIN.with_enhancements(Enhancements::new(enhancements))
    }
    [
        search(&[]),
        search(&[Enhancement::Farthest]),
        search(&[Enhancement::NoTunnels]),
        search(&[Enhancement::Upper]),
    ]
};

impl Auto {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver can switch on.
    pub const ENHANCEMENTS: Enhancements = Enhancements::new(&[Enhancement::Optimal]);

    /// Sets the enhancements, as far as they are in [`ENHANCEMENTS`](Self::ENHANCEMENTS).
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }

    /// Sets whether to continue until the fewest pushes are proved; by default not.
    pub const fn with_optimal(mut self, optimal: bool) -> Self {
        self.enhancements = if optimal { Self::ENHANCEMENTS } else { Enhancements::NONE };
        self
    }
}

impl Solver<Level> for Auto {
    type Solution = Moves;

    /// Solves a level. Nodes are those of the searches it is made of.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for Auto {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let a_star = AStar::default().with_enhancements(PRUNED);
        let mut least = u64::from(problem.least);
        match control.within_nodes(EASY, |control| a_star.search(problem, control)) {
            Outcome::Stopped { why: Stop::Nodes | Stop::Memory, lower_bound, .. } => {
                least = least.max(lower_bound.unwrap_or(0));
            }
            outcome => return outcome,
        }
        let first = by_features(problem, least, control);
        let Outcome::Solved { plan, .. } = first else { return first };
        if !self.enhancements.contains(Enhancement::Optimal) {
            return bounded(plan, least);
        }
        if let Err(why) = control.improved(plan.cost, || problem.moves(&plan)) {
            return Outcome::Stopped { why, best: Some(plan), lower_bound: Some(least) };
        }
        Proof { problem, plan, least }.found(ROUND, control)
    }
}

/// A solution, and what is proved of it.
///
/// Where the matching bound is nearly true, features lead through the last layer, in which A* drowns. Where it is not, A* has
/// no layers to repeat. So both take turns.
struct Proof<'g, 'b, const W: usize> {
    problem: &'g SearchProblem<'b, W>,
    plan: Path<Push>,
    /// No solution has fewer pushes than this.
    least: u64,
}

impl<const W: usize> Proof<'_, '_, W> {
    /// Goes on until no solution has fewer pushes than the one at hand, or a better one is found, which is the best.
    /// The first round has so many nodes.
    fn found(mut self, mut nodes: u64, control: &mut Control) -> Outcome<Path<Push>> {
        while !self.is_found() {
            match self.round(nodes, control) {
                ControlFlow::Continue(()) => nodes = nodes.saturating_mul(GROWTH),
                ControlFlow::Break(outcome) => return outcome,
            }
        }
        bounded(self.plan, self.least)
    }

    /// Whether the plan is proved to be the best. A bound of the other parity can be raised by one.
    const fn is_found(&self) -> bool {
        self.least + (self.least ^ self.plan.cost) % 2 >= self.plan.cost
    }

    fn round(&mut self, nodes: u64, control: &mut Control) -> ControlFlow<Outcome<Path<Push>>> {
        let by_features = self.turn(&FeatureSearch::default().with_enhancements(OPTIMAL), nodes, control)?;
        let a_star = AStar::default().with_enhancements(PRUNED);
        let by_bound = self.turn(&a_star, nodes.saturating_mul(SHARE), control)?;
        if (by_features, by_bound) == (Stop::Memory, Stop::Memory) {
            return ControlFlow::Break(self.stopped(Stop::Memory));
        }
        ControlFlow::Continue(())
    }

    /// A search with so many nodes; says whether it stopped for want of these or of memory.
    fn turn(
        &mut self,
        method: &impl SearchMethod,
        nodes: u64,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>, Stop> {
        let outcome = control.within_nodes(nodes, |control| method.search(self.problem, control));
        let Outcome::Stopped { why, lower_bound, .. } = outcome else { return ControlFlow::Break(outcome) };
        self.least = self.least.max(lower_bound.unwrap_or(0));
        if self.is_found() {
            return ControlFlow::Break(bounded(self.plan.clone(), self.least));
        }
        // One more node tells whether these nodes have run out, or all.
        let over =
            if why == Stop::Nodes { control.spend(1).err() } else { (why != Stop::Memory).then_some(why) };
        match over {
            Some(why) => ControlFlow::Break(self.stopped(why)),
            None => ControlFlow::Continue(why),
        }
    }

    fn stopped(&self, why: Stop) -> Outcome<Path<Push>> {
        Outcome::Stopped { why, best: Some(self.plan.clone()), lower_bound: Some(self.least) }
    }
}

/// Searches in turn, until one has come to an end.
fn by_features<const W: usize>(
    problem: &SearchProblem<'_, W>,
    least: u64,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    let mut nodes = ROUND;
    loop {
        let mut refused = 0;
        for search in &SEARCHES {
            match control.within_nodes(nodes, |control| search.search(problem, control)) {
                Outcome::Stopped { why: Stop::Nodes, .. } => {}
                Outcome::Stopped { why: Stop::Memory, .. } => refused += 1,
                Outcome::Stopped { why, best, .. } => {
                    return Outcome::Stopped { why, best, lower_bound: Some(least) };
                }
                outcome => return outcome,
            }
            let over = control.spend(1).err().or_else(|| (refused == SEARCHES.len()).then_some(Stop::Memory));
            if let Some(why) = over {
                return Outcome::Stopped { why, best: None, lower_bound: Some(least) };
            }
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

#[cfg(test)]
mod tests {
    use motion_core::Quality;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::SearchBoard;
    use crate::bound::LowerBounds;
    use crate::samples::framed;
    use crate::search::Position;

    /// The pushes of a first solution, of the proof that begins with it and with a number of nodes,
    /// and of A*.
    fn lengths(level: &Level, nodes: u64) -> Option<(u64, u64, u64)> {
        let board = SearchBoard::new(level);
        let start = Position::<1>::start(&board)?;
        let bounds = LowerBounds::new(&board);
        let least = bounds.matching(&start)?;
        let problem = SearchProblem { board: &board, bounds: &bounds, start, least };
        let control = &mut Control::unlimited();
        let best = AStar::default().search(&problem, control).plan()?;
        let plan = FeatureSearch::default().search(&problem, control).plan()?;
        let first = plan.cost;
        let proof = Proof { game: &problem, plan, least: least.into() };
        let Outcome::Solved { plan, quality: Quality::Optimal } = proof.found(nodes, control) else {
            panic!("not proved: {level}")
        };
        assert_eq!(plan.cost, plan.actions.len() as u64);
        assert_eq!(control.stats().bytes, 0);
        Some((first, plan.cost, best.cost))
    }

    #[test]
    fn proofs_end_with_the_fewest_pushes_however_many_nodes_a_round_has() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut solved, mut shortened) = (0, 0);
        while solved < 400 {
            let mut tiles = [b' '; 20];
            for tile in b"####$.$.$.@" {
                tiles[rng.random_range(0..20)] = *tile;
            }
            let Ok(level) = framed(&tiles, 5).parse::<Level>() else { continue };
            let nodes = rng.random_range(1..40);
            let Some((first, found, least)) = lengths(&level, nodes) else { continue };
            assert_eq!(found, least, "{level}");
            solved += 1;
            shortened += u32::from(found < first);
        }
        assert!(shortened >= 20, "only {shortened} were to be shortened");
    }
}

//! The default solver.

use core::ops::ControlFlow;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Quality, Stop};

use super::by_features::ByFeatures;
use super::rotation::Rotation;
use super::search_problem::{SearchMethod, SearchProblem, is_unsupported, level_solver};
use super::symmetric_search;
use super::{AStar, Bidirectional, Enhancement, Enhancements, FeatureSearch, ReverseFeatureSearch};
use crate::board::{MAX_WORDS, Push, SearchBoard};
use crate::improve::{Improver, Neighbourhood};

/// The nodes of the first search, which is A*.
const EASY: u64 = 10_000;

/// The nodes of each search by features in a round, before its share is applied.
const TURN: u64 = 500;

/// Without a proof, a solution is shortened with a fraction of the nodes that it took, but at least
/// this many, and with few nodes for each piece of it.
const SHORTENING: u64 = 5;
const SHORTENING_LEAST: u64 = 20_000;
const SHORTENING_PIECE: u64 = 100;

/// The nodes of the search by features in the first round of a proof, and the factor by which they
/// grow from round to round.
const ROUND: u64 = 50_000;
const GROWTH: u64 = 4;

/// In a proof, A* and the bidirectional search get this many nodes for each node of the search by
/// features, whose nodes take longer.
const SHARE: u64 = 2;

/// The default solver: A* for easy levels, then searches by features in turn until one solves the
/// level; then the solution is shortened, or both take turns if a proof is requested.
///
/// A* solves easy levels with the fewest pushes, which it proves. For other levels, searches with
/// different plans and features take turns, and continue in each turn where the last one ended.
/// Searches from the goals are omitted on levels that they do not support. On levels of more than
/// 1,024 live squares, only the searches by features from the start run. The first solution is
/// then shortened, with a fifth of the nodes that it took or 20,000; an [`Improver`] shortens it
/// further.
///
/// With the feature `rayon` the searches run on the
/// [threads](motion_core::Budget::with_threads) of the budget. If only nodes are limited, the
/// solution returned is the same for any number of threads.
///
/// # Complexity
/// That of [`AStar`] for a few nodes, then that of the [`FeatureSearch`]es together. A search
/// that lacks memory releases what it holds to the others.
///
/// # Guarantees
/// Complete. The quality is the proved lower bound on the pushes. With
/// [`Optimal`](Enhancement::Optimal) the solution has the fewest pushes; if stopped before this is
/// proved, `best` is the best solution found, if any. Levels of more than 1,024 live squares, or
/// 4,096 with the feature `survey`, are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
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

/// The enhancements of A* without a proof, and those of searches from the goals and from both ends.
const PRUNED: Enhancements = Enhancements::new(&[Enhancement::Pruned]);
const DEADLOCKS: Enhancements = Enhancements::new(&[Enhancement::StaticDeadlocks]);

/// The enhancements of searches for a proof. These searches are long enough to repay the tables.
const PROOF_BY_FEATURES: Enhancements = Enhancements::new(&[Enhancement::Optimal, Enhancement::BoxTables]);

/// The searches that take turns, each with its share, by which the nodes of a round are multiplied.
/// The nodes of a search from the goals take a fraction of the time.
///
/// The first finds the shortest solutions, the second solves the most levels. The third solves
/// levels on which the plan of the second misleads, the next two those on which every plan does,
/// and the last those on which the boxes are easily pulled apart from the goals.
pub(super) const SEARCHES: [(ByFeatures, u64); 6] = {
    const fn forward(enhancements: &[Enhancement]) -> FeatureSearch {
        FeatureSearch::PLAIN.with_enhancements(Enhancements::new(enhancements))
    }
    const BY_SINKS: FeatureSearch = forward(&[Enhancement::Sinks, Enhancement::Efficient]);
    [
        (ByFeatures::Forward(forward(&[])), 16),
        (ByFeatures::Forward(BY_SINKS), 26),
        (ByFeatures::WithOtherPlans(BY_SINKS), 3),
        (ByFeatures::Backward(ReverseFeatureSearch::PLAIN.with_enhancements(DEADLOCKS)), 20),
        (ByFeatures::Forward(forward(&[Enhancement::NoPlan])), 6),
        (ByFeatures::TowardOpenPosition(BY_SINKS), 14),
    ]
};

impl Auto {
    /// Sets whether to continue until the fewest pushes are proved; false by default.
    pub const fn with_optimal(mut self, optimal: bool) -> Self {
        self.enhancements = if optimal { Self::ENHANCEMENTS } else { Enhancements::NONE };
        self
    }
}

level_solver! {
    /// Sets the enhancements. This solver has `optimal`; others are ignored.
    Auto, "those of the searches it is made of",
    Enhancements::new(&[Enhancement::Optimal]),
    |set| set
}

/// Finds the solution that [`Auto`] shortens, or continues from for a proof.
pub(crate) struct FirstSolution;

level_solver!(FirstSolution, "those of the searches it is made of");

impl SearchMethod for FirstSolution {
    const MAX_LIVE_SQUARES: usize = SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let mut least = u64::from(problem.least);
        if const { W <= MAX_WORDS } {
            let a_star = AStar::default().with_enhancements(PRUNED);
            match control.within_nodes(EASY, |control| a_star.search(problem, control)) {
                Outcome::Stopped { why: Stop::Nodes | Stop::Memory, lower_bound, .. } => {
                    least = least.max(lower_bound.unwrap_or(0));
                }
                outcome => return outcome,
            }
        }
        let first = Rotation { searches: &SEARCHES, nodes: TURN, least }.found(problem, control);
        match first {
            Outcome::Solved { plan, .. } => problem.bounded(plan, least),
            outcome => outcome,
        }
    }
}

impl SearchMethod for Auto {
    const MAX_LIVE_SQUARES: usize = SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let first = FirstSolution.search(problem, control);
        let Outcome::Solved { plan, quality: Quality::Bounded { lower_bound: least } } = first else {
            return first;
        };
        if !self.enhancements.contains(Enhancement::Optimal) {
            let shorter =
                if const { W <= MAX_WORDS } { shortened(problem, plan, least, control) } else { plan };
            return problem.bounded(shorter, least);
        }
        if let Err(why) = control.improved(plan.cost, || problem.moves(&plan)) {
            return Outcome::Stopped { why, best: Some(plan), lower_bound: Some(least) };
        }
        if const { W > MAX_WORDS } {
            return proof_by_features(problem, plan, least, control);
        }
        let proof = |problem: &SearchProblem<'_, W>, control: &mut Control| {
            Proof { problem, first: &plan.actions, plan: plan.clone(), least }.found(ROUND, control)
        };
        match problem.with_groups(control, proof) {
            Ok(outcome) => outcome,
            // Without memory for the tables, there may still be enough for a proof.
            Err(Stop::Memory) => proof(problem, control),
            Err(why) => Outcome::Stopped { why, best: Some(plan), lower_bound: Some(least) },
        }
    }
}

/// Proves the fewest pushes by features alone. A solution and a bound are known.
fn proof_by_features<const W: usize>(
    problem: &SearchProblem<'_, W>,
    plan: Path<Push>,
    least: u64,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    match FeatureSearch::default().with_enhancements(PROOF_BY_FEATURES).search(problem, control) {
        Outcome::Stopped { why, lower_bound, .. } => {
            let lower_bound = lower_bound.map_or(least, |bound| bound.max(least));
            Outcome::Stopped { why, best: Some(plan), lower_bound: Some(lower_bound) }
        }
        outcome => outcome,
    }
}

/// Shortens a solution by the improver's cheapest neighbourhoods: pieces in which a few boxes move,
/// and single boxes.
fn shortened<const W: usize>(
    problem: &SearchProblem<'_, W>,
    plan: Path<Push>,
    least: u64,
    control: &mut Control,
) -> Path<Push> {
    let nodes = (control.stats().nodes / SHORTENING).max(SHORTENING_LEAST);
    let improver = Improver::default()
        .with_nodes(SHORTENING_PIECE)
        .with_walks(false)
        .with_neighbourhood(Neighbourhood::TwoBoxes, false)
        .with_neighbourhood(Neighbourhood::ThreeBoxes, false);
    let (cost, mut pushes) = (plan.cost, plan.actions);
    // Whatever ends this, the pushes solve the level.
    let _ = control
        .within_nodes(nodes, |control| improver.work::<W>(problem.board, least..cost, &mut pushes, control));
    Path { cost: pushes.len() as u64, actions: pushes }
}

/// A proof in progress: a solution and the proved lower bound. If memory allows, tables of groups
/// of boxes raise all bounds.
///
/// Three searches take turns, and the solution is shortened in between. Feature search is best if
/// the matching bound is nearly exact, because it completes the last f-layer, which A* cannot
/// exhaust. A* is best if the bound is less exact, because it repeats no layers. A search from both
/// ends without a bound is best if the bound is far off.
struct Proof<'g, 'b, const W: usize> {
    problem: &'g SearchProblem<'b, W>,
    first: &'g [Push],
    /// The shortest solution found.
    plan: Path<Push>,
    /// A lower bound on the pushes of all solutions.
    least: u64,
}

impl<const W: usize> Proof<'_, '_, W> {
    /// Searches until the solution is proved to have the fewest pushes, or a search returns one
    /// with the fewest. `nodes` is the limit of the first round.
    fn found(mut self, mut nodes: u64, control: &mut Control) -> Outcome<Path<Push>> {
        while !self.is_proved() {
            match self.round(nodes, control) {
                ControlFlow::Continue(()) => nodes = nodes.saturating_mul(GROWTH),
                ControlFlow::Break(outcome) => return outcome,
            }
        }
        self.problem.bounded(self.plan, self.least)
    }

    /// Whether the solution is proved to have the fewest pushes.
    const fn is_proved(&self) -> bool {
        self.problem.with_parity_of(self.plan.cost, self.least) >= self.plan.cost
    }

    fn round(&mut self, nodes: u64, control: &mut Control) -> ControlFlow<Outcome<Path<Push>>> {
        let by_features =
            self.turn(&FeatureSearch::default().with_enhancements(PROOF_BY_FEATURES), nodes, control)?;
        let more = nodes.saturating_mul(SHARE);
        let by_bound = self.turn(&AStar::default().with_enhancements(self.by_bound()), more, control)?;
        let both_ends = Bidirectional::default().with_enhancements(DEADLOCKS);
        let from_both_ends = if is_unsupported(&both_ends, self.problem.board) {
            Stop::Memory
        } else {
            self.turn(&both_ends, more, control)?
        };
        if [by_features, by_bound, from_both_ends] == [Stop::Memory; 3] {
            return ControlFlow::Break(self.stopped(Stop::Memory));
        }
        self.improve(nodes, control)
    }

    /// The enhancements of A*.
    fn by_bound(&self) -> Enhancements {
        let folding = if symmetric_search::has_symmetries(self.problem) {
            Enhancement::Symmetry
        } else {
            Enhancement::TunnelMacros
        };
        match self.problem.groups {
            // Groups of boxes already detect the positions that tables would prune.
            Some(_) => PRUNED.with(folding),
            None => PRUNED.with(folding).with(Enhancement::BoxTables),
        }
    }

    /// Shortens the first solution with this many nodes; the result may reach the bound. Each round
    /// starts from the first solution, because the one that an earlier round shortened with fewer
    /// nodes may be a local minimum.
    fn improve(&mut self, nodes: u64, control: &mut Control) -> ControlFlow<Outcome<Path<Push>>> {
        let (mut pushes, improver) = (self.first.to_vec(), Improver::default().with_walks(false));
        let work = |control: &mut Control| {
            improver.work::<W>(self.problem.board, self.least..self.plan.cost, &mut pushes, control)
        };
        let result = control.within_nodes(nodes, work);
        let cost = pushes.len() as u64;
        if cost < self.plan.cost {
            self.plan = Path { actions: pushes, cost };
        }
        match result {
            Err(why) if !self.is_proved() => self.continued(why, control).map_continue(|_| ()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Runs a search with this many nodes. Continues with [`Stop::Nodes`] or [`Stop::Memory`] if it
    /// stopped at this limit or for lack of memory.
    fn turn(
        &mut self,
        method: &impl SearchMethod,
        nodes: u64,
        control: &mut Control,
    ) -> ControlFlow<Outcome<Path<Push>>, Stop> {
        let outcome = control.within_nodes(nodes, |control| method.search(self.problem, control));
        let Outcome::Stopped { why, lower_bound, .. } = outcome else { return ControlFlow::Break(outcome) };
        self.least = self.least.max(lower_bound.unwrap_or(0));
        if self.is_proved() {
            return ControlFlow::Break(self.problem.bounded(self.plan.clone(), self.least));
        }
        self.continued(why, control)
    }

    /// Continues after a search that stopped at its own limit of nodes or for lack of memory;
    /// otherwise breaks.
    fn continued(&self, why: Stop, control: &mut Control) -> ControlFlow<Outcome<Path<Push>>, Stop> {
        // Spending one more node shows whether the search or the whole run has reached its limit.
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

#[cfg(test)]
mod tests {
    use motion_core::Budget;
    use motion_testing::cases;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::SearchBoard;
    use crate::bound::LowerBounds;
    use crate::level::Level;
    use crate::samples::{end_on_goals, framed, random_board};

    /// Returns the numbers of pushes of a first solution, of the proof that starts from it with
    /// this many nodes, and of A*.
    fn lengths(level: &Level, nodes: u64) -> Option<(u64, u64, u64)> {
        let board = SearchBoard::new(level);
        if !board.starts_on_live_squares() {
            return None;
        }
        let bounds = LowerBounds::new(&board);
        let problem = SearchProblem::<4>::new(&board, &bounds)?;
        let control = &mut Control::unlimited();
        let best = AStar::default().search(&problem, control).plan()?;
        let plan = FeatureSearch::default().search(&problem, control).plan()?;
        let first = plan.cost;
        let proof =
            Proof { problem: &problem, first: &plan.actions.clone(), plan, least: problem.least.into() };
        let Outcome::Solved { plan, quality: Quality::Optimal } = proof.found(nodes, control) else {
            panic!("not proved: {level}")
        };
        assert_eq!(plan.cost, plan.actions.len() as u64);
        assert_eq!(control.stats().bytes, 0);
        Some((first, plan.cost, best.cost))
    }

    #[test]
    fn first_solutions_are_shortened() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
        let mut saved = 0;
        for _ in 0..cases(10, 100) {
            let board = random_board(&mut rng, 6);
            let bounds = LowerBounds::new(&board);
            let Some(problem) = SearchProblem::<4>::new(&board, &bounds) else { continue };
            let control = &mut Control::new(Budget::new().with_nodes(20_000));
            let Some(plan) = FeatureSearch::default().search(&problem, control).plan() else { continue };
            let first = plan.cost;
            let path = shortened(&problem, plan, problem.least.into(), &mut Control::unlimited());
            assert_eq!(problem.moves(&path).pushes() as u64, path.cost);
            assert!(end_on_goals(&board, &path.actions));
            saved += first - path.cost;
        }
        assert!(saved > cases(5, 50), "only {saved} pushes were saved");
    }

    #[test]
    fn proofs_end_with_the_fewest_pushes_however_many_nodes_a_round_has() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut solved, mut shortened) = (0, 0);
        while solved < cases(60, 400) {
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
        assert!(shortened >= cases(2, 20), "only {shortened} first solutions were shortened");
    }
}

//! Rolling Stone: IDA* with goal macros, goal cuts and relevance cuts.

use alloc::sync::Arc;

use motion_core::search::{IterativeDeepening, MemoryPolicy, Path};
use motion_core::{Control, Outcome, Solver, Stop};

use super::search_problem::{self, SearchMethod, SearchProblem, bounded};
use super::{Enhancement, Enhancements};
use crate::analysis::{BoxTables, PrunedPushes};
use crate::board::Push;
use crate::bound::BoundKind;
use crate::level::Level;
use crate::moves::Moves;
use crate::rolling_stone::{GoalMacros, MacroSpace, MacroStart, Relevance, RollingBound, Trail};

/// Finds a solution as Rolling Stone does, the program of A. Junghanns and J. Schaeffer: IDA* by
/// runs with a lossy table, pruned by deadlock rules, corrals and tables, in Rolling Stone's order
/// of the pushes, and with its goal macros, goal cuts and relevance cuts, if they are switched on.
///
/// * **Order.** Moves of the box that was moved last come first if they lower the bound, then other
///   moves that do, then the rest; of each, those first whose box is nearest to the goal assigned
///   to it.
/// * **Goal macros** (`macros`). A box that is pushed onto an entrance of a goal room, and can be
///   pushed from there to the next goal of a [packing
///   order](crate::one_box_at_a_time::PackingOrder) while the other boxes stay, goes there at once.
/// * **Goal cuts** (`cuts`). If a box can be pushed to the next goal from where it stands, each
///   push lowering the bound, the nearest such box is, and nothing else is tried.
/// * **Relevance cuts** (`relevance`). Half of the moves are left out that are distant from the
///   last one and return to where the search has come from, or are the third of this kind within
///   the last moves.
///
/// What macros and cuts leave out may be all solutions. So where a search with them is exhausted,
/// or stopped within four fifths of the limits, another without them follows.
///
/// # Complexity
/// That of [`IdaStar`](super::IdaStar).
///
/// # Guarantees
/// Complete – exhaustion of the search without macros and cuts is a proof, which is reached if the
/// memory is sufficient for its table. The quality is the bound that is proved. Levels of more than
/// 1,024 live squares are [`Stop::Unsupported`].
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001) 219–251. The differences: goals are filled
/// in one order instead of all that leave the others accessible, and goal cuts look ahead for the
/// macro that Rolling Stone finds by search.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{Level, RollingStone};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = RollingStone::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollingStone {
    enhancements: Enhancements,
}

impl Default for RollingStone {
    /// With `macros`, `cuts` and `relevance`.
    fn default() -> Self {
        Self { enhancements: Self::ENHANCEMENTS }
    }
}

impl RollingStone {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements =
        Enhancements::new(&[Enhancement::GoalMacros, Enhancement::GoalCuts, Enhancement::Relevance]);

    /// Sets the enhancements. Those that this solver does not have – it has `macros`, `cuts` and
    /// `relevance` – are ignored, and so is `cuts` without `macros`.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        if !self.enhancements.contains(Enhancement::GoalMacros) {
            self.enhancements = self.enhancements.and_not(Enhancements::new(&[Enhancement::GoalCuts]));
        }
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for RollingStone {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

/// The share of the limits, in percent, of the search with macros and cuts.
const FIRST_SHARE: u8 = 80;

impl SearchMethod for RollingStone {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| match BoxTables::for_pushes(problem.board, control) {
            Ok(tables) => self.search_with(problem, &Arc::new(tables), control),
            Err(why) => problem.stopped(why),
        })
    }
}

impl RollingStone {
    fn search_with<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: &Arc<BoxTables<W>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self != Self::PLAIN {
            let found = control.within_share(FIRST_SHARE, |control| {
                control.scope(|control| self.search_once(problem, tables, control))
            });
            match found {
                Ok(Outcome::Solved { plan, .. }) => return bounded(plan, problem.least.into()),
                Ok(Outcome::Stopped { why, .. }) | Err(why) => {
                    if let Err(why) = control.poll() {
                        return problem.stopped(why);
                    }
                    if why == Stop::Memory {
                        return problem.stopped(why);
                    }
                }
                Ok(Outcome::Unsolvable) => {}
            }
        }
        Self::PLAIN.search_once(problem, tables, control).unwrap_or_else(|why| problem.stopped(why))
    }

    /// One search, which is complete if no enhancement is switched on.
    fn search_once<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: &Arc<BoxTables<W>>,
        control: &mut Control,
    ) -> Result<Outcome<Path<Push>>, Stop> {
        let SearchProblem { board, bounds, start, .. } = *problem;
        let has = |enhancement| self.enhancements.contains(enhancement);
        let reach = if has(Enhancement::GoalCuts) { MacroStart::Anywhere } else { MacroStart::Entrance };
        let macros = has(Enhancement::GoalMacros).then(|| GoalMacros::new(board, bounds, reach, control));
        let macros = macros.transpose()?;
        let relevance = has(Enhancement::Relevance).then(|| Relevance::new(board, control)).transpose()?;
        let pushes = PrunedPushes::new(board).with_tables(Some(Arc::clone(tables)));
        let space = MacroSpace::new(board, pushes, macros, relevance);
        let bound = RollingBound::new(board, problem.heuristic(BoundKind::Matching));
        let engine = IterativeDeepening::default()
            .with_memory(MemoryPolicy::TranspositionTable)
            .with_ranked(true)
            .with_bounded(true)
            .with_least(problem.least);
        let found = engine.search(&space, bound, Trail::new(start), control);
        Ok(found.map(|path| space.to_pushes(&start, path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::framed;
    use alloc::string::String;
    use alloc::vec::Vec;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// The first of the two searches.
    struct FirstSearch(RollingStone);

    impl SearchMethod for FirstSearch {
        fn search<const W: usize>(
            &self,
            problem: &SearchProblem<'_, W>,
            control: &mut Control,
        ) -> Outcome<Path<Push>> {
            let tables = BoxTables::for_pushes(problem.board, control).map(Arc::new);
            let found = tables.and_then(|tables| self.0.search_once(problem, &tables, control));
            found.unwrap_or_else(|why| problem.stopped(why))
        }
    }

    fn with(parts: &[Enhancement]) -> RollingStone {
        RollingStone::PLAIN.with_enhancements(Enhancements::new(parts))
    }

    /// Whether a level has a solution, and the first search loses all of them.
    fn is_lost_at_first(solver: RollingStone, text: &str) -> bool {
        let Ok(level) = text.parse::<Level>() else { return false };
        let mut control = Control::unlimited();
        let first = search_problem::solve(&FirstSearch(solver), &level, &mut control);
        if first != Outcome::Unsolvable {
            return false;
        }
        let plan = RollingStone::PLAIN.solve(&level, &mut control).plan();
        assert_eq!(solver.solve(&level, &mut control).plan(), plan, "{text}");
        plan.is_some()
    }

    #[test]
    fn what_macros_and_cuts_lose_the_second_search_finds() {
        let solvers = [
            with(&[Enhancement::GoalMacros]),
            with(&[Enhancement::GoalMacros, Enhancement::GoalCuts]),
            with(&[Enhancement::Relevance]),
        ];
        let mut lost: [Vec<String>; 3] = Default::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(81);
        for number in 0..60_000 {
            let mut tiles: [u8; 48] =
                core::array::from_fn(|_| if rng.random_bool(0.35) { b'#' } else { b' ' });
            for &tile in [&b"$$..@"[..], b"$$$...@", b"$$$$....@"][number % 3] {
                tiles[rng.random_range(0..48)] = tile;
            }
            let text = framed(&tiles, [6, 8, 12][number / 3 % 3]);
            for (&solver, lost) in solvers.iter().zip(&mut lost) {
                if is_lost_at_first(solver, &text) {
                    lost.push(text.clone());
                }
            }
        }
        for (solver, lost) in solvers.iter().zip(&lost) {
            let shortest = lost.iter().min_by_key(|text| text.matches(' ').count());
            std::println!("{solver:?}: {}\n{}", lost.len(), shortest.map_or("", |text| text));
        }
        assert!(lost.iter().all(|lost| !lost.is_empty()));
    }
}

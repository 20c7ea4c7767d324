//! Rolling Stone: IDA* with goal macros, goal cuts and relevance cuts.

use alloc::sync::Arc;

use motion_core::internal::MemoryPolicy;
use motion_core::search::{IterativeDeepening, Path};
use motion_core::{Control, Outcome, Stop};

use super::ida_star::with_restarts;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::analysis::{BoxTables, Penalties, PrunedPushes};
use crate::board::Push;
use crate::bound::BoundKind;
use crate::rolling_stone::{
    GoalMacros, MacroSpace, MacroStart, PositionWithMoves, RelevanceCuts, RollingStoneBound,
};

/// Finds a solution in the manner of Rolling Stone, the program of A. Junghanns and J. Schaeffer:
/// IDA* by runs with a lossy table, pruned by deadlock rules, corrals and tables. Pushes are in
/// Rolling Stone's order. Its goal macros, goal cuts and relevance cuts are used if they are
/// switched on.
///
/// * **Order.** Moves of the last moved box that lower the bound come first, then other moves that
///   lower it, then the rest. Within each class, moves of the box nearest to its assigned goal come
///   first.
/// * **Goal macros** (`macros`). A box that is pushed onto an entrance of a goal room moves at once
///   to the next goal of a [packing order](crate::one_box_at_a_time::PackingOrder), if it can be
///   pushed there while the other boxes stay.
/// * **Goal cuts** (`cuts`). If a box anywhere can be pushed to the next goal such that each push
///   lowers the bound, the nearest such box is pushed there, and no other move is tried.
/// * **Relevance cuts** (`relevance`). A move is distant from the last one if neither of their
///   squares has much influence on the other. Half of the distant moves are omitted if they return
///   to the area that the search has left, or are the third distant move among the last moves.
/// * **Pattern search** (`penalties`), **overestimation** (`overestimate`) and **restarts**
///   (`restarts`) are those of [`IdaStar`](super::IdaStar).
///
/// Macros and cuts may omit all solutions. If a search with them is exhausted, or stopped after
/// four fifths of the limits, a search without them follows. It has a new table, because with cuts
/// an entry of the table holds only for the moves that led to its position.
///
/// # Complexity
/// That of [`IdaStar`](super::IdaStar).
///
/// # Guarantees
/// Complete: exhaustion of the search without macros and cuts is a proof, reached if the memory
/// suffices for its table. The quality is the proved bound. Levels of more than 1,024 live squares
/// are [`Stop::Unsupported`].
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001) 219–251. Two differences: goals are filled
/// in a single order instead of all orders that leave the other goals accessible, and goal cuts
/// look ahead for the macro that Rolling Stone finds by search.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::RollingStone;
/// use sokoban::Level;
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
    /// Enables all enhancements.
    fn default() -> Self {
        Self { enhancements: Self::ENHANCEMENTS }
    }
}

level_solver! {
    /// Sets the enhancements. This solver has `macros`, `cuts`, `relevance`, `penalties`,
    /// `overestimate` and `restarts`; others are ignored. `cuts` needs `macros`, `overestimate`
    /// needs `penalties`, and `restarts` needs `overestimate`.
    RollingStone, "positions expanded",
    Self::INCOMPLETE.or(Enhancements::new(&[
        Enhancement::Penalties,
        Enhancement::Overestimate,
        Enhancement::Restarts,
    ])),
    |set| set
        .requiring(Enhancement::GoalMacros, &[Enhancement::GoalCuts])
        .requiring(Enhancement::Penalties, &[Enhancement::Overestimate])
        .requiring(Enhancement::Overestimate, &[Enhancement::Restarts])
}

/// The percentage of the limits for the search with macros and cuts.
const FIRST_SHARE: u8 = 80;

impl SearchMethod for RollingStone {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        problem.search(control, |control| {
            let tables = BoxTables::for_pushes(problem.board, control)?;
            self.search_with(problem, &Arc::new(tables), control)
        })
    }
}

impl RollingStone {
    /// Without enhancements.
    const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that omit moves of solutions.
    const INCOMPLETE: Enhancements =
        Enhancements::new(&[Enhancement::GoalMacros, Enhancement::GoalCuts, Enhancement::Relevance]);

    fn search_with<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: &Arc<BoxTables<W>>,
        control: &mut Control,
    ) -> Result<Outcome<Path<Push>>, Stop> {
        let mut penalties = self.penalties(problem);
        let complete = Self { enhancements: self.enhancements.and_not(Self::INCOMPLETE) };
        if self != complete {
            let found = control.within_share(FIRST_SHARE, |control| {
                self.search_in_rounds(problem, tables, penalties.as_mut(), control)
            });
            match found {
                Ok(Outcome::Unsolvable) => {}
                Ok(Outcome::Stopped { why: Stop::Nodes | Stop::Time, .. })
                | Err(Stop::Nodes | Stop::Time) => {
                    // Continues if only the share is used up, not the limit of the run.
                    control.poll()?;
                }
                outcome => return outcome,
            }
        }
        complete.search_in_rounds(problem, tables, penalties.as_mut(), control)
    }

    /// Returns the empty store of penalties, if they are switched on.
    fn penalties<'b, const W: usize>(self, problem: &SearchProblem<'b, W>) -> Option<Penalties<'b, W>> {
        let SearchProblem { board, bounds, .. } = *problem;
        let is_on = self.enhancements.contains(Enhancement::Penalties);
        let overestimates = self.enhancements.contains(Enhancement::Overestimate);
        is_on.then(|| Penalties::new(board, bounds).with_overestimates(overestimates))
    }

    /// With `restarts`, searches repeatedly as long as there are new penalties; otherwise once.
    fn search_in_rounds<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        tables: &Arc<BoxTables<W>>,
        penalties: Option<&mut Penalties<'b, W>>,
        control: &mut Control,
    ) -> Result<Outcome<Path<Push>>, Stop> {
        let space = self.space(problem, tables, control)?;
        let has_restarts = self.enhancements.contains(Enhancement::Restarts);
        let Some(penalties) = penalties else {
            let found = search_once(problem, &space, None, control);
            let nothing_cuts = self == Self::PLAIN;
            return Ok(if nothing_cuts { found } else { problem.with_least(found.map(|path| path.actions)) });
        };
        Ok(with_restarts(problem, has_restarts, penalties, control, |penalties, control| {
            search_once(problem, &space, Some(penalties), control)
        }))
    }

    /// Builds the space of the moves. It contains all solutions if no macros or cuts are switched
    /// on. Memory is held in `control`.
    fn space<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        tables: &Arc<BoxTables<W>>,
        control: &mut Control,
    ) -> Result<Space<'b, W>, Stop> {
        let SearchProblem { board, bounds, .. } = *problem;
        let has = |enhancement| self.enhancements.contains(enhancement);
        let start = if has(Enhancement::GoalCuts) { MacroStart::Anywhere } else { MacroStart::Entrance };
        let macros = has(Enhancement::GoalMacros).then(|| GoalMacros::new(board, bounds, start, control));
        let macros = macros.transpose()?;
        let relevance =
            has(Enhancement::Relevance).then(|| RelevanceCuts::new(board, control)).transpose()?;
        let pushes = PrunedPushes::new(board).with_tables(Some(Arc::clone(tables)));
        Ok(MacroSpace::new(board, pushes, macros, relevance))
    }
}

/// The space of a search.
type Space<'b, const W: usize> = MacroSpace<'b, PrunedPushes<'b, W>, W>;

/// Searches a space once.
fn search_once<'b, const W: usize>(
    problem: &SearchProblem<'b, W>,
    space: &Space<'b, W>,
    penalties: Option<&mut Penalties<'b, W>>,
    control: &mut Control,
) -> Outcome<Path<Push>> {
    let bound = RollingStoneBound::new(problem.board, problem.heuristic(BoundKind::Matching), penalties);
    let engine = IterativeDeepening::default()
        .with_memory(MemoryPolicy::TranspositionTable)
        .with_ranked(true)
        .with_bounded(true)
        .with_least(problem.least);
    let found = engine.search(space, bound, PositionWithMoves::new(problem.start), control);
    found.map(|path| space.to_pushes(&problem.start, path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SearchBoard;
    use crate::bound::LowerBounds;
    use crate::level::Level;

    #[test]
    fn what_cuts_lose_the_second_search_finds() {
        for (parts, text) in [
            (
                &[Enhancement::GoalMacros, Enhancement::GoalCuts][..],
                "##########\n# ## # # #\n#   ##   #\n##$   $ .#\n#      # #\n# @. # $ #\n##   . ###\n\
                 ##########",
            ),
            (
                &[Enhancement::Relevance],
                "########\n#  ##  #\n#.     #\n#      #\n##  #  #\n###    #\n## $#@ #\n##  ##$#\n#   # .#\n\
                 ########",
            ),
        ] {
            let solver = RollingStone::PLAIN.with_enhancements(Enhancements::new(parts));
            let level: Level = text.parse().expect("a level");
            let board = SearchBoard::new(&level);
            let bounds = LowerBounds::new(&board);
            let problem = SearchProblem::<4>::new(&board, &bounds).expect("a goal for each box");
            let mut control = Control::unlimited();
            let tables = BoxTables::for_pushes(&board, &mut control).map(Arc::new).expect("unlimited");
            let space = solver.space(&problem, &tables, &mut control).expect("unlimited");
            // Repeats the first of the two searches.
            let first = search_once(&problem, &space, None, &mut control);
            assert_eq!(first, Outcome::Unsolvable, "{parts:?}");
            let path = solver.search(&problem, &mut control).plan().expect("a solution");
            assert!(level.verify(&problem.moves(&path)).is_ok());
        }
    }
}

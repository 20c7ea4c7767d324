//! The common beginning and end of all solvers of this module.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Quality, Stop};

use super::{Enhancement, Enhancements};
use crate::analysis::{BoxTables, DeadlockRule, PrunedPulls, PrunedPushes};
use crate::board::{BoardSearch, MAX_WORDS, Push, SearchBoard};
use crate::bound::{BoundHeuristic, BoundKind, GroupTables, LowerBounds};
use crate::level::Level;
use crate::moves::Moves;
use crate::search::{Position, Pulls};

/// A level to be solved: its board, its start, and bounds known before the search.
pub(super) struct SearchProblem<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) bounds: &'b LowerBounds,
    pub(super) start: Position<W>,
    /// The costs of groups of boxes, if they are to raise the bounds.
    pub(super) groups: Option<&'b GroupTables>,
    /// A lower bound on the pushes.
    pub(super) least: u32,
}

/// A search for a solution of a problem.
pub(super) trait SearchMethod {
    /// Whether the search starts from the solved positions, whose number is then limited.
    const FROM_GOALS: bool = false;

    /// The largest number of live squares. A search that supports more than
    /// [`SearchBoard::MAX_LIVE_SQUARES`] is also compiled for wide sets of boxes, without the parts
    /// that constant conditions on `W` omit.
    const MAX_LIVE_SQUARES: usize = SearchBoard::MAX_LIVE_SQUARES;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>>;
}

/// Makes a [`SearchMethod`] a solver of levels, with the enhancements that it has and a rule that
/// keeps only those of a set that can be combined.
macro_rules! level_solver {
    ($solver:ident, $nodes:literal) => {
        impl motion_core::Solver<crate::level::Level> for $solver {
            type Solution = crate::moves::Moves;

            #[doc = concat!("Solves a level. Nodes are ", $nodes, ".")]
            fn solve(
                &self,
                level: &crate::level::Level,
                control: &mut Control,
            ) -> Outcome<crate::moves::Moves> {
                super::search_problem::solve(self, level, control)
            }
        }
    };
    ($(#[$doc:meta])* $solver:ident, $nodes:literal, $enhancements:expr, |$set:ident| $together:expr) => {
        level_solver!($solver, $nodes);

        impl $solver {
            /// The enhancements that this solver has.
            pub(super) const ENHANCEMENTS: Enhancements = $enhancements;

            $(#[$doc])*
            pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
                let $set = enhancements.and(Self::ENHANCEMENTS);
                self.enhancements = $together;
                self
            }

            /// The enhancements that are switched on.
            #[doc(hidden)]
            pub const fn enhancements(&self) -> Enhancements {
                self.enhancements
            }
        }
    };
}

pub(super) use level_solver;

/// Solves a level, unless it is already settled before the search.
pub(super) fn solve<M: SearchMethod>(method: &M, level: &Level, control: &mut Control) -> Outcome<Moves> {
    let board = SearchBoard::new(level);
    if !board.starts_on_live_squares() {
        return Outcome::Unsolvable;
    }
    if is_unsupported(method, &board) {
        return Outcome::stopped(Stop::Unsupported);
    }
    let solving = Solving { method, control };
    let outcome = if const { M::MAX_LIVE_SQUARES > SearchBoard::MAX_LIVE_SQUARES } {
        board.with_any_width(solving)
    } else {
        board.with_width(solving)
    };
    outcome.unwrap_or(Outcome::stopped(Stop::Unsupported))
}

/// Whether a method starts from the solved positions of a board that has too many of them.
pub(super) fn is_unsupported<M: SearchMethod>(_: &M, board: &SearchBoard) -> bool {
    M::FROM_GOALS && !board.has_few_final_sets()
}

struct Solving<'m, 'c, 'o, M> {
    method: &'m M,
    control: &'c mut Control<'o>,
}

impl<M: SearchMethod> BoardSearch for Solving<'_, '_, '_, M> {
    type Output = Outcome<Moves>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Outcome<Moves> {
        let bounds = LowerBounds::new(board);
        let Some(problem) = SearchProblem::<W>::new(board, &bounds) else { return Outcome::Unsolvable };
        self.method.search(&problem, self.control).map(|path| problem.moves(&path))
    }
}

impl<'b, const W: usize> SearchProblem<'b, W> {
    /// Creates the problem of a board whose boxes are on live squares and fit the width; `None` if
    /// the boxes cannot each have a goal.
    pub(super) fn new(board: &'b SearchBoard, bounds: &'b LowerBounds) -> Option<Self> {
        let start = Position::start(board).expect("invariant: boxes are on live squares and fit");
        let least = bounds.matching(&start)?;
        Some(Self { board, bounds, start, groups: None, least })
    }

    /// Returns the player's steps of a path.
    pub(super) fn moves(&self, path: &Path<Push>) -> Moves {
        let moves = self.board.moves(path.actions.iter().copied());
        moves.expect("invariant: pushes of the space are legal")
    }

    /// Returns the game forward, pruned by `SD` and `PI`, each if it is switched on.
    pub(super) fn pruned_pushes(&self, enhancements: Enhancements) -> PrunedPushes<'b, W> {
        let has_rules = enhancements.contains(Enhancement::StaticDeadlocks);
        let rules: &[DeadlockRule] = if has_rules { &DeadlockRule::ALL } else { &[] };
        let has_corrals = enhancements.contains(Enhancement::PiCorrals);
        PrunedPushes::new(self.board).with_rules(rules).with_corrals(has_corrals)
    }

    /// Returns the game forward, pruned by all rules and corrals, or not pruned.
    pub(super) fn pruned_pushes_or_all(&self, is_pruned: bool) -> PrunedPushes<'b, W> {
        if is_pruned { PrunedPushes::new(self.board) } else { self.pruned_pushes(Enhancements::NONE) }
    }

    /// Builds the tables that prune pushes, with `tables`; there are none for wide sets of boxes.
    /// They hold memory until the scope of the control ends.
    pub(super) fn push_tables(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<Arc<BoxTables<W>>>, Stop> {
        if const { W > MAX_WORDS } {
            return Ok(None);
        }
        let is_on = enhancements.contains(Enhancement::BoxTables);
        is_on.then(|| BoxTables::for_pushes(self.board, control).map(Arc::new)).transpose()
    }

    /// Builds the tables that prune pulls, with `tables`.
    pub(super) fn pull_tables(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<Arc<BoxTables<W>>>, Stop> {
        let is_on = enhancements.contains(Enhancement::BoxTables);
        is_on.then(|| BoxTables::for_pulls(self.board, control).map(Arc::new)).transpose()
    }

    /// Returns the game backward, pruned by `SD`.
    pub(super) fn pruned_pulls(&self, enhancements: Enhancements) -> PrunedPulls<'b, W> {
        let pulls = PrunedPulls::new(self.board).expect("invariant: boxes are on live squares and fit");
        pulls.with_rules(enhancements.contains(Enhancement::StaticDeadlocks))
    }

    /// Returns the game backward.
    pub(super) fn pulls(&self) -> Pulls<'b, W> {
        Pulls::new(self.board).expect("invariant: boxes are on live squares and fit")
    }

    /// Calls `search`, which may be stopped while it prepares tables and the like; their memory is
    /// held until it returns.
    pub(super) fn search(
        &self,
        control: &mut Control,
        search: impl FnOnce(&mut Control) -> Result<Outcome<Path<Push>>, Stop>,
    ) -> Outcome<Path<Push>> {
        control.scope(search).unwrap_or_else(|why| self.stopped(why))
    }

    /// Calls `search` with this problem, its bounds raised by groups of boxes.
    pub(super) fn with_groups<R>(
        &self,
        control: &mut Control,
        search: impl FnOnce(&SearchProblem<'_, W>, &mut Control) -> R,
    ) -> Result<R, Stop> {
        let Self { board, bounds, start, least, .. } = *self;
        control.scope(|control| {
            let tables = GroupTables::new(board, bounds, &start, control)?;
            Ok(search(&SearchProblem { board, bounds, start, groups: Some(&tables), least }, control))
        })
    }

    /// Returns a lower bound as a heuristic.
    pub(super) fn heuristic(&self, kind: BoundKind) -> BoundHeuristic<'b, W> {
        let heuristic = BoundHeuristic::new(self.board, self.bounds, kind);
        match self.groups {
            Some(groups) => heuristic.with_groups(groups),
            None => heuristic,
        }
    }

    /// Raises a bound to the parity of this number, which all solutions have, if there are any.
    pub(super) const fn with_parity_of(&self, number: u64, bound: u64) -> u64 {
        if self.bounds.have_parity() { bound + (bound ^ number) % 2 } else { bound }
    }

    /// Returns a solution with a proved lower bound on the pushes.
    pub(super) fn bounded(&self, plan: Path<Push>, lower_bound: u64) -> Outcome<Path<Push>> {
        let lower_bound = self.with_parity_of(plan.cost, lower_bound);
        let quality = Quality::of_cost(plan.cost, Some(lower_bound));
        Outcome::Solved { plan, quality }
    }

    /// Returns the outcome of a search that proves no more than the matching bound.
    pub(super) fn with_least(&self, found: Outcome<Vec<Push>>) -> Outcome<Path<Push>> {
        match found {
            Outcome::Solved { plan: actions, .. } => {
                self.bounded(Path { cost: actions.len() as u64, actions }, self.least.into())
            }
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped { why, .. } => self.stopped(why),
        }
    }

    /// Returns the outcome of a run that was stopped with no more than the matching bound proved.
    pub(super) fn stopped(&self, why: Stop) -> Outcome<Path<Push>> {
        Outcome::Stopped { why, best: None, lower_bound: Some(self.least.into()) }
    }
}

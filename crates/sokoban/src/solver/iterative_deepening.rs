//! Iterative-deepening depth-first search, by pushes and by pulls.

use motion_core::internal::{ErasedHeuristic, ErasedSpace, MemoryPolicy};
use motion_core::search::{Heuristic, IterativeDeepening as Deepening, NoHeuristic, Path, Space};
use motion_core::{Control, Outcome};

use super::enhancement::PACKING_ORDERS;
use super::pruned_search::AnyPushes;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements, tunnel_search};
use crate::board::Push;
use crate::bound::{BoundKind, RunBound};

/// `PP` and `IMO`, the default of both solvers.
const POSTPONING: Enhancements =
    Enhancements::new(&[Enhancement::Postponing, Enhancement::InertiaMoveOrdering]);

/// Finds the fewest pushes by depth-first searches with increasing limits, beginning with the
/// matching bound of the start: IDDFS, with or without the thesis's enhancements PP, IMO, SD, PI
/// and VL. OMO orders the pushes that IMO leaves unordered as Rolling Stone does.
///
/// With VL the first limit is 0, because positions that can be solved one box at a time occur long
/// before the end.
///
/// # Complexity
/// Positions are expanded again for each lower number of pushes at which they are reached and,
/// without postponing, in each of the searches. Memory is linear in the positions reached; if it is
/// refused, the searches continue with a lossy table. OMO takes a matching for every position that
/// is reached for the first time or by fewer pushes.
///
/// # Guarantees
/// Complete (exhaustion is a proof, reached if the memory suffices for the table) and, without VL,
/// optimal in pushes but not in steps between them. With VL, the quality is the proved bound. When
/// stopped, the lower bound is proved. Levels of more than 1,024 live squares are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2.3, 5.1, 5.3, 5.4, 6.1 and 6.4. With VL, the
/// thesis starts with the lower bound of the start.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Enhancements, IterativeDeepening};
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let plain = IterativeDeepening::default().with_enhancements(Enhancements::NONE);
/// let moves = plain.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterativeDeepening {
    enhancements: Enhancements,
}

/// Finds the fewest pushes by pulling the boxes from the goals, depth-first with increasing limits:
/// RIDDFS.
///
/// Each search starts from all zones of the player in solved positions. With `zones` it starts from
/// a single one, and from the next only if that fails.
///
/// # Complexity
/// That of [`IterativeDeepening`].
///
/// # Guarantees
/// Those of [`IterativeDeepening`]. With `zones` the solution may not be the shortest, and the
/// quality is the matching bound of the start. Levels whose boxes may end on more than 1,000 sets
/// of goals are also [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.2 and 6.1. The thesis starts from one zone
/// after another, in an unspecified order; here they are ordered by their lowest squares.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::ReverseIterativeDeepening;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = ReverseIterativeDeepening::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseIterativeDeepening {
    enhancements: Enhancements,
}

impl Default for IterativeDeepening {
    /// Enables `PP` and `IMO`.
    fn default() -> Self {
        Self { enhancements: POSTPONING }
    }
}

impl Default for ReverseIterativeDeepening {
    /// Enables `PP` and `IMO`, as in the thesis.
    fn default() -> Self {
        Self { enhancements: POSTPONING }
    }
}

level_solver! {
    /// Sets the enhancements. This solver has `PP`, `IMO`, `OMO`, `SD`, `PI`, `VL`, `VL-thesis`,
    /// `VL-Lishout`, `TM` and `tables`; others are ignored. Of several `VL`, the last in this list
    /// wins, and `VL` excludes `TM`.
    IterativeDeepening, "positions expanded",
    Enhancements::new(&[
        Enhancement::Postponing,
        Enhancement::InertiaMoveOrdering,
        Enhancement::OptimalMoveOrdering,
        Enhancement::StaticDeadlocks,
        Enhancement::PiCorrals,
        Enhancement::OneBoxAtATime,
        Enhancement::OneBoxThesisOrder,
        Enhancement::OneBoxVanLishoutOrder,
        Enhancement::TunnelMacros,
        Enhancement::BoxTables,
    ]),
    |set| set
        .with_last_of(&PACKING_ORDERS)
        .excluding(&PACKING_ORDERS, &[Enhancement::TunnelMacros])
}

level_solver! {
    /// Sets the enhancements. This solver has `PP`, `IMO`, `SD`, `zones` and `tables`; others are
    /// ignored.
    ReverseIterativeDeepening, "positions expanded",
    POSTPONING
        .with(Enhancement::StaticDeadlocks)
        .with(Enhancement::ZoneByZone)
        .with(Enhancement::BoxTables),
    |set| set
}

/// Builds the engine.
fn engine(enhancements: Enhancements) -> Deepening {
    let memory = if enhancements.contains(Enhancement::Postponing) {
        MemoryPolicy::KeepAllThenTable
    } else {
        MemoryPolicy::TranspositionTable
    };
    Deepening::default()
        .with_memory(memory)
        .with_inertia(enhancements.contains(Enhancement::InertiaMoveOrdering))
        .with_ranked(enhancements.contains(Enhancement::OptimalMoveOrdering))
}

impl SearchMethod for IterativeDeepening {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self.enhancements.contains(Enhancement::TunnelMacros) {
            return problem.search(control, |control| {
                let engine = engine(self.enhancements).with_least(problem.least);
                let tables = problem.push_tables(self.enhancements, control)?;
                let space = problem.pruned_pushes(self.enhancements).with_tables(tables);
                let mut ranks = OnlyRanks(RunBound(problem.heuristic(BoundKind::Matching)));
                Ok(tunnel_search::search(problem, space, |space| {
                    let (space, ranks) = (ErasedSpace::new(space), ErasedHeuristic::new(&mut ranks));
                    engine.search(&space, ranks, problem.start, control)
                }))
            });
        }
        let engine = |space: &AnyPushes<'_, W>, start, least, control: &mut Control| {
            let mut ranks = OnlyRanks(problem.heuristic(BoundKind::Matching));
            let engine = engine(self.enhancements).with_least(least);
            engine.search(space, ErasedHeuristic::new(&mut ranks), start, control)
        };
        problem.forward(self.enhancements, &engine, control)
    }
}

/// A heuristic that uses the ranks of a bound, but a lower bound of 0. Where pushes are not ordered
/// by ranks, the bound is never computed.
struct OnlyRanks<H>(H);

impl<S: Space, H: Heuristic<S>> Heuristic<S> for OnlyRanks<H> {
    fn lower_bound(&mut self, _: &S::State) -> Option<u32> {
        Some(0)
    }

    #[inline]
    fn enter(&mut self, parent: &S::State) {
        self.0.enter(parent);
    }

    #[inline]
    fn rank(&mut self, action: S::Action, successor: &S::State) -> u32 {
        self.0.rank(action, successor)
    }
}

impl SearchMethod for ReverseIterativeDeepening {
    const FROM_GOALS: bool = true;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let engine = engine(self.enhancements).with_least(problem.least);
        let search = |pulls: &AnyPushes<'_, W>, ends: &[_], control: &mut Control| {
            engine.search_from(pulls, ErasedHeuristic::new(&mut NoHeuristic), ends, control)
        };
        problem.backward(self.enhancements, search, control)
    }
}

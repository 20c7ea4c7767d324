//! All solvers by their names.

use core::fmt;
use core::str::FromStr;

use motion_core::search::Until;
use motion_core::{Control, Outcome};
use thiserror::Error;

use super::{
    AStar, Bidirectional, BreadthFirst, IdaStar, IterativeDeepening, Pairing, ReverseBreadthFirst,
    ReverseIterativeDeepening,
};
use crate::bound::Bound;
use crate::level::Level;
use crate::moves::Moves;

/// One of the solvers, under the name that the thesis gives it.
///
/// | name | solver |
/// |---|---|
/// | `BFS`, `RBFS` | [`BreadthFirst`], [`ReverseBreadthFirst`] |
/// | `IDDFS`, `IDDFS+PP`, `IDDFS+IMO`, `IDDFS+PP+IMO` | [`IterativeDeepening`] |
/// | `RIDDFS` and the same endings | [`ReverseIterativeDeepening`] |
/// | `BBFS`, `IDDFS/RBFS`, `BFS/RIDDFS` | [`Bidirectional`], until it is proved that no solution is shorter |
/// | the same with `+met` | [`Bidirectional`], until the directions meet |
/// | `A*`, `IDA*` | [`AStar`], [`IdaStar`] with the matching bound |
/// | `A*+simple`, `IDA*+simple` | the same with the simple bound |
/// | the same four with `+pruned` | the same without pushes that [`PrunedPushes`](crate::PrunedPushes) leave out |
///
/// Solvers print as their names, and parse from them in any case.
///
/// # Guarantees
/// All are complete; all but those that end where the directions meet find the fewest pushes.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{Level, Solver};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// for solver in Solver::ALL {
///     let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
///     assert_eq!(level.verify(&moves)?.pushes, 2);
///     assert_eq!(solver.to_string().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Solver {
    /// Breadth-first by pushes.
    BreadthFirst(BreadthFirst),
    /// Breadth-first by pulls.
    ReverseBreadthFirst(ReverseBreadthFirst),
    /// Iterative deepening by pushes.
    IterativeDeepening(IterativeDeepening),
    /// Iterative deepening by pulls.
    ReverseIterativeDeepening(ReverseIterativeDeepening),
    /// From both ends.
    Bidirectional(Bidirectional),
    /// A*.
    AStar(AStar),
    /// IDA*.
    IdaStar(IdaStar),
}

/// No solver has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no solver has this name")]
pub struct UnknownSolver;

/// The endings of deepening searches, whether they postpone, and whether they go on with the same box.
const ENHANCED: [(&str, bool, bool); 4] =
    [("", false, false), ("+PP", true, false), ("+IMO", false, true), ("+PP+IMO", true, true)];

impl Solver {
    /// All of them.
    pub const ALL: [Self; 24] = {
        const fn deepening(postponing: bool, inertia: bool) -> Solver {
            Solver::IterativeDeepening(IterativeDeepening { postponing, inertia })
        }
        const fn reverse(postponing: bool, inertia: bool) -> Solver {
            Solver::ReverseIterativeDeepening(ReverseIterativeDeepening { postponing, inertia })
        }
        const fn both(pairing: Pairing, until: Until) -> Solver {
            Solver::Bidirectional(Bidirectional { pairing, until })
        }
        [
            Self::BreadthFirst(BreadthFirst {}),
            Self::ReverseBreadthFirst(ReverseBreadthFirst {}),
            deepening(false, false),
            deepening(true, false),
            deepening(false, true),
            deepening(true, true),
            reverse(false, false),
            reverse(true, false),
            reverse(false, true),
            reverse(true, true),
            both(Pairing::Breadth, Until::Proved),
            both(Pairing::DepthForward, Until::Proved),
            both(Pairing::DepthBackward, Until::Proved),
            both(Pairing::Breadth, Until::Met),
            both(Pairing::DepthForward, Until::Met),
            both(Pairing::DepthBackward, Until::Met),
            Self::AStar(AStar { bound: Bound::Matching, pruned: false }),
            Self::AStar(AStar { bound: Bound::Simple, pruned: false }),
            Self::AStar(AStar { bound: Bound::Matching, pruned: true }),
            Self::AStar(AStar { bound: Bound::Simple, pruned: true }),
            Self::IdaStar(IdaStar { bound: Bound::Matching, pruned: false }),
            Self::IdaStar(IdaStar { bound: Bound::Simple, pruned: false }),
            Self::IdaStar(IdaStar { bound: Bound::Matching, pruned: true }),
            Self::IdaStar(IdaStar { bound: Bound::Simple, pruned: true }),
        ]
    };

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        match self {
            Self::BreadthFirst(solver) => solver.solve(level, control),
            Self::ReverseBreadthFirst(solver) => solver.solve(level, control),
            Self::IterativeDeepening(solver) => solver.solve(level, control),
            Self::ReverseIterativeDeepening(solver) => solver.solve(level, control),
            Self::Bidirectional(solver) => solver.solve(level, control),
            Self::AStar(solver) => solver.solve(level, control),
            Self::IdaStar(solver) => solver.solve(level, control),
        }
    }

    /// The two parts of the name.
    fn name(&self) -> (&'static str, &'static str) {
        let enhanced = |postponing, inertia| {
            let ending = ENHANCED.iter().find(|&&(_, pp, imo)| (pp, imo) == (postponing, inertia));
            ending.map_or("", |&(ending, ..)| ending)
        };
        let led = |bound, pruned| match (bound, pruned) {
            (Bound::Matching, false) => "",
            (Bound::Simple, false) => "+simple",
            (Bound::Matching, true) => "+pruned",
            (Bound::Simple, true) => "+simple+pruned",
        };
        match *self {
            Self::BreadthFirst(_) => ("BFS", ""),
            Self::ReverseBreadthFirst(_) => ("RBFS", ""),
            Self::IterativeDeepening(IterativeDeepening { postponing, inertia }) => {
                ("IDDFS", enhanced(postponing, inertia))
            }
            Self::ReverseIterativeDeepening(ReverseIterativeDeepening { postponing, inertia }) => {
                ("RIDDFS", enhanced(postponing, inertia))
            }
            Self::Bidirectional(Bidirectional { pairing, until }) => {
                let name = match pairing {
                    Pairing::Breadth => "BBFS",
                    Pairing::DepthForward => "IDDFS/RBFS",
                    Pairing::DepthBackward => "BFS/RIDDFS",
                };
                (name, if until == Until::Met { "+met" } else { "" })
            }
            Self::AStar(AStar { bound, pruned }) => ("A*", led(bound, pruned)),
            Self::IdaStar(IdaStar { bound, pruned }) => ("IDA*", led(bound, pruned)),
        }
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, ending) = self.name();
        write!(f, "{name}{ending}")
    }
}

impl FromStr for Solver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        let is_named = |solver: &Self| {
            let (name, ending) = solver.name();
            let parts = text.split_at_checked(name.len());
            parts.is_some_and(|(first, rest)| {
                first.eq_ignore_ascii_case(name) && rest.eq_ignore_ascii_case(ending)
            })
        };
        Self::ALL.into_iter().find(is_named).ok_or(UnknownSolver)
    }
}

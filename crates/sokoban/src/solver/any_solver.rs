//! All solvers by their names.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::search::Termination;
use motion_core::{Control, Outcome};
use thiserror::Error;

use super::{
    AStar, Auto, Bidirectional, BreadthFirst, FeatureSearch, IdaStar, IterativeDeepening, Pairing,
    ReverseBreadthFirst, ReverseIterativeDeepening,
};
use crate::bound::BoundKind;
use crate::feature::PackingHeuristic;
use crate::level::Level;
use crate::moves::Moves;

/// One of the solvers, under the name that the thesis gives it; by default `auto`, which is [`Auto`].
///
/// | name | solver | endings |
/// |---|---|---|
/// | `BFS` | [`BreadthFirst`] | `SD`, `PI`, `VL` |
/// | `RBFS` | [`ReverseBreadthFirst`] | |
/// | `IDDFS` | [`IterativeDeepening`] | `PP`, `IMO`, `SD`, `PI`, `VL` |
/// | `RIDDFS` | [`ReverseIterativeDeepening`] | `PP`, `IMO` |
/// | `BBFS`, `IDDFS/RBFS`, `BFS/RIDDFS` | [`Bidirectional`], until it is proved that no solution is shorter | `met`, `SD` |
/// | `A*`, `IDA*` | [`AStar`], [`IdaStar`] with the matching bound | `simple`, `pruned` |
/// | `FESS` | [`FeatureSearch`] | `farthest`, `upper`, `no-tunnels`, `optimal` |
/// | `auto` | [`Auto`] | `optimal` |
///
/// | ending | adds |
/// |---|---|
/// | `+PP`, `+IMO` | postponing, inertia move ordering |
/// | `+SD`, `+PI` | pushes are left out that lose for certain, or that a PI-corral makes wait |
/// | `+VL` | the search ends where the rest goes stone by stone |
/// | `+met` | the search ends where the directions meet |
/// | `+simple` | the simple bound |
/// | `+pruned` | pushes are left out as by both `SD` and `PI` |
/// | `+farthest`, `+upper` | the plan packs last those boxes with the longest way, or the upper ones ([`PackingHeuristic`](crate::PackingHeuristic)) |
/// | `+no-tunnels` | blocked tunnels are no feature |
/// | `+optimal` | the search goes on until the fewest pushes are proved |
///
/// Solvers print as their names, and parse from them in any case, with the endings in any order.
///
/// # Guarantees
/// All are complete; all but `FESS` and `auto` without `optimal`, and those with `VL` or `met` find the fewest pushes.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{Level, AnySolver};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// for solver in AnySolver::ALL {
///     let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
///     assert_eq!(level.verify(&moves)?.pushes, 2);
///     assert_eq!(solver.to_string().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnySolver {
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
    /// By features.
    FeatureSearch(FeatureSearch),
    /// Several of these.
    Auto(Auto),
}

impl Default for AnySolver {
    fn default() -> Self {
        Self::Auto(Auto::default())
    }
}

/// No solver has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no solver has this name")]
pub struct UnknownSolver;

/// All endings.
const OPTIONS: [&str; 12] =
    ["PP", "IMO", "SD", "PI", "VL", "met", "simple", "pruned", "farthest", "upper", "no-tunnels", "optimal"];

impl AnySolver {
    /// Those of the thesis's experiments, and some more. Other combinations are found by their names.
    pub const ALL: [Self; 44] = {
        const fn breadth(deadlocks: bool, corrals: bool, stones: bool) -> AnySolver {
            AnySolver::BreadthFirst(BreadthFirst { deadlocks, corrals, stones })
        }
        const fn deepening(postponing: bool, inertia: bool) -> AnySolver {
            let [deadlocks, corrals, stones] = [false; 3];
            AnySolver::IterativeDeepening(IterativeDeepening {
                postponing,
                inertia,
                deadlocks,
                corrals,
                stones,
            })
        }
        const fn enhanced(deadlocks: bool, corrals: bool, stones: bool) -> AnySolver {
            let [postponing, inertia] = [true; 2];
            AnySolver::IterativeDeepening(IterativeDeepening {
                postponing,
                inertia,
                deadlocks,
                corrals,
                stones,
            })
        }
        const fn reverse(postponing: bool, inertia: bool) -> AnySolver {
            AnySolver::ReverseIterativeDeepening(ReverseIterativeDeepening { postponing, inertia })
        }
        const fn both(pairing: Pairing, termination: Termination, deadlocks: bool) -> AnySolver {
            AnySolver::Bidirectional(Bidirectional { pairing, termination, deadlocks })
        }
        const fn features(tunnels: bool, packing: PackingHeuristic, optimal: bool) -> AnySolver {
            AnySolver::FeatureSearch(FeatureSearch { tunnels, packing, optimal })
        }
        [
            breadth(false, false, false),
            Self::ReverseBreadthFirst(ReverseBreadthFirst {}),
            deepening(false, false),
            deepening(true, false),
            deepening(false, true),
            deepening(true, true),
            reverse(false, false),
            reverse(true, false),
            reverse(false, true),
            reverse(true, true),
            both(Pairing::Breadth, Termination::Proved, false),
            both(Pairing::DepthForward, Termination::Proved, false),
            both(Pairing::DepthBackward, Termination::Proved, false),
            both(Pairing::Breadth, Termination::FirstMeeting, false),
            both(Pairing::DepthForward, Termination::FirstMeeting, false),
            both(Pairing::DepthBackward, Termination::FirstMeeting, false),
            both(Pairing::Breadth, Termination::Proved, true),
            both(Pairing::DepthForward, Termination::FirstMeeting, true),
            both(Pairing::DepthBackward, Termination::FirstMeeting, true),
            Self::AStar(AStar { bound: BoundKind::Matching, pruned: false }),
            Self::AStar(AStar { bound: BoundKind::Simple, pruned: false }),
            Self::AStar(AStar { bound: BoundKind::Matching, pruned: true }),
            Self::AStar(AStar { bound: BoundKind::Simple, pruned: true }),
            Self::IdaStar(IdaStar { bound: BoundKind::Matching, pruned: false }),
            Self::IdaStar(IdaStar { bound: BoundKind::Simple, pruned: false }),
            Self::IdaStar(IdaStar { bound: BoundKind::Matching, pruned: true }),
            Self::IdaStar(IdaStar { bound: BoundKind::Simple, pruned: true }),
            breadth(true, false, false),
            breadth(false, true, false),
            breadth(true, true, false),
            breadth(false, false, true),
            breadth(true, true, true),
            enhanced(true, false, false),
            enhanced(false, true, false),
            enhanced(true, true, false),
            enhanced(false, false, true),
            enhanced(true, true, true),
            features(true, PackingHeuristic::Nearest, false),
            features(false, PackingHeuristic::Nearest, false),
            features(true, PackingHeuristic::Farthest, false),
            features(true, PackingHeuristic::Upper, false),
            features(true, PackingHeuristic::Nearest, true),
            Self::Auto(Auto { optimal: false }),
            Self::Auto(Auto { optimal: true }),
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
            Self::FeatureSearch(solver) => solver.solve(level, control),
            Self::Auto(solver) => solver.solve(level, control),
        }
    }

    /// The solver of this name, without endings.
    fn plain(name: &str) -> Option<Self> {
        let is_named = |solver: &&Self| {
            let (first, endings) = solver.name();
            first.eq_ignore_ascii_case(name) && endings.iter().all(|&(_, is_on)| !is_on)
        };
        Self::ALL.iter().find(is_named).cloned()
    }

    /// The same with an ending, which is one of [`OPTIONS`].
    fn with(self, ending: &str) -> Option<Self> {
        Some(match (self, ending) {
            (Self::BreadthFirst(solver), "SD") => Self::BreadthFirst(solver.with_deadlocks(true)),
            (Self::BreadthFirst(solver), "PI") => Self::BreadthFirst(solver.with_corrals(true)),
            (Self::BreadthFirst(solver), "VL") => Self::BreadthFirst(solver.with_stones(true)),
            (Self::IterativeDeepening(solver), _) => Self::IterativeDeepening(match ending {
                "PP" => solver.with_postponing(true),
                "IMO" => solver.with_inertia(true),
                "SD" => solver.with_deadlocks(true),
                "PI" => solver.with_corrals(true),
                "VL" => solver.with_stones(true),
                _ => return None,
            }),
            (Self::ReverseIterativeDeepening(solver), "PP") => {
                Self::ReverseIterativeDeepening(solver.with_postponing(true))
            }
            (Self::ReverseIterativeDeepening(solver), "IMO") => {
                Self::ReverseIterativeDeepening(solver.with_inertia(true))
            }
            (Self::Bidirectional(solver), "met") => {
                Self::Bidirectional(solver.with_termination(Termination::FirstMeeting))
            }
            (Self::Bidirectional(solver), "SD") => Self::Bidirectional(solver.with_deadlocks(true)),
            (Self::AStar(solver), "simple") => Self::AStar(solver.with_bound(BoundKind::Simple)),
            (Self::AStar(solver), "pruned") => Self::AStar(solver.with_pruned(true)),
            (Self::IdaStar(solver), "simple") => Self::IdaStar(solver.with_bound(BoundKind::Simple)),
            (Self::IdaStar(solver), "pruned") => Self::IdaStar(solver.with_pruned(true)),
            (Self::FeatureSearch(solver), _) => Self::FeatureSearch(match ending {
                "farthest" => solver.with_packing(PackingHeuristic::Farthest),
                "upper" => solver.with_packing(PackingHeuristic::Upper),
                "no-tunnels" => solver.with_tunnels(false),
                "optimal" => solver.with_optimal(true),
                _ => return None,
            }),
            (Self::Auto(solver), "optimal") => Self::Auto(solver.with_optimal(true)),
            _ => return None,
        })
    }

    /// The name, and which of the endings belong to it.
    fn name(&self) -> (&'static str, [(&'static str, bool); OPTIONS.len()]) {
        let mut is_on = [false; OPTIONS.len()];
        let name = match *self {
            Self::BreadthFirst(BreadthFirst { deadlocks, corrals, stones }) => {
                [is_on[2], is_on[3], is_on[4]] = [deadlocks, corrals, stones];
                "BFS"
            }
            Self::ReverseBreadthFirst(_) => "RBFS",
            Self::IterativeDeepening(solver) => {
                let IterativeDeepening { postponing, inertia, deadlocks, corrals, stones } = solver;
                [is_on[0], is_on[1]] = [postponing, inertia];
                [is_on[2], is_on[3], is_on[4]] = [deadlocks, corrals, stones];
                "IDDFS"
            }
            Self::ReverseIterativeDeepening(ReverseIterativeDeepening { postponing, inertia }) => {
                [is_on[0], is_on[1]] = [postponing, inertia];
                "RIDDFS"
            }
            Self::Bidirectional(Bidirectional { pairing, termination, deadlocks }) => {
                is_on[2] = deadlocks;
                is_on[5] = termination == Termination::FirstMeeting;
                match pairing {
                    Pairing::Breadth => "BBFS",
                    Pairing::DepthForward => "IDDFS/RBFS",
                    Pairing::DepthBackward => "BFS/RIDDFS",
                }
            }
            Self::AStar(AStar { bound, pruned }) => {
                [is_on[6], is_on[7]] = [bound == BoundKind::Simple, pruned];
                "A*"
            }
            Self::IdaStar(IdaStar { bound, pruned }) => {
                [is_on[6], is_on[7]] = [bound == BoundKind::Simple, pruned];
                "IDA*"
            }
            Self::FeatureSearch(FeatureSearch { tunnels, packing, optimal }) => {
                is_on[8] = packing == PackingHeuristic::Farthest;
                is_on[9] = packing == PackingHeuristic::Upper;
                is_on[10] = !tunnels;
                is_on[11] = optimal;
                "FESS"
            }
            Self::Auto(Auto { optimal }) => {
                is_on[11] = optimal;
                "auto"
            }
        };
        (name, core::array::from_fn(|number| (OPTIONS[number], is_on[number])))
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, endings) = self.name();
        f.write_str(name)?;
        endings.iter().filter(|&&(_, is_on)| is_on).try_for_each(|(ending, _)| write!(f, "+{ending}"))
    }
}

impl FromStr for AnySolver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        let (name, rest) = text.split_once('+').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let ending = |part| OPTIONS.into_iter().find(|ending| ending.eq_ignore_ascii_case(part));
        let proofs: Option<Vec<_>> = rest.into_iter().flat_map(|rest| rest.split('+')).map(ending).collect();
        let proofs = proofs.ok_or(UnknownSolver)?;
        let solver = Self::plain(name).and_then(|plain| proofs.iter().copied().try_fold(plain, Self::with));
        // Of endings that exclude each other, one is lost.
        let has_all = |solver: &Self| proofs.iter().all(|&ending| solver.name().1.contains(&(ending, true)));
        solver.filter(has_all).ok_or(UnknownSolver)
    }
}

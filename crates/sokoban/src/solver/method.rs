//! The table of methods, which are combined with enhancements.

use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};
use motion_core::{Control, Outcome, Solver};

use super::auto::Auto;
use super::search_problem::SearchMethod;
use super::{
    AStar, Bidirectional, BoxByBox, BreadthFirst, DepthFirst, Enhancement, Enhancements, FeatureSearch,
    IdaStar, IterativeDeepening, Pairing, ReverseBreadthFirst, ReverseFeatureSearch,
    ReverseIterativeDeepening, RollingStone, RoomAbstraction,
};
use crate::level::Level;
use crate::moves::Moves;

/// A method of solving, chosen by its name, which can be combined with enhancements; by default
/// `auto`.
///
/// | name | solver | enhancements |
/// |---|---|---|
/// | `BFS` | [`BreadthFirst`] | `SD`, `PI`, `VL`, `VL-thesis`, `VL-Lishout`, `sym`, `CD`, `tables`, `RD` |
/// | `DFS` | [`DepthFirst`] | `SD`, `PI`, `tables` |
/// | `RBFS` | [`ReverseBreadthFirst`] | `SD`, `zones`, `tables` |
/// | `IDDFS` | [`IterativeDeepening`] | `PP`, `IMO`, `OMO`, `SD`, `PI`, `VL`, `VL-thesis`, `VL-Lishout`, `TM`, `tables` |
/// | `RIDDFS` | [`ReverseIterativeDeepening`] | `PP`, `IMO`, `SD`, `zones`, `tables` |
/// | `BBFS`, `IDDFS/RBFS`, `BFS/RIDDFS` | [`Bidirectional`] | `SD`, `met`, `tables` |
/// | `A*` | [`AStar`] | `simple`, `pruned`, `steps`, `sym`, `TM`, `tables`, `groups` |
/// | `IDA*` | [`IdaStar`] | `OMO`, `PI`, `simple`, `pruned`, `TM`, `tables`, `penalties`, `overestimate`, `restarts` |
/// | `FESS` | [`FeatureSearch`] | `farthest`, `upper`, `sinks`, `no-tunnels`, `no-opener`, `no-explorer`, `near`, `nearest`, `no-plan`, `efficient`, `optimal`, `tables`, `groups` |
/// | `RFESS` | [`ReverseFeatureSearch`] | `SD`, `tables` |
/// | `RS` | [`RollingStone`] | `macros`, `cuts`, `relevance`, `penalties`, `overestimate`, `restarts` |
/// | `Takes-X1Y1` and others | [`BoxByBox`] | |
/// | `rooms` | [`RoomAbstraction`] | |
/// | `auto` | [`Auto`] | `optimal` |
///
/// [`Enhancement`](super::Enhancement) describes them. `IDDFS/RBFS` and `BFS/RIDDFS` always have
/// `PP` and `IMO`, which their names in the thesis list and names here may list.
///
/// # Examples
/// ```
/// use sokoban::solver::Method;
///
/// for method in Method::all() {
///     println!("{method}: {}", method.summary());
/// }
/// ```
pub type Method = Registered<LevelSolver>;

/// A row of the table of [`Method`]. The summary and the guarantee apply without enhancements.
#[doc(hidden)]
pub struct LevelSolver {
    entry: SolverEntry,
    /// The enhancements that the method has.
    enhancements: Enhancements,
    /// Further ones that the method always has: names may list them, as the thesis's do.
    pub(super) always: Enhancements,
    /// The sets of enhancements with which the method is listed among all solvers, in addition to
    /// the empty set.
    pub(super) combined: &'static str,
    pub(super) from_goals: bool,
    pub(super) max_live_squares: usize,
    /// Returns the enhancements of a set that apply: the method has them, and they can be combined.
    pub(super) kept: fn(Enhancements) -> Enhancements,
    pub(super) solve: fn(Enhancements, &Level, &mut Control) -> Outcome<Moves>,
}

/// The enhancements that the depth-first direction of a bidirectional search always has.
const OF_DEPTH_FIRST: Enhancements =
    Enhancements::new(&[Enhancement::Postponing, Enhancement::InertiaMoveOrdering]);

/// Builds the row of a solver, with an optional setting and its enhancements.
macro_rules! solver_row {
    ($solver:ident$(.$with:ident($value:expr))?, $name:literal, $guarantee:ident, $summary:literal,
     $combined:literal $(, always $always:expr)?) => {
        Self {
            entry: SolverEntry::new($name, $summary, Guarantee::$guarantee),
            enhancements: $solver::ENHANCEMENTS,
            always: Enhancements::NONE$(.or($always))?,
            combined: $combined,
            from_goals: $solver::FROM_GOALS,
            max_live_squares: $solver::MAX_LIVE_SQUARES,
            kept: |set| $solver::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                $solver::default()$(.$with($value))?.with_enhancements(set).solve(level, control)
            },
        }
    };
}

impl SolverRow for LevelSolver {
    const ROWS: &'static [Self] = &[
        solver_row! {
            BreadthFirst, "BFS", Optimal, "The fewest pushes, breadth-first",
            "+SD +PI +SD+PI +VL +SD+PI+VL +VL-thesis +VL-Lishout +sym +SD+PI+sym +CD +tables \
            +SD+PI+tables +RD +SD+PI+RD"
        },
        solver_row! { DepthFirst, "DFS", Complete, "Any solution, depth-first by pushes", "+SD+PI" },
        solver_row! {
            ReverseBreadthFirst, "RBFS", Optimal,
            "The fewest pushes, breadth-first by pulls from the goals",
            "+SD +zones +tables +SD+tables"
        },
        solver_row! {
            IterativeDeepening, "IDDFS", Optimal, "The fewest pushes, depth-first with a limit that grows",
            "+PP +IMO +PP+IMO +OMO +PP+IMO+OMO +PP+IMO+SD +PP+IMO+PI +PP+IMO+SD+PI +PP+IMO+VL \
            +PP+IMO+SD+PI+VL +PP+IMO+SD+VL-thesis +PP+IMO+TM +OMO+TM +PP+IMO+SD+PI+TM"
        },
        solver_row! {
            ReverseIterativeDeepening, "RIDDFS", Optimal,
            "The fewest pushes, depth-first by pulls from the goals with a limit that grows",
            "+PP +IMO +PP+IMO +SD +PP+IMO+SD +PP+IMO+zones"
        },
        solver_row! {
            Bidirectional, "BBFS", Optimal, "The fewest pushes, breadth-first from both ends",
            "+met +SD +tables"
        },
        solver_row! {
            Bidirectional.with_pairing(Pairing::DepthForward), "IDDFS/RBFS", Optimal,
            "The fewest pushes from both ends, depth-first forward and breadth-first backward",
            "+met +SD+met", always OF_DEPTH_FIRST
        },
        solver_row! {
            Bidirectional.with_pairing(Pairing::DepthBackward), "BFS/RIDDFS", Optimal,
            "The fewest pushes from both ends, breadth-first forward and depth-first backward",
            "+met +SD+met", always OF_DEPTH_FIRST
        },
        solver_row! {
            AStar, "A*", Optimal, "The fewest pushes, positions with the least bound first",
            "+simple +pruned +simple+pruned +steps +simple+steps +pruned+steps +sym +simple+sym \
            +pruned+sym +TM +simple+TM +pruned+TM +tables +pruned+tables +pruned+TM+tables +groups \
            +pruned+groups +pruned+TM+groups"
        },
        solver_row! {
            IdaStar, "IDA*", Optimal,
            "The fewest pushes, depth-first within a bound that grows, in little memory",
            "+simple +pruned +simple+pruned +OMO +OMO+PI +OMO+pruned +TM +OMO+pruned+TM +pruned+tables \
            +penalties +pruned+TM+penalties +pruned+penalties+overestimate+restarts"
        },
        solver_row! {
            FeatureSearch, "FESS", Complete,
            "A solution soon, by features of positions that guide the pushes",
            "+no-tunnels +farthest +upper +no-plan +optimal +sinks +sinks+efficient +efficient +optimal+groups \
            +optimal+tables+groups +tables +optimal+tables"
        },
        solver_row! {
            ReverseFeatureSearch, "RFESS", Complete,
            "A solution soon, by features of positions and pulls from the goals",
            "+SD +tables"
        },
        solver_row! {
            RollingStone, "RS", Optimal,
            "A solution by IDA* with the macro moves and cuts of Rolling Stone",
            "+macros +macros+cuts +macros+cuts+relevance +penalties \
            +macros+cuts+relevance+penalties+overestimate+restarts"
        },
        Self {
            entry: SolverEntry::new(
                "Takes-X1Y1",
                "By pulls from the goals, of one box until it is let go: X1, X2(n), X3, X4(n) or X5 says when, Y1 to Y6 which box is next",
                Guarantee::Optimal,
            ),
            enhancements: Enhancements::NONE,
            always: Enhancements::NONE,
            combined: "",
            from_goals: BoxByBox::FROM_GOALS,
            max_live_squares: BoxByBox::MAX_LIVE_SQUARES,
            kept: |_| Enhancements::NONE,
            solve: |_, level, control| BoxByBox::default().solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "rooms",
                "A solution by the abstract states of rooms and tunnels",
                Guarantee::Incomplete,
            ),
            enhancements: Enhancements::NONE,
            always: Enhancements::NONE,
            combined: "",
            from_goals: RoomAbstraction::FROM_GOALS,
            max_live_squares: RoomAbstraction::MAX_LIVE_SQUARES,
            kept: |_| Enhancements::NONE,
            solve: |_, level, control| RoomAbstraction.solve(level, control),
        },
        solver_row! { Auto, "auto", Complete, "Several of the others in turn: a solution soon", "+optimal" },
    ];
    const DEFAULT: &'static str = "auto";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl LevelSolver {
    /// The enhancements that the method has. Some exclude each other, and some need another one;
    /// [`with_enhancements`](crate::AnySolver::with_enhancements) drops those that do not apply.
    ///
    /// # Examples
    /// ```
    /// use sokoban::AnySolver;
    ///
    /// let solver: AnySolver = "DFS+SD".parse()?;
    /// let method = solver.method();
    /// assert_eq!(method.supported_enhancements().to_string(), "+SD+PI+tables");
    /// for enhancement in method.supported_enhancements().iter() {
    ///     println!("{enhancement}: {}", enhancement.summary());
    /// }
    /// # Ok::<(), motion_core::error::UnknownNameError>(())
    /// ```
    pub const fn supported_enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    /// Returns the row of a method in the table of the documentation.
    fn row(name: &str) -> Vec<&'static str> {
        let rows = include_str!("method.rs").lines().filter_map(|line| line.strip_prefix("/// | `"));
        let mut cells = rows.map(|row| row.split('|').collect::<Vec<_>>());
        let quoted = |cell: &str| cell.replace('`', "").split(", ").any(|part| part.trim() == name);
        let found = cells.find(|cells| quoted(cells[0].trim_end_matches(" and others ")));
        found.unwrap_or_else(|| panic!("no row of {name}"))
    }

    #[test]
    fn the_table_lists_methods_and_their_enhancements() {
        for method in Method::all() {
            let name = method.name();
            let names = row(name)[2].replace(['`', ' '], "").replace(',', "+");
            let listed = if names.is_empty() { names } else { format!("+{names}") };
            assert_eq!(Enhancements::from_names(&listed), Some(method.enhancements), "{name}");
        }
    }
}

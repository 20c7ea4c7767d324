//! The table of methods, which are combined with enhancements.

use motion_core::{Control, Guarantee, Outcome, Registered, Solver, SolverEntry, SolverRow};

use super::search_problem::SearchMethod;
use super::{
    AStar, Auto, Bidirectional, BoxByBox, BreadthFirst, DepthFirst, Enhancements, FeatureSearch, IdaStar,
    IterativeDeepening, Pairing, ReverseBreadthFirst, ReverseFeatureSearch, ReverseIterativeDeepening,
    RollingStone, RoomAbstraction,
};
use crate::level::Level;
use crate::moves::Moves;

/// A method of solving, by its name, which can be combined with enhancements; by default `auto`.
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
/// | `IDA*` | [`IdaStar`] | `OMO`, `simple`, `pruned`, `TM`, `tables`, `penalties`, `overestimate`, `restarts` |
/// | `FESS` | [`FeatureSearch`] | `farthest`, `upper`, `sinks`, `no-tunnels`, `no-opener`, `no-explorer`, `near`, `nearest`, `efficient`, `optimal`, `tables`, `groups` |
/// | `RFESS` | [`ReverseFeatureSearch`] | `SD`, `tables` |
/// | `RS` | [`RollingStone`] | `macros`, `cuts`, `relevance`, `penalties`, `overestimate`, `restarts` |
/// | `Takes-X1Y1` and others | [`BoxByBox`] | |
/// | `rooms` | [`RoomAbstraction`] | |
/// | `auto` | [`Auto`] | `optimal` |
///
/// [`Enhancement`](super::Enhancement) says what they do.
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

/// A row of the table of [`Method`]. The summary and the guarantee are those without enhancements.
pub struct LevelSolver {
    entry: SolverEntry,
    /// Those that it has.
    enhancements: Enhancements,
    /// The sets of enhancements with which it is listed among all solvers, beside itself.
    pub(super) combined: &'static str,
    pub(super) from_goals: bool,
    /// Those of a set that it keeps: what it does not have, and what does not go together, is lost.
    pub(super) kept: fn(Enhancements) -> Enhancements,
    pub(super) solve: fn(Enhancements, &Level, &mut Control) -> Outcome<Moves>,
}

impl SolverRow for LevelSolver {
    const ROWS: &'static [Self] = &[
        Self {
            entry: SolverEntry::new("BFS", "The fewest pushes, breadth-first", Guarantee::Optimal),
            enhancements: BreadthFirst::ENHANCEMENTS,
            combined: "+SD +PI +SD+PI +VL +SD+PI+VL +VL-thesis +VL-Lishout +sym +SD+PI+sym +CD +tables \
            +SD+PI+tables +RD +SD+PI+RD",
            from_goals: BreadthFirst::FROM_GOALS,
            kept: |set| BreadthFirst::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| BreadthFirst::default().with_enhancements(set).solve(level, control),
        },
        Self {
            entry: SolverEntry::new("DFS", "Any solution, depth-first by pushes", Guarantee::Complete),
            enhancements: DepthFirst::ENHANCEMENTS,
            combined: "+SD+PI",
            from_goals: DepthFirst::FROM_GOALS,
            kept: |set| DepthFirst::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| DepthFirst::default().with_enhancements(set).solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "RBFS",
                "The fewest pushes, breadth-first by pulls from the goals",
                Guarantee::Optimal,
            ),
            enhancements: ReverseBreadthFirst::ENHANCEMENTS,
            combined: "+SD +zones +tables +SD+tables",
            from_goals: ReverseBreadthFirst::FROM_GOALS,
            kept: |set| ReverseBreadthFirst::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                ReverseBreadthFirst::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "IDDFS",
                "The fewest pushes, depth-first with a limit that grows",
                Guarantee::Optimal,
            ),
            enhancements: IterativeDeepening::ENHANCEMENTS,
            combined: "+PP +IMO +PP+IMO +OMO +PP+IMO+OMO +PP+IMO+SD +PP+IMO+PI +PP+IMO+SD+PI +PP+IMO+VL \
            +PP+IMO+SD+PI+VL +PP+IMO+SD+VL-thesis +PP+IMO+TM +OMO+TM +PP+IMO+SD+PI+TM",
            from_goals: IterativeDeepening::FROM_GOALS,
            kept: |set| IterativeDeepening::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                IterativeDeepening::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "RIDDFS",
                "The fewest pushes, depth-first by pulls from the goals with a limit that grows",
                Guarantee::Optimal,
            ),
            enhancements: ReverseIterativeDeepening::ENHANCEMENTS,
            combined: "+PP +IMO +PP+IMO +SD +PP+IMO+SD +PP+IMO+zones",
            from_goals: ReverseIterativeDeepening::FROM_GOALS,
            kept: |set| ReverseIterativeDeepening::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                ReverseIterativeDeepening::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "BBFS",
                "The fewest pushes, breadth-first from both ends",
                Guarantee::Optimal,
            ),
            enhancements: Bidirectional::ENHANCEMENTS,
            combined: "+met +SD +tables",
            from_goals: Bidirectional::FROM_GOALS,
            kept: |set| Bidirectional::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                Bidirectional::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "IDDFS/RBFS",
                "The fewest pushes from both ends, depth-first forward and breadth-first backward",
                Guarantee::Optimal,
            ),
            enhancements: Bidirectional::ENHANCEMENTS,
            combined: "+met +SD+met",
            from_goals: Bidirectional::FROM_GOALS,
            kept: |set| {
                Bidirectional::default()
                    .with_pairing(Pairing::DepthForward)
                    .with_enhancements(set)
                    .enhancements()
            },
            solve: |set, level, control| {
                Bidirectional::default()
                    .with_pairing(Pairing::DepthForward)
                    .with_enhancements(set)
                    .solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "BFS/RIDDFS",
                "The fewest pushes from both ends, breadth-first forward and depth-first backward",
                Guarantee::Optimal,
            ),
            enhancements: Bidirectional::ENHANCEMENTS,
            combined: "+met +SD+met",
            from_goals: Bidirectional::FROM_GOALS,
            kept: |set| {
                Bidirectional::default()
                    .with_pairing(Pairing::DepthBackward)
                    .with_enhancements(set)
                    .enhancements()
            },
            solve: |set, level, control| {
                Bidirectional::default()
                    .with_pairing(Pairing::DepthBackward)
                    .with_enhancements(set)
                    .solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "A*",
                "The fewest pushes, positions with the least bound first",
                Guarantee::Optimal,
            ),
            enhancements: AStar::ENHANCEMENTS,
            combined: "+simple +pruned +simple+pruned +steps +simple+steps +pruned+steps +sym +simple+sym \
            +pruned+sym +TM +simple+TM +pruned+TM +tables +pruned+tables +pruned+TM+tables +groups \
            +pruned+groups +pruned+TM+groups",
            from_goals: AStar::FROM_GOALS,
            kept: |set| AStar::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| AStar::default().with_enhancements(set).solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "IDA*",
                "The fewest pushes, depth-first within a bound that grows, in little memory",
                Guarantee::Optimal,
            ),
            enhancements: IdaStar::ENHANCEMENTS,
            combined: "+simple +pruned +simple+pruned +OMO +OMO+pruned +TM +OMO+pruned+TM +pruned+tables \
            +penalties +pruned+TM+penalties +pruned+penalties+overestimate+restarts",
            from_goals: IdaStar::FROM_GOALS,
            kept: |set| IdaStar::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| IdaStar::default().with_enhancements(set).solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "FESS",
                "A solution soon, by features of positions that guide the pushes",
                Guarantee::Complete,
            ),
            enhancements: FeatureSearch::ENHANCEMENTS,
            combined: "+no-tunnels +farthest +upper +optimal +sinks +sinks+efficient +efficient +optimal+groups \
            +optimal+tables+groups +tables +optimal+tables",
            from_goals: FeatureSearch::FROM_GOALS,
            kept: |set| FeatureSearch::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                FeatureSearch::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "RFESS",
                "A solution soon, by features of positions and pulls from the goals",
                Guarantee::Complete,
            ),
            enhancements: ReverseFeatureSearch::ENHANCEMENTS,
            combined: "+SD +tables",
            from_goals: ReverseFeatureSearch::FROM_GOALS,
            kept: |set| ReverseFeatureSearch::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| {
                ReverseFeatureSearch::default().with_enhancements(set).solve(level, control)
            },
        },
        Self {
            entry: SolverEntry::new(
                "RS",
                "A solution by IDA* with the macro moves and cuts of Rolling Stone",
                Guarantee::Optimal,
            ),
            enhancements: RollingStone::ENHANCEMENTS,
            combined: "+macros +macros+cuts +macros+cuts+relevance +penalties \
            +macros+cuts+relevance+penalties+overestimate+restarts",
            from_goals: RollingStone::FROM_GOALS,
            kept: |set| RollingStone::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| RollingStone::default().with_enhancements(set).solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "Takes-X1Y1",
                "By pulls from the goals, of one box until it is let go: X1, X2(n), X3, X4(n) or X5 says when, Y1 to Y6 which box is next",
                Guarantee::Optimal,
            ),
            enhancements: Enhancements::NONE,
            combined: "",
            from_goals: BoxByBox::FROM_GOALS,
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
            combined: "",
            from_goals: RoomAbstraction::FROM_GOALS,
            kept: |_| Enhancements::NONE,
            solve: |_, level, control| RoomAbstraction.solve(level, control),
        },
        Self {
            entry: SolverEntry::new(
                "auto",
                "Several of the others in turn: a solution soon",
                Guarantee::Complete,
            ),
            enhancements: Auto::ENHANCEMENTS,
            combined: "+optimal",
            from_goals: Auto::FROM_GOALS,
            kept: |set| Auto::default().with_enhancements(set).enhancements(),
            solve: |set, level, control| Auto::default().with_enhancements(set).solve(level, control),
        },
    ];
    const DEFAULT: &'static str = "auto";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl LevelSolver {
    /// The enhancements that the method has. Not all of them go together, and some need another
    /// one; [`with_enhancements`](super::AnySolver::with_enhancements) leaves out those that do not
    /// apply.
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
    /// # Ok::<(), motion_core::UnknownName>(())
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

    /// The row of a method in the table of the documentation.
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

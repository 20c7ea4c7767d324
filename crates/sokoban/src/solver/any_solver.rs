//! All solvers by their names.

use core::fmt;
use core::str::FromStr;

use motion_core::{Control, Guarantee, Outcome, Registered, Solver, SolverEntry, SolverRow, UnknownName};

use super::search_problem::SearchMethod;
use super::{
    AStar, Auto, Bidirectional, BoxByBox, BreadthFirst, DepthFirst, Enhancement, Enhancements, FeatureSearch,
    IdaStar, IterativeDeepening, Pairing, ReverseBreadthFirst, ReverseFeatureSearch,
    ReverseIterativeDeepening, RollingStone, RoomAbstraction, UnsupportedLevel,
};
use crate::board::SearchBoard;
use crate::level::Level;
use crate::moves::Moves;

/// A method of solving, by its name, which can be combined with enhancements; by default `auto`.
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
    combined: &'static str,
    from_goals: bool,
    /// Those of a set that it keeps: what it does not have, and what does not go together, is lost.
    kept: fn(Enhancements) -> Enhancements,
    solve: fn(Enhancements, &Level, &mut Control) -> Outcome<Moves>,
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
    /// one; [`with_enhancements`](AnySolver::with_enhancements) leaves out those that do not apply.
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

/// Any of the solvers, by the name that the thesis gives it; by default [`Auto`].
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
/// [`Enhancement`] says what they do; in a name they follow a `+` each, as in `BFS+SD+PI`.
///
/// [`guarantee`](AnySolver::guarantee) says what each promises.
///
/// Solvers print as their names, and are read from them in upper or lower case, with the
/// enhancements in any order.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{AnySolver, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// for solver in AnySolver::all() {
///     let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
///     assert_eq!(level.verify(&moves)?.pushes, 2);
///     assert_eq!(solver.to_string().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnySolver {
    method: Method,
    enhancements: Enhancements,
    /// Of `Takes`, the conditions other than `X1Y1`.
    conditions: Option<BoxByBox>,
}

/// The enhancements with which solutions need not have the fewest pushes.
const NOT_THE_FEWEST: Enhancements = Enhancements::new(&[
    Enhancement::OneBoxAtATime,
    Enhancement::OneBoxThesisOrder,
    Enhancement::OneBoxVanLishoutOrder,
    Enhancement::FirstMeeting,
    Enhancement::ZoneByZone,
    Enhancement::GoalMacros,
    Enhancement::Relevance,
    Enhancement::Penalties,
]);

impl From<Method> for AnySolver {
    /// Without enhancements.
    fn from(method: Method) -> Self {
        Self { method, enhancements: Enhancements::NONE, conditions: None }
    }
}

impl From<BoxByBox> for AnySolver {
    fn from(conditions: BoxByBox) -> Self {
        let method: Method = TAKES.parse().expect("invariant: a row");
        let conditions = (conditions != BoxByBox::default()).then_some(conditions);
        Self { conditions, ..Self::from(method) }
    }
}

impl AnySolver {
    /// The solvers of the thesis's experiments, and some more; of `Takes` each condition with each,
    /// the number of pulls being 3. Other combinations have names, too.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let listed = |method: Method| {
            let with = move |names| {
                let set = Enhancements::from_names(names).expect("invariant: names of enhancements");
                Self::from(method).with_enhancements(set)
            };
            [Self::from(method)].into_iter().chain(method.combined.split_whitespace().map(with))
        };
        Method::all().flat_map(listed).chain(BoxByBox::ALL.into_iter().skip(1).map(Self::from))
    }

    /// The method.
    pub const fn method(self) -> Method {
        self.method
    }

    /// Sets the enhancements, as far as the method has them.
    pub fn with_enhancements(self, enhancements: Enhancements) -> Self {
        Self { enhancements: (self.method.kept)(enhancements), ..self }
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(self) -> Enhancements {
        self.enhancements
    }

    /// What it promises: the fewest pushes, with `steps` the fewest steps of the player.
    pub fn guarantee(self) -> Guarantee {
        match self.method.guarantee() {
            _ if self.conditions.is_some() => Guarantee::Incomplete,
            Guarantee::Optimal if self.enhancements.and(NOT_THE_FEWEST) != Enhancements::NONE => {
                Guarantee::Complete
            }
            _ if self.enhancements.contains(Enhancement::Optimal) => Guarantee::Optimal,
            guarantee => guarantee,
        }
    }

    /// Whether the solver minimises the steps of the player: its qualities and lower bounds are
    /// then steps, otherwise pushes.
    pub const fn counts_steps(self) -> bool {
        self.enhancements().contains(Enhancement::Steps)
    }

    /// Whether the solver supports a level.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] says why not.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{AnySolver, Level};
    ///
    /// let level: Level = "9#|#-@-----#|#-$-$-$-#|#.......#|#.......#|#-------#|9#".parse()?;
    /// let solvers: [AnySolver; 2] = ["BFS".parse()?, "BBFS".parse()?];
    /// assert_eq!(solvers.map(|solver| solver.check(&level).is_ok()), [true, true]);
    /// let level: Level = "9#|#-@-----#|#-$$$$$-#|#.......#|#.......#|#-------#|9#".parse()?;
    /// assert_eq!(solvers.map(|solver| solver.check(&level).is_ok()), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, level: &Level) -> Result<(), UnsupportedLevel> {
        let board = SearchBoard::new(level);
        let live_squares = board.live_square_count();
        if live_squares > SearchBoard::MAX_LIVE_SQUARES {
            return Err(UnsupportedLevel::LiveSquares { live_squares });
        }
        if self.method.from_goals && !board.has_few_final_sets() {
            let (boxes, goals) = (board.boxes().len(), board.goals().len());
            return Err(UnsupportedLevel::FinalSets { boxes, goals });
        }
        Ok(())
    }
}

/// The method of the solvers with conditions.
const TAKES: &str = "Takes-X1Y1";

impl Solver<Level> for AnySolver {
    type Solution = Moves;

    /// Solves a level. Nodes are those of the method.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        match self.conditions {
            Some(solver) => solver.solve(level, control),
            None => (self.method.solve)(self.enhancements, level, control),
        }
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.conditions {
            Some(solver) => solver.fmt(f),
            None => write!(f, "{}{}", self.method, self.enhancements),
        }
    }
}

impl FromStr for AnySolver {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        if let Some(conditions) = BoxByBox::from_name(text) {
            return Ok(conditions.into());
        }
        let (name, names) = text.split_at(text.find('+').unwrap_or(text.len()));
        let solver = Self::from(name.parse::<Method>()?);
        // Enhancements that the method does not have, and of contradictory ones all but one, are
        // lost.
        let enhanced = Enhancements::from_names(names).and_then(|set| {
            let solver = solver.with_enhancements(set);
            (solver.enhancements == set).then_some(solver)
        });
        enhanced.ok_or_else(|| UnknownName::new(LevelSolver::KIND, text, Method::all().map(Method::name)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    /// The row of a method in the table of the documentation.
    fn row(name: &str) -> Vec<&'static str> {
        let rows = include_str!("any_solver.rs").lines().filter_map(|line| line.strip_prefix("/// | `"));
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

    #[test]
    fn methods_are_those_of_all_solvers() {
        for method in Method::all() {
            let plain = AnySolver::from(method);
            assert_eq!(method.name().parse().as_ref(), Ok(&plain));
            assert!(AnySolver::all().any(|solver| solver == plain), "{method}");
        }
        let names: BTreeSet<_> = AnySolver::all().map(|solver| solver.to_string()).collect();
        assert_eq!(names.len(), AnySolver::all().count(), "each is listed once");
        for method in Method::all() {
            for names in method.combined.split_whitespace() {
                let solver: AnySolver = format!("{method}{names}").parse().expect("it has them");
                assert_eq!(solver.enhancements().to_string(), names, "{method}");
            }
        }
    }
}

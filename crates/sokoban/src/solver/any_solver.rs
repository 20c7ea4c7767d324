//! All solvers by their names.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use motion_core::{Control, Outcome, Solver};

use super::{
    AStar, Auto, Bidirectional, BoxByBox, BreadthFirst, DepthFirst, Enhancement, Enhancements, FeatureSearch,
    IdaStar, IterativeDeepening, Pairing, ReverseBreadthFirst, ReverseFeatureSearch,
    ReverseIterativeDeepening, RollingStone, RoomAbstraction, UnsupportedLevel,
};
use crate::board::SearchBoard;
use crate::level::Level;
use crate::moves::Moves;

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
/// Solvers print as their names, and parse from them in upper or lower case, with the enhancements
/// in any order.
///
/// # Guarantees
/// All are complete, but for `rooms` and those of `Takes` without `X1Y1`. All find the fewest
/// pushes, except these, `DFS`, `RFESS`, `RS`, `FESS` and `auto` without `optimal`, and those with
/// `met`, `zones`, `penalties` or one of the three `VL`; with `steps` it is the fewest steps of the
/// player.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{AnySolver, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// for solver in AnySolver::ALL {
///     let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
///     assert_eq!(level.verify(&moves)?.pushes, 2);
///     assert_eq!(solver.to_string().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnySolver {
    /// Breadth-first by pushes.
    BreadthFirst(BreadthFirst),
    /// Depth-first by pushes.
    DepthFirst(DepthFirst),
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
    /// By features, from the goals.
    ReverseFeatureSearch(ReverseFeatureSearch),
    /// IDA* with the parts of Rolling Stone.
    RollingStone(RollingStone),
    /// By pulls, one box until it is let go.
    BoxByBox(BoxByBox),
    /// By the abstract states of rooms.
    RoomAbstraction(RoomAbstraction),
    /// Several of these.
    Auto(Auto),
}

impl Default for AnySolver {
    fn default() -> Self {
        Self::Auto(Auto::default())
    }
}

/// No solver has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSolver;

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no solver has this name")
    }
}

impl Error for UnknownSolver {}

// The methods, without enhancements.
const BFS: AnySolver = AnySolver::BreadthFirst(BreadthFirst::PLAIN);
const DFS: AnySolver = AnySolver::DepthFirst(DepthFirst::PLAIN);
const RBFS: AnySolver = AnySolver::ReverseBreadthFirst(ReverseBreadthFirst::PLAIN);
const IDDFS: AnySolver = AnySolver::IterativeDeepening(IterativeDeepening::PLAIN);
const RIDDFS: AnySolver = AnySolver::ReverseIterativeDeepening(ReverseIterativeDeepening::PLAIN);
const BBFS: AnySolver = bidirectional(Pairing::Breadth);
const IDDFS_RBFS: AnySolver = bidirectional(Pairing::DepthForward);
const BFS_RIDDFS: AnySolver = bidirectional(Pairing::DepthBackward);
const A_STAR: AnySolver = AnySolver::AStar(AStar::PLAIN);
const IDA_STAR: AnySolver = AnySolver::IdaStar(IdaStar::PLAIN);
const FESS: AnySolver = AnySolver::FeatureSearch(FeatureSearch::PLAIN);
const RFESS: AnySolver = AnySolver::ReverseFeatureSearch(ReverseFeatureSearch::PLAIN);
const RS: AnySolver = AnySolver::RollingStone(RollingStone::PLAIN);
const TAKES: AnySolver = AnySolver::BoxByBox(BoxByBox::PLAIN);
const ROOMS: AnySolver = AnySolver::RoomAbstraction(RoomAbstraction);
const AUTO: AnySolver = AnySolver::Auto(Auto::PLAIN);

const fn bidirectional(pairing: Pairing) -> AnySolver {
    AnySolver::Bidirectional(Bidirectional::PLAIN.with_pairing(pairing))
}

/// The methods by their names.
const METHODS: [(&str, AnySolver); 16] = [
    ("BFS", BFS),
    ("DFS", DFS),
    ("RBFS", RBFS),
    ("IDDFS", IDDFS),
    ("RIDDFS", RIDDFS),
    ("BBFS", BBFS),
    ("IDDFS/RBFS", IDDFS_RBFS),
    ("BFS/RIDDFS", BFS_RIDDFS),
    ("A*", A_STAR),
    ("IDA*", IDA_STAR),
    ("FESS", FESS),
    ("RFESS", RFESS),
    ("RS", RS),
    ("Takes-X1Y1", TAKES),
    ("rooms", ROOMS),
    ("auto", AUTO),
];

/// What [`AnySolver::ALL`] lists: methods with sets of enhancements.
const LISTED: [(AnySolver, &[&[Enhancement]]); 44] = {
    use Enhancement::{
        BoxTables as Tables, Chambers as Cd, Efficient, Farthest, FirstMeeting, GoalCuts as Cuts,
        GoalMacros as Macros, Groups, InertiaMoveOrdering as Imo, NoTunnels, OneBoxAtATime as Vl,
        OneBoxThesisOrder as VlThesis, OneBoxVanLishoutOrder as VlLishout, Optimal,
        OptimalMoveOrdering as Omo, Overestimate, Penalties, PiCorrals as Pi, Postponing as Pp, Pruned,
        Relevance, Restarts, RoomDeadlocks as Rd, SimpleBound, Sinks, StaticDeadlocks as Sd, Steps,
        Symmetry as Sym, TunnelMacros as Tm, Upper, ZoneByZone as Zones,
    };
    const BOUNDS: &[&[Enhancement]] = &[&[], &[SimpleBound], &[Pruned], &[SimpleBound, Pruned]];
    [
        (BFS, &[&[]]),
        (RBFS, &[&[]]),
        (IDDFS, &[&[], &[Pp], &[Imo], &[Pp, Imo], &[Omo], &[Pp, Imo, Omo]]),
        (RIDDFS, &[&[], &[Pp], &[Imo], &[Pp, Imo]]),
        (BBFS, &[&[]]),
        (IDDFS_RBFS, &[&[]]),
        (BFS_RIDDFS, &[&[]]),
        (BBFS, &[&[FirstMeeting]]),
        (IDDFS_RBFS, &[&[FirstMeeting]]),
        (BFS_RIDDFS, &[&[FirstMeeting]]),
        (BBFS, &[&[Sd]]),
        (IDDFS_RBFS, &[&[Sd, FirstMeeting]]),
        (BFS_RIDDFS, &[&[Sd, FirstMeeting]]),
        (A_STAR, BOUNDS),
        (IDA_STAR, BOUNDS),
        (IDA_STAR, &[&[Omo], &[Omo, Pruned]]),
        (BFS, &[&[Sd], &[Pi], &[Sd, Pi], &[Vl], &[Sd, Pi, Vl], &[VlThesis], &[VlLishout]]),
        (
            IDDFS,
            &[
                &[Pp, Imo, Sd],
                &[Pp, Imo, Pi],
                &[Pp, Imo, Sd, Pi],
                &[Pp, Imo, Vl],
                &[Pp, Imo, Sd, Pi, Vl],
                &[Pp, Imo, Sd, VlThesis],
            ],
        ),
        (DFS, &[&[], &[Sd, Pi]]),
        (RBFS, &[&[Sd], &[Zones]]),
        (RIDDFS, &[&[Sd], &[Pp, Imo, Sd], &[Pp, Imo, Zones]]),
        (FESS, &[&[], &[NoTunnels], &[Farthest], &[Upper], &[Optimal]]),
        (FESS, &[&[Sinks], &[Sinks, Efficient], &[Efficient]]),
        (RFESS, &[&[], &[Sd]]),
        (AUTO, &[&[], &[Optimal]]),
        (A_STAR, &[&[Steps], &[SimpleBound, Steps], &[Pruned, Steps]]),
        (BFS, &[&[Sym], &[Sd, Pi, Sym], &[Cd]]),
        (A_STAR, &[&[Sym], &[SimpleBound, Sym], &[Pruned, Sym]]),
        (A_STAR, &[&[Tm], &[SimpleBound, Tm], &[Pruned, Tm]]),
        (IDA_STAR, &[&[Tm], &[Omo, Pruned, Tm]]),
        (IDDFS, &[&[Pp, Imo, Tm], &[Omo, Tm], &[Pp, Imo, Sd, Pi, Tm]]),
        (BFS, &[&[Tables], &[Sd, Pi, Tables], &[Rd], &[Sd, Pi, Rd]]),
        (RBFS, &[&[Tables], &[Sd, Tables]]),
        (A_STAR, &[&[Tables], &[Pruned, Tables], &[Pruned, Tm, Tables]]),
        (A_STAR, &[&[Groups], &[Pruned, Groups], &[Pruned, Tm, Groups]]),
        (FESS, &[&[Optimal, Groups], &[Optimal, Tables, Groups]]),
        (IDA_STAR, &[&[Pruned, Tables]]),
        (IDA_STAR, &[&[Penalties], &[Pruned, Tm, Penalties], &[Pruned, Penalties, Overestimate, Restarts]]),
        (BBFS, &[&[Tables]]),
        (FESS, &[&[Tables], &[Optimal, Tables]]),
        (RFESS, &[&[Tables]]),
        (ROOMS, &[&[]]),
        (RS, &[&[], &[Macros], &[Macros, Cuts], &[Macros, Cuts, Relevance], &[Penalties]]),
        (RS, &[&[Macros, Cuts, Relevance, Penalties, Overestimate, Restarts]]),
    ]
};

/// The number of solvers in [`AnySolver::ALL`].
const COUNT: usize = {
    let (mut count, mut row) = (BoxByBox::ALL.len(), 0);
    while row < LISTED.len() {
        count += LISTED[row].1.len();
        row += 1;
    }
    count
};

impl AnySolver {
    /// The methods without enhancements, each once; of `Takes` only `Takes-X1Y1`.
    pub const METHODS: [Self; METHODS.len()] = {
        let mut methods = [BFS; METHODS.len()];
        let mut index = 0;
        while index < methods.len() {
            methods[index] = METHODS[index].1;
            index += 1;
        }
        methods
    };

    /// The solvers of the thesis's experiments, and some more; of `Takes` each condition with each,
    /// the number of pulls being 3. Other combinations have names, too.
    pub const ALL: [Self; COUNT] = {
        let mut all = [BFS; COUNT];
        let (mut next, mut row) = (0, 0);
        while row < LISTED.len() {
            let (method, sets) = LISTED[row];
            let mut set = 0;
            while set < sets.len() {
                all[next] = method.with_enhancements(Enhancements::new(sets[set]));
                next += 1;
                set += 1;
            }
            row += 1;
        }
        let mut takes = 0;
        while takes < BoxByBox::ALL.len() {
            all[next] = Self::BoxByBox(BoxByBox::ALL[takes]);
            next += 1;
            takes += 1;
        }
        all
    };

    /// Sets the enhancements, as far as the method has them.
    pub const fn with_enhancements(self, enhancements: Enhancements) -> Self {
        match self {
            Self::BreadthFirst(solver) => Self::BreadthFirst(solver.with_enhancements(enhancements)),
            Self::DepthFirst(solver) => Self::DepthFirst(solver.with_enhancements(enhancements)),
            Self::ReverseBreadthFirst(solver) => {
                Self::ReverseBreadthFirst(solver.with_enhancements(enhancements))
            }
            Self::IterativeDeepening(solver) => {
                Self::IterativeDeepening(solver.with_enhancements(enhancements))
            }
            Self::ReverseIterativeDeepening(solver) => {
                Self::ReverseIterativeDeepening(solver.with_enhancements(enhancements))
            }
            Self::Bidirectional(solver) => Self::Bidirectional(solver.with_enhancements(enhancements)),
            Self::AStar(solver) => Self::AStar(solver.with_enhancements(enhancements)),
            Self::IdaStar(solver) => Self::IdaStar(solver.with_enhancements(enhancements)),
            Self::FeatureSearch(solver) => Self::FeatureSearch(solver.with_enhancements(enhancements)),
            Self::ReverseFeatureSearch(solver) => {
                Self::ReverseFeatureSearch(solver.with_enhancements(enhancements))
            }
            Self::RollingStone(solver) => Self::RollingStone(solver.with_enhancements(enhancements)),
            Self::BoxByBox(_) | Self::RoomAbstraction(_) => self,
            Self::Auto(solver) => Self::Auto(solver.with_enhancements(enhancements)),
        }
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        match self {
            Self::BreadthFirst(solver) => solver.enhancements(),
            Self::DepthFirst(solver) => solver.enhancements(),
            Self::ReverseBreadthFirst(solver) => solver.enhancements(),
            Self::IterativeDeepening(solver) => solver.enhancements(),
            Self::ReverseIterativeDeepening(solver) => solver.enhancements(),
            Self::Bidirectional(solver) => solver.enhancements(),
            Self::AStar(solver) => solver.enhancements(),
            Self::IdaStar(solver) => solver.enhancements(),
            Self::FeatureSearch(solver) => solver.enhancements(),
            Self::ReverseFeatureSearch(solver) => solver.enhancements(),
            Self::RollingStone(solver) => solver.enhancements(),
            Self::BoxByBox(_) | Self::RoomAbstraction(_) => Enhancements::NONE,
            Self::Auto(solver) => solver.enhancements(),
        }
    }

    /// The enhancements that the method has. Not all of them go together, and some need another
    /// one; [`with_enhancements`](AnySolver::with_enhancements) leaves out those that do not apply.
    ///
    /// # Examples
    /// ```
    /// use sokoban::AnySolver;
    ///
    /// let solver: AnySolver = "DFS+SD".parse()?;
    /// assert_eq!(solver.supported_enhancements().to_string(), "+SD+PI+tables");
    /// for enhancement in solver.supported_enhancements().iter() {
    ///     println!("{enhancement}: {}", enhancement.summary());
    /// }
    /// # Ok::<(), sokoban::solver::UnknownSolver>(())
    /// ```
    pub const fn supported_enhancements(&self) -> Enhancements {
        match self {
            Self::BreadthFirst(_) => BreadthFirst::ENHANCEMENTS,
            Self::DepthFirst(_) => DepthFirst::ENHANCEMENTS,
            Self::ReverseBreadthFirst(_) => ReverseBreadthFirst::ENHANCEMENTS,
            Self::IterativeDeepening(_) => IterativeDeepening::ENHANCEMENTS,
            Self::ReverseIterativeDeepening(_) => ReverseIterativeDeepening::ENHANCEMENTS,
            Self::Bidirectional(_) => Bidirectional::ENHANCEMENTS,
            Self::AStar(_) => AStar::ENHANCEMENTS,
            Self::IdaStar(_) => IdaStar::ENHANCEMENTS,
            Self::FeatureSearch(_) => FeatureSearch::ENHANCEMENTS,
            Self::ReverseFeatureSearch(_) => ReverseFeatureSearch::ENHANCEMENTS,
            Self::RollingStone(_) => RollingStone::ENHANCEMENTS,
            Self::BoxByBox(_) | Self::RoomAbstraction(_) => Enhancements::NONE,
            Self::Auto(_) => Auto::ENHANCEMENTS,
        }
    }

    /// What the method does without enhancements, in a line without a full stop.
    ///
    /// # Examples
    /// ```
    /// use sokoban::AnySolver;
    ///
    /// for method in AnySolver::METHODS {
    ///     println!("{method}: {}", method.summary());
    /// }
    /// let summary = "BFS+SD".parse().map(AnySolver::summary);
    /// assert_eq!(summary, Ok("The fewest pushes, breadth-first"));
    /// ```
    pub const fn summary(self) -> &'static str {
        match self {
            Self::BreadthFirst(_) => "The fewest pushes, breadth-first",
            Self::DepthFirst(_) => "Any solution, depth-first by pushes",
            Self::ReverseBreadthFirst(_) => "The fewest pushes, breadth-first by pulls from the goals",
            Self::IterativeDeepening(_) => "The fewest pushes, depth-first with a limit that grows",
            Self::ReverseIterativeDeepening(_) => {
                "The fewest pushes, depth-first by pulls from the goals with a limit that grows"
            }
            Self::Bidirectional(solver) => match solver.pairing() {
                Pairing::Breadth => "The fewest pushes, breadth-first from both ends",
                Pairing::DepthForward => {
                    "The fewest pushes from both ends, depth-first forward and breadth-first backward"
                }
                Pairing::DepthBackward => {
                    "The fewest pushes from both ends, breadth-first forward and depth-first backward"
                }
            },
            Self::AStar(_) => "The fewest pushes, positions with the least bound first",
            Self::IdaStar(_) => "The fewest pushes, depth-first within a bound that grows, in little memory",
            Self::FeatureSearch(_) => "A solution soon, by features of positions that guide the pushes",
            Self::ReverseFeatureSearch(_) => {
                "A solution soon, by features of positions and pulls from the goals"
            }
            Self::RollingStone(_) => "A solution by IDA* with the macro moves and cuts of Rolling Stone",
            Self::BoxByBox(_) => {
                "By pulls from the goals, of one box until it is let go: X1, X2(n), X3, X4(n) or X5 \
                 says when, Y1 to Y6 which box is next"
            }
            Self::RoomAbstraction(_) => "A solution by the abstract states of rooms and tunnels",
            Self::Auto(_) => "Several of the others in turn: a solution soon",
        }
    }

    /// Whether the solver minimises the steps of the player: its qualities and lower bounds are
    /// then steps, otherwise pushes.
    pub const fn counts_steps(&self) -> bool {
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
        let is_from_goals = matches!(
            self,
            Self::ReverseBreadthFirst(_)
                | Self::ReverseIterativeDeepening(_)
                | Self::Bidirectional(_)
                | Self::ReverseFeatureSearch(_)
                | Self::BoxByBox(_)
        );
        if is_from_goals && !board.has_few_final_sets() {
            let (boxes, goals) = (board.boxes().len(), board.goals().len());
            return Err(UnsupportedLevel::FinalSets { boxes, goals });
        }
        Ok(())
    }

    /// The name of the method.
    fn method(self) -> &'static str {
        let plain = self.with_enhancements(Enhancements::NONE);
        let found = METHODS.iter().find(|(_, method)| *method == plain);
        found.expect("invariant: every method is listed").0
    }

    fn solver(&self) -> &dyn Solver<Level, Solution = Moves> {
        match self {
            Self::BreadthFirst(solver) => solver,
            Self::DepthFirst(solver) => solver,
            Self::ReverseBreadthFirst(solver) => solver,
            Self::IterativeDeepening(solver) => solver,
            Self::ReverseIterativeDeepening(solver) => solver,
            Self::Bidirectional(solver) => solver,
            Self::AStar(solver) => solver,
            Self::IdaStar(solver) => solver,
            Self::FeatureSearch(solver) => solver,
            Self::ReverseFeatureSearch(solver) => solver,
            Self::RollingStone(solver) => solver,
            Self::BoxByBox(solver) => solver,
            Self::RoomAbstraction(solver) => solver,
            Self::Auto(solver) => solver,
        }
    }
}

impl Solver<Level> for AnySolver {
    type Solution = Moves;

    /// Solves a level. Nodes are those of the method.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        self.solver().solve(level, control)
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoxByBox(solver) => solver.fmt(f),
            _ => write!(f, "{}{}", self.method(), self.enhancements()),
        }
    }
}

impl FromStr for AnySolver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        if let Ok(solver) = text.parse() {
            return Ok(Self::BoxByBox(solver));
        }
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let enhancements: Enhancements =
            parts.map(Enhancement::from_name).collect::<Option<_>>().ok_or(UnknownSolver)?;
        let (_, method) =
            METHODS.iter().find(|(method, _)| method.eq_ignore_ascii_case(name)).ok_or(UnknownSolver)?;
        let solver = method.with_enhancements(enhancements);
        // Enhancements that the method does not have, and of contradictory ones all but one, are
        // lost.
        if solver.enhancements() == enhancements { Ok(solver) } else { Err(UnknownSolver) }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};
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
        for method in AnySolver::METHODS {
            let name = method.to_string();
            let listed: String = row(&name)[2].replace(['`', ' '], "");
            let supported: Vec<_> = method.supported_enhancements().iter().map(Enhancement::name).collect();
            let mut listed: Vec<_> = listed.split(',').filter(|part| !part.is_empty()).collect();
            listed.sort_by_key(|&name| Enhancement::from_name(name));
            assert_eq!(listed, supported, "{name}");
        }
    }

    #[test]
    fn methods_are_those_of_all_solvers() {
        for method in AnySolver::METHODS {
            assert_eq!(method.enhancements(), Enhancements::NONE);
            assert_eq!(method.to_string().parse(), Ok(method));
            assert!(AnySolver::ALL.contains(&method), "{method}");
        }
        let names: BTreeSet<_> = AnySolver::ALL.iter().map(AnySolver::to_string).collect();
        assert_eq!(names.len(), AnySolver::ALL.len(), "each is listed once");
        for solver in AnySolver::ALL {
            let method = match solver {
                AnySolver::BoxByBox(_) => TAKES,
                _ => solver.with_enhancements(Enhancements::NONE),
            };
            assert!(AnySolver::METHODS.contains(&method), "{solver}");
            let more = solver.enhancements().and_not(solver.supported_enhancements());
            assert_eq!(more, Enhancements::NONE, "{solver}");
        }
    }
}

//! All solvers by name.

use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};
use motion_core::{Control, Outcome, Solver};

use crate::graph::{GraphMethod, GraphSolver};
use crate::instance::Instance;
use crate::moves::Moves;
use crate::optimal::{Optimal, Preference};

/// Any of the solvers, selected by name; by default `optimal`.
///
/// | name | solver |
/// |---|---|
/// | `optimal` | [`Optimal`] |
/// | `fewest-robots` | [`Optimal`], in which the fewest robots move |
/// | `graph-dp`, `graph-v1`, `graph-v2` | the searches of "Graph-DP" on a graph of slides |
/// | `graph` | v1 under the bound of v2 |
///
/// Solvers print as their names. Parsing a name ignores case.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use ricochet::{AnySolver, Instance};
///
/// let game: Instance = "
/// +---+---+---+---+
/// | r             |
/// +   +   +---+   +
/// |     b         |
/// +   +   +   +   +
/// |         R |   |
/// +---+---+---+---+"
///     .parse()?;
/// for solver in AnySolver::all() {
///     let moves = solver.solve(&game, &mut Control::unlimited()).into_result()?;
///     println!("{solver}: {} moves. {}", game.verify(&moves)?.moves, solver.summary());
///     assert_eq!(solver.name().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AnySolver = Registered<GameSolver>;

/// A row of the table of [`AnySolver`].
pub struct GameSolver {
    entry: SolverEntry,
    solve: fn(&Instance, &mut Control) -> Outcome<Moves>,
}

impl GameSolver {
    const fn new(
        name: &'static str,
        summary: &'static str,
        guarantee: Guarantee,
        solve: fn(&Instance, &mut Control) -> Outcome<Moves>,
    ) -> Self {
        Self { entry: SolverEntry::new(name, summary, guarantee), solve }
    }
}

impl SolverRow for GameSolver {
    const ROWS: &'static [Self] = &[
        Self::new("optimal", "The fewest moves", Guarantee::Optimal, |game, control| {
            Optimal::default().solve(game, control)
        }),
        Self::new(
            "fewest-robots",
            "The fewest moves, by as few robots as possible",
            Guarantee::Optimal,
            |game, control| Optimal::default().with_preference(Preference::FewestRobots).solve(game, control),
        ),
        Self::new(
            "graph-dp",
            "Graph-DP: the fewest moves if the other robots move first",
            Guarantee::Incomplete,
            |game, control| GraphSolver::default().with_method(GraphMethod::Dp).solve(game, control),
        ),
        Self::new(
            "graph-v1",
            "Graph v1: the fewest moves, breadth-first",
            Guarantee::Optimal,
            |game, control| GraphSolver::default().with_method(GraphMethod::V1).solve(game, control),
        ),
        Self::new("graph-v2", "Graph v2: Graph-DP with a bound", Guarantee::Incomplete, |game, control| {
            GraphSolver::default().with_method(GraphMethod::V2).solve(game, control)
        }),
        Self::new(
            "graph",
            "Graph v1 and v2 together: the fewest moves",
            Guarantee::Optimal,
            |game, control| GraphSolver::default().with_method(GraphMethod::Combined).solve(game, control),
        ),
    ];
    const DEFAULT: &'static str = "optimal";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl Solver<Instance> for GameSolver {
    type Solution = Moves;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        (self.solve)(instance, control)
    }
}

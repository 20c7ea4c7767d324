//! Graph-DP and its successors.

use motion_core::search::{a_star, breadth_first};
use motion_core::{Cell, Control, Outcome, Quality, Solver, Stop};

use super::MoveGraph;
use super::all_robots::{AllRobots, RobotCells};
use super::game::GraphGame;
use super::others_first::{GraphCounts, OthersFirst};
use crate::instance::{Approach, Instance, Target, TargetRobot};
use crate::line_costs::UNREACHABLE;
use crate::moves::Moves;

/// The paper's methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphMethod {
    /// Graph-DP: all moves of the other robots come before those of the goal robot. Finds the
    /// shortest solution of this kind. Searches of the goal robot end where they cannot beat the
    /// best solution so far, which the paper lists among future improvements.
    Dp,
    /// Graph v1: breadth-first search over the positions of all robots.
    V1,
    /// Graph v2: Graph-DP with a lower bound, the fewest moves from each cell of a robot that may
    /// stop anywhere.
    V2,
    /// v1 and v2 combined: A* over all positions with that lower bound, and with v2's solution as
    /// the upper bound.
    #[default]
    Combined,
}

/// Solves games with the paper's methods: searches on a [`MoveGraph`].
///
/// Not supported are games with diagonals, with several targets, with a target for any robot, or
/// with another approach than [`Approach::Free`]: the result is [`Stop::Unsupported`].
///
/// # Guarantees
/// [`GraphMethod::V1`] and [`GraphMethod::Combined`] are complete and optimal. [`GraphMethod::Dp`]
/// and [`GraphMethod::V2`] assume that the other robots move first. Their solutions are shortest
/// under this assumption, so the quality is [`Quality::Feasible`], unless the lower bound proves
/// more. If the search ends without a solution, the result is [`Stop::GaveUp`], which proves
/// nothing: there may be solutions in which the robots move in another order. Observers are shown
/// every better solution, and [`Outcome::Stopped`] has the best one.
///
/// # Complexity
/// Time and memory are exponential in the moves of the other robots. The paper's bound *kⁿ* should
/// be *bᵏ*.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use ricochet::Instance;
/// use ricochet::internal::{GraphMethod, GraphSolver};
///
/// let game: Instance = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bR|
/// +   +   +   +
/// |           |
/// +---+---+---+".parse()?;
/// for method in [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined] {
///     let solver = GraphSolver::default().with_method(method);
///     let moves = solver.solve(&game, &mut Control::unlimited()).into_result()?;
///     assert_eq!(game.verify(&moves)?.moves, 6);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSolver {
    method: GraphMethod,
}

impl GraphSolver {
    /// Sets the method.
    pub const fn with_method(mut self, method: GraphMethod) -> Self {
        self.method = method;
        self
    }

    /// Solves a game and returns the parts of the nodes of [`GraphMethod::Dp`] and
    /// [`GraphMethod::V2`], which [`GraphMethod::Combined`] runs first.
    pub fn solve_and_count(
        &self,
        instance: &Instance,
        control: &mut Control,
    ) -> (Outcome<Moves>, GraphCounts) {
        let mut counts = GraphCounts::default();
        let [Target { robot: TargetRobot::Only(goal_robot), cell: target }] = *instance.targets() else {
            return (Outcome::stopped(Stop::Unsupported), counts);
        };
        if instance.approach() != Approach::Free || instance.board().diagonals().next().is_some() {
            return (Outcome::stopped(Stop::Unsupported), counts);
        }
        let outcome =
            control.scope(|control| match GraphGame::new(instance, (goal_robot, target), control) {
                Ok(game) => match self.method {
                    GraphMethod::Dp => others_first(&game, false, &mut counts, control),
                    GraphMethod::V1 => all_robots(&game, None, control),
                    GraphMethod::V2 => others_first(&game, true, &mut counts, control),
                    GraphMethod::Combined => combined(&game, &mut counts, control),
                },
                Err(why) => Outcome::stopped(why),
            });
        (outcome, counts)
    }
}

impl Solver<Instance> for GraphSolver {
    type Solution = Moves;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        self.solve_and_count(instance, control).0
    }
}

/// Runs Graph-DP, or v2 if it is bounded.
fn others_first(
    game: &GraphGame,
    is_bounded: bool,
    counts: &mut GraphCounts,
    control: &mut Control,
) -> Outcome<Moves> {
    let mut search = OthersFirst::new(game, is_bounded);
    let outcome = search.solve(control);
    *counts = search.counts();
    outcome
}

/// Runs v2, then v1 with the length of v2's solution as the upper bound.
fn combined(game: &GraphGame, counts: &mut GraphCounts, control: &mut Control) -> Outcome<Moves> {
    match others_first(game, true, counts, control) {
        outcome @ Outcome::Solved { quality: Quality::Optimal, .. } => outcome,
        Outcome::Stopped { why: Stop::GaveUp, .. } => all_robots(game, Some(u32::MAX), control),
        Outcome::Solved { plan, .. } => match all_robots(game, Some(plan.len() as u32), control) {
            Outcome::Stopped { why, lower_bound, .. } => {
                Outcome::Stopped { why, best: Some(plan), lower_bound }
            }
            outcome => outcome,
        },
        outcome => outcome,
    }
}

/// Runs Graph v1; under v2's lower bound if there is an upper bound.
fn all_robots(game: &GraphGame, upper_bound: Option<u32>, control: &mut Control) -> Outcome<Moves> {
    let graph = MoveGraph::new(game.instance.board().grid().clone());
    let space = AllRobots { graph, robots: game.robots, target: game.target };
    let path = match upper_bound {
        None => breadth_first(&space, game.start, control),
        Some(upper_bound) => {
            let lower_bound = |cells: &RobotCells| {
                let moves = game.least(Cell(u32::from(cells[0])));
                Some(moves).filter(|&moves| moves != u32::from(UNREACHABLE) && moves <= upper_bound)
            };
            a_star(&space, lower_bound, game.start, control)
        }
    };
    path.map(|path| game.moves(&path.actions))
}

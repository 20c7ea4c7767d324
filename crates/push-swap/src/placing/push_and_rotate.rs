//! Push and Rotate, complete.

use cpf_core::Solver;
use cpf_core::board::Route;
use motion_core::{Control, Move, Outcome, Sink};

use super::job::{Job, Rules};
use super::{GoalOrder, Paths, Priorities};
use crate::instance::PushInstance;

/// Push and Rotate: [`PushAndSwap`](crate::PushAndSwap) with what makes it complete.
///
/// * Robots belong to *classes*: those that can be exchanged for each other, somewhere in one of the
///   [`Subgraphs`](cpf_core::Subgraphs) that the blanks divide the graph into. Robots of some classes are placed before
///   those of others, and robots without a class last.
/// * On paths and cycles, robots keep around those that are finished (the papers' polygons).
/// * Where a robot closes a cycle with the way of those before it, all robots on the cycle turn (*rotate*).
///
/// # Guarantees
/// Complete on every [`PushInstance`], as far as is known: that has been checked, against exhaustive search on small
/// graphs and against the feasibility test on larger ones, but it is not proved. [`Outcome::Unsolvable`] is; where the
/// method failed, the answer would be [`Stop::GaveUp`](motion_core::Stop::GaveUp). Every loop ends: robots that are
/// finished stay it, and there is no new beginning without a pair of classes that has been learnt. Deterministic. Moves are
/// written robot by robot where all robots of a component with a class have the same, otherwise component by component.
///
/// # Complexity
/// That of [`PushAndSwap`](crate::PushAndSwap), and O(V + E) for the classes of a component. With s classes, a component is
/// begun anew s² times at most; usually never. Memory is linear in vertices, edges and robots, and in the moves that are
/// written together.
///
/// # References
/// B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a complete multi-agent pathfinding algorithm*, JAIR 51,
/// 2014.
///
/// Departures:
/// * Feasibility is decided beforehand. That robots have the same class at the start and at the goal is necessary for it
///   but not sufficient; robots are therefore assigned to classes at the start only.
/// * Whoever ends on the border of a foreign subgraph comes after the robots of that subgraph. That alone does not suffice,
///   as finished robots of a third class can keep the blanks out. So when a swap fails, the robot's class is put before the
///   classes of all finished robots between it and the nearest blank, and the component is begun anew.
/// * Robots of a class are placed in a compact order, not in that of their numbers: less than half the moves.
/// * Swaps keep clear what has been cleared, and retreat to any neighbour.
///
/// # Examples
/// ```
/// use cpf_core::{Instance, Solver, formats::graph_text};
/// use motion_core::Control;
/// use push_swap::{PushAndRotate, PushAndSwap, PushInstance};
///
/// // On a cycle of six, the second robot has to go the long way around.
/// let text = "p edge 6 6\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\nr 1 1\nr 2 6\n";
/// let instance: Instance = graph_text::read(text)?;
/// let problem = PushInstance::new(&instance)?;
/// let plan = PushAndRotate::default().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(instance.verify_plan(&plan).is_ok());
/// assert!(!PushAndSwap::default().solve(&problem, &mut Control::unlimited()).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PushAndRotate {
    /// In which order robots are placed, as far as their classes leave it open. By default the goals farthest from a
    /// corner first, compactly.
    pub order: GoalOrder,
    /// Which of the shortest ways robots take. By default the shortest, whoever stands on it.
    pub paths: Paths,
    /// By which routes blanks come to where a robot goes. By default the shortest.
    pub route: Route,
    /// Whether two robots whose turns follow each other are placed together where that is cheaper, as by
    /// [`PushAndSwap`](crate::PushAndSwap::snakes). By default not: it takes about six times as long.
    ///
    /// On n×n grids with three blanks snakes save 16, 22 and 19 % of the moves at n = 10, 14 and 20 (sums over 40, 40 and
    /// 20 instances).
    pub snakes: bool,
    /// Which classes of robots come before others from the beginning. By default those of subgraphs on whose borders
    /// foreign robots end.
    pub priorities: Priorities,
}

impl Default for PushAndRotate {
    fn default() -> Self {
        Self {
            order: GoalOrder::default(),
            paths: Paths::default(),
            route: Route::Shortest,
            snakes: false,
            priorities: Priorities::default(),
        }
    }
}

impl PushAndRotate {
    /// The same with another [`order`](PushAndRotate::order).
    pub const fn with_order(mut self, order: GoalOrder) -> Self {
        self.order = order;
        self
    }

    /// The same with other [`paths`](PushAndRotate::paths).
    pub const fn with_paths(mut self, paths: Paths) -> Self {
        self.paths = paths;
        self
    }

    /// The same with other [`routes`](PushAndRotate::route).
    pub const fn with_route(mut self, route: Route) -> Self {
        self.route = route;
        self
    }

    /// The same with other [`priorities`](PushAndRotate::priorities).
    pub const fn with_priorities(mut self, priorities: Priorities) -> Self {
        self.priorities = priorities;
        self
    }

    /// The same with or without [`snakes`](PushAndRotate::snakes).
    pub const fn with_snakes(mut self, snakes: bool) -> Self {
        self.snakes = snakes;
        self
    }

    /// What is to be done.
    pub(super) const fn job(self) -> Job {
        let Self { order, route, paths, priorities, snakes } = self;
        Job {
            order,
            route,
            paths,
            snakes,
            rules: Rules { classes: Some(priorities), ..Rules::PUSH_AND_ROTATE },
        }
    }
}

impl Solver<PushInstance<'_>> for PushAndRotate {
    fn solve_into(
        &self,
        problem: &PushInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.job().solve_into(problem, sink, control)
    }
}

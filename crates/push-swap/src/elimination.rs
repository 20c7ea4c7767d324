//! Finishes vertices one by one, the farthest first, until only blanks are left.

use cpf_core::internal::{BlankRoute, OperationError, Stages};
use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan, Quality};

use crate::blank_reserve::BlankReserve;
use crate::eliminator::{EliminationStrategy, Eliminator, PreparedElimination};
use crate::feasibility_first;
use crate::instance::PushInstance;
use crate::order::VertexOrder;
use crate::robot_walker::StepRule;
use crate::snake::SnakeMode;
use crate::snake_cost::SnakeCost;

/// Elimination: every robot walks to a vertex that is then finished and never used again. The
/// remaining vertices stay connected.
///
/// A robot walks by *pushing* others aside or, where that is impossible, by *swapping* with them at
/// a vertex with three neighbours. Robots on finished vertices are at their goals and never in the
/// way, and blanks always remain on the other vertices. So the priorities and repairs of Push and
/// Rotate are not needed. To this end, blanks of the goal are first gathered on the vertices that
/// are finished last.
///
/// Paths and cycles are arranged with the fewest moves.
///
/// # Guarantees
/// Complete on every [`PushInstance`] under an assumption: if one robot cannot push another aside
/// on a feasible instance, the two can be exchanged. This has been checked against exhaustive
/// search on small graphs and against the feasibility test on larger ones, but it is not proved.
/// [`Outcome::Unsolvable`] is a proof; if the assumption failed, the answer would be
/// [`Stop::GaveUp`](motion_core::Stop::GaveUp). Deterministic. Moves are written vertex by vertex;
/// those on paths and cycles are written together.
///
/// # Complexity
/// Each robot costs a search of the unfinished vertices. Memory is linear in vertices and robots,
/// in the moves for one vertex, path or cycle, and in those that gather the reserve. [Weighted
/// routes](BlankRoute::Weighted) take two more bytes for each vertex and robot, unless the graph is
/// an open grid. If that is more than half of the memory that the budget allows, or there are more
/// than 8,192 vertices, they use distances on the open rectangle; on graphs without a grid, the
/// shortest routes are then used.
///
/// # References
/// R. Luna and K. Bekris, *Push and swap*, IJCAI 2011; B. de Wilde, A. W. ter Mors and C.
/// Witteveen, *Push and Rotate*, JAIR 51, 2014, for push and swap. P. Surynek, P. Michalík, *The
/// joint movement of pebbles in solving the (N²−1)-puzzle suboptimally and its applications in
/// rule-based cooperative path-finding*, 2015, section 5.3 and appendix C, for snakes.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use motion_core::{Control, Solver};
/// use push_swap::{Elimination, PushInstance};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(8, 8, 2, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = PushInstance::new(&instance)?;
/// let plan =
///     Elimination::default().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(instance.verify(&plan).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elimination {
    pub(crate) route: BlankRoute,
    pub(crate) step_rule: StepRule,
    order: VertexOrder,
    reserve: BlankReserve,
    pub(crate) snakes: bool,
    snake_cost: SnakeCost,
}

impl Elimination {
    /// Sets the routes by which blanks come to the next vertex of a robot.
    #[doc(hidden)]
    pub const fn with_route(mut self, route: BlankRoute) -> Self {
        self.route = route;
        self
    }

    /// Sets how robots choose their steps.
    #[doc(hidden)]
    pub const fn with_step_rule(mut self, step_rule: StepRule) -> Self {
        self.step_rule = step_rule;
        self
    }

    /// Sets the order in which vertices are finished.
    #[doc(hidden)]
    pub const fn with_order(mut self, order: VertexOrder) -> Self {
        self.order = order;
        self
    }

    /// Sets how many of the goal's blanks are first gathered on the vertices that are finished
    /// last.
    #[doc(hidden)]
    pub const fn with_reserve(mut self, reserve: BlankReserve) -> Self {
        self.reserve = reserve;
        self
    }

    /// Sets whether two robots that are finished one after the other go together if a trial shows
    /// that to be cheaper.
    ///
    /// On n×n grids with two blanks, snakes save 2 % of the moves at n = 10 and 1 % at n = 20 and
    /// 30, and take seven to nine times as long.
    pub const fn with_snakes(mut self, snakes: bool) -> Self {
        self.snakes = snakes;
        self
    }

    /// Sets the cost that decides whether two robots go together; by default, the weight.
    pub const fn with_snake_cost(mut self, snake_cost: SnakeCost) -> Self {
        self.snake_cost = snake_cost;
        self
    }

    /// The order in which vertices are finished.
    pub(crate) const fn order(self) -> VertexOrder {
        self.order
    }

    /// The number of the goal's blanks that are first gathered on the vertices that are finished
    /// last; by default all, or few if there are many.
    pub(crate) const fn reserve(self) -> BlankReserve {
        self.reserve
    }

    /// Solves a feasible instance.
    pub(crate) fn run(
        self,
        problem: &PushInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<Quality, OperationError> {
        let prepared = PreparedElimination::new(problem, self.order, self.reserve, control)?;
        let result = self.eliminate(&prepared, sink, control);
        let quality = if prepared.stage_count() == 0 { Quality::Optimal } else { Quality::Feasible };
        prepared.release(control);
        result.map(|()| quality)
    }

    fn eliminate(
        self,
        prepared: &PreparedElimination,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<(), OperationError> {
        let mut at = Eliminator::new(prepared, self.route != BlankRoute::Shortest, control)?;
        at.board().flush(sink)?;
        let strategy =
            EliminationStrategy { route: self.route, step_rule: self.step_rule, mode: SnakeMode::Apart };
        let mut stage = 0;
        while stage < prepared.stage_count() {
            stage += if self.snakes {
                at.finish_one_or_two(stage, strategy, self.snake_cost)?
            } else {
                at.apply(stage, strategy)?;
                at.commit(stage);
                1
            };
            at.board().flush(sink)?;
        }
        at.finish()?;
        Ok(at.board().flush(sink)?)
    }
}

impl StreamingSolver<PushInstance<'_>> for Elimination {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &PushInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        feasibility_first::outcome(problem, sink, control, |sink, control| self.run(problem, sink, control))
    }
}

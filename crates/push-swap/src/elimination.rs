//! Vertices finished one by one, the farthest first, until only blanks are left.

use cpf_core::Solver;
use cpf_core::beam::Rounds;
use cpf_core::board::{Route, Trouble};
use motion_core::{Control, Move, Outcome, Quality, Sink, Stop};

use crate::blanks::Reserve;
use crate::eliminator::{Eliminator, Manner, Task};
use crate::instance::PushInstance;
use crate::order::VertexOrder;
use crate::snake::Company;
use crate::walk::Steps;

/// Elimination: every robot walks to a vertex that is then never touched again; what is left stays connected.
///
/// A robot walks by *pushing* others aside, and where that is impossible by *swapping* places with them at a vertex
/// with three neighbours. Robots that stand on finished vertices are home, and there are always blanks on the others, so
/// no robot that is home is ever in the way: this is what the priorities and repairs of Push and Rotate are for, which are
/// not needed here. For that, blanks of the goal are gathered beforehand on the vertices that are finished last.
///
/// Paths and cycles are arranged by the fewest moves.
///
/// # Guarantees
/// Complete on every [`PushInstance`], as far as is known: it takes that whenever one robot cannot push another aside,
/// the two can be exchanged if the instance is feasible. That has been checked, against exhaustive search on small
/// graphs and against the feasibility test on larger ones, but it is not proved. [`Outcome::Unsolvable`] is; where the
/// method failed, the answer would be [`Stop::GaveUp`]. Deterministic. Moves are written vertex by vertex, those on paths and cycles together.
///
/// # Complexity
/// Each robot costs a search of what is left of the graph. Memory is linear in vertices and robots, in the moves for one
/// vertex, one path or cycle, and in those that gather the reserve. By [weighted routes](Route::Weighted) it takes two
/// bytes for each vertex and robot in addition, unless the graph is an open grid; where that is more than half of what
/// the budget allows, or there are more than 8,192 vertices, they reckon with distances on the open rectangle, and
/// are the shortest where there is none.
///
/// # References
/// R. Luna and K. Bekris, *Push and swap*, IJCAI 2011; B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and
/// Rotate*, JAIR 51, 2014, for push and swap. P. Surynek, P. Michalík, *The joint movement of pebbles in solving the
/// (N²−1)-puzzle suboptimally and its applications in rule-based cooperative path-finding*, 2015, section 5.3 and
/// appendix C, for snakes.
///
/// # Examples
/// ```
/// use cpf_core::{Solver, generate};
/// use motion_core::Control;
/// use push_swap::{Elimination, PushInstance};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance = generate::permutation_on_grid(8, 8, 2, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = PushInstance::new(&instance)?;
/// let plan = Elimination::default().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(instance.verify_plan(&plan).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Elimination {
    /// By which routes blanks come to where a robot goes. By default weighted.
    pub route: Route,
    /// How robots find their ways. By default each step is the best of those tried.
    pub steps: Steps,
    /// In which order vertices are finished.
    pub order: VertexOrder,
    /// How many of the goal's blanks are gathered beforehand on the vertices that are finished last. By default all, or
    /// few where there are many.
    pub reserve: Reserve,
    /// Whether two robots that are finished one after the other go together where that is cheaper, which is found out
    /// by trying. By default not: it takes seven to nine times as long.
    ///
    /// On n×n grids with two blanks snakes save 2 % of the moves at n = 10 and 1 % at n = 20 and 30.
    pub snakes: bool,
}

impl Elimination {
    /// The same with other [`routes`](Elimination::route).
    pub const fn with_route(mut self, route: Route) -> Self {
        self.route = route;
        self
    }

    /// The same with other [`steps`](Elimination::steps).
    pub const fn with_steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// The same with another [`order`](Elimination::order).
    pub const fn with_order(mut self, order: VertexOrder) -> Self {
        self.order = order;
        self
    }

    /// The same with another [`reserve`](Elimination::reserve).
    pub const fn with_reserve(mut self, reserve: Reserve) -> Self {
        self.reserve = reserve;
        self
    }

    /// The same with or without [`snakes`](Elimination::snakes).
    pub const fn with_snakes(mut self, snakes: bool) -> Self {
        self.snakes = snakes;
        self
    }

    /// Solves a feasible problem.
    pub(crate) fn run(
        self,
        problem: &PushInstance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<Quality, Trouble> {
        let task = Task::new(problem, self.order, self.reserve, control)?;
        let result = self.eliminate(&task, sink, control);
        let quality = if task.round_count() == 0 { Quality::Optimal } else { Quality::Feasible };
        task.release(control);
        result.map(|()| quality)
    }

    fn eliminate(self, task: &Task, sink: &mut dyn Sink<Move>, control: &mut Control) -> Result<(), Trouble> {
        let mut at = Eliminator::new(task, self.route != Route::Shortest, control)?;
        at.board().flush(sink)?;
        let manner = Manner { route: self.route, steps: self.steps, company: Company::Apart };
        let mut round = 0;
        while round < task.round_count() {
            round += if self.snakes {
                at.finish_one_or_two(round, manner)?
            } else {
                at.work(round, manner)?;
                at.close(round);
                1
            };
            at.board().flush(sink)?;
        }
        at.finish()?;
        Ok(at.board().flush(sink)?)
    }
}

impl Solver<PushInstance<'_>> for Elimination {
    fn solve_into(
        &self,
        problem: &PushInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        answer(problem, control, |control| self.run(problem, sink, control))
    }
}

/// Settles feasibility first, then runs a solver, which says what its plan is worth.
pub(crate) fn answer(
    problem: &PushInstance,
    control: &mut Control,
    run: impl FnOnce(&mut Control) -> Result<Quality, Trouble>,
) -> Outcome<()> {
    match problem.instance().feasibility_within(control) {
        Ok(Ok(())) => {}
        Ok(Err(_)) => return Outcome::Unsolvable,
        Err(why) => return Outcome::stopped(why),
    }
    match run(control) {
        Ok(quality) => Outcome::Solved { plan: (), quality },
        Err(Trouble::Stop(why)) => Outcome::stopped(why),
        Err(Trouble::Blocked) => Outcome::stopped(Stop::GaveUp),
    }
}

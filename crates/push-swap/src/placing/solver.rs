//! Push and Swap, in the simplified form used as a baseline in the paper on snakes, and its
//! complete successor Push and Rotate.

use cpf_core::internal::Renumbering;
use cpf_core::internal::{BlankRoute, GoalDistances, LocalSearch, WorkingBoard};
use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan, Quality, Token, Vertex};

use super::classes::{Precedence, Priorities};
use super::goals::GoalOrder;
use super::path_rule::PathRule;
use super::placer::{PlaceError, Placer, PlacingStrategy};
use crate::feasibility_first;
use crate::instance::{ComponentKind, PushComponent, PushInstance};
use crate::robot_walker::{RobotWalker, StepRule};
use crate::snake_cost::SnakeCost;

/// A solver that places robots on their goals one by one: [Push and Swap](Placing::push_and_swap),
/// the baseline, or [Push and Rotate](Placing::push_and_rotate), complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    pub(super) order: GoalOrder,
    pub(super) route: BlankRoute,
    pub(super) path_rule: PathRule,
    /// Whether two robots are placed together if that is cheaper.
    pub(super) snakes: bool,
    pub(super) snake_cost: SnakeCost,
    pub(super) rules: PlacingRules,
}

/// The parts that Push and Rotate adds to Push and Swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacingRules {
    /// Whether, on paths and cycles, robots keep around finished ones.
    pub(super) polygons: bool,
    /// Whether robots that return to a departed vertex rotate the cycle; otherwise they go back
    /// along it.
    pub(super) rotates: bool,
    /// Whether classes of robots are placed by precedence, and robots without a class last.
    pub(super) classes: Option<Priorities>,
    /// Whether the precedence of classes is learnt from failed swaps.
    pub(super) repair: bool,
}

impl PlacingRules {
    pub(super) const PUSH_AND_SWAP: Self =
        Self { polygons: false, rotates: false, classes: None, repair: false };
    pub(super) const PUSH_AND_ROTATE: Self =
        Self { polygons: true, rotates: true, classes: Some(Priorities::Borders), repair: true };
}

impl Placing {
    /// Makes Push and Swap: each robot goes directly to its goal, by pushing others aside or
    /// swapping with them.
    ///
    /// A robot that has arrived is finished and no longer pushed. If the robot ahead is finished or
    /// cannot be pushed, the robot *swaps* with it at a vertex with three neighbours. Finished
    /// robots moved by swaps return as soon as the robot has arrived. Robots that stand on their
    /// goals by then are placed next.
    ///
    /// This is a baseline: [`Placing::push_and_rotate`] solves every instance, and
    /// [`Elimination`](crate::Elimination) makes shorter plans.
    ///
    /// # Guarantees
    /// Plans are correct, and [`Outcome::Unsolvable`](motion_core::Outcome::Unsolvable) is proved
    /// by [`Instance::feasibility`](cpf_core::Instance::feasibility). Not complete: if a swap fails
    /// because the robots have been placed in a bad order or the graph is a cycle, the outcome is
    /// [`Outcome::Stopped`](motion_core::Outcome::Stopped) with
    /// [`Stop::GaveUp`](motion_core::Stop::GaveUp). On bi-connected graphs other than cycles this
    /// has never been observed. Deterministic. Moves are written robot by robot.
    ///
    /// # Complexity
    /// A search for the path of each robot, and one for the hubs of each swap, at most over the
    /// whole graph. Memory is linear in vertices and robots, and in the moves for one robot.
    ///
    /// # References
    /// R. Luna and K. Bekris, *Push and swap: fast cooperative path-finding with completeness
    /// guarantees*, IJCAI 2011; P. Surynek and P. Michalík, *The joint movement of pebbles in
    /// solving the (n²−1)-puzzle suboptimally and its applications in rule-based cooperative
    /// path-finding*, appendix C, algorithm 4, for the simplification.
    ///
    /// Departures: swaps try all hubs, and all four ways to clear one. Of the ways of two robots,
    /// the paper takes the one with the fewest moves; here that is an [option](SnakeCost).
    ///
    /// The paper leaves three points open:
    ///
    /// * The origin and direction of the breadth-first search that orders the goals. Here the goals
    ///   farthest from a blank of the goal come first; from a corner far from these blanks,
    ///   finished robots would shut blanks in.
    /// * The choice among shortest paths. Here a robot takes one with the fewest finished robots,
    ///   because it has to swap with each of them.
    /// * The return of displaced robots. Here they return as in Push and Rotate, but a robot that
    ///   would close a cycle with the paths of those before it goes back along these paths, so that
    ///   every swap brings one of them to its goal.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::generate;
    /// use motion_core::{Control, Solver};
    /// use push_swap::{Placing, PushInstance};
    /// use rand::SeedableRng;
    /// use rand::rngs::Xoshiro256PlusPlus;
    ///
    /// let instance =
    ///     generate::permutation_on_grid(8, 8, 3, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
    /// let problem = PushInstance::new(&instance)?;
    /// let outcome = Placing::push_and_swap().solve(&problem, &mut Control::unlimited());
    /// let plan = outcome.plan().expect("a grid");
    /// assert!(instance.verify(&plan).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn push_and_swap() -> Self {
        Self {
            order: GoalOrder::BREADTH_FIRST,
            route: BlankRoute::Shortest,
            path_rule: PathRule::FewestFinished,
            snakes: false,
            snake_cost: SnakeCost::Weight,
            rules: PlacingRules::PUSH_AND_SWAP,
        }
    }

    /// Makes Push and Rotate: [`Placing::push_and_swap`] with the parts that make it complete.
    ///
    /// * Robots belong to *classes* of robots that can be exchanged for each other somewhere in one
    ///   of the parts into which the blanks divide the graph. Robots of some classes are placed
    ///   before those of others, and robots without a class last.
    /// * On paths and cycles, robots keep around finished ones (the papers' polygons).
    /// * If a robot closes a cycle with the paths of those before it, all robots on the cycle move
    ///   by one vertex (*rotate*).
    ///
    /// # Guarantees
    /// Complete on every [`PushInstance`](crate::PushInstance) that was tried. This has been
    /// checked against exhaustive search on small graphs and against the feasibility test on larger
    /// ones, but it is not proved. [`Outcome::Unsolvable`](motion_core::Outcome::Unsolvable) is a
    /// proof; if the method failed, the answer would be
    /// [`Stop::GaveUp`](motion_core::Stop::GaveUp). Every loop ends, because finished robots stay
    /// finished, and a component is restarted only after a pair of classes has been learnt.
    /// Deterministic. Moves are written robot by robot if all robots of a component that have a
    /// class have the same one, otherwise component by component.
    ///
    /// # Complexity
    /// That of [`Placing::push_and_swap`], plus O(V + E) for the classes of a component. With s
    /// classes a component is restarted at most s² times; usually never. Memory is linear in
    /// vertices, edges and robots, and in the moves that are written together.
    ///
    /// # References
    /// B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a complete multi-agent
    /// pathfinding algorithm*, JAIR 51, 2014.
    ///
    /// Departures:
    /// * Feasibility is decided beforehand. Equal classes of robots at the start and at the goal
    ///   are necessary for it but not sufficient, so robots are assigned to classes only at the
    ///   start.
    /// * A robot that ends on the border of a subgraph of another class comes after the robots of
    ///   that subgraph. That alone does not suffice, because finished robots of a third class can
    ///   keep the blanks out. So when a swap fails, the robot's class is put before the classes of
    ///   all finished robots between it and the nearest blank, and the component is restarted.
    /// * Robots of a class are placed in a compact order, not in that of their numbers. This takes
    ///   less than half the moves.
    /// * Paths lead around finished robots unless that is much longer.
    /// * Swaps keep cleared vertices clear, and retreat to any neighbour.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use motion_core::{Control, Solver};
    /// use push_swap::{Placing, PushInstance};
    ///
    /// // On a cycle of six, the second robot has to go around in the longer direction.
    /// let text = "p edge 6 6\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\nr 1 1\nr 2 6\n";
    /// let instance: Instance = text.parse()?;
    /// let problem = PushInstance::new(&instance)?;
    /// let plan = Placing::push_and_rotate()
    ///     .solve(&problem, &mut Control::unlimited())
    ///     .plan()
    ///     .expect("solvable");
    /// assert!(instance.verify(&plan).is_ok());
    /// assert!(!Placing::push_and_swap().solve(&problem, &mut Control::unlimited()).is_solved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn push_and_rotate() -> Self {
        Self {
            order: GoalOrder::COMPACT,
            path_rule: PathRule::Cheapest,
            rules: PlacingRules::PUSH_AND_ROTATE,
            ..Self::push_and_swap()
        }
    }

    /// Sets whether two robots whose turns follow each other are placed together if a trial shows
    /// that to be cheaper; by default they are not.
    ///
    /// On n×n grids with three blanks, which are the last three cells of the goal, snakes save 8.1,
    /// 8.1, 8.7 and 8.6 % of the moves of Push and Swap at n = 10, 16, 20 and 30 (40 instances),
    /// and take five to eight times as long; with goals anywhere they save 6.7, 12.3 and 25.2 % at
    /// n = 10, 16 and 20. In Push and Rotate they save 7.8, 6.5 and 4.1 % at n = 10, 14 and 20
    /// (sums over 40, 40 and 20 instances), and take six to eight times as long.
    pub const fn with_snakes(mut self, snakes: bool) -> Self {
        self.snakes = snakes;
        self
    }

    /// Sets the cost that decides how two robots are placed; by default, the weight.
    pub const fn with_snake_cost(mut self, snake_cost: SnakeCost) -> Self {
        self.snake_cost = snake_cost;
        self
    }

    /// Sets the order in which robots are placed, as far as their classes leave it open. By default
    /// the goals farthest from a blank of the goal come first, breadth-first in Push and Swap and
    /// compactly in Push and Rotate.
    #[doc(hidden)]
    pub const fn with_order(mut self, order: GoalOrder) -> Self {
        self.order = order;
        self
    }

    /// Sets the paths that robots take.
    #[doc(hidden)]
    pub const fn with_path_rule(mut self, path_rule: PathRule) -> Self {
        self.path_rule = path_rule;
        self
    }

    /// Sets the routes by which blanks come to the next vertex of a robot; by default the shortest.
    /// [`BlankRoute::Weighted`] holds two bytes for each vertex and robot, unless the graph is an
    /// open grid.
    #[doc(hidden)]
    pub const fn with_route(mut self, route: BlankRoute) -> Self {
        self.route = route;
        self
    }

    /// Sets which classes of robots come before others from the beginning; by default, the classes
    /// of subgraphs on whose borders robots of other classes end. Push and Swap has no classes.
    #[doc(hidden)]
    pub const fn with_priorities(mut self, priorities: Priorities) -> Self {
        if self.rules.classes.is_some() {
            self.rules.classes = Some(priorities);
        }
        self
    }

    /// Solves a feasible instance.
    pub(super) fn run(
        self,
        problem: &PushInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<(), PlaceError> {
        let vertices = problem.instance().graph().vertex_count();
        // The walker's two searches; each vertex in two components and by its number there; two
        // orders of robots.
        let each = Placer::BYTES_PER_VERTEX + 2 * LocalSearch::BYTES_PER_VERTEX + 5 * size_of::<Vertex>();
        let scratch = (each * vertices) as u64;
        control.hold(scratch)?;
        let result = self.arrange(problem, sink, control);
        control.release(scratch);
        result
    }

    fn arrange(
        self,
        problem: &PushInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<(), PlaceError> {
        let instance = problem.instance();
        let (graph, goal) = (instance.graph(), instance.goal());
        let goal_distances = match self.route {
            BlankRoute::Weighted { .. } => GoalDistances::new(graph, instance.grid(), goal, control)?,
            BlankRoute::Shortest => GoalDistances::in_closed_form(graph, instance.grid(), goal),
        };
        let board = WorkingBoard::new(graph, instance.start().clone(), goal_distances, control)?;
        let walker = RobotWalker::new(
            board,
            LocalSearch::new(graph.vertex_count()),
            self.route,
            StepRule::CheapestPath,
        )?;
        let strategy = PlacingStrategy {
            route: self.route,
            path_rule: self.path_rule,
            snake_cost: self.snake_cost,
            rotates: self.rules.rotates,
        };
        let mut placer = Placer::new(walker, goal, strategy);
        let mut renumbering = Renumbering::new(graph.vertex_count());
        let parts = problem.parts(placer.walker.board.control())?;
        let robots =
            |part: &PushComponent| part.vertices.iter().filter(|&&vertex| !goal.is_vacant(vertex)).count();
        let is_settled = |part: &&PushComponent| part.kind == ComponentKind::Settled;
        let mut done: usize = parts.iter().filter(is_settled).map(robots).sum();
        for part in parts.iter().filter(|part| !is_settled(part)) {
            self.component(problem, part, &mut placer, &mut renumbering, done, sink)?;
            done += robots(part);
        }
        let arrived = placer.walker.board.configuration() == goal;
        if arrived { Ok(()) } else { Err(PlaceError::Failed) }
    }

    /// Places the robots of a component, after `done` other robots.
    fn component(
        self,
        problem: &PushInstance,
        part: &PushComponent,
        placer: &mut Placer,
        renumbering: &mut Renumbering,
        done: usize,
        sink: &mut Metered<'_, Move>,
    ) -> Result<(), PlaceError> {
        let instance = problem.instance();
        let is_path_or_cycle = part.kind == ComponentKind::PathOrCycle;
        placer.strategy.path_rule =
            if is_path_or_cycle && self.rules.polygons { PathRule::AroundFinished } else { self.path_rule };
        placer.unfinish_all();
        let RobotWalker { board, search, .. } = &mut placer.walker;
        let (graph, control) = (instance.graph(), board.control());
        let robots = self.order.robots(graph, &part.vertices, instance.goal(), search, control)?;
        let priorities = self.rules.classes.filter(|_| !is_path_or_cycle);
        let known = priorities
            .map(|priorities| Precedence::new(instance, &part.vertices, priorities, renumbering, control));
        let Some(mut known) = known.transpose()? else {
            return self.place_all(placer, &robots, done, Some(sink));
        };
        let held = known.heap_bytes();
        board.control().hold(held)?;
        let start = board.mark();
        let result = loop {
            // No moves are written while the component may have to be restarted.
            let may_learn = self.rules.repair && known.has_several_classes();
            let at_once = if may_learn { None } else { Some(&mut *sink) };
            match self.place_all(placer, &known.schedule(&robots), done, at_once) {
                Err(PlaceError::Stuck { robot, next }) if may_learn => match known.learn(placer, robot, next)
                {
                    Ok(true) => placer.restart(start),
                    Ok(false) => break Err(PlaceError::Failed),
                    Err(error) => break Err(error),
                },
                result => break result,
            }
        };
        placer.walker.board.control().release(held);
        result.and_then(|()| Ok(placer.walker.board.flush(sink)?))
    }

    /// Places robots in this order. Moves are written after each robot, if there is a sink.
    fn place_all(
        self,
        placer: &mut Placer,
        robots: &[Token],
        done: usize,
        mut sink: Option<&mut Metered<'_, Move>>,
    ) -> Result<(), PlaceError> {
        for (count, &robot) in (1..).zip(robots) {
            if !placer.is_finished(robot) {
                let mut later = robots[count..].iter().filter(|_| self.snakes);
                match later.find(|&&robot| !placer.is_finished(robot)) {
                    Some(&next) => placer.relocate_two(robot, next)?,
                    None => placer.relocate(robot)?,
                }
                if let Some(sink) = &mut sink {
                    placer.walker.board.flush(sink)?;
                }
            }
            let all = placer.walker.board.configuration().token_count();
            placer.walker.board.control().set_progress((done + count) as f64 / all as f64);
        }
        Ok(())
    }
}

impl StreamingSolver<PushInstance<'_>> for Placing {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &PushInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        feasibility_first::outcome(problem, sink, control, |sink, control| {
            self.run(problem, sink, control)?;
            Ok(Quality::Feasible)
        })
    }
}

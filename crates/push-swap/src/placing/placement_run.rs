//! Placing all robots of an instance.

use cpf_core::Renumbering;
use cpf_core::board::{BlankRoute, GoalDistances, LocalSearch, WorkingBoard};
use motion_core::internal::Metered;
use motion_core::{Control, Move, Token, Vertex};

use super::classes::{Precedence, Priorities};
use super::goals::GoalOrder;
use super::path_rule::PathRule;
use super::placer::{PlaceError, Placer, PlacingStrategy};
use crate::instance::{ComponentKind, PushComponent, PushInstance};
use crate::robot_walker::{RobotWalker, StepRule};
use crate::snake_cost::SnakeCost;

/// The options of a run, and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacementRun {
    pub(super) order: GoalOrder,
    pub(super) route: BlankRoute,
    pub(super) path_rule: PathRule,
    /// Whether two robots are placed together if that is cheaper.
    pub(super) snakes: bool,
    pub(super) snake_cost: SnakeCost,
    pub(super) rules: PlacingRules,
}

/// What Push and Rotate adds to Push and Swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacingRules {
    /// On paths and cycles, robots keep around finished ones.
    pub(super) polygons: bool,
    /// Robots that return to a departed vertex rotate the cycle; otherwise they go back along it.
    pub(super) rotates: bool,
    /// Classes of robots are placed by precedence, and robots without a class last.
    pub(super) classes: Option<Priorities>,
    /// The precedence of classes is learnt from failed swaps.
    pub(super) repair: bool,
}

impl PlacingRules {
    pub(super) const PUSH_AND_SWAP: Self =
        Self { polygons: false, rotates: false, classes: None, repair: false };
    pub(super) const PUSH_AND_ROTATE: Self =
        Self { polygons: true, rotates: true, classes: Some(Priorities::Borders), repair: true };
}

/// Makes a type with the field `run` a solver, with the options of the run, whose documentation
/// tells the defaults and what snakes save.
macro_rules! placing_solver {
    (
        $solver:ident,
        $(#[$order:meta])* with_order,
        $(#[$path_rule:meta])* with_path_rule,
        $(#[$savings:meta])* with_snakes
    ) => {
        impl $solver {
            $(#[$order])*
            pub const fn with_order(mut self, order: $crate::GoalOrder) -> Self {
                self.run.order = order;
                self
            }

            $(#[$path_rule])*
            pub const fn with_path_rule(mut self, path_rule: $crate::PathRule) -> Self {
                self.run.path_rule = path_rule;
                self
            }

            /// Sets the routes by which blanks come to where a robot goes; by default the shortest.
            pub const fn with_route(mut self, route: cpf_core::board::BlankRoute) -> Self {
                self.run.route = route;
                self
            }

            /// Sets whether two robots whose turns follow each other are placed together where that
            /// is cheaper, which is found out by trying; by default they are not.
            ///
            $(#[$savings])*
            pub const fn with_snakes(mut self, snakes: bool) -> Self {
                self.run.snakes = snakes;
                self
            }

            /// Sets which of the ways of two robots counts as the cheaper one; by default the one
            /// with the least weight.
            pub const fn with_snake_cost(mut self, snake_cost: $crate::SnakeCost) -> Self {
                self.run.snake_cost = snake_cost;
                self
            }
        }

        impl motion_core::sink::StreamingSolver<$crate::PushInstance<'_>> for $solver {
            type Move = motion_core::Move;
            type Solution = motion_core::Plan;

            fn solve_into(
                &self,
                problem: &$crate::PushInstance<'_>,
                sink: &mut dyn motion_core::sink::Sink<motion_core::Move>,
                control: &mut motion_core::Control,
            ) -> motion_core::Outcome<()> {
                $crate::feasibility_first::outcome(problem, sink, control, |sink, control| {
                    self.run.run(problem, sink, control)?;
                    Ok(motion_core::Quality::Feasible)
                })
            }
        }
    };
}

pub(super) use placing_solver;

impl PlacementRun {
    /// By the shortest routes, without snakes.
    pub(super) fn new(order: GoalOrder, path_rule: PathRule, rules: PlacingRules) -> Self {
        let snake_cost = SnakeCost::default();
        Self { order, route: BlankRoute::Shortest, path_rule, snakes: false, snake_cost, rules }
    }

    /// Solves a feasible instance.
    pub(super) fn run(
        self,
        problem: &PushInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<(), PlaceError> {
        let vertices = problem.instance().graph().vertex_count();
        // The walker's two searches, each vertex in two components and by its number there, and two
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

    /// Places the robots of a component, after `done` others.
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
            // While the component may have to be restarted, no moves are written.
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

    /// Places robots in this order. Moves are written after each, if there is a sink.
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

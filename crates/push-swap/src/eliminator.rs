//! Finishes vertices in stages, for elimination and its beams.

use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::internal::{BlankRoute, GoalDistances, LocalSearch, OperationError, Stages, WorkingBoard};
use motion_core::{Configuration, Control, Move, Token, Vertex};

use crate::blank_reserve::{BlankReserve, gather};
use crate::instance::{ComponentKind, PushInstance};
use crate::order::VertexOrder;
use crate::path_and_cycle;
use crate::robot_walker::{RobotWalker, StepRule};
use crate::snake::{self, SnakeMode};
use crate::snake_cost::SnakeCost;

/// A way of bringing a robot to its vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EliminationStrategy {
    /// The routes of blanks.
    pub(crate) route: BlankRoute,
    pub(crate) step_rule: StepRule,
    /// Whether the robot of the next stage comes along.
    pub(crate) mode: SnakeMode,
}

/// A vertex to finish, and the robot whose goal it is, if any.
#[derive(Clone, Copy)]
struct EliminationStage {
    vertex: Vertex,
    robot: Option<Token>,
    /// Whether it is the last stage of its component.
    is_last: bool,
}

impl EliminationStage {
    fn prepared(self) -> Option<snake::RobotGoal> {
        self.robot.map(|robot| (robot, self.vertex))
    }
}

/// A feasible instance prepared for elimination: the order of the vertices, and a goal with
/// gathered blanks.
pub(crate) struct PreparedElimination<'i> {
    instance: &'i Instance,
    /// Components that are paths or cycles.
    paths_and_cycles: Vec<Vec<Vertex>>,
    stages: Vec<EliminationStage>,
    /// The goal with blanks on the vertices that are finished last.
    goal: Configuration,
    /// The moves from `goal` to the real goal.
    epilogue: Vec<Move>,
    /// The bytes that the run's budget has granted.
    held: u64,
}

impl<'i> PreparedElimination<'i> {
    /// Prepares an instance. The memory, including that of all searches, is held until
    /// [`release`](PreparedElimination::release).
    pub(crate) fn new(
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: BlankReserve,
        control: &mut Control,
    ) -> Result<Self, OperationError> {
        let instance = problem.instance();
        let graph = instance.graph();
        let vertices = graph.vertex_count();
        // Two searches with their queues; each vertex is also in two lists of components, in an
        // order and in a stage.
        let scratch = ((2 * LocalSearch::BYTES_PER_VERTEX + 6 * size_of::<Vertex>()) * vertices) as u64;
        control.hold(scratch)?;
        let prepared = Self {
            instance,
            paths_and_cycles: Vec::new(),
            stages: Vec::new(),
            goal: instance.goal().clone(),
            epilogue: Vec::new(),
            held: scratch,
        };
        prepared.filled(problem, order, reserve, control)
    }

    fn filled(
        mut self,
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: BlankReserve,
        control: &mut Control,
    ) -> Result<Self, OperationError> {
        let result = self.prepare(problem, order, reserve, control);
        match result {
            Ok(()) => Ok(self),
            Err(error) => {
                self.release(control);
                Err(error)
            }
        }
    }

    fn prepare(
        &mut self,
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: BlankReserve,
        control: &mut Control,
    ) -> Result<(), OperationError> {
        let graph = self.instance.graph();
        let mut search = LocalSearch::new(graph.vertex_count());
        let mut orders = Vec::new();
        for part in problem.parts(control)? {
            match part.kind {
                ComponentKind::Settled => {}
                ComponentKind::PathOrCycle => self.paths_and_cycles.push(part.vertices),
                ComponentKind::Branched => {
                    let goal = self.instance.goal();
                    orders.push(order.vertices(graph, &part.vertices, goal, &mut search, control)?);
                }
            }
        }
        let (gathered, reserves) = gather(graph, self.instance.goal(), &orders, reserve, control)?;
        for (order, reserve) in orders.iter().zip(reserves) {
            let stages = order[reserve..].iter().rev().map(|&vertex| {
                let robot = gathered.goal.token_at(vertex);
                EliminationStage { vertex, robot, is_last: false }
            });
            self.stages.extend(stages);
            if let Some(last) = self.stages.last_mut() {
                last.is_last = true;
            }
        }
        let held = gathered.heap_bytes() + size_of_val(&self.stages[..]) as u64;
        control.hold(held)?;
        self.held += held;
        (self.goal, self.epilogue) = (gathered.goal, gathered.epilogue);
        Ok(())
    }

    /// Releases the memory.
    pub(crate) fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    /// The robots of a stage and of the next stage in the same component, with their goals.
    fn robots(&self, stage: usize) -> (Option<snake::RobotGoal>, Option<snake::RobotGoal>) {
        let this = self.stages[stage];
        let next = self.stages.get(stage + 1).filter(|_| !this.is_last);
        (this.prepared(), next.and_then(|next| next.prepared()))
    }

    /// The number of stages.
    pub(crate) fn stage_count(&self) -> usize {
        self.stages.len()
    }
}

/// A board on which vertices are finished, stage by stage.
pub(crate) struct Eliminator<'t, 'c> {
    pub(crate) walker: RobotWalker<'t, 'c>,
    prepared: &'t PreparedElimination<'t>,
}

impl<'t, 'c> Eliminator<'t, 'c> {
    /// Makes the board, and brings the robots on paths and cycles to their goals.
    pub(crate) fn new(
        prepared: &'t PreparedElimination<'t>,
        weighted: bool,
        control: &'t mut Control<'c>,
    ) -> Result<Self, OperationError> {
        let (graph, grid) = (prepared.instance.graph(), prepared.instance.grid());
        let goal_distances = if weighted && !prepared.stages.is_empty() {
            GoalDistances::new(graph, grid, &prepared.goal, control)?
        } else {
            GoalDistances::in_closed_form(graph, grid, &prepared.goal)
        };
        let board = WorkingBoard::new(graph, prepared.instance.start().clone(), goal_distances, control)?;
        let search = LocalSearch::new(graph.vertex_count());
        let walker = RobotWalker::new(board, search, BlankRoute::Shortest, StepRule::CheapestPath)?;
        let mut made = Self { walker, prepared };
        for line in &prepared.paths_and_cycles {
            path_and_cycle::arrange(&mut made.walker.board, &prepared.goal, line)?;
        }
        Ok(made)
    }

    /// Does and commits a stage, together with the next one if that is cheaper; returns the number
    /// of stages done.
    pub(crate) fn finish_one_or_two(
        &mut self,
        stage: usize,
        strategy: EliminationStrategy,
        choice: SnakeCost,
    ) -> Result<usize, OperationError> {
        let (Some(first), Some(next)) = self.prepared.robots(stage) else {
            self.apply(stage, strategy)?;
            self.commit(stage);
            return Ok(1);
        };
        self.adopt(strategy);
        let stages = 1 + usize::from(self.walker.finish_two(first, next, choice)?);
        self.report(stage + stages);
        Ok(stages)
    }

    fn adopt(&mut self, strategy: EliminationStrategy) {
        (self.walker.route, self.walker.step_rule) = (strategy.route, strategy.step_rule);
    }

    /// Reports the progress after this many stages.
    fn report(&mut self, stages: usize) {
        let done = stages as f64 / self.prepared.stages.len() as f64;
        self.walker.board.control().set_progress(done);
    }
}

impl<'t, 'c> Stages<'t, 'c> for Eliminator<'t, 'c> {
    type Strategy = EliminationStrategy;

    fn board(&mut self) -> &mut WorkingBoard<'t, 'c> {
        &mut self.walker.board
    }

    fn apply(&mut self, stage: usize, strategy: EliminationStrategy) -> Result<(), OperationError> {
        self.adopt(strategy);
        let (first, next) = self.prepared.robots(stage);
        let Some(first) = first else {
            return self.walker.board.vacate(self.prepared.stages[stage].vertex, strategy.route);
        };
        let away = |&(robot, vertex): &snake::RobotGoal| self.walker.board.vertex_of(robot) != vertex;
        match next.filter(away) {
            Some(next) if away(&first) => self.walker.bring_first(first, next, strategy.mode),
            _ => self.walker.walk(first.0, first.1),
        }
    }

    fn commit(&mut self, stage: usize) {
        self.walker.finish(self.prepared.stages[stage].vertex);
        self.report(stage + 1);
    }

    fn finish(&mut self) -> Result<bool, OperationError> {
        for action in &self.prepared.epilogue {
            self.walker.board.step(action.from, action.to)?;
        }
        Ok(true)
    }
}

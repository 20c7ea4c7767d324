//! Vertices finished in rounds: what elimination and its beams are made of.

use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::beam::Rounds;
use cpf_core::board::{Homes, Route, Trouble, Ways, WorkingBoard};
use motion_core::{Configuration, Control, Move, Token, Vertex};

use crate::blanks::{Reserve, gather};
use crate::instance::{Kind, PushInstance};
use crate::line;
use crate::order::VertexOrder;
use crate::snake::{self, Company};
use crate::walk::{Mover, Steps};

/// How a robot comes to the vertex that is finished with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// How blanks travel.
    pub(crate) route: Route,
    pub(crate) steps: Steps,
    /// Whether the robot that is next comes along.
    pub(crate) company: Company,
}

/// A vertex that is finished, and who belongs there, if anybody does.
#[derive(Clone, Copy)]
struct Round {
    vertex: Vertex,
    robot: Option<Token>,
    /// Whether it is the last of its component.
    is_last: bool,
}

impl Round {
    fn task(self) -> Option<snake::Task> {
        self.robot.map(|robot| (robot, self.vertex))
    }
}

/// A feasible instance made ready: which vertices are finished in which order, and the goal that is aimed at.
pub(crate) struct Task<'i> {
    instance: &'i Instance,
    /// Components that are paths or cycles.
    lines: Vec<Vec<Vertex>>,
    rounds: Vec<Round>,
    /// The goal with blanks on the vertices that are finished last.
    goal: Configuration,
    /// The moves that lead from there to the real goal.
    epilogue: Vec<Move>,
    /// Bytes that the run's budget has granted.
    held: u64,
}

impl<'i> Task<'i> {
    /// Memory is held until the task is [released](Task::release): that of all searches, too.
    pub(crate) fn new(
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: Reserve,
        control: &mut Control,
    ) -> Result<Self, Trouble> {
        let instance = problem.instance();
        let graph = instance.graph();
        let vertices = graph.vertex_count();
        // Two searches with their queues, and each vertex in two components, in an order and among the finished.
        let scratch = ((2 * Ways::BYTES_PER_VERTEX + 6 * size_of::<Vertex>()) * vertices) as u64;
        control.hold(scratch)?;
        let task = Self {
            instance,
            lines: Vec::new(),
            rounds: Vec::new(),
            goal: instance.goal().clone(),
            epilogue: Vec::new(),
            held: scratch,
        };
        task.prepared(problem, order, reserve, control)
    }

    fn prepared(
        mut self,
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: Reserve,
        control: &mut Control,
    ) -> Result<Self, Trouble> {
        let result = self.prepare(problem, order, reserve, control);
        match result {
            Ok(()) => Ok(self),
            Err(trouble) => {
                self.release(control);
                Err(trouble)
            }
        }
    }

    fn prepare(
        &mut self,
        problem: &PushInstance<'i>,
        order: VertexOrder,
        reserve: Reserve,
        control: &mut Control,
    ) -> Result<(), Trouble> {
        let graph = self.instance.graph();
        let mut ways = Ways::new(graph.vertex_count());
        let mut orders = Vec::new();
        for part in problem.parts() {
            match part.kind {
                Kind::Settled => {}
                Kind::Line => self.lines.push(part.vertices),
                Kind::Branched => orders.push(order.vertices(graph, &part.vertices, &mut ways, control)?),
            }
        }
        let (gathered, reserves) = gather(graph, self.instance.goal(), &orders, reserve, control)?;
        for (order, reserve) in orders.iter().zip(reserves) {
            let rounds = order[reserve..].iter().rev().map(|&vertex| {
                let robot = gathered.goal.token_at(vertex);
                Round { vertex, robot, is_last: false }
            });
            self.rounds.extend(rounds);
            if let Some(last) = self.rounds.last_mut() {
                last.is_last = true;
            }
        }
        let held = gathered.heap_bytes() + size_of_val(&self.rounds[..]) as u64;
        control.hold(held)?;
        self.held += held;
        (self.goal, self.epilogue) = (gathered.goal, gathered.epilogue);
        Ok(())
    }

    /// Gives the memory back.
    pub(crate) fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    /// Whose turn it is in a round, and who is next in the same component.
    fn robots(&self, round: usize) -> (Option<snake::Task>, Option<snake::Task>) {
        let this = self.rounds[round];
        let next = self.rounds.get(round + 1).filter(|_| !this.is_last);
        (this.task(), next.and_then(|next| next.task()))
    }

    /// How many rounds there are.
    pub(crate) fn round_count(&self) -> usize {
        self.rounds.len()
    }
}

/// A board on which vertices are finished, round by round.
pub(crate) struct Eliminator<'t, 'c> {
    pub(crate) mover: Mover<'t, 'c>,
    task: &'t Task<'t>,
}

impl<'t, 'c> Eliminator<'t, 'c> {
    /// Sets the board up, and brings the robots on paths and cycles home.
    pub(crate) fn new(
        task: &'t Task<'t>,
        weighted: bool,
        control: &'t mut Control<'c>,
    ) -> Result<Self, Trouble> {
        let (graph, grid) = (task.instance.graph(), task.instance.grid());
        let homes = if weighted && !task.rounds.is_empty() {
            Homes::new(graph, grid, &task.goal, control)?
        } else {
            Homes::in_closed_form(graph, grid, &task.goal)
        };
        let board = WorkingBoard::new(graph, task.instance.start().clone(), homes, control)?;
        let ways = Ways::new(graph.vertex_count());
        let mover = Mover::new(board, ways, Route::Shortest, Steps::Path);
        let mut made = Self { mover, task };
        for line in &task.lines {
            line::arrange(&mut made.mover.board, &task.goal, line)?;
        }
        Ok(made)
    }

    /// Does and closes a round, and the next one with it where that is cheaper; says how many.
    pub(crate) fn finish_one_or_two(&mut self, round: usize, manner: Manner) -> Result<usize, Trouble> {
        let (Some(first), Some(next)) = self.task.robots(round) else {
            self.work(round, manner)?;
            self.close(round);
            return Ok(1);
        };
        self.adopt(manner);
        let rounds = 1 + usize::from(self.mover.finish_two(first, next)?);
        self.report(round + rounds);
        Ok(rounds)
    }

    fn adopt(&mut self, manner: Manner) {
        (self.mover.route, self.mover.steps) = (manner.route, manner.steps);
    }

    /// Tells observers how many rounds are done.
    fn report(&mut self, rounds: usize) {
        let done = rounds as f64 / self.task.rounds.len() as f64;
        self.mover.board.control().set_progress(done);
    }
}

impl<'t, 'c> Rounds<'t, 'c> for Eliminator<'t, 'c> {
    type Manner = Manner;

    fn board(&mut self) -> &mut WorkingBoard<'t, 'c> {
        &mut self.mover.board
    }

    fn work(&mut self, round: usize, manner: Manner) -> Result<(), Trouble> {
        self.adopt(manner);
        let (first, next) = self.task.robots(round);
        let Some(first) = first else {
            return self.mover.board.vacate(self.task.rounds[round].vertex, manner.route);
        };
        let away = |&(robot, vertex): &snake::Task| self.mover.board.vertex_of(robot) != vertex;
        match next.filter(away) {
            Some(next) if away(&first) => self.mover.bring_first(first, next, manner.company),
            _ => self.mover.walk(first.0, first.1),
        }
    }

    fn close(&mut self, round: usize) {
        self.mover.finish(self.task.rounds[round].vertex);
        self.report(round + 1);
    }

    fn finish(&mut self) -> Result<bool, Trouble> {
        for action in &self.task.epilogue {
            self.mover.board.step(action.from, action.to)?;
        }
        Ok(true)
    }
}

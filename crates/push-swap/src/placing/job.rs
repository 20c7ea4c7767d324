//! A whole problem, robot by robot.

use cpf_core::Cutter;
use cpf_core::board::{Homes, Route, Ways, WorkingBoard};
use motion_core::{Control, Move, Outcome, Quality, Sink, Token, Vertex};

use super::classes::{Precedence, Priorities};
use super::goals::GoalOrder;
use super::{Halt, Manner, Paths, Placer};
use crate::elimination::answer;
use crate::instance::{Kind, Part, PushInstance};
use crate::walk::{Mover, Steps};

/// What is to be done, and by which rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) order: GoalOrder,
    pub(super) route: Route,
    pub(super) paths: Paths,
    /// Whether two robots are placed together where that is cheaper.
    pub(super) snakes: bool,
    pub(super) rules: Rules,
}

/// What Push and Rotate adds to Push and Swap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// On paths and cycles, robots keep around those who are finished.
    pub(super) polygons: bool,
    /// Robots that come back to where others have yet to return turn the cycle; else they go back along it.
    pub(super) turns: bool,
    /// Classes of robots come one before the other, and robots without a class last.
    pub(super) classes: Option<Priorities>,
    /// What stands in the way of a swap is learnt from.
    pub(super) repair: bool,
}

impl Rules {
    pub(super) const PUSH_AND_SWAP: Self =
        Self { polygons: false, turns: false, classes: None, repair: false };
    pub(super) const PUSH_AND_ROTATE: Self =
        Self { polygons: true, turns: true, classes: Some(Priorities::Borders), repair: true };
}

impl Job {
    pub(super) fn solve_into(
        self,
        problem: &PushInstance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        answer(problem, control, |control| {
            self.run(problem, sink, control)?;
            Ok(Quality::Feasible)
        })
    }

    /// Solves a feasible problem.
    pub(super) fn run(
        self,
        problem: &PushInstance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<(), Halt> {
        let vertices = problem.instance().graph().vertex_count();
        // The mover's two searches, each vertex in two components and by its number there, and two orders of robots.
        let each = Placer::BYTES_PER_VERTEX + 2 * Ways::BYTES_PER_VERTEX + 5 * size_of::<Vertex>();
        let scratch = (each * vertices) as u64;
        control.hold(scratch)?;
        let result = self.arrange(problem, sink, control);
        control.release(scratch);
        result
    }

    fn arrange(
        self,
        problem: &PushInstance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<(), Halt> {
        let instance = problem.instance();
        let (graph, goal) = (instance.graph(), instance.goal());
        let homes = match self.route {
            Route::Weighted { .. } => Homes::new(graph, instance.grid(), goal, control)?,
            Route::Shortest => Homes::in_closed_form(graph, instance.grid(), goal),
        };
        let board = WorkingBoard::new(graph, instance.start().clone(), homes, control)?;
        let mover = Mover::new(board, Ways::new(graph.vertex_count()), self.route, Steps::Path);
        let manner = Manner { route: self.route, paths: self.paths, turns: self.rules.turns };
        let mut placer = Placer::new(mover, goal, manner);
        let mut cutter = Cutter::new(graph.vertex_count());
        let parts = problem.parts();
        let robots = |part: &Part| part.vertices.iter().filter(|&&vertex| !goal.is_vacant(vertex)).count();
        let is_settled = |part: &&Part| part.kind == Kind::Settled;
        let mut done: usize = parts.iter().filter(is_settled).map(robots).sum();
        for part in parts.iter().filter(|part| !is_settled(part)) {
            self.component(problem, part, &mut placer, &mut cutter, done, sink)?;
            done += robots(part);
        }
        let arrived = placer.mover.board.configuration() == goal;
        if arrived { Ok(()) } else { Err(Halt::Failed) }
    }

    /// Places the robots of a component, when so many others have been placed.
    fn component(
        self,
        problem: &PushInstance,
        part: &Part,
        placer: &mut Placer,
        cutter: &mut Cutter,
        done: usize,
        sink: &mut dyn Sink<Move>,
    ) -> Result<(), Halt> {
        let instance = problem.instance();
        let is_line = part.kind == Kind::Line;
        placer.manner.paths = if is_line && self.rules.polygons { Paths::AroundFinished } else { self.paths };
        placer.forget();
        let Mover { board, ways, .. } = &mut placer.mover;
        let (graph, control) = (instance.graph(), board.control());
        let robots = self.order.robots(graph, &part.vertices, instance.goal(), ways, control)?;
        let priorities = self.rules.classes.filter(|_| !is_line);
        let known = priorities
            .map(|priorities| Precedence::new(instance, &part.vertices, priorities, cutter, control));
        let Some(mut known) = known.transpose()? else {
            return self.place_all(placer, &robots, done, Some(sink));
        };
        let held = known.heap_bytes();
        board.control().hold(held)?;
        let start = board.mark();
        let result = loop {
            // As long as the beginning may have to be made anew, no moves are handed on.
            let may_learn = self.rules.repair && known.has_several_classes();
            let at_once = if may_learn { None } else { Some(&mut *sink) };
            match self.place_all(placer, &known.schedule(&robots), done, at_once) {
                Err(Halt::Stuck { robot, next }) if may_learn => match known.learn(placer, robot, next) {
                    Ok(true) => placer.restart(start),
                    Ok(false) => break Err(Halt::Failed),
                    Err(halt) => break Err(halt),
                },
                result => break result,
            }
        };
        placer.mover.board.control().release(held);
        result.and_then(|()| Ok(placer.mover.board.flush(sink)?))
    }

    /// Places robots in that order. Moves are handed on after each, if there is somebody to hand them to.
    fn place_all(
        self,
        placer: &mut Placer,
        robots: &[Token],
        done: usize,
        mut sink: Option<&mut (dyn Sink<Move> + '_)>,
    ) -> Result<(), Halt> {
        for (count, &robot) in (1..).zip(robots) {
            if !placer.is_finished(robot) {
                let mut later = robots[count..].iter().filter(|_| self.snakes);
                match later.find(|&&robot| !placer.is_finished(robot)) {
                    Some(&next) => placer.relocate_two(robot, next)?,
                    None => placer.relocate(robot)?,
                }
                if let Some(sink) = &mut sink {
                    placer.mover.board.flush(*sink)?;
                }
            }
            let all = placer.mover.board.configuration().token_count();
            placer.mover.board.control().set_progress((done + count) as f64 / all as f64);
        }
        Ok(())
    }
}

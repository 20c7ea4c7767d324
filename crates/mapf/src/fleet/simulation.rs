//! A fleet that does a stream of tasks.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use motion_core::{Control, Token, Vertex};

use super::tasks::{FreeRobot, NearestTasks, Task, TaskChooser};
use super::{Fleet, FleetError, Step};

/// A fleet that does tasks, which are revealed and given to robots step by step.
///
/// Each robot does one task at a time, and is given the next one a few steps before it gets free,
/// so that its way can be planned on. The fleet should have no other goals.
///
/// # Examples
/// ```
/// use mapf::fleet::{Fleet, Simulation, Task};
/// use motion_core::{Control, Grid, Vertex};
///
/// let graph = Grid::new(4, 5)?.to_graph().graph;
/// let fleet = Fleet::new(&graph, &[Vertex(0), Vertex(19)])?;
/// let tasks = [[4, 15], [19, 0], [7, 12]].map(|places| places.map(Vertex).to_vec());
/// let tasks = tasks.map(|places| Task { places });
/// let mut simulation = Simulation::new(fleet, tasks, 3);
/// while simulation.totals().finished < 3 {
///     simulation.step(&mut Control::unlimited())?;
/// }
/// assert!(simulation.totals().steps < 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation<'a> {
    fleet: Fleet,
    chooser: Box<dyn TaskChooser + 'a>,
    coming: Box<dyn Iterator<Item = Task> + 'a>,
    /// The number of tasks that are known and not finished.
    revealed: usize,
    open: Vec<OpenTask>,
    robots: Vec<Robot>,
    /// The robots that can be given a task, the first to get free first.
    free: VecDeque<Token>,
    next_number: usize,
    totals: Totals,
    events: Vec<TaskEvent>,
}

/// A task that no robot has yet.
#[derive(Clone, Debug)]
struct OpenTask {
    number: usize,
    task: Task,
}

/// The tasks of a robot: the present one, and the next.
#[derive(Clone, Debug, Default)]
struct Robot {
    tasks: VecDeque<HeldTask>,
    is_free: bool,
}

#[derive(Clone, Copy, Debug)]
struct HeldTask {
    number: usize,
    places: usize,
    visited: usize,
}

/// Something that happened to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskEvent {
    /// The number of steps before it.
    pub time: u64,
    /// The task, by the number of tasks revealed before it.
    pub task: usize,
    /// The kind of event.
    pub kind: TaskEventKind,
}

/// The kinds of events of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskEventKind {
    /// It became known.
    Revealed,
    /// A robot was given it.
    Given(Token),
    /// A robot has visited another of its places.
    Visited {
        /// The robot.
        robot: Token,
        /// The number of places visited.
        places: usize,
        /// Whether these are all.
        is_finished: bool,
    },
}

/// The sums over all steps of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// The number of steps.
    pub steps: u64,
    /// The number of tasks finished.
    pub finished: u64,
    /// The number of moves.
    pub moves: u64,
    /// The number of times that a robot with a goal stayed in place.
    pub waits: u64,
    /// The number of steps that took more than a millisecond longer than their limit of time.
    pub late_steps: u64,
    /// The number of steps in which a robot that was stuck was carried.
    pub last_resorts: u64,
}

/// The number of steps before a robot gets free in which it is given its next task.
const AHEAD: u32 = 5;

impl<'a> Simulation<'a> {
    /// Makes a simulation in which this many tasks are known at once, as long as there are. Tasks
    /// are chosen by [`NearestTasks`].
    pub fn new<I>(fleet: Fleet, tasks: I, revealed: usize) -> Self
    where
        I: IntoIterator<Item = Task>,
        I::IntoIter: 'a,
    {
        let robots = fleet.robot_count();
        Self {
            fleet,
            chooser: Box::new(NearestTasks),
            coming: Box::new(tasks.into_iter()),
            revealed,
            open: Vec::new(),
            robots: alloc::vec![Robot { is_free: true, ..Robot::default() }; robots],
            free: (0..robots as u32).map(Token).collect(),
            next_number: 0,
            totals: Totals::default(),
            events: Vec::new(),
        }
    }

    /// Sets the rule that gives tasks to robots.
    pub fn with_chooser(mut self, chooser: impl TaskChooser + 'a) -> Self {
        self.chooser = Box::new(chooser);
        self
    }

    /// The fleet.
    pub const fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// The fleet, to close and open vertices.
    pub const fn fleet_mut(&mut self) -> &mut Fleet {
        &mut self.fleet
    }

    /// The sums over all steps so far.
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The events since the last call, in the order of time.
    pub fn take_events(&mut self) -> Vec<TaskEvent> {
        core::mem::take(&mut self.events)
    }

    /// Reveals tasks, gives them to robots, and lets the fleet make a step.
    ///
    /// # Errors
    /// [`FleetError::NoSuchVertex`] if a place of a new task does not exist. The task is left out,
    /// and the simulation can go on.
    ///
    /// # Panics
    /// If the chooser names a robot or a task that is not in its lists, or one twice.
    pub fn step(&mut self, control: &mut Control) -> Result<Step, FleetError> {
        self.find_free();
        self.reveal()?;
        self.give();
        let step = self.fleet.step(control);
        self.totals.steps += 1;
        self.totals.moves += step.moves.len() as u64;
        self.totals.waits += step.waits.len() as u64;
        self.totals.last_resorts += u64::from(step.is_last_resort);
        let is_late =
            control.time_used().is_some_and(|(used, limit)| used > limit + Duration::from_millis(1));
        self.totals.late_steps += u64::from(is_late);
        for &(robot, _) in &step.arrivals {
            self.visit(robot);
        }
        Ok(step)
    }

    fn note(&mut self, task: usize, kind: TaskEventKind) {
        self.events.push(TaskEvent { time: self.totals.steps, task, kind });
    }

    /// Lists the robots that get free soon.
    fn find_free(&mut self) {
        for number in 0..self.robots.len() {
            let robot = Token(number as u32);
            if !self.robots[number].is_free
                && self.robots[number].tasks.len() == 1
                && self.fleet.goals(robot).len() == 1
                && self.fleet.distance_bound(self.fleet.place(robot), self.end_of(robot)) <= AHEAD
            {
                self.robots[number].is_free = true;
                self.free.push_back(robot);
            }
        }
    }

    /// The place where a robot's tasks end, or where it is.
    fn end_of(&self, robot: Token) -> Vertex {
        self.fleet.goals(robot).last().unwrap_or_else(|| self.fleet.place(robot))
    }

    fn reveal(&mut self) -> Result<(), FleetError> {
        let held: usize = self.robots.iter().map(|robot| robot.tasks.len()).sum();
        while self.open.len() + held < self.revealed {
            let Some(task) = self.coming.next() else { break };
            task.places.iter().try_for_each(|&place| self.fleet.check(None, place))?;
            self.note(self.next_number, TaskEventKind::Revealed);
            self.open.push(OpenTask { number: self.next_number, task });
            self.next_number += 1;
        }
        Ok(())
    }

    fn give(&mut self) {
        if self.free.is_empty() || self.open.is_empty() {
            return;
        }
        let free: Vec<_> =
            self.free.iter().map(|&robot| FreeRobot { robot, from: self.end_of(robot) }).collect();
        let tasks: Vec<_> = self.open.iter().map(|open| open.task.clone()).collect();
        let mut pairs = self.chooser.choose(&self.fleet, &free, &tasks);
        pairs.sort_unstable_by_key(|&(_, task)| core::cmp::Reverse(task));
        for (robot, task) in pairs {
            let robot = free[robot].robot;
            let OpenTask { number, task } = self.open.remove(task);
            self.note(number, TaskEventKind::Given(robot));
            for &place in &task.places {
                self.fleet.assign(robot, place).expect("invariant: a place is a vertex");
            }
            let held = HeldTask { number, places: task.places.len(), visited: 0 };
            if held.places == 0 {
                self.note(number, TaskEventKind::Visited { robot, places: 0, is_finished: true });
                self.totals.finished += 1;
                continue;
            }
            self.robots[robot.index()].tasks.push_back(held);
            self.robots[robot.index()].is_free = false;
        }
        let robots = &self.robots;
        self.free.retain(|robot| robots[robot.index()].is_free);
    }

    /// Notes that a robot has visited a place of its task.
    fn visit(&mut self, robot: Token) {
        let Some(held) = self.robots[robot.index()].tasks.front_mut() else { return };
        held.visited += 1;
        let HeldTask { number, places, visited } = *held;
        let is_finished = places == visited;
        self.note(number, TaskEventKind::Visited { robot, places: visited, is_finished });
        if is_finished {
            self.totals.finished += 1;
            let state = &mut self.robots[robot.index()];
            state.tasks.pop_front();
            if state.tasks.is_empty() && !core::mem::replace(&mut state.is_free, true) {
                self.free.push_back(robot);
            }
        }
    }
}

impl fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("fleet", &self.fleet)
            .field("totals", &self.totals)
            .finish_non_exhaustive()
    }
}

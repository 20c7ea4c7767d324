//! Generation of the step that follows a configuration, by priority inheritance with backtracking
//! (PIBT).

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::Vertex;
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::swap::{self, NO_ROBOT};
use super::{NO_ENTRY, StepCosts};

/// Marks an undecided robot.
const NOWHERE: Vertex = Vertex(u32::MAX);

/// A generator of steps, which decides robot by robot in an order of priority.
///
/// A robot takes the best vertex it can get. If an undecided robot stands there, that robot is
/// decided first, with the same priority. If it cannot leave, the next best vertex is tried. In the
/// model `Pebble`, a robot for which another one makes room waits for the next step.
#[derive(Clone, Debug)]
pub(crate) struct StepGenerator {
    model: MotionModel,
    swaps: bool,
    /// The vertex of each robot.
    places: Vec<Vertex>,
    /// The robot on each vertex.
    occupants: Vec<u32>,
    /// The next vertex of each robot, or [`NOWHERE`] if it is undecided.
    next: Vec<Vertex>,
    /// The robot that will be on each vertex.
    entrants: Vec<u32>,
    /// The candidate vertices of the frames' robots, packed with their costs.
    candidates: Vec<u64>,
    frames: Vec<Frame>,
}

/// A robot that is being decided.
#[derive(Clone, Copy, Debug)]
struct Frame {
    robot: u32,
    /// The index of its first candidate, and of the next one to try.
    begin: u32,
    turn: u32,
    /// The robot that it pulls along if it gets its first candidate.
    pulled: u32,
    /// Whether only the best candidate is listed so far.
    is_begun: bool,
}

/// The layout of a packed candidate: the cost, a random number that breaks ties, and the vertex.
const COST_SHIFT: u32 = 40;
const VERTEX_BITS: u32 = 32;

impl StepGenerator {
    /// Makes a generator for graphs with this many vertices. With `swaps`, robots that block each
    /// other in a corridor [exchange their places](swap), for which arcs must lead both ways.
    pub(crate) fn new(vertices: usize, robots: usize, model: MotionModel, swaps: bool) -> Self {
        Self {
            model,
            swaps,
            places: Vec::with_capacity(robots),
            occupants: alloc::vec![NO_ROBOT; vertices],
            next: alloc::vec![NOWHERE; robots],
            entrants: alloc::vec![NO_ROBOT; vertices],
            candidates: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// The bytes of the tables for a number of vertices and robots.
    pub(crate) const fn bytes(vertices: usize, robots: usize) -> u64 {
        (8 * vertices + 40 * robots) as u64
    }

    /// Sets the vertices of the robots.
    pub(crate) fn place(&mut self, places: &[Vertex]) {
        for place in self.places.drain(..) {
            self.occupants[place.index()] = NO_ROBOT;
        }
        self.places.extend_from_slice(places);
        for (robot, place) in (0..).zip(places) {
            self.occupants[place.index()] = robot;
        }
    }

    /// The next vertices of the robots, after [`decide`](Self::decide).
    pub(crate) fn next(&self) -> &[Vertex] {
        &self.next
    }

    /// Decides on a step from [the set vertices](Self::place) in which the given robots go to the
    /// given vertices. Returns whether it finds one. It always does if all robots are given and the
    /// step is legal.
    pub(crate) fn decide(
        &mut self,
        order: &[u32],
        given: &[(u32, Vertex)],
        costs: &impl StepCosts,
        rng: &mut Xoshiro256PlusPlus,
    ) -> bool {
        for place in &mut self.next {
            if *place != NOWHERE {
                self.entrants[place.index()] = NO_ROBOT;
                *place = NOWHERE;
            }
        }
        for &(robot, to) in given {
            if !self.is_open(robot, to) {
                return false;
            }
            self.take(robot, to);
        }
        order
            .iter()
            .all(|&robot| self.next[robot as usize] != NOWHERE || self.decide_chain(robot, costs, rng))
    }

    fn take(&mut self, robot: u32, to: Vertex) {
        self.next[robot as usize] = to;
        self.entrants[to.index()] = robot;
    }

    /// Returns whether a robot may go to a vertex, considering the robots decided so far.
    fn is_open(&self, robot: u32, to: Vertex) -> bool {
        let from = self.places[robot as usize];
        if self.entrants[to.index()] != NO_ROBOT {
            return false;
        }
        if to == from {
            return true;
        }
        let occupant = self.occupants[to.index()];
        if occupant == NO_ROBOT {
            return true;
        }
        match self.model {
            MotionModel::Pebble => false,
            MotionModel::Standard => self.next[occupant as usize] != from,
            MotionModel::Train => !self.closes_circle(occupant, from),
        }
    }

    /// Returns whether the decided moves, followed from `robot` on, each onto the next robot's
    /// vertex, lead to `vertex`.
    fn closes_circle(&self, mut robot: u32, vertex: Vertex) -> bool {
        loop {
            let to = self.next[robot as usize];
            if to == vertex {
                return true;
            }
            if to == NOWHERE || to == self.places[robot as usize] {
                return false;
            }
            robot = self.occupants[to.index()];
            if robot == NO_ROBOT {
                return false;
            }
        }
    }

    /// Decides a robot, and all robots that it forces to leave. Returns whether the robot gets one
    /// of its candidates.
    fn decide_chain(&mut self, robot: u32, costs: &impl StepCosts, rng: &mut Xoshiro256PlusPlus) -> bool {
        self.open_frame(robot, costs, rng);
        loop {
            let depth = self.frames.len() - 1;
            let Frame { robot, begin, turn, is_begun, .. } = self.frames[depth];
            if turn as usize == self.candidates.len() && is_begun {
                self.frames[depth].is_begun = false;
                let best = Vertex(self.candidates.pop().expect("invariant: the best candidate") as u32);
                self.list(robot, Some(best), costs, rng);
                continue;
            }
            if turn as usize == self.candidates.len() {
                // All candidates were tried. The robot stays, and the robot of the frame before
                // tries its next candidate.
                let place = self.places[robot as usize];
                self.take(robot, place);
                self.candidates.truncate(begin as usize);
                self.frames.pop();
                if self.frames.is_empty() {
                    return false;
                }
                continue;
            }
            self.frames[depth].turn += 1;
            let to = Vertex(self.candidates[turn as usize] as u32);
            let found = if self.model == MotionModel::Pebble {
                self.try_vacant(robot, to, depth > 0)
            } else {
                self.try_leaving(robot, to)
            };
            match found {
                Try::Refused => {}
                Try::After(occupant) => self.open_frame(occupant, costs, rng),
                Try::Taken => {
                    self.settle_frames();
                    return true;
                }
            }
        }
    }

    /// Tries a candidate in the models that let robots follow each other.
    fn try_leaving(&mut self, robot: u32, to: Vertex) -> Try {
        if !self.is_open(robot, to) {
            return Try::Refused;
        }
        self.take(robot, to);
        let occupant = self.occupants[to.index()];
        if occupant == NO_ROBOT || self.next[occupant as usize] != NOWHERE {
            Try::Taken
        } else {
            Try::After(occupant)
        }
    }

    /// Tries a candidate in the model `Pebble`. A robot waits for an occupied vertex if the robot
    /// there leaves or makes another one leave.
    fn try_vacant(&mut self, robot: u32, to: Vertex, must_leave: bool) -> Try {
        let place = self.places[robot as usize];
        let occupant = self.occupants[to.index()];
        if to == place {
            if must_leave {
                return Try::Refused;
            }
            self.take(robot, place);
            return Try::Taken;
        }
        if occupant == NO_ROBOT {
            if self.entrants[to.index()] != NO_ROBOT {
                return Try::Refused;
            }
            self.take(robot, to);
            return Try::Taken;
        }
        // The robot stays for now; in this model no other robot can enter its place.
        self.next[robot as usize] = place;
        match self.next[occupant as usize] {
            NOWHERE => Try::After(occupant),
            leaving if leaving != to => Try::Taken,
            _ => Try::Refused,
        }
    }

    /// Closes all frames, whose robots have their vertices, and moves pulled robots along.
    fn settle_frames(&mut self) {
        while let Some(Frame { robot, begin, turn, pulled, .. }) = self.frames.pop() {
            self.candidates.truncate(begin as usize);
            if pulled == NO_ROBOT || turn != begin + 1 || self.next[pulled as usize] != NOWHERE {
                continue;
            }
            let left = self.places[robot as usize];
            if self.is_open(pulled, left) {
                self.take(pulled, left);
            }
        }
    }

    /// Opens a frame for a robot, with its candidates, best first, or with the best alone if it is
    /// known.
    fn open_frame(&mut self, robot: u32, costs: &impl StepCosts, rng: &mut Xoshiro256PlusPlus) {
        let place = self.places[robot as usize];
        let begin = self.candidates.len();
        let best = costs.best(robot as usize, place);
        match best {
            Some(best) => self.candidates.push(u64::from(best.0)),
            None => self.list(robot, None, costs, rng),
        }
        let mut pulled = NO_ROBOT;
        // A robot does not pull another one onto a vertex that none may enter.
        if self.swaps && costs.may_enter(place) {
            let view =
                swap::View { costs, places: &self.places, occupants: &self.occupants, next: &self.next };
            pulled = swap::partner(&view, robot, Vertex(self.candidates[begin] as u32));
            if pulled != NO_ROBOT {
                if let Some(best) = best {
                    self.candidates.pop();
                    self.list(robot, Some(best), costs, rng);
                }
                self.candidates[begin..].reverse();
            }
        }
        let is_begun = best.is_some() && pulled == NO_ROBOT;
        self.frames.push(Frame { robot, begin: begin as u32, turn: begin as u32, pulled, is_begun });
    }

    /// Appends the candidates of a robot, best first.
    fn list(
        &mut self,
        robot: u32,
        best: Option<Vertex>,
        costs: &impl StepCosts,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let place = self.places[robot as usize];
        let begin = self.candidates.len();
        let mut random = rng.next_u64();
        let mut push = |cost: u32, to: Vertex, candidates: &mut Vec<u64>| {
            if cost == NO_ENTRY {
                return;
            }
            let cost = if Some(to) == best { 0 } else { u64::from(cost).min(0xff_ffff) };
            candidates.push(cost << COST_SHIFT | (random & 0xff) << VERTEX_BITS | u64::from(to.0));
            random = random.rotate_right(8);
        };
        for (turn, &to) in costs.targets(place).iter().enumerate() {
            push(costs.step(robot as usize, place, turn, to), to, &mut self.candidates);
        }
        push(costs.wait(robot as usize, place), place, &mut self.candidates);
        self.candidates[begin..].sort_unstable();
    }
}

/// The result of trying a candidate.
enum Try {
    Refused,
    Taken,
    /// The candidate is taken if this robot can leave.
    After(u32),
}

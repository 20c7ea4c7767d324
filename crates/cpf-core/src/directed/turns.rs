//! Replaces moves against arcs by turns of directed cycles.
//!
//! A move against an arc lies on a directed cycle through the arc. It is replaced together with the
//! following moves of the plan that stay on that cycle, in either direction. Together they take
//! each robot on the cycle some steps forwards or backwards and preserve the cyclic order. Enough
//! whole turns are added that no robot has to go backwards; then the robots go forwards one after
//! another.
//!
//! A blank moved along a directed path leaves a run of moves against its arcs. A long cycle that
//! contains the whole run turns once for all of them; short cycles turn once for each. So cycles
//! that contain all, a half, a quarter … of the run are compared.

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Move, Plan, Stop, Token, Vertex};

use super::graph::DirectedGraph;

/// Converts a plan on the underlying graph into moves along arcs between the same two
/// configurations. The caller releases the memory that it holds in `control`.
///
/// Every arc must lie on a directed cycle, and the plan must be legal on the underlying graph.
///
/// # Errors
/// [`Stop`] if a limit is reached.
pub(super) fn along_arcs(
    graph: &DirectedGraph,
    start: &Configuration,
    plan: &Plan,
    control: &mut Control,
) -> Result<Plan, Stop> {
    let place = alloc::vec![NOWHERE; graph.vertex_count()];
    let mut made = Replacement { graph, now: start.clone(), moves: Vec::new(), place, control };
    let mut rest = plan.moves();
    while let Some(&first) = rest.first() {
        let taken = if graph.has_arc(first.from, first.to) {
            made.make(first.token, first.to)?;
            1
        } else {
            let turn = made.cheapest_turn(rest)?;
            made.make_turn(turn)?
        };
        rest = &rest[taken..];
    }
    Ok(Plan::from(made.moves))
}

/// Marks vertices that are not on the cycle.
const NOWHERE: u32 = u32::MAX;

struct Replacement<'a, 'c, 'o> {
    graph: &'a DirectedGraph,
    now: Configuration,
    moves: Vec<Move>,
    /// The position of each vertex on a cycle, or [`NOWHERE`].
    place: Vec<u32>,
    control: &'c mut Control<'o>,
}

/// A robot on a cycle and the number of steps that it advances.
struct CycleRobot {
    robot: Token,
    steps: i64,
}

/// A turn of a cycle that replaces some moves of the plan.
struct Turn {
    cycle: Vec<Vertex>,
    /// The robots, in their order on the cycle.
    robots: Vec<CycleRobot>,
    taken: usize,
    /// The number of replaced moves that are against arcs.
    against: u64,
    /// The number of moves of the turn, minus the number of replaced moves along arcs.
    cost: u64,
}

impl Replacement<'_, '_, '_> {
    fn make(&mut self, token: Token, to: Vertex) -> Result<(), Stop> {
        self.control.spend(1)?;
        if self.moves.len() == self.moves.capacity() {
            let capacity = (2 * self.moves.len()).max(64);
            self.control.reserve(&mut self.moves, capacity)?;
        }
        let from = self.now.vertex_of(token);
        assert!(self.graph.has_arc(from, to), "moves are made along arcs");
        let moved = self.now.relocate(token, to);
        assert!(moved, "the target is vacant");
        self.moves.push(Move { token, from, to });
        Ok(())
    }

    /// Finds the turn for the next move, which is against an arc, with the least cost for each
    /// replaced move against an arc.
    fn cheapest_turn(&mut self, rest: &[Move]) -> Result<Turn, Stop> {
        let mut is_on_way = alloc::vec![false; self.graph.vertex_count()];
        let mut way = self.run(rest, &mut is_on_way);
        let mut best: Option<Turn> = None;
        loop {
            self.control.spend(1)?;
            let (from, to) = (way[way.len() - 1], way[0]);
            if let Some(back) = self.graph.path(from, to, |vertex| !is_on_way[vertex.index()]) {
                let cycle = way.iter().chain(&back[1..back.len() - 1]).copied().collect();
                let turn = self.turn(cycle, rest);
                if best.as_ref().is_none_or(|best| turn.cost * best.against < best.cost * turn.against) {
                    best = Some(turn);
                }
            }
            if way.len() == 2 {
                return Ok(best.expect("invariant: every arc lies on a directed cycle"));
            }
            let shorter = way.len().div_ceil(2);
            for vertex in way.drain(shorter..) {
                is_on_way[vertex.index()] = false;
            }
        }
    }

    /// Returns the directed path against whose arcs the next moves go, from its beginning until it
    /// would meet itself.
    fn run(&self, rest: &[Move], is_on_way: &mut [bool]) -> Vec<Vertex> {
        let mut way = alloc::vec![rest[0].to];
        is_on_way[way[0].index()] = true;
        for action in rest {
            let goes_on = way.last() == Some(&action.to) && !is_on_way[action.from.index()];
            if !goes_on || self.graph.has_arc(action.from, action.to) {
                break;
            }
            is_on_way[action.from.index()] = true;
            way.push(action.from);
        }
        way
    }

    /// Computes the turn that replaces the longest prefix of these moves that stays on the cycle.
    fn turn(&mut self, cycle: Vec<Vertex>, rest: &[Move]) -> Turn {
        self.mark(&cycle);
        let mut turn = Turn { cycle, robots: Vec::new(), taken: 0, against: 0, cost: 0 };
        let cycle = &turn.cycle;
        // The index of the robot at each position.
        let mut on_place = alloc::vec![None; cycle.len()];
        for (place, &vertex) in cycle.iter().enumerate() {
            if let Some(robot) = self.now.token_at(vertex) {
                on_place[place] = Some(turn.robots.len());
                turn.robots.push(CycleRobot { robot, steps: 0 });
            }
        }
        for action in rest {
            let [from, to] = [action.from, action.to].map(|vertex| self.place[vertex.index()] as usize);
            let step = if from >= cycle.len() || to >= cycle.len() {
                break;
            } else if (from + 1) % cycle.len() == to {
                1
            } else if (to + 1) % cycle.len() == from {
                -1
            } else {
                break;
            };
            let robot = on_place[from].take().expect("invariant: the plan is legal");
            on_place[to] = Some(robot);
            turn.robots[robot].steps += step;
            turn.taken += 1;
            turn.against += u64::from(!self.graph.has_arc(action.from, action.to));
        }
        // Add as few whole turns as needed, or remove as many as possible.
        let length = i64::from(cycle.len() as u32);
        let turns = turn.robots.iter().map(|on| -on.steps.div_euclid(length)).max().unwrap_or(0);
        for on in &mut turn.robots {
            on.steps += turns * length;
        }
        let moves: u64 = turn.robots.iter().map(|on| on.steps.unsigned_abs()).sum();
        let along = turn.taken as u64 - turn.against;
        turn.cost = moves.saturating_sub(along);
        self.unmark(&turn.cycle);
        turn
    }

    /// Makes the turn; returns the number of moves of the plan that it replaces.
    fn make_turn(&mut self, Turn { cycle, mut robots, taken, .. }: Turn) -> Result<usize, Stop> {
        self.mark(&cycle);
        // The last robot has a vacant vertex ahead, and each of the others finds the vertex ahead
        // vacated by the robot after it in this list.
        let first = robots.iter().position(|on| self.now.is_vacant(self.ahead(&cycle, on.robot)));
        robots.rotate_left(first.map_or(0, |first| first + 1));
        while robots.iter().any(|on| on.steps > 0) {
            for on in robots.iter_mut().rev() {
                while on.steps > 0 && self.now.is_vacant(self.ahead(&cycle, on.robot)) {
                    self.make(on.robot, self.ahead(&cycle, on.robot))?;
                    on.steps -= 1;
                }
            }
        }
        self.unmark(&cycle);
        Ok(taken)
    }

    fn mark(&mut self, cycle: &[Vertex]) {
        for (place, vertex) in (0..).zip(cycle) {
            self.place[vertex.index()] = place;
        }
    }

    fn unmark(&mut self, cycle: &[Vertex]) {
        for vertex in cycle {
            self.place[vertex.index()] = NOWHERE;
        }
    }

    /// The vertex after the robot's on the cycle.
    fn ahead(&self, cycle: &[Vertex], robot: Token) -> Vertex {
        let place = self.place[self.now.vertex_of(robot).index()] as usize;
        cycle[(place + 1) % cycle.len()]
    }
}

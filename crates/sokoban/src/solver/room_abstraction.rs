//! Plans over the abstract states of rooms and tunnels: Power Plan.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use motion_core::internal::splitmix64;
use motion_core::internal::{BucketQueue, Insertion, NodeId, NodeStore};
use motion_core::search::Path;
use motion_core::{Control, Direction, Outcome, Stop};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use crate::analysis::{Deadlocks, RoomGraph, RoomOrTunnel, Structure, Tunnel};
use crate::board::{BoxRoutes, BoxSet, Push, Reach, SearchBoard, Square};
use crate::one_box_at_a_time::PackingOrder;
use crate::search::{MoveGenerator, Position};

/// The largest number of positions in which the boxes of one room are rearranged.
const MOST_LOCAL: usize = 500;

/// The cost of an unfilled goal in the order of states, in pushes.
const GOAL: u32 = 1024;

/// The cost of an exit of a room that the player does not reach, in pushes.
const EXIT: u32 = 10;

/// Plans over the abstract states of rooms and tunnels ([`RoomGraph`]): boxes move from room to
/// room, and from wherever possible to the next goal of the [`PackingOrder`].
///
/// A state consists of the abstract state of every room, the contents of every tunnel, the goals
/// filled, and the exits of rooms that the player reaches. A tunnel contains nothing, a single box
/// (in bent tunnels before or behind the first bend), or several boxes on certain squares. A room
/// with too many boxes for abstract states is represented by their number. Each state has one
/// position: the first that was found. From there the boxes of one room or tunnel are rearranged,
/// by the fewest pushes, until one leaves it or the state changes. If a box can be pushed to the
/// next goal, no other move is tried. States with more filled goals come first, then those nearer
/// to the end by the matching bound plus ten pushes for each exit that the player does not reach.
///
/// # Complexity
/// Nodes are the states expanded and the positions in which boxes are rearranged, at most 500 for
/// each room or tunnel with boxes of a state. Memory is linear in the rooms and the states.
///
/// # Guarantees
/// Plans consist of legal pushes. The search is not complete, because positions of the same state
/// may differ for boxes elsewhere: if it finds nothing it ends with [`Stop::GaveUp`]. The quality
/// is the matching bound. Levels of more than 1,024 live squares are [`Stop::Unsupported`].
///
/// # References
/// A. Botea, M. Müller & J. Schaeffer, *Using abstraction for planning in Sokoban*, Computers and
/// Games, 2002. Two differences: all plans consist of pushes from the start on, so that none fails
/// when it is refined, and goals need not be in a room of their own.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::Level;
/// use sokoban::solver::RoomAbstraction;
///
/// let level: Level = "10#|#--####--#|#@-$----.#|#--####--#|10#".parse()?;
/// let moves = RoomAbstraction.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert!(level.verify(&moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoomAbstraction;

level_solver!(RoomAbstraction, "states expanded and positions in which boxes are rearranged");

impl SearchMethod for RoomAbstraction {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let planned = control.scope(|control| Planner::new(problem, control)?.plan(control));
        match planned {
            Ok(Some(actions)) => {
                problem.bounded(Path { cost: actions.len() as u64, actions }, problem.least.into())
            }
            Ok(None) => problem.stopped(Stop::GaveUp),
            Err(why) => problem.stopped(why),
        }
    }
}

/// An abstract state, and the position that represents it.
#[derive(Clone, Debug)]
struct PlanState<const W: usize> {
    position: Position<W>,
    /// The number of filled goals, in their order.
    packed: u16,
    /// The number of exits that the player does not reach.
    closed: u32,
    /// A hash of the abstract state. Two states with the same hash are taken to be equal.
    key: u64,
}

impl<const W: usize> PartialEq for PlanState<W> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<const W: usize> Eq for PlanState<W> {}

impl<const W: usize> Hash for PlanState<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

struct Planner<'p, 'b, const W: usize> {
    problem: &'p SearchProblem<'b, W>,
    board: &'b SearchBoard,
    structure: Structure,
    rooms: RoomGraph<'b, W>,
    /// The squares inside rooms at their exits.
    doors: Vec<Square>,
    /// The goals in the order in which they are filled.
    goals: Vec<Square>,
    generator: MoveGenerator<'b>,
    deadlocks: Deadlocks<'b, W>,
    reach: Reach,
}

/// The successors of a state, in an order that depends on the state alone.
#[derive(Default)]
struct Steps<const W: usize> {
    states: Vec<PlanState<W>>,
    /// The number of the step whose pushes are requested.
    wanted: Option<usize>,
    pushes: Vec<Push>,
}

impl<const W: usize> Steps<W> {
    /// Adds a step, and its pushes if they are requested.
    fn add(&mut self, state: PlanState<W>, pushes: impl FnOnce() -> Vec<Push>) {
        if self.wanted == Some(self.states.len()) {
            self.pushes = pushes();
        }
        self.states.push(state);
    }
}

impl<'p, 'b, const W: usize> Planner<'p, 'b, W> {
    fn new(problem: &'p SearchProblem<'b, W>, control: &mut Control) -> Result<Self, Stop> {
        let board = problem.board;
        let structure = Structure::new(board);
        let goals = PackingOrder::within(board, control)?.goals().to_vec();
        let rooms = RoomGraph::new(board, &structure, control)?;
        let of_rooms = 0..structure.rooms().len();
        let doors = of_rooms.flat_map(|room| rooms.exits(room).iter().map(|exit| exit.inside)).collect();
        Ok(Self {
            problem,
            board,
            structure,
            rooms,
            doors,
            goals,
            generator: MoveGenerator::new(board),
            deadlocks: Deadlocks::new(board),
            reach: Reach::new(board),
        })
    }

    /// Returns the pushes of a plan; `None` if the states are exhausted.
    fn plan(&mut self, control: &mut Control) -> Result<Option<Vec<Push>>, Stop> {
        let (mut store, mut open) = (NodeStore::default(), BucketQueue::new());
        let start = self.state(self.problem.start, 0);
        if let Insertion::New(id) = store.insert(start, 0, None, 0, control)? {
            open.push(0, id, control)?;
        }
        while let Some((_, id)) = open.pop() {
            control.spend(1)?;
            let state: PlanState<W> = store.state(id).clone();
            if state.position.boxes.iter().all(|at| self.goals.contains(&at)) {
                return self.refined(&store, id).map(Some);
            }
            let mut steps = Steps::default();
            self.list_steps(&state, &mut steps, control)?;
            for (number, next) in (0..).zip(steps.states) {
                let PlanState { position, packed, closed, .. } = next;
                let left = self.goals.len() as u32 - u32::from(packed);
                if let Insertion::New(next) = store.insert(next, 0, Some((id, number)), 0, control)?
                    && let Some(pushes) = self.problem.bounds.matching(&position)
                {
                    let rest = pushes + EXIT * closed;
                    open.push(GOAL * left + rest.min(GOAL - 1), next, control)?;
                }
            }
        }
        Ok(None)
    }

    /// Returns the pushes to a state, by listing again the steps that lead to it.
    fn refined(&mut self, store: &NodeStore<PlanState<W>, u32>, id: NodeId) -> Result<Vec<Push>, Stop> {
        let (mut chain, mut at) = (Vec::new(), id);
        while let Some((parent, number)) = store.parent(at) {
            chain.push((parent, number));
            at = parent;
        }
        let mut pushes = Vec::new();
        for &(parent, number) in chain.iter().rev() {
            let mut steps = Steps { wanted: Some(number as usize), ..Steps::default() };
            self.list_steps(store.state(parent), &mut steps, &mut Control::unlimited())?;
            pushes.append(&mut steps.pushes);
        }
        Ok(pushes)
    }

    /// Lists the successors of a state.
    fn list_steps(
        &mut self,
        state: &PlanState<W>,
        steps: &mut Steps<W>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let fixed: BoxSet<W> = self.goals[..state.packed.into()].iter().copied().collect();
        let free = state.position.boxes.without(&fixed);
        self.list_packings(state, &free, steps);
        if !steps.states.is_empty() {
            return Ok(());
        }
        let mut seen: Vec<RoomOrTunnel> = Vec::new();
        for box_at in &free {
            let region = self.structure.region(box_at);
            if !seen.contains(&region) {
                seen.push(region);
                let mut local = NodeStore::default();
                let listed = self.list_rearranged(state, &fixed, region, &mut local, steps, control);
                local.release(control);
                listed?;
            }
        }
        Ok(())
    }

    /// Lists pushes of one box to the next goal while the others stay.
    fn list_packings(&mut self, state: &PlanState<W>, free: &BoxSet<W>, steps: &mut Steps<W>) {
        let (position, goal) = (state.position, self.goals[usize::from(state.packed)]);
        for from in free {
            let others = position.boxes.iter().filter(|&other| other != from);
            if let Some(pushes) = BoxRoutes::new(self.board, others).find(from, position.player, goal)
                && let Some(last) = pushes.last()
            {
                let mut boxes = position.boxes;
                boxes.shift(from, goal);
                let next = self.state(Position::new(self.board, boxes, last.from), state.packed);
                steps.add(next, || pushes);
            }
        }
    }

    /// Lists rearrangements of the boxes of one room or tunnel, breadth-first, until one box leaves
    /// it or the abstract state changes.
    fn list_rearranged(
        &mut self,
        state: &PlanState<W>,
        fixed: &BoxSet<W>,
        region: RoomOrTunnel,
        local: &mut NodeStore<Position<W>, Push>,
        steps: &mut Steps<W>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        local.insert(state.position, 0, None, 0, control)?;
        let mut number = 0;
        while let Some(id) = local.id(number).filter(|_| number < MOST_LOCAL) {
            number += 1;
            control.spend(1)?;
            let position = *local.state(id);
            self.generator.enter(&position);
            let is_its =
                |push: &Push| self.structure.region(push.from) == region && !fixed.contains(push.from);
            let pushes: Vec<_> = self.generator.pushes(&position.boxes).filter(is_its).collect();
            for push in pushes {
                let after = self.generator.after_push(&position.boxes, push);
                if self.deadlocks.after_push(&after.boxes, push).is_some()
                    || self.rooms.is_illegal_after(&mut self.reach, &after.boxes, push)
                {
                    continue;
                }
                let leaves = self.structure.region(self.board.step(push.from, push.direction)) != region;
                if !leaves
                    && !matches!(local.insert(after, 0, Some((id, push)), 0, control)?, Insertion::New(_))
                {
                    continue;
                }
                let next = self.state(after, state.packed);
                if leaves || next.key != state.key {
                    steps.add(next, || {
                        let mut pushes = local.actions_to(id);
                        pushes.push(push);
                        pushes
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns the abstract state of a position in which at least this many goals are filled.
    fn state(&mut self, position: Position<W>, packed: u16) -> PlanState<W> {
        let Position { boxes, player } = position;
        let more = self.goals[packed.into()..].iter().take_while(|&&goal| boxes.contains(goal));
        let packed = packed + more.count() as u16;
        let mut key = splitmix64(packed.into());
        let mut add = |part: u64| key = splitmix64(key ^ part);
        for (number, room) in self.structure.rooms().iter().enumerate() {
            let state = self.rooms.state(&mut self.reach, number, &boxes, player);
            let count = || room.squares.iter().filter(|&&square| boxes.contains(square)).count() as u64;
            add(state.map_or_else(|| 1 << 32 | count(), u64::from));
        }
        for tunnel in self.structure.tunnels() {
            let inside = (0..).zip(&tunnel.squares).filter(|&(_, &square)| boxes.contains(square));
            let places: Vec<u64> = inside.map(|(place, _)| place).collect();
            match places[..] {
                [] => add(0),
                [place] => add(1 + u64::from(place >= self.first_bend(tunnel))),
                _ => places.into_iter().for_each(|place| add(3 + place)),
            }
        }
        self.reach.flood(self.board, &boxes, player);
        let mut closed = 0;
        for (number, &door) in (0..).zip(&self.doors) {
            if self.reach.contains(door) {
                add(number);
            } else {
                closed += 1;
            }
        }
        PlanState { position, packed, closed, key }
    }

    /// Returns the index of the first square of a tunnel that is not in line with its first two.
    fn first_bend(&self, tunnel: &Tunnel) -> u64 {
        let line: Vec<Square> = tunnel.ends[0].into_iter().chain(tunnel.squares.iter().copied()).collect();
        let heading = |pair: &[Square]| {
            Direction::ALL.into_iter().find(|&heading| self.board.step(pair[0], heading) == pair[1])
        };
        let mut headings = line.windows(2).map(heading);
        let first = headings.next();
        let straight = headings.take_while(|&heading| Some(heading) == first).count() as u64;
        straight + u64::from(tunnel.ends[0].is_none()) + 1
    }
}

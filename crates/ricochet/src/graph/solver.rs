//! Graph-DP and its successors.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cell::RefCell;

use motion_core::search::{NodeId, NodeStore, a_star, breadth_first};
use motion_core::{Cell, Control, Direction, Outcome, Quality, Stop};

use super::MoveGraph;
use super::positions::{Action, Position, Positions, moved};
use crate::bound::{Bound, FAR};
use crate::field::Field;
use crate::instance::{Approach, Goal, Instance, MAX_ROBOTS};
use crate::moves::{Moves, Slide};

/// The paper's methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphMethod {
    /// Graph-DP: all moves of the other robots come before those of the goal robot. Shortest among such solutions.
    Dp,
    /// Graph v1: breadth-first over the positions of all robots.
    V1,
    /// Graph v2: Graph-DP, with the least number of moves from each cell as a bound.
    V2,
    /// v1 and v2 together: best-first over all positions with that bound, under the upper bound of v2.
    #[default]
    Combined,
}

/// Solves games the paper's way: by searches on a [`MoveGraph`].
///
/// Games with diagonals, with a target for any robot, or with another approach than [`Approach::Free`] are not treated:
/// the answer is [`Stop::Unsupported`].
///
/// # Guarantees
/// [`GraphMethod::V1`] and [`GraphMethod::Combined`] are complete and optimal. [`GraphMethod::Dp`] and
/// [`GraphMethod::V2`] assume that the other robots move first: their solutions are shortest under the assumption only,
/// so that their quality is [`Quality::Feasible`] – unless the bound proves more. Where they have searched and found
/// none, the answer is [`Stop::GaveUp`], which proves nothing: there may be solutions in which the robots move in another order. They tell observers of every better solution, and
/// keep the best when stopped.
///
/// # Complexity
/// Time and memory exponential in the moves of the other robots; the paper's *kⁿ* should be *bᵏ*.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use ricochet::{GraphMethod, GraphSolver, Instance};
///
/// let game: Instance = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bR|
/// +   +   +   +
/// |           |
/// +---+---+---+".parse()?;
/// for method in [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined] {
///     let moves = GraphSolver::new(method).solve(&game, &mut Control::unlimited()).plan().expect("solvable");
///     assert_eq!(game.verify(&moves), Ok(6));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSolver {
    method: GraphMethod,
}

/// A solution in the making.
struct Best {
    length: u32,
    actions: Vec<Action>,
}

/// What all methods need.
struct Run<'i> {
    instance: &'i Instance,
    field: Field,
    bound: Bound,
    target: Cell,
    robots: usize,
    start: Position,
}

impl GraphSolver {
    /// The solver by this method.
    pub const fn new(method: GraphMethod) -> Self {
        Self { method }
    }

    /// Finds a solution.
    pub fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let Goal::Robot(goal_robot) = instance.target().goal else {
            return Outcome::stopped(Stop::Unsupported);
        };
        if instance.approach() != Approach::Free || instance.board().diagonals().next().is_some() {
            return Outcome::stopped(Stop::Unsupported);
        }
        let held = control.stats().bytes;
        let outcome =
            Run::new(instance, goal_robot, control).map_or_else(Outcome::stopped, |run| match self.method {
                GraphMethod::Dp => run.obstacles_first(false, control),
                GraphMethod::V2 => run.obstacles_first(true, control),
                GraphMethod::V1 => run.all_robots(None, control),
                GraphMethod::Combined => match run.obstacles_first(true, control) {
                    outcome @ Outcome::Solved { quality: Quality::Optimal, .. } => outcome,
                    Outcome::Stopped { why: Stop::GaveUp, .. } => run.all_robots(Some(u32::MAX), control),
                    Outcome::Solved { plan, .. } => match run.all_robots(Some(plan.len() as u32), control) {
                        Outcome::Stopped { why, lower_bound, .. } => {
                            Outcome::Stopped { why, best: Some(plan), lower_bound }
                        }
                        outcome => outcome,
                    },
                    outcome => outcome,
                },
            });
        control.release(control.stats().bytes - held);
        outcome
    }
}

impl<'i> Run<'i> {
    fn new(
        instance: &'i Instance,
        goal_robot: crate::colour::Colour,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let field = Field::new(instance, control)?;
        let bound = Bound::new(&field, 0, instance, control)?;
        // The graph: an optional cell, eight bytes, for each direction.
        control.hold(instance.board().grid().cell_count() as u64 * size_of::<[Option<Cell>; 4]>() as u64)?;
        let robots = instance.robots().len();
        let mut start = [0; MAX_ROBOTS];
        let others = instance.robots().iter().filter(|(robot, _)| *robot != goal_robot);
        let goal = instance.robots().iter().filter(|(robot, _)| *robot == goal_robot);
        for (slot, (_, cell)) in start.iter_mut().zip(goal.chain(others)) {
            *slot = cell.0 as u16;
        }
        start[1..robots].sort_unstable();
        Ok(Self { instance, field, bound, target: instance.target().cell, robots, start })
    }

    /// Graph v1, with the bound where some solution's length is known.
    fn all_robots(&self, enough: Option<u32>, control: &mut Control) -> Outcome<Moves> {
        let positions = Positions {
            graph: RefCell::new(MoveGraph::new(self.instance.board().grid().clone())),
            robots: self.robots,
            target: self.target,
            field: &self.field,
            bound: enough.map(|_| &self.bound),
            enough: enough.unwrap_or(u32::MAX),
        };
        let path = match enough {
            None => breadth_first(&positions, self.start, control),
            Some(_) => a_star(&positions, self.start, control),
        };
        path.map(|path| self.moves(&path.actions))
    }

    /// SOLVER, corrected: with `&&` in line 20, a start on the goal treated before the loop (lines 5 and 13), and an answer
    /// where the queue runs empty. `bounded` adds the bound of v2: it ends the search once no state can be better, and
    /// leaves searches of the goal robot as soon as they cannot.
    fn obstacles_first(&self, bounded: bool, control: &mut Control) -> Outcome<Moves> {
        let least = u32::from(self.bound.moves(usize::from(self.field.spot(self.goal_robot()))));
        if least == 0 {
            return Outcome::Solved { plan: Moves::new(), quality: Quality::Optimal };
        }
        if bounded && least == u32::from(FAR) {
            return Outcome::Unsolvable;
        }
        let least = if bounded { least } else { 1 };
        let mut graph = MoveGraph::new(self.instance.board().grid().clone());
        let mut store = NodeStore::default();
        let mut best = None;
        let result = self.search(least, bounded, &mut graph, &mut store, &mut best, control);
        store.release(control);
        let plan = best.map(|Best { actions, .. }| self.moves(&actions));
        match (result, plan) {
            (Err(why), best) => Outcome::Stopped { why, best, lower_bound: Some(u64::from(least)) },
            (Ok(()), None) => {
                Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound: Some(u64::from(least)) }
            }
            (Ok(()), Some(plan)) => {
                let proved = plan.len() as u32 == least;
                let quality = if proved { Quality::Optimal } else { Quality::Feasible };
                Outcome::Solved { plan, quality }
            }
        }
    }

    fn search(
        &self,
        least: u32,
        bounded: bool,
        graph: &mut MoveGraph,
        store: &mut NodeStore<Position, Action>,
        best: &mut Option<Best>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        store.insert(self.start, 0, None, 0, control)?;
        let mut next = 0;
        while let Some(id) = store.id(next) {
            next += 1;
            let moves = store.cost(id);
            let enough = best.as_ref().map_or(u32::MAX, |best| best.length);
            if moves.saturating_add(least) >= enough {
                return Ok(());
            }
            control.spend(1)?;
            let state = *store.state(id);
            let others = || state[1..self.robots].iter().map(|&cell| Cell(u32::from(cell)));
            others().for_each(|cell| graph.place_robot(cell));
            let way = self.goal_robot_alone(graph, enough - moves, bounded, control);
            if let Ok(Some(way)) = &way {
                let actions: Vec<_> = store.actions_to(id).into_iter().chain(way.iter().copied()).collect();
                let length = actions.len() as u32;
                *best = Some(Best { length, actions });
                control.improved(u64::from(length))?;
            }
            graph.place_robot(self.goal_robot());
            let queued = way.and_then(|_| self.enqueue(id, &state, graph, store, control));
            graph.remove_robot(self.goal_robot());
            others().for_each(|cell| graph.remove_robot(cell));
            queued?;
        }
        Ok(())
    }

    /// MOVE-ROBOT, for every other robot.
    fn enqueue(
        &self,
        id: NodeId,
        state: &Position,
        graph: &MoveGraph,
        store: &mut NodeStore<Position, Action>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let moves = store.cost(id) + 1;
        for robot in 1..self.robots {
            let from = Cell(u32::from(state[robot]));
            for direction in Direction::ALL {
                if let Some(to) = graph.edge(from, direction) {
                    let next = moved(state, self.robots, robot, to);
                    store.insert(next, moves, Some((id, (from, direction))), 0, control)?;
                }
            }
        }
        Ok(())
    }

    /// The goal robot's shortest way in fewer than `enough` moves.
    fn goal_robot_alone(
        &self,
        graph: &MoveGraph,
        enough: u32,
        bounded: bool,
        control: &mut Control,
    ) -> Result<Option<Vec<Action>>, Stop> {
        let cells = self.instance.board().grid().cell_count();
        let mut before: Vec<Option<Action>> = alloc::vec![None; cells];
        let mut queue = VecDeque::from([(self.goal_robot(), 0u32)]);
        while let Some((cell, moves)) = queue.pop_front() {
            control.spend(1)?;
            if moves + 1 >= enough {
                return Ok(None);
            }
            for direction in Direction::ALL {
                let Some(to) = graph.edge(cell, direction) else { continue };
                if to == self.goal_robot() || before[to.index()].is_some() {
                    continue;
                }
                before[to.index()] = Some((cell, direction));
                if to == self.target {
                    let mut way = Vec::new();
                    let mut end = to;
                    while let Some(action) = before[end.index()] {
                        way.push(action);
                        end = action.0;
                    }
                    way.reverse();
                    return Ok(Some(way));
                }
                let least = u32::from(self.bound.moves(usize::from(self.field.spot(to))));
                if !bounded || moves.saturating_add(1 + least) < enough {
                    queue.push_back((to, moves + 1));
                }
            }
        }
        Ok(None)
    }

    const fn goal_robot(&self) -> Cell {
        Cell(self.start[0] as u32)
    }

    /// Names the robots by where they stand.
    fn moves(&self, actions: &[Action]) -> Moves {
        let mut robots: Vec<_> = self.instance.robots().to_vec();
        let grid = self.instance.board().grid();
        let slide = |&(from, direction): &Action| {
            let cells: Vec<Cell> = robots.iter().map(|&(_, cell)| cell).collect();
            let mover = robots.iter_mut().find(|(_, cell)| *cell == from);
            let (robot, cell) = mover.expect("invariant: somebody stands where one moves");
            *cell = grid.slide(from, direction, |cell| cells.contains(&cell));
            Slide { robot: *robot, direction }
        };
        actions.iter().map(slide).collect()
    }
}

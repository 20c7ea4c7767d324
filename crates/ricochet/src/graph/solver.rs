//! Graph-DP and its successors.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cell::RefCell;

use motion_core::search::{NodeId, NodeStore, a_star, breadth_first};
use motion_core::{Cell, Control, Direction, Outcome, Quality, Stop};

use super::MoveGraph;
use super::all_robots::{AllRobots, GraphMove, RobotCells, after_move};
use crate::dial_queue::UNREACHABLE;
use crate::free_stop_bound::FreeStopBound;
use crate::instance::{Approach, Instance, MAX_ROBOTS, TargetRobot};
use crate::moves::{Moves, Slide};
use crate::slide_table::SlideTable;

/// The paper's methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphMethod {
    /// Graph-DP: all moves of the other robots come before those of the goal robot. The solution is
    /// the shortest of this kind.
    Dp,
    /// Graph v1: breadth-first over the positions of all robots.
    V1,
    /// Graph v2: Graph-DP with a lower bound, the fewest moves from each cell of a robot that may
    /// stop anywhere.
    V2,
    /// v1 and v2 together: A* over all positions with that lower bound, and with v2's solution as
    /// the upper bound.
    #[default]
    Combined,
}

/// Solves games with the paper's methods: searches on a [`MoveGraph`].
///
/// Games with diagonals, with a target for any robot, or with another approach than
/// [`Approach::Free`] are not supported: the answer is [`Stop::Unsupported`].
///
/// # Guarantees
/// [`GraphMethod::V1`] and [`GraphMethod::Combined`] are complete and optimal. [`GraphMethod::Dp`]
/// and [`GraphMethod::V2`] assume that the other robots move first. Their solutions are the
/// shortest under this assumption, so that the quality is [`Quality::Feasible`], unless the lower
/// bound proves more. If the search ends without a solution, the answer is [`Stop::GaveUp`], which
/// proves nothing: there may be solutions in which the robots move in another order. Observers are
/// shown every better solution, and [`Outcome::Stopped`] has the best one.
///
/// # Complexity
/// Time and memory are exponential in the moves of the other robots; the paper's *kⁿ* should be
/// *bᵏ*.
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
///     let solver = GraphSolver::default().with_method(method);
///     let moves = solver.solve(&game, &mut Control::unlimited()).plan().ok_or("no solution")?;
///     assert_eq!(game.verify(&moves)?.moves, 6);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSolver {
    method: GraphMethod,
}

/// The best solution so far.
struct BestPlan {
    length: u32,
    actions: Vec<GraphMove>,
}

/// A game prepared for the searches of all methods.
struct GraphSearch<'i> {
    instance: &'i Instance,
    slides: SlideTable,
    bound: FreeStopBound,
    target: Cell,
    robots: usize,
    start: RobotCells,
}

impl GraphSolver {
    /// Sets the method.
    pub const fn with_method(mut self, method: GraphMethod) -> Self {
        self.method = method;
        self
    }

    /// The method.
    pub const fn method(&self) -> GraphMethod {
        self.method
    }

    /// Finds a solution.
    pub fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let TargetRobot::Only(goal_robot) = instance.target().robot else {
            return Outcome::stopped(Stop::Unsupported);
        };
        if instance.approach() != Approach::Free || instance.board().diagonals().next().is_some() {
            return Outcome::stopped(Stop::Unsupported);
        }
        let held = control.stats().bytes;
        let outcome = GraphSearch::new(instance, goal_robot, control).map_or_else(Outcome::stopped, |run| {
            match self.method {
                GraphMethod::Dp => run.others_first(false, control),
                GraphMethod::V2 => run.others_first(true, control),
                GraphMethod::V1 => run.all_robots(None, control),
                GraphMethod::Combined => match run.others_first(true, control) {
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
            }
        });
        control.release(control.stats().bytes - held);
        outcome
    }
}

impl<'i> GraphSearch<'i> {
    fn new(
        instance: &'i Instance,
        goal_robot: crate::colour::Colour,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let slides = SlideTable::new(instance, control)?;
        let bound = FreeStopBound::new(&slides, 0, instance, control)?;
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
        Ok(Self { instance, slides, bound, target: instance.target().cell, robots, start })
    }

    /// Graph v1; with the lower bound if the length of a solution is known.
    fn all_robots(&self, upper_bound: Option<u32>, control: &mut Control) -> Outcome<Moves> {
        let positions = AllRobots {
            graph: RefCell::new(MoveGraph::new(self.instance.board().grid().clone())),
            robots: self.robots,
            target: self.target,
            slides: &self.slides,
            bound: upper_bound.map(|_| &self.bound),
            upper_bound: upper_bound.unwrap_or(u32::MAX),
        };
        let path = match upper_bound {
            None => breadth_first(&positions, self.start, control),
            Some(_) => a_star(&positions, self.start, control),
        };
        path.map(|path| self.moves(&path.actions))
    }

    /// SOLVER, corrected: with `&&` in line 20, a start on the goal treated before the loop (lines
    /// 5 and 13), and an answer when the queue is empty. `bounded` adds the bound of v2: it ends
    /// the search, and each search of the goal robot, once no better solution is possible.
    fn others_first(&self, bounded: bool, control: &mut Control) -> Outcome<Moves> {
        let least = u32::from(self.bound.moves(usize::from(self.slides.index(self.goal_robot()))));
        if least == 0 {
            return Outcome::Solved { plan: Moves::new(), quality: Quality::Optimal };
        }
        if bounded && least == u32::from(UNREACHABLE) {
            return Outcome::Unsolvable;
        }
        let least = if bounded { least } else { 1 };
        let mut graph = MoveGraph::new(self.instance.board().grid().clone());
        let mut store = NodeStore::default();
        let mut best = None;
        let result = self.search(least, bounded, &mut graph, &mut store, &mut best, control);
        store.release(control);
        let plan = best.map(|BestPlan { actions, .. }| self.moves(&actions));
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
        store: &mut NodeStore<RobotCells, GraphMove>,
        best: &mut Option<BestPlan>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        store.insert(self.start, 0, None, 0, control)?;
        let mut next = 0;
        while let Some(id) = store.id(next) {
            next += 1;
            let moves = store.cost(id);
            let upper_bound = best.as_ref().map_or(u32::MAX, |best| best.length);
            if moves.saturating_add(least) >= upper_bound {
                return Ok(());
            }
            control.spend(1)?;
            let state = *store.state(id);
            let others = || state[1..self.robots].iter().map(|&cell| Cell(u32::from(cell)));
            others().for_each(|cell| graph.place_robot(cell));
            let path = self.goal_robot_alone(graph, upper_bound - moves, bounded, control);
            if let Ok(Some(path)) = &path {
                let actions: Vec<_> = store.actions_to(id).into_iter().chain(path.iter().copied()).collect();
                let length = actions.len() as u32;
                *best = Some(BestPlan { length, actions });
                control.improved(u64::from(length))?;
            }
            graph.place_robot(self.goal_robot());
            let queued = path.and_then(|_| self.enqueue(id, &state, graph, store, control));
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
        state: &RobotCells,
        graph: &MoveGraph,
        store: &mut NodeStore<RobotCells, GraphMove>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let moves = store.cost(id) + 1;
        for robot in 1..self.robots {
            let from = Cell(u32::from(state[robot]));
            for direction in Direction::ALL {
                if let Some(to) = graph.edge(from, direction) {
                    let next = after_move(state, self.robots, robot, to);
                    store.insert(next, moves, Some((id, (from, direction))), 0, control)?;
                }
            }
        }
        Ok(())
    }

    /// The goal robot's shortest path, if it has fewer than `upper_bound` moves.
    fn goal_robot_alone(
        &self,
        graph: &MoveGraph,
        upper_bound: u32,
        bounded: bool,
        control: &mut Control,
    ) -> Result<Option<Vec<GraphMove>>, Stop> {
        let cells = self.instance.board().grid().cell_count();
        let mut before: Vec<Option<GraphMove>> = alloc::vec![None; cells];
        let mut queue = VecDeque::from([(self.goal_robot(), 0u32)]);
        while let Some((cell, moves)) = queue.pop_front() {
            control.spend(1)?;
            if moves + 1 >= upper_bound {
                return Ok(None);
            }
            for direction in Direction::ALL {
                let Some(to) = graph.edge(cell, direction) else { continue };
                if to == self.goal_robot() || before[to.index()].is_some() {
                    continue;
                }
                before[to.index()] = Some((cell, direction));
                if to == self.target {
                    let mut path = Vec::new();
                    let mut end = to;
                    while let Some(action) = before[end.index()] {
                        path.push(action);
                        end = action.0;
                    }
                    path.reverse();
                    return Ok(Some(path));
                }
                let least = u32::from(self.bound.moves(usize::from(self.slides.index(to))));
                if !bounded || moves.saturating_add(1 + least) < upper_bound {
                    queue.push_back((to, moves + 1));
                }
            }
        }
        Ok(None)
    }

    const fn goal_robot(&self) -> Cell {
        Cell(self.start[0] as u32)
    }

    /// Replays moves that are given by cells, to find out which robot makes each.
    fn moves(&self, actions: &[GraphMove]) -> Moves {
        let mut robots: Vec<_> = self.instance.robots().to_vec();
        let grid = self.instance.board().grid();
        let slide = |&(from, direction): &GraphMove| {
            let cells: Vec<Cell> = robots.iter().map(|&(_, cell)| cell).collect();
            let mover = robots.iter_mut().find(|(_, cell)| *cell == from);
            let (robot, cell) = mover.expect("invariant: a robot stands where a move begins");
            *cell = grid.slide(from, direction, |cell| cells.contains(&cell));
            Slide { robot: *robot, direction }
        };
        actions.iter().map(slide).collect()
    }
}

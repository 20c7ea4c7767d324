//! Graph-DP and Graph v2: first the other robots move, then the goal robot alone.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::internal::{NodeId, NodeStore};
use motion_core::{Cell, Control, Direction, Outcome, Quality, Stop};

use super::MoveGraph;
use super::all_robots::{GraphMove, RobotCells, after_move};
use super::game::GraphGame;
use crate::line_costs::UNREACHABLE;
use crate::moves::Moves;

/// The paper's SOLVER, corrected: with `&&` in line 20, with a start on the goal handled before the
/// loop (lines 5 and 13), and with a result when the queue is empty.
pub(super) struct OthersFirst<'s> {
    game: &'s GraphGame<'s>,
    /// Whether the bound of v2 ends the search, and each search of the goal robot, once no better
    /// solution is possible.
    is_bounded: bool,
    /// Has no robots between two expansions.
    graph: MoveGraph,
    /// The reached placements of the other robots, in breadth-first order.
    store: NodeStore<RobotCells, GraphMove>,
    /// The shortest solution so far.
    best: Option<Vec<GraphMove>>,
    counts: GraphCounts,
}

/// The parts of the nodes of Graph-DP and v2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphCounts {
    /// The placements of the other robots that were expanded.
    pub placements: u64,
    /// The cells of the goal robot that its searches expanded, over all placements.
    pub goal_robot_cells: u64,
}

impl<'s> OthersFirst<'s> {
    pub(super) fn new(game: &'s GraphGame<'s>, is_bounded: bool) -> Self {
        let graph = MoveGraph::new(game.instance.board().grid().clone());
        let counts = GraphCounts::default();
        Self { game, is_bounded, graph, store: NodeStore::default(), best: None, counts }
    }

    /// The nodes so far.
    pub(super) const fn counts(&self) -> GraphCounts {
        self.counts
    }

    pub(super) fn solve(&mut self, control: &mut Control) -> Outcome<Moves> {
        let least = self.game.least(self.game.goal_robot());
        if least == 0 {
            return Outcome::Solved { plan: Moves::new(), quality: Quality::Optimal };
        }
        if self.is_bounded && least == u32::from(UNREACHABLE) {
            return Outcome::Unsolvable;
        }
        let least = if self.is_bounded { least } else { 1 };
        let result = self.search(least, control);
        core::mem::take(&mut self.store).release(control);
        let lower_bound = Some(u64::from(least));
        match (result, self.best.take().map(|best| self.game.moves(&best))) {
            (Err(why), best) => Outcome::Stopped { why, best, lower_bound },
            (Ok(()), None) => Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound },
            (Ok(()), Some(plan)) => {
                let is_proved = plan.len() as u32 == least;
                let quality = if is_proved { Quality::Optimal } else { Quality::Feasible };
                Outcome::Solved { plan, quality }
            }
        }
    }

    fn search(&mut self, least: u32, control: &mut Control) -> Result<(), Stop> {
        self.store.insert(self.game.start, 0, None, 0, control)?;
        let mut next = 0;
        while let Some(id) = self.store.id(next) {
            next += 1;
            let upper_bound = self.best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
            if self.store.cost(id).saturating_add(least) >= upper_bound {
                return Ok(());
            }
            control.spend(1)?;
            self.counts.placements += 1;
            let cells = *self.store.state(id);
            let others = || cells[1..self.game.robots].iter().map(|&cell| Cell(u32::from(cell)));
            others().for_each(|cell| self.graph.place_robot(cell));
            let result = self.expand(id, upper_bound, control);
            others().for_each(|cell| self.graph.remove_robot(cell));
            result?;
        }
        Ok(())
    }

    /// Searches the moves of the goal robot alone, then adds the moves of the others, which are
    /// placed in the graph.
    fn expand(&mut self, id: NodeId, upper_bound: u32, control: &mut Control) -> Result<(), Stop> {
        let upper_bound = upper_bound - self.store.cost(id);
        if let Some(path) = self.goal_robot_alone(upper_bound, control)? {
            let moves: Vec<_> = self.store.actions_to(id).into_iter().chain(path).collect();
            let length = moves.len() as u64;
            let moves = self.best.insert(moves);
            control.improved(length, || self.game.moves(moves))?;
        }
        self.graph.place_robot(self.game.goal_robot());
        let result = self.add_moves(id, control);
        self.graph.remove_robot(self.game.goal_robot());
        result
    }

    /// The paper's MOVE-ROBOT, for every other robot.
    fn add_moves(&mut self, id: NodeId, control: &mut Control) -> Result<(), Stop> {
        let (moves, cells) = (self.store.cost(id) + 1, *self.store.state(id));
        for robot in 1..self.game.robots {
            let from = Cell(u32::from(cells[robot]));
            for direction in Direction::ALL {
                if let Some(to) = self.graph.edge(from, direction) {
                    let next = after_move(&cells, self.game.robots, robot, to);
                    self.store.insert(next, moves, Some((id, (from, direction))), 0, control)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the goal robot's shortest path, if it has fewer than `upper_bound` moves. The paper
    /// lists this end of the search, at the best solution so far, among future improvements.
    fn goal_robot_alone(
        &mut self,
        upper_bound: u32,
        control: &mut Control,
    ) -> Result<Option<Vec<GraphMove>>, Stop> {
        let start = self.game.goal_robot();
        let cells = self.game.instance.board().grid().cell_count();
        let mut before: Vec<Option<GraphMove>> = alloc::vec![None; cells];
        let mut queue = VecDeque::from([(start, 0u32)]);
        while let Some((cell, moves)) = queue.pop_front() {
            control.spend(1)?;
            self.counts.goal_robot_cells += 1;
            if moves + 1 >= upper_bound {
                return Ok(None);
            }
            for direction in Direction::ALL {
                let Some(to) = self.graph.edge(cell, direction) else { continue };
                if to == start || before[to.index()].is_some() {
                    continue;
                }
                before[to.index()] = Some((cell, direction));
                if to == self.game.target {
                    return Ok(Some(path_to(to, &before)));
                }
                if !self.is_bounded || moves.saturating_add(1 + self.game.least(to)) < upper_bound {
                    queue.push_back((to, moves + 1));
                }
            }
        }
        Ok(None)
    }
}

/// Returns the moves that lead to a cell, following the predecessors.
fn path_to(mut cell: Cell, before: &[Option<GraphMove>]) -> Vec<GraphMove> {
    let mut path = Vec::new();
    while let Some(action) = before[cell.index()] {
        path.push(action);
        cell = action.0;
    }
    path.reverse();
    path
}

//! The children of a node, with new paths for all robots that break the demands.

use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::{Control, Stop, Vertex};

use super::conflict::Conflict;
use super::constraint_tree::{Change, NO_PARENT, Node};
use super::current_node::RobotInNode;
use super::low_level::Query;
use super::restriction::Restriction;
use super::search::Search;
use super::shared_memos::SharedMemos;

/// The limit on the length of any path.
const LONGEST: u32 = (1 << 24) - 2;

/// A child before it becomes a node.
pub(super) struct Child {
    pub(super) changes: Vec<Change>,
    pub(super) least: u64,
    pub(super) cost: u64,
    pub(super) pairs: u32,
}

impl Child {
    /// The node, before it has its restrictions and changes.
    pub(super) const fn node(&self, parent: u32, robot: u32, bound: u64) -> Node {
        Node {
            parent,
            robot,
            restrictions: 0..0,
            changes: 0..0,
            least: self.least,
            bound,
            cost: self.cost,
            expected: 0,
            pairs: self.pairs,
            evaluated: false,
        }
    }
}

impl Search<'_> {
    /// Makes the root by planning the robots' paths one after another.
    pub(super) fn make_root(&mut self, memos: &mut SharedMemos, control: &mut Control) -> Result<(), Stop> {
        let mut least = 0;
        if self.problem.objective == Objective::Makespan {
            // The length of the longest of the shortest paths. The others may be as long.
            for index in 0..self.current.robots.len() {
                let robot = self.current.robots[index].robot;
                memos.restrictions.set(self.problem, robot, self.current.restrictions(index));
                let query = Query { robot, floor: 0, limit: LONGEST };
                let path = memos.low_level.path(self.problem, query, &memos.restrictions, None, control)?;
                let Some(path) = path else { return Ok(()) };
                self.current.robots[index].least = path.len() as u32 - 1;
                least = least.max(path.len() as u64 - 1);
            }
        }
        let mut child = Child { changes: Vec::new(), least, cost: 0, pairs: 0 };
        let all: Vec<usize> = (0..self.current.robots.len()).collect();
        let complete =
            if all.is_empty() { Ok(true) } else { self.replan(&all, (0, &[]), &mut child, memos, control) };
        for change in &child.changes {
            self.current.occupancy.remove(change.robot as usize, self.tree.path(change.path));
        }
        if !complete? {
            return Ok(());
        }
        let lengths = child.changes.iter().map(|change| self.tree.path(change.path).len() as u32 - 1);
        child.cost = self.problem.total(lengths);
        let node = child.node(NO_PARENT, 0, child.least);
        let root = self.tree.add_node(node, &[], &child.changes, control)?;
        self.push(root, control)
    }

    /// Plans new paths for all robots of a child that break the demands. Returns `None` if one of
    /// them has no path.
    pub(super) fn child(
        &mut self,
        parent: u32,
        robot: u32,
        demands: &[Restriction],
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<Option<Child>, Stop> {
        let affected = self.affected(robot as usize, demands);
        assert!(!affected.is_empty(), "a child like its parent: {demands:?}");
        for &index in &affected {
            self.current.occupancy.remove(index, self.tree.path(self.current.robots[index].path));
        }
        let mut child = Child {
            changes: Vec::with_capacity(affected.len()),
            least: self.tree.node(parent).least,
            cost: 0,
            pairs: self.current.pairs_without(&affected),
        };
        let complete = self.replan(&affected, (robot as usize, demands), &mut child, memos, control);
        for change in &child.changes {
            self.current.occupancy.remove(change.robot as usize, self.tree.path(change.path));
        }
        for &index in &affected {
            self.current.occupancy.insert(index, self.tree.path(self.current.robots[index].path));
        }
        if !complete? {
            return Ok(None);
        }
        let length_of = |(index, robot): (usize, &RobotInNode)| {
            let change = child.changes.iter().find(|change| change.robot as usize == index);
            self.tree.path(change.map_or(robot.path, |change| change.path)).len() as u32 - 1
        };
        child.cost = self.problem.total(self.current.robots.iter().enumerate().map(length_of));
        Ok(Some(child))
    }

    /// The robots whose paths break the demands on `robot`, or those that follow for all others.
    fn affected(&self, robot: usize, demands: &[Restriction]) -> Vec<usize> {
        let mut affected = Vec::new();
        let state = &self.current.robots[robot];
        if demands.iter().any(|demand| demand.is_broken_by(self.tree.path(state.path))) {
            affected.push(robot);
        }
        let goal = self.problem.goals[state.robot];
        for others in demands.iter().filter_map(|demand| demand.on_others(goal, self.problem.model)) {
            if let Restriction::Vertex { vertex, first, last } = others {
                affected.extend(
                    self.current.occupancy.present(vertex, first, last).filter(|&other| other != robot),
                );
            }
        }
        affected.sort_unstable();
        affected.dedup();
        affected
    }

    /// Finds new paths for robots that are not in the occupancy, and inserts them. Returns whether
    /// all of them have one.
    fn replan(
        &mut self,
        affected: &[usize],
        (robot, demands): (usize, &[Restriction]),
        child: &mut Child,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let goal = self.problem.goals[self.current.robots[robot].robot];
        let mut conflicts = Vec::new();
        for &index in affected {
            let extra = demands.iter().filter_map(|&demand| {
                if index == robot { Some(demand) } else { demand.on_others(goal, self.problem.model) }
            });
            let old = self.current.robots[index].least;
            let apart = match self.problem.objective {
                Objective::Makespan => 0,
                _ => child.least - u64::from(old),
            };
            let Some((path, least)) = self.plan(index, extra, child.least, apart, memos, control)? else {
                return Ok(false);
            };
            child.least = match self.problem.objective {
                Objective::Makespan => child.least.max(least.into()),
                _ => apart + u64::from(least),
            };
            conflicts.clear();
            let path_of = |other: usize| {
                let change = child.changes.iter().find(|change| change.robot as usize == other);
                self.tree.path(change.map_or(self.current.robots[other].path, |change| change.path))
            };
            self.current.occupancy.find_conflicts(self.problem.model, index, &path, path_of, &mut conflicts);
            let mut partners: Vec<_> = conflicts.iter().map(Conflict::pair).collect();
            partners.sort_unstable();
            partners.dedup();
            child.pairs += partners.len() as u32;
            let number = self.tree.add_path(&path, control)?;
            self.current.occupancy.insert(index, &path);
            child.changes.push(Change { robot: index as u32, path: number, least });
        }
        Ok(true)
    }

    /// Plans a path of a robot that is not in the occupancy, and returns it with a lower bound on
    /// the length of its paths. `apart` is the least cost of the other robots, `node_least` that of
    /// all.
    fn plan(
        &mut self,
        index: usize,
        extra: impl Iterator<Item = Restriction>,
        node_least: u64,
        apart: u64,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<Option<(Vec<Vertex>, u32)>, Stop> {
        let problem = self.problem;
        let (robot, old) = (self.current.robots[index].robot, self.current.robots[index].least);
        memos.restrictions.set(problem, robot, self.current.restrictions(index).chain(extra));
        let limit = self.upper_bound.saturating_sub(1).saturating_sub(apart).min(LONGEST.into()) as u32;
        let others = Some(&self.current.occupancy);
        let makespan = problem.objective == Objective::Makespan;
        let ratio = if self.of_a_pair { 1000 } else { problem.ratio };
        if ratio == 1000 {
            let floor = if makespan { node_least as u32 } else { 0 };
            let query = Query { robot, floor, limit };
            let path = memos.low_level.path(problem, query, &memos.restrictions, others, control)?;
            return Ok(path.map(|path| {
                let length = path.len() as u32 - 1;
                (path, if length > floor || !makespan { length } else { old })
            }));
        }
        let query = Query { robot, floor: 0, limit };
        let Some(shortest) = memos.low_level.path(problem, query, &memos.restrictions, None, control)? else {
            return Ok(None);
        };
        let least = shortest.len() as u32 - 1;
        let bound = if makespan { node_least.max(least.into()) } else { least.into() };
        let floor = problem.relaxed(bound).min(LONGEST.into()) as u32;
        let query = Query { robot, floor, limit: floor };
        let path = memos.low_level.path(problem, query, &memos.restrictions, others, control)?;
        Ok(Some((path.expect("invariant: the shortest path is one"), least)))
    }
}

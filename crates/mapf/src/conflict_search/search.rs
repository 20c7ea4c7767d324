//! The search of the constraint tree.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::{Control, Stop};

use super::constraint_tree::ConstraintTree;
use super::cost_estimate::CostEstimate;
use super::current_node::CurrentNode;
use super::cycle_conflict::find_cycle;
use super::occupancy::Occupancy;
use super::open_lists::{ENTRY_BYTES, OpenLists, Taken};
use super::problem::Problem;
use super::restriction::Restriction;
use super::shared_memos::SharedMemos;
use crate::timed_paths::{TimedPaths, last_move};

/// A schedule, given by the numbers of the robots' paths.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) cost: u64,
    paths: Vec<u32>,
}

/// A search for paths of some robots of an instance, under given restrictions.
#[derive(Debug)]
pub(super) struct Search<'p> {
    pub(super) problem: &'p Problem<'p>,
    pub(super) tree: ConstraintTree,
    pub(super) current: CurrentNode,
    open: OpenLists,
    /// The best schedule that the search has found.
    pub(super) found: Option<Found>,
    /// A lower bound on the cost of every schedule.
    pub(super) lower_bound: u64,
    /// The search looks only for schedules that cost less than this.
    pub(super) upper_bound: u64,
    /// The least bound of the accepted nodes that may permit schedules cheaper than their own
    /// paths.
    accepted: u64,
    pub(super) estimate: CostEstimate,
    /// Whether this is a search for two robots inside another search.
    pub(super) of_a_pair: bool,
}

/// The result of expanding the current node.
pub(super) enum Expansion {
    /// The node's paths were replaced by better ones.
    Bypassed,
    Branched,
}

impl<'p> Search<'p> {
    /// Creates the search, without the root.
    pub(super) fn new(
        problem: &'p Problem<'p>,
        robots: impl Iterator<Item = (usize, Vec<Restriction>)>,
        occupancy: Occupancy,
        ratio: u64,
    ) -> Self {
        Self {
            problem,
            tree: ConstraintTree::default(),
            current: CurrentNode::new(robots, occupancy),
            open: OpenLists::new(ratio),
            found: None,
            lower_bound: 0,
            upper_bound: u64::MAX,
            accepted: u64::MAX,
            estimate: CostEstimate::default(),
            of_a_pair: false,
        }
    }

    /// The paths of a found schedule.
    pub(super) fn paths(&self, found: &Found) -> TimedPaths {
        TimedPaths::new(found.paths.iter().map(|&path| self.tree.path(path).to_vec()).collect())
    }

    /// Makes the root, and searches to the end.
    pub(super) fn run(&mut self, memos: &mut SharedMemos, control: &mut Control) -> Result<(), Stop> {
        self.make_root(memos, control)?;
        self.go_on(u64::MAX, memos, control).map(|_| ())
    }

    /// Searches until a schedule is within the ratio of the lower bound, or no nodes are left. In
    /// the latter case no schedule costs less than the upper bound, which becomes the lower bound.
    ///
    /// Returns whether the search has ended. Otherwise it has paused because the run has `pause`
    /// nodes.
    pub(super) fn go_on(
        &mut self,
        pause: u64,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        while let Some(least) = self.open.least_bound() {
            self.lower_bound = self.lower_bound.max(least.min(self.accepted));
            let limit = self.problem.relaxed(self.lower_bound);
            if self.upper_bound <= limit {
                return Ok(true);
            }
            if control.stats().nodes >= pause {
                return Ok(false);
            }
            let Some(taken) = self.open.pop(limit, &self.tree) else { break };
            control.release(ENTRY_BYTES);
            if !self.of_a_pair && memos.account(control)? {
                self.current.robots.iter_mut().for_each(|robot| robot.restricted = None);
            }
            match taken {
                Taken::ByBound(number) => self.look_at(number, true, memos, control)?,
                Taken::ByExpectation(number) => self.look_at(number, false, memos, control)?,
            }
        }
        self.lower_bound = self.upper_bound.min(self.accepted);
        Ok(true)
    }

    /// Limits the search to schedules cheaper than a known one.
    pub(super) fn look_below(&mut self, cost: u64, control: &mut Control) {
        self.upper_bound = cost;
        control.release(ENTRY_BYTES * self.open.drop_from(cost, &self.tree));
    }

    /// Processes a node taken from the queue: accepts its paths as a schedule, branches on it, or
    /// puts it back with a higher bound.
    fn look_at(
        &mut self,
        number: u32,
        by_bound: bool,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.spend(1)?;
        self.current.go_to(self.problem, &self.tree, number);
        loop {
            if self.current.pairs.is_empty() {
                match self.cycle() {
                    None => return self.accept(number, control),
                    Some(cycle) => return self.branch_on_cycle(number, &cycle, memos, control),
                }
            }
            self.analyse(number, memos, control)?;
            if by_bound && !self.tree.node(number).evaluated {
                let Some(rise) = self.heuristic(number, memos, control)? else { return Ok(()) };
                let bound = self.tree.node(number).least + rise;
                let node = self.tree.node_mut(number);
                node.evaluated = true;
                if bound > node.bound {
                    node.bound = bound;
                    return self.push(number, control);
                }
            }
            let branches = self.choose(by_bound);
            match self.expand(number, &branches, memos, control)? {
                Expansion::Bypassed => self.current.go_to(self.problem, &self.tree, number),
                Expansion::Branched => return Ok(()),
            }
        }
    }

    /// The robots of a closed cycle and their steps, in the model that forbids it.
    fn cycle(&self) -> Option<Vec<(u32, Restriction)>> {
        if self.problem.model != MotionModel::Train {
            return None;
        }
        let paths: Vec<_> = self.current.robots.iter().map(|robot| self.tree.path(robot.path)).collect();
        find_cycle(&paths)
    }

    /// Puts a node into the queues unless its bound is at least the cost of a known schedule.
    pub(super) fn push(&mut self, number: u32, control: &mut Control) -> Result<(), Stop> {
        let node = self.tree.node(number);
        if node.bound >= self.upper_bound {
            return Ok(());
        }
        control.hold(ENTRY_BYTES)?;
        let expected = self.estimate.expected(node.cost, node.pairs).max(1000 * node.bound);
        self.tree.node_mut(number).expected = expected;
        self.open.push(number, &self.tree);
        Ok(())
    }

    /// Accepts the node's paths as a schedule.
    fn accept(&mut self, number: u32, control: &mut Control) -> Result<(), Stop> {
        let node = self.tree.node(number);
        if node.cost > node.bound {
            self.accepted = self.accepted.min(node.bound);
        }
        let paths = self.current.robots.iter().map(|robot| robot.path).collect();
        self.keep(paths, control)
    }

    /// Keeps a schedule if it is cheaper than those before. A robot may stop before its path ends,
    /// if the path had to be longer.
    pub(super) fn keep(&mut self, paths: Vec<u32>, control: &mut Control) -> Result<(), Stop> {
        let cost = self.problem.total(paths.iter().map(|&path| last_move(self.tree.path(path)) as u32));
        if cost >= self.upper_bound {
            return Ok(());
        }
        let found = Found { cost, paths };
        let improved =
            if self.of_a_pair { Ok(()) } else { control.improved(cost, || self.paths(&found).to_schedule()) };
        self.found = Some(found);
        self.look_below(cost, control);
        improved
    }

    /// Returns whether any node is open.
    #[cfg(test)]
    pub(super) fn has_open_nodes(&self) -> bool {
        self.open.least_bound().is_some()
    }
}

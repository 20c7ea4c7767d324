//! Branching, which replaces a node by its children, or its paths by those of a child (*bypass*).

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::{Control, Stop};

use super::children::Child;
use super::conflict_analysis::Branches;
use super::constraint_tree::Change;
use super::restriction::Restriction;
use super::search::{Expansion, Search};
use super::shared_memos::SharedMemos;
use super::techniques::ConflictTechnique;

impl Search<'_> {
    /// Makes one child for each robot of a cycle. In this child, that robot may not take its step
    /// in the cycle.
    pub(super) fn branch_on_cycle(
        &mut self,
        number: u32,
        cycle: &[(u32, Restriction)],
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for &(robot, step) in cycle {
            if let Some(child) = self.child(number, robot, &[step], memos, control)? {
                self.add_child(number, robot, &[step], &child, control)?;
            }
        }
        Ok(())
    }

    /// Makes both children of a node, or replaces the node's paths by those of a child.
    pub(super) fn expand(
        &mut self,
        number: u32,
        branches: &Branches,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<Expansion, Stop> {
        let mut children: [Option<Child>; 2] = [None, None];
        for (side, (robot, demands)) in branches.iter().enumerate() {
            let child = self.child(number, *robot, demands, memos, control)?;
            if let Some(child) = &child
                && self.problem.uses(ConflictTechnique::Bypass)
                && self.may_replace(number, child)
            {
                let node = self.tree.node(number);
                self.estimate.learn((node.cost, node.pairs), (child.cost, child.pairs));
                self.bypass(number, child, control)?;
                return Ok(Expansion::Bypassed);
            }
            children[side] = child;
        }
        let node = self.tree.node(number);
        let best = children.iter().flatten().min_by_key(|child| (child.cost, child.pairs));
        if let Some(best) = best {
            self.estimate.learn((node.cost, node.pairs), (best.cost, best.pairs));
        }
        for ((robot, demands), child) in branches.iter().zip(&children) {
            if let Some(child) = child {
                self.add_child(number, *robot, demands, child, control)?;
            }
        }
        Ok(Expansion::Branched)
    }

    fn add_child(
        &mut self,
        parent: u32,
        robot: u32,
        demands: &[Restriction],
        child: &Child,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let bound = child.least.max(self.tree.node(parent).bound);
        if bound >= self.upper_bound {
            return Ok(());
        }
        let node = child.node(parent, robot, bound);
        let number = self.tree.add_node(node, demands, &child.changes, control)?;
        if child.pairs == 0 && child.cost < self.upper_bound && self.problem.model != MotionModel::Train {
            let mut paths: Vec<u32> = self.current.robots.iter().map(|robot| robot.path).collect();
            for change in &child.changes {
                paths[change.robot as usize] = change.path;
            }
            self.push(number, control)?;
            return self.keep(paths, control);
        }
        self.push(number, control)
    }

    /// Returns whether a child's paths may replace the node's: they have fewer conflicts, and cost
    /// no more than is allowed.
    fn may_replace(&self, number: u32, child: &Child) -> bool {
        let node = self.tree.node(number);
        if child.pairs >= node.pairs {
            return false;
        }
        if self.problem.ratio == 1000 || self.of_a_pair {
            return child.least == node.least && child.cost == node.cost;
        }
        let within = |change: &Change| {
            let length = self.tree.path(change.path).len() as u64 - 1;
            length <= self.problem.relaxed(self.diagram_cost(number, change.robot).into())
        };
        child.cost <= self.problem.relaxed(self.lower_bound) && child.changes.iter().all(within)
    }

    fn bypass(&mut self, number: u32, child: &Child, control: &mut Control) -> Result<(), Stop> {
        let replaced = |robot| child.changes.iter().any(|change| change.robot == robot);
        let mut changes: Vec<Change> =
            self.tree.changes(number).iter().copied().filter(|change| !replaced(change.robot)).collect();
        changes.extend(
            child
                .changes
                .iter()
                .map(|&change| Change { least: self.current.robots[change.robot as usize].least, ..change }),
        );
        self.tree.set_changes(number, &changes, control)?;
        let node = self.tree.node_mut(number);
        (node.cost, node.pairs) = (child.cost, child.pairs);
        Ok(())
    }
}

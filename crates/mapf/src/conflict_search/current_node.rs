//! The current node: its paths, restrictions and conflicts.

use alloc::vec::Vec;

use super::conflict::Conflict;
use super::conflict_analysis::Analysis;
use super::constraint_tree::ConstraintTree;
use super::diagrams::Restricted;
use super::occupancy::Occupancy;
use super::problem::Problem;
use super::restriction::Restriction;
use super::restriction_sets::RestrictionSets;

/// A robot in the current node.
#[derive(Clone, Debug)]
pub(super) struct RobotInNode {
    /// Its number in the instance.
    pub(super) robot: usize,
    /// The robot's restrictions from before the search.
    given: Vec<Restriction>,
    /// The restrictions that nodes put on the robot itself.
    own: Vec<Restriction>,
    /// The number of its path.
    pub(super) path: u32,
    /// A lower bound on the length of the paths that the node permits for the robot.
    pub(super) least: u32,
    /// The robot's set of restrictions, and the cost of the diagram used to analyse its conflicts.
    pub(super) restricted: Option<Restricted>,
}

/// A conflict and its analysis.
#[derive(Clone, Debug)]
pub(super) struct KnownConflict {
    pub(super) conflict: Conflict,
    pub(super) analysis: Option<Analysis>,
}

/// Marks a robot without a path.
const NO_PATH: u32 = u32::MAX;

/// The current node. Robots are numbered within the search.
///
/// Going to another node updates only the paths and conflicts in which the two nodes differ.
#[derive(Debug)]
pub(super) struct CurrentNode {
    pub(super) robots: Vec<RobotInNode>,
    /// The restrictions on all other robots that follow from those on the robot given.
    common: Vec<(u32, Restriction)>,
    pub(super) occupancy: Occupancy,
    pub(super) conflicts: Vec<KnownConflict>,
    /// The pairs in conflict, ascending, each with the smaller robot first.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Buffers for robots and their new paths, marked robots, conflicts, and restrictions.
    changed: Vec<(u32, u32)>,
    marks: Vec<bool>,
    found: Vec<Conflict>,
    elements: Vec<Restriction>,
}

impl CurrentNode {
    /// Creates a node of robots without paths, each with its number in the instance and its
    /// restrictions. `occupancy` must be empty.
    pub(super) fn new(robots: impl Iterator<Item = (usize, Vec<Restriction>)>, occupancy: Occupancy) -> Self {
        let at_start = |(robot, given)| RobotInNode {
            robot,
            given,
            own: Vec::new(),
            path: NO_PATH,
            least: 0,
            restricted: None,
        };
        let robots: Vec<_> = robots.map(at_start).collect();
        Self {
            marks: alloc::vec![false; robots.len()],
            robots,
            common: Vec::new(),
            occupancy,
            conflicts: Vec::new(),
            pairs: Vec::new(),
            changed: Vec::new(),
            found: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// Removes all paths, and returns the empty occupancy.
    pub(super) fn into_occupancy(mut self, tree: &ConstraintTree) -> Occupancy {
        for (index, robot) in self.robots.iter().enumerate().filter(|(_, robot)| robot.path != NO_PATH) {
            self.occupancy.remove(index, tree.path(robot.path));
        }
        self.occupancy
    }

    /// Makes another node the current one.
    pub(super) fn go_to(&mut self, problem: &Problem, tree: &ConstraintTree, node: u32) {
        self.collect_restrictions(problem, tree, node);
        self.collect_changes(tree, node);
        if self.changed.is_empty() {
            return;
        }
        let Self { robots, occupancy, conflicts, changed, marks, found, pairs, .. } = self;
        for &(robot, _) in changed.iter() {
            let old = robots[robot as usize].path;
            marks[robot as usize] = true;
            if old != NO_PATH {
                occupancy.remove(robot as usize, tree.path(old));
            }
        }
        conflicts.retain(|known| known.conflict.robots.iter().all(|&robot| !marks[robot as usize]));
        found.clear();
        for &(robot, path) in changed.iter() {
            marks[robot as usize] = false;
            robots[robot as usize].path = path;
            let path_of = |other: usize| tree.path(robots[other].path);
            let path = tree.path(path);
            occupancy.find_conflicts(problem.model, robot as usize, path, path_of, found);
            occupancy.insert(robot as usize, path);
        }
        conflicts.extend(found.iter().map(|&conflict| KnownConflict { conflict, analysis: None }));
        // The order must not depend on the nodes visited before.
        conflicts.sort_unstable_by_key(|known| (known.conflict.time, known.conflict));
        pairs.clear();
        pairs.extend(conflicts.iter().map(|known| known.conflict.pair()));
        pairs.sort_unstable();
        pairs.dedup();
    }

    fn collect_restrictions(&mut self, problem: &Problem, tree: &ConstraintTree, node: u32) {
        self.robots.iter_mut().for_each(|robot| robot.own.clear());
        self.common.clear();
        for number in tree.upwards(node) {
            let robot = tree.node(number).robot;
            for &restriction in tree.restrictions(number) {
                let state = &mut self.robots[robot as usize];
                state.own.push(restriction);
                let goal = problem.goals[state.robot];
                self.common.extend(restriction.on_others(goal, problem.model).map(|others| (robot, others)));
            }
        }
    }

    /// Collects the robots whose paths in a node differ from the present ones.
    fn collect_changes(&mut self, tree: &ConstraintTree, node: u32) {
        self.changed.clear();
        for number in tree.upwards(node) {
            for change in tree.changes(number) {
                if !core::mem::replace(&mut self.marks[change.robot as usize], true) {
                    self.robots[change.robot as usize].least = change.least;
                    self.changed.push((change.robot, change.path));
                }
            }
        }
        self.marks.fill(false);
        let robots = &self.robots;
        self.changed.retain(|&(robot, path)| robots[robot as usize].path != path);
        self.changed.sort_unstable();
    }

    /// All restrictions of a robot in the node.
    pub(super) fn restrictions(&self, index: usize) -> impl Iterator<Item = Restriction> {
        let RobotInNode { given, own, .. } = &self.robots[index];
        let common = self.common.iter().filter(move |&&(other, _)| other as usize != index);
        given.iter().chain(own).copied().chain(common.map(|&(_, restriction)| restriction))
    }

    /// Determines the set of restrictions of a robot, for diagrams of this cost. A restriction that
    /// follows from those of other robots is left out if no path of this cost can break it. If the
    /// set has changed, the analyses of the robot's conflicts are dropped.
    pub(super) fn restrict(
        &mut self,
        problem: &Problem,
        sets: &mut RestrictionSets,
        index: usize,
        cost: u32,
    ) -> Restricted {
        let robot = self.robots[index].robot;
        let mut elements = core::mem::take(&mut self.elements);
        elements.clear();
        let own = self.robots[index].given.len() + self.robots[index].own.len();
        for (number, restriction) in self.restrictions(index).enumerate() {
            let matters = match restriction {
                Restriction::Vertex { vertex, first, last } if number >= own => {
                    let (there, onwards) =
                        (problem.from_start.get(robot, vertex), problem.to_goal.get(robot, vertex));
                    there <= last && first.max(there).saturating_add(onwards) <= cost
                }
                _ => true,
            };
            if matters {
                elements.push(restriction);
            }
        }
        let set = sets.number(&mut elements);
        self.elements = elements;
        let restricted = Restricted { robot: robot as u32, set, cost };
        if self.robots[index].restricted.replace(restricted) != Some(restricted) {
            for known in &mut self.conflicts {
                if known.conflict.robots.contains(&(index as u32)) {
                    known.analysis = None;
                }
            }
        }
        restricted
    }

    /// The number of pairs in conflict without any of these robots.
    pub(super) fn pairs_without(&self, robots: &[usize]) -> u32 {
        let apart = |&&(first, second): &&(u32, u32)| {
            robots.iter().all(|&robot| robot != first as usize && robot != second as usize)
        };
        self.pairs.iter().filter(apart).count() as u32
    }
}

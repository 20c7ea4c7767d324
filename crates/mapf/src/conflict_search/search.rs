//! The search of the constraint tree.

use alloc::vec::Vec;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};

use super::analysis::{Analysis, Branches, Reason};
use super::conflict::{Conflict, Kind};
use super::cycle::find_cycle;
use super::errors::Errors;
use super::occupancy::Occupancy;
use super::problem::Problem;
use super::queues::{ENTRY_BYTES, Queues, Taken};
use super::restriction::Restriction;
use super::state::State;
use super::techniques::Technique;
use super::tree::{Change, NO_PARENT, Node, Tree};
use super::work::Work;
use crate::timed_paths::{TimedPaths, last_move};

/// Diagrams, sets and bounds of pairs are forgotten beyond this many bytes.
const MEMO_BYTES: u64 = 256 << 20;

/// A schedule that was found: the numbers of the robots' paths.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) cost: u64,
    paths: Vec<u32>,
}

/// A search for some robots of an instance, under restrictions that are given.
#[derive(Debug)]
pub(super) struct Search<'p> {
    pub(super) problem: &'p Problem<'p>,
    pub(super) tree: Tree,
    pub(super) state: State,
    queues: Queues,
    /// The best schedule that the search has found.
    pub(super) found: Option<Found>,
    /// No schedule costs less.
    pub(super) lower_bound: u64,
    /// Only schedules that cost less are looked for.
    pub(super) upper_bound: u64,
    /// The least bound of a node whose paths are a schedule: it may have cheaper ones.
    accepted: u64,
    errors: Errors,
    /// Whether this is a search of two robots inside another.
    pub(super) of_a_pair: bool,
}

/// A child before it becomes a node.
struct Child {
    changes: Vec<Change>,
    least: u64,
    cost: u64,
    pairs: u32,
}

/// What became of the node that is looked at.
enum Expansion {
    /// Its paths were replaced by better ones.
    Bypassed,
    Branched,
}

impl<'p> Search<'p> {
    /// Before the root is made.
    pub(super) fn new(
        problem: &'p Problem<'p>,
        robots: impl Iterator<Item = (usize, Vec<Restriction>)>,
        occupancy: Occupancy,
        ratio: u64,
    ) -> Self {
        Self {
            problem,
            tree: Tree::default(),
            state: State::new(robots, occupancy),
            queues: Queues::new(ratio),
            found: None,
            lower_bound: 0,
            upper_bound: u64::MAX,
            accepted: u64::MAX,
            errors: Errors::default(),
            of_a_pair: false,
        }
    }

    /// The paths of a schedule that was found.
    pub(super) fn paths(&self, found: &Found) -> TimedPaths {
        TimedPaths::new(found.paths.iter().map(|&path| self.tree.path(path).to_vec()).collect())
    }

    /// Makes the root and searches to the end.
    pub(super) fn run(&mut self, work: &mut Work, control: &mut Control) -> Result<(), Stop> {
        self.make_root(work, control)?;
        self.go_on(u64::MAX, work, control).map(|_| ())
    }

    /// Searches until a schedule is within the ratio of the lower bound, or none is left: then
    /// there is none that costs less than the upper bound, which becomes the lower bound.
    ///
    /// Returns whether it has come to that, or to this many nodes of the run.
    pub(super) fn go_on(&mut self, pause: u64, work: &mut Work, control: &mut Control) -> Result<bool, Stop> {
        while let Some(least) = self.queues.least_bound() {
            self.lower_bound = self.lower_bound.max(least.min(self.accepted));
            let limit = self.problem.relaxed(self.lower_bound);
            if self.upper_bound <= limit {
                return Ok(true);
            }
            if control.stats().nodes >= pause {
                return Ok(false);
            }
            let Some(taken) = self.queues.pop(limit, &self.tree) else { break };
            control.release(ENTRY_BYTES);
            self.account(work, control)?;
            match taken {
                Taken::ByBound(number) => self.look_at(number, true, work, control)?,
                Taken::ByHope(number) => self.look_at(number, false, work, control)?,
            }
        }
        self.lower_bound = self.upper_bound.min(self.accepted);
        Ok(true)
    }

    /// Looks only for schedules that cost less than one that is known.
    pub(super) fn look_below(&mut self, cost: u64, control: &mut Control) {
        self.upper_bound = cost;
        control.release(ENTRY_BYTES * self.queues.drop_from(cost, &self.tree));
    }

    /// Takes a node that was in the queue: a schedule, or it is branched on, or it goes back with a
    /// higher bound.
    fn look_at(
        &mut self,
        number: u32,
        by_bound: bool,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.spend(1)?;
        self.state.go_to(self.problem, &self.tree, number);
        loop {
            if self.state.pairs.is_empty() {
                match self.cycle() {
                    None => return self.accept(number, control),
                    Some(cycle) => return self.branch_on_cycle(number, &cycle, work, control),
                }
            }
            self.analyse(number, work, control)?;
            if by_bound && !self.tree.node(number).evaluated {
                let Some(rise) = self.rise(number, work, control)? else { return Ok(()) };
                let bound = self.tree.node(number).least + rise;
                let node = self.tree.node_mut(number);
                node.evaluated = true;
                if bound > node.bound {
                    node.bound = bound;
                    return self.push(number, control);
                }
            }
            let branches = self.choose(by_bound);
            match self.expand(number, &branches, work, control)? {
                Expansion::Bypassed => self.state.go_to(self.problem, &self.tree, number),
                Expansion::Branched => return Ok(()),
            }
        }
    }

    /// Puts a node into the queues, unless no schedule of it costs less than one that is known.
    fn push(&mut self, number: u32, control: &mut Control) -> Result<(), Stop> {
        let node = self.tree.node(number);
        if node.bound >= self.upper_bound {
            return Ok(());
        }
        control.hold(ENTRY_BYTES)?;
        let expected = self.errors.expected(node.cost, node.pairs).max(1000 * node.bound);
        self.tree.node_mut(number).expected = expected;
        self.queues.push(number, &self.tree);
        Ok(())
    }

    /// The paths of the node are a schedule.
    fn accept(&mut self, number: u32, control: &mut Control) -> Result<(), Stop> {
        let node = self.tree.node(number);
        if node.cost > node.bound {
            self.accepted = self.accepted.min(node.bound);
        }
        let paths = self.state.robots.iter().map(|robot| robot.path).collect();
        self.keep(paths, control)
    }

    /// Keeps a schedule that costs less than those before. A robot may have stopped before its path
    /// ends, which had to be longer.
    fn keep(&mut self, paths: Vec<u32>, control: &mut Control) -> Result<(), Stop> {
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

    /// The robots in a closed circle, in the model that forbids it.
    fn cycle(&self) -> Option<Vec<(u32, Restriction)>> {
        if self.problem.model != MotionModel::Train {
            return None;
        }
        let paths: Vec<_> = self.state.robots.iter().map(|robot| self.tree.path(robot.path)).collect();
        find_cycle(&paths)
    }

    /// One child for each robot of a closed circle: it does not take its step.
    fn branch_on_cycle(
        &mut self,
        number: u32,
        cycle: &[(u32, Restriction)],
        work: &mut Work,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for &(robot, step) in cycle {
            if let Some(child) = self.child(number, robot, &[step], work, control)? {
                self.add_child(number, robot, &[step], &child, control)?;
            }
        }
        Ok(())
    }

    /// The cost by which diagrams of a robot are made.
    fn diagram_cost(&self, number: u32, robot: u32) -> u32 {
        match self.problem.objective {
            Objective::Makespan => self.tree.node(number).least as u32,
            _ => self.state.robots[robot as usize].least,
        }
    }

    /// Analyses all conflicts of the node that were not analysed in another one.
    pub(super) fn analyse(
        &mut self,
        number: u32,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<(), Stop> {
        if !self.needs_analysis() {
            return Ok(());
        }
        let mut robots: Vec<u32> =
            self.state.pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
        robots.sort_unstable();
        robots.dedup();
        for robot in robots {
            let cost = self.diagram_cost(number, robot);
            self.state.restrict(self.problem, &mut work.diagrams.sets, robot as usize, cost);
        }
        for index in 0..self.state.conflicts.len() {
            if self.state.conflicts[index].analysis.is_none() {
                let conflict = self.state.conflicts[index].conflict;
                let robots = conflict.robots.map(|robot| &self.state.robots[robot as usize]);
                let restricted = robots.map(|robot| robot.restricted.expect("invariant: just determined"));
                let paths = robots.map(|robot| robot.path);
                let analysis =
                    Analysis::new(self.problem, &conflict, restricted, paths, (&self.tree, work), control)?;
                self.state.conflicts[index].analysis = Some(analysis);
            }
        }
        Ok(())
    }

    /// Whether a technique is used that looks at diagrams.
    fn needs_analysis(&self) -> bool {
        use Technique::{
            CardinalGraph, Corridor, DependencyGraph, Prioritise, Rectangle, Target, WeightedGraph,
        };
        [Prioritise, CardinalGraph, DependencyGraph, WeightedGraph, Corridor, Target, Rectangle]
            .into_iter()
            .any(|technique| self.problem.uses(technique))
    }

    /// The children of the conflict that is best to branch on.
    fn choose(&self, by_bound: bool) -> Branches {
        let prioritise = self.problem.uses(Technique::Prioritise);
        let best = self.state.conflicts.iter().min_by_key(|known| {
            let analysis = known.analysis.as_ref().filter(|_| prioritise);
            // Targets raise the bound most, and are last where a schedule is near.
            analysis.map(|analysis| {
                let last = !by_bound && analysis.reason == Reason::Target;
                (2 - analysis.raised, last, analysis.reason)
            })
        });
        let known = best.expect("invariant: there is a conflict");
        let plain;
        let analysis = if let Some(analysis) = &known.analysis {
            analysis
        } else {
            plain = Analysis::plain(&known.conflict);
            &plain
        };
        let conflict = &known.conflict;
        if analysis.reason == Reason::Plain
            && matches!(conflict.kind, Kind::Vertex | Kind::Following)
            && self.problem.uses(Technique::DisjointSplitting)
        {
            let (robot, vertex, time) = (conflict.robots[0], conflict.vertex, conflict.time);
            let demand = |restriction| (robot, alloc::vec![restriction]);
            return [
                demand(Restriction::Vertex { vertex, first: time, last: time }),
                demand(Restriction::At { vertex, time }),
            ];
        }
        (*analysis.branches).clone()
    }

    /// Makes both children of a node, or replaces its paths by those of a child.
    fn expand(
        &mut self,
        number: u32,
        branches: &Branches,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<Expansion, Stop> {
        let mut children: [Option<Child>; 2] = [None, None];
        for (side, (robot, demands)) in branches.iter().enumerate() {
            let child = self.child(number, *robot, demands, work, control)?;
            if let Some(child) = &child
                && self.problem.uses(Technique::Bypass)
                && self.may_replace(number, child)
            {
                let node = self.tree.node(number);
                self.errors.learn((node.cost, node.pairs), (child.cost, child.pairs));
                self.bypass(number, child, control)?;
                return Ok(Expansion::Bypassed);
            }
            children[side] = child;
        }
        let node = self.tree.node(number);
        let best = children.iter().flatten().min_by_key(|child| (child.cost, child.pairs));
        if let Some(best) = best {
            self.errors.learn((node.cost, node.pairs), (best.cost, best.pairs));
        }
        for ((robot, demands), child) in branches.iter().zip(&children) {
            if let Some(child) = child {
                self.add_child(number, *robot, demands, child, control)?;
            }
        }
        Ok(Expansion::Branched)
    }

    /// Whether a child's paths are as good as the node's, and have fewer conflicts.
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
                .map(|&change| Change { least: self.state.robots[change.robot as usize].least, ..change }),
        );
        self.tree.set_changes(number, &changes, control)?;
        let node = self.tree.node_mut(number);
        (node.cost, node.pairs) = (child.cost, child.pairs);
        Ok(())
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
        let node = Node {
            parent,
            robot,
            restrictions: 0..0,
            changes: 0..0,
            least: child.least,
            bound,
            cost: child.cost,
            expected: 0,
            pairs: child.pairs,
            evaluated: false,
        };
        let number = self.tree.add_node(node, demands, &child.changes, control)?;
        if child.pairs == 0 && child.cost < self.upper_bound && self.problem.model != MotionModel::Train {
            let mut paths: Vec<u32> = self.state.robots.iter().map(|robot| robot.path).collect();
            for change in &child.changes {
                paths[change.robot as usize] = change.path;
            }
            self.push(number, control)?;
            return self.keep(paths, control);
        }
        self.push(number, control)
    }

    /// The paths of a child: of all robots that do not do what is demanded. `None` if one of them
    /// has no path.
    fn child(
        &mut self,
        parent: u32,
        robot: u32,
        demands: &[Restriction],
        work: &mut Work,
        control: &mut Control,
    ) -> Result<Option<Child>, Stop> {
        let affected = self.affected(robot as usize, demands);
        debug_assert!(!affected.is_empty(), "a child like its parent: {demands:?}");
        for &index in &affected {
            self.state.occupancy.remove(index, self.tree.path(self.state.robots[index].path));
        }
        let mut child = Child {
            changes: Vec::with_capacity(affected.len()),
            least: self.tree.node(parent).least,
            cost: 0,
            pairs: self.state.pairs_without(&affected),
        };
        let complete = self.replan(&affected, (robot as usize, demands), &mut child, work, control);
        for change in &child.changes {
            self.state.occupancy.remove(change.robot as usize, self.tree.path(change.path));
        }
        for &index in &affected {
            self.state.occupancy.insert(index, self.tree.path(self.state.robots[index].path));
        }
        if !complete? {
            return Ok(None);
        }
        let length_of = |(index, robot): (usize, &super::state::RobotState)| {
            let change = child.changes.iter().find(|change| change.robot as usize == index);
            self.tree.path(change.map_or(robot.path, |change| change.path)).len() as u32 - 1
        };
        child.cost = self.problem.total(self.state.robots.iter().enumerate().map(length_of));
        Ok(Some(child))
    }

    /// The robots whose paths are not as demanded, of one robot and of all others.
    fn affected(&self, robot: usize, demands: &[Restriction]) -> Vec<usize> {
        let mut affected = Vec::new();
        let state = &self.state.robots[robot];
        if demands.iter().any(|demand| demand.is_broken_by(self.tree.path(state.path))) {
            affected.push(robot);
        }
        let goal = self.problem.goals[state.robot];
        for others in demands.iter().filter_map(|demand| demand.on_others(goal, self.problem.model)) {
            if let Restriction::Vertex { vertex, first, last } = others {
                affected.extend(
                    self.state.occupancy.present(vertex, first, last).filter(|&other| other != robot),
                );
            }
        }
        affected.sort_unstable();
        affected.dedup();
        affected
    }

    /// Finds new paths for robots that are not in the occupancy, and puts them in. Returns whether
    /// all of them have one.
    fn replan(
        &mut self,
        affected: &[usize],
        (robot, demands): (usize, &[Restriction]),
        child: &mut Child,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let goal = self.problem.goals[self.state.robots[robot].robot];
        let mut conflicts = Vec::new();
        for &index in affected {
            let extra = demands.iter().filter_map(|&demand| {
                if index == robot { Some(demand) } else { demand.on_others(goal, self.problem.model) }
            });
            let old = self.state.robots[index].least;
            let apart = match self.problem.objective {
                Objective::Makespan => 0,
                _ => child.least - u64::from(old),
            };
            let Some((path, least)) = self.plan(index, extra, child.least, apart, work, control)? else {
                return Ok(false);
            };
            child.least = match self.problem.objective {
                Objective::Makespan => child.least.max(least.into()),
                _ => apart + u64::from(least),
            };
            conflicts.clear();
            let path_of = |other: usize| {
                let change = child.changes.iter().find(|change| change.robot as usize == other);
                self.tree.path(change.map_or(self.state.robots[other].path, |change| change.path))
            };
            self.state.occupancy.find_conflicts(self.problem.model, index, &path, path_of, &mut conflicts);
            let mut partners: Vec<_> = conflicts.iter().map(Conflict::pair).collect();
            partners.sort_unstable();
            partners.dedup();
            child.pairs += partners.len() as u32;
            let number = self.tree.add_path(&path, control)?;
            self.state.occupancy.insert(index, &path);
            child.changes.push(Change { robot: index as u32, path: number, least });
        }
        Ok(true)
    }

    /// A path of a robot that is not in the occupancy, and the least length of one. `apart` is what
    /// the other robots cost at least, `node_least` what all of them do.
    fn plan(
        &mut self,
        index: usize,
        extra: impl Iterator<Item = Restriction>,
        node_least: u64,
        apart: u64,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<Option<(Vec<Vertex>, u32)>, Stop> {
        use super::low_level::Query;
        let problem = self.problem;
        let (robot, old) = (self.state.robots[index].robot, self.state.robots[index].least);
        let distance = |vertex| problem.to_goal.get(robot, vertex);
        let ends = (problem.starts[robot], problem.goals[robot]);
        work.restrictions.set(ends, distance, self.state.restrictions(index).chain(extra));
        let limit = self.upper_bound.saturating_sub(1).saturating_sub(apart).min(LONGEST.into()) as u32;
        let others = Some(&self.state.occupancy);
        let makespan = problem.objective == Objective::Makespan;
        let ratio = if self.of_a_pair { 1000 } else { problem.ratio };
        if ratio == 1000 {
            let floor = if makespan { node_least as u32 } else { 0 };
            let query = Query { robot, floor, limit };
            let path = work.low_level.path(problem, query, &work.restrictions, others, control)?;
            return Ok(path.map(|path| {
                let length = path.len() as u32 - 1;
                (path, if length > floor || !makespan { length } else { old })
            }));
        }
        let query = Query { robot, floor: 0, limit };
        let Some(shortest) = work.low_level.path(problem, query, &work.restrictions, None, control)? else {
            return Ok(None);
        };
        let least = shortest.len() as u32 - 1;
        let bound = if makespan { node_least.max(least.into()) } else { least.into() };
        let floor = problem.relaxed(bound).min(LONGEST.into()) as u32;
        let query = Query { robot, floor, limit: floor };
        let path = work.low_level.path(problem, query, &work.restrictions, others, control)?;
        Ok(Some((path.expect("invariant: the shortest path is one"), least)))
    }

    /// Whether a node is in the queues.
    #[cfg(test)]
    pub(super) fn has_open_nodes(&self) -> bool {
        self.queues.least_bound().is_some()
    }

    /// Makes the root: the robots' paths one after another.
    pub(super) fn make_root(&mut self, work: &mut Work, control: &mut Control) -> Result<(), Stop> {
        let mut least = 0;
        if self.problem.objective == Objective::Makespan {
            // How long the longest of the shortest paths is: the others may be as long.
            for index in 0..self.state.robots.len() {
                let robot = self.state.robots[index].robot;
                let distance = |vertex| self.problem.to_goal.get(robot, vertex);
                let ends = (self.problem.starts[robot], self.problem.goals[robot]);
                let restrictions = self.state.restrictions(index);
                work.restrictions.set(ends, distance, restrictions);
                let query = super::low_level::Query { robot, floor: 0, limit: LONGEST };
                let path = work.low_level.path(self.problem, query, &work.restrictions, None, control)?;
                let Some(path) = path else { return Ok(()) };
                self.state.robots[index].least = path.len() as u32 - 1;
                least = least.max(path.len() as u64 - 1);
            }
        }
        let mut child = Child { changes: Vec::new(), least, cost: 0, pairs: 0 };
        let all: Vec<usize> = (0..self.state.robots.len()).collect();
        let complete = self.replan_root(&all, &mut child, work, control);
        for change in &child.changes {
            self.state.occupancy.remove(change.robot as usize, self.tree.path(change.path));
        }
        if !complete? {
            return Ok(());
        }
        let lengths = child.changes.iter().map(|change| self.tree.path(change.path).len() as u32 - 1);
        let node = Node {
            parent: NO_PARENT,
            robot: 0,
            restrictions: 0..0,
            changes: 0..0,
            least: child.least,
            bound: child.least,
            cost: self.problem.total(lengths),
            expected: 0,
            pairs: child.pairs,
            evaluated: false,
        };
        let root = self.tree.add_node(node, &[], &child.changes, control)?;
        self.push(root, control)
    }

    fn replan_root(
        &mut self,
        all: &[usize],
        child: &mut Child,
        work: &mut Work,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if all.is_empty() {
            return Ok(true);
        }
        self.replan(all, (0, &[]), child, work, control)
    }

    /// Accounts for the memory of memos; forgets them where there is too much.
    fn account(&mut self, work: &mut Work, control: &mut Control) -> Result<(), Stop> {
        if self.of_a_pair {
            return Ok(());
        }
        let bytes = work.bytes();
        if bytes > work.held {
            let more = bytes - work.held;
            if bytes <= MEMO_BYTES && control.hold(more).is_ok() {
                work.held = bytes;
            } else {
                work.forget();
                self.state.robots.iter_mut().for_each(|robot| robot.restricted = None);
                control.release(work.held);
                work.held = work.bytes();
                control.hold(work.held)?;
            }
        }
        Ok(())
    }
}

/// No path is longer.
const LONGEST: u32 = (1 << 24) - 2;

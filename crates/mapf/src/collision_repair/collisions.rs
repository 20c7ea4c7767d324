//! Paths that may collide, and the robots that do.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::{Control, Stop, Vertex};
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;
use crate::single_robot::{
    PathCost, Pieces, RobotTask, SharedIntervals, SingleRobotSearch, headway, moves_in_circle,
};
use crate::timed_paths::last_move;
use crate::visit_table::{FOREVER, Visit, VisitTable, for_each_visit};

/// A path for each robot, and the robots with which each collides.
pub(super) struct CollidingPaths<'a> {
    pub(super) instance: ArcInstance<'a>,
    pub(super) distances: &'a AllDistances<'a>,
    pub(super) table: VisitTable,
    pub(super) paths: Vec<Vec<Vertex>>,
    /// The robots with which each robot collides, in ascending order.
    pub(super) partners: Vec<Vec<u32>>,
    model: MotionModel,
    search: SingleRobotSearch,
    pieces: Pieces,
    old_paths: Vec<Vec<Vertex>>,
    found: Vec<u32>,
    /// The bytes that `control` has granted.
    held: u64,
}

impl<'a> CollidingPaths<'a> {
    /// Plans one robot after another in a random order, each with as few collisions as possible.
    pub(super) fn new(
        instance: ArcInstance<'a>,
        model: MotionModel,
        distances: &'a AllDistances<'a>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let robots = instance.robot_count();
        let mut paths = Self {
            instance,
            distances,
            table: VisitTable::new(instance.vertex_count()),
            paths: alloc::vec![Vec::new(); robots],
            partners: alloc::vec![Vec::new(); robots],
            model,
            search: SingleRobotSearch::default(),
            pieces: Pieces::default(),
            old_paths: Vec::new(),
            found: Vec::new(),
            held: 0,
        };
        let mut order: Vec<usize> = (0..robots).collect();
        order.shuffle(rng);
        for robot in order {
            paths.plan_one(robot, rng.next_u32(), control)?;
            paths.enter(robot);
            paths.account(control)?;
        }
        Ok(paths)
    }

    /// Accounts for the memory in use. Visits and steps count as if every capacity were twice the
    /// need.
    pub(super) fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        let steps: usize = self.paths.iter().map(Vec::len).sum();
        let path_bytes = 2 * steps * (size_of::<Visit>() + size_of::<Vertex>());
        let robots = self.paths.len() * (4 * size_of::<Vec<Vertex>>()) + 8 * self.pairs();
        let search = self.search.bytes() + self.pieces.bytes();
        let bytes = self.table.bytes() + search + (path_bytes + robots) as u64;
        if bytes > self.held {
            control.hold(bytes - self.held)?;
            self.held = bytes;
        }
        Ok(())
    }

    /// The number of colliding pairs.
    pub(super) fn pairs(&self) -> usize {
        self.partners.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// Replans a group, one robot after another in a random order. The new paths are kept unless
    /// more pairs collide than before. Returns the decrease in pairs, or `None` if the old paths
    /// are kept.
    pub(super) fn replan(
        &mut self,
        group: &mut [usize],
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        group.shuffle(rng);
        let before = self.pairs();
        for (index, &robot) in group.iter().enumerate() {
            self.leave(robot);
            if index == self.old_paths.len() {
                self.old_paths.push(Vec::new());
            }
            core::mem::swap(&mut self.old_paths[index], &mut self.paths[robot]);
        }
        let mut result = Ok(());
        let mut planned = 0;
        while planned < group.len() && result.is_ok() && self.pairs() <= before {
            result = self.plan_one(group[planned], rng.next_u32(), control);
            if result.is_ok() {
                self.enter(group[planned]);
                planned += 1;
            }
        }
        let pairs = self.pairs();
        if planned == group.len() && pairs <= before {
            return Ok(Some((before - pairs) as u32));
        }
        for &robot in &group[..planned] {
            self.leave(robot);
        }
        for (index, &robot) in group.iter().enumerate() {
            core::mem::swap(&mut self.old_paths[index], &mut self.paths[robot]);
            self.enter(robot);
        }
        result.map(|()| None)
    }

    /// Finds a path with the fewest collisions for a robot that is not in the table.
    fn plan_one(&mut self, robot: usize, turn: u32, control: &mut Control) -> Result<(), Stop> {
        let task = RobotTask {
            start: self.instance.start().places()[robot],
            goal: self.instance.goal().places()[robot],
            distances: self.distances.of(robot),
            cost: PathCost::Collisions,
            most: u32::MAX,
            latest: FOREVER / 4,
        };
        let mut others = SharedIntervals::new(&self.table, &self.paths, self.model, &mut self.pieces);
        let found = self.search.run(self.instance.arcs(), &mut others, &task, turn, control)?;
        assert!(found, "the goal can be reached, and collisions are allowed");
        let path = self.search.path();
        let path = &path[..=last_move(path)];
        self.paths[robot].clear();
        self.paths[robot].extend_from_slice(path);
        Ok(())
    }

    /// Adds a robot's path to the table, and its collisions to the partners.
    fn enter(&mut self, robot: usize) {
        let mut found = core::mem::take(&mut self.found);
        found.clear();
        let (path, headway) = (&self.paths[robot], headway(self.model));
        for_each_visit(robot, path, |vertex, visit| {
            let last = visit.end.saturating_add(headway);
            let visits = self.table.visits(vertex);
            let begun = visits.partition_point(|other| other.start <= last);
            let meets =
                visits[..begun].iter().filter(|other| other.end.saturating_add(headway) >= visit.start);
            found.extend(meets.map(|other| other.robot));
        });
        for (time, step) in (1..).zip(path.windows(2)) {
            if step[0] != step[1] {
                let ends = (step[0], step[1]);
                found.extend(moves_in_circle(&self.table, &self.paths, self.model, ends, time));
            }
        }
        found.sort_unstable();
        found.dedup();
        for &other in &found {
            let partners = &mut self.partners[other as usize];
            let index = partners.partition_point(|&partner| partner < robot as u32);
            partners.insert(index, robot as u32);
        }
        self.partners[robot].clear();
        self.partners[robot].extend_from_slice(&found);
        self.found = found;
        self.table.add(robot, &self.paths[robot]);
    }

    /// Removes a robot's path from the table, and its collisions from the partners.
    fn leave(&mut self, robot: usize) {
        self.table.remove(robot, &self.paths[robot]);
        for other in core::mem::take(&mut self.partners[robot]) {
            self.partners[other as usize].retain(|&partner| partner != robot as u32);
        }
    }
}

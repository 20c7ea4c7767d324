//! Decision diagrams of single robots, indexed by sets of restrictions.

use alloc::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::problem::Problem;
use super::restriction_sets::RestrictionSets;
use super::restriction_table::RestrictionTable;
use crate::mdd::{Mdd, MddBuilder};

/// A robot with a set of restrictions, and the cost of its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Restricted {
    pub(super) robot: u32,
    pub(super) set: u32,
    pub(super) cost: u32,
}

/// The known sets of restrictions, and the diagrams made from them.
#[derive(Clone, Debug)]
pub(super) struct Diagrams {
    pub(super) sets: RestrictionSets,
    known: HashMap<Restricted, Option<Rc<Mdd>>, FxBuildHasher>,
    builder: MddBuilder,
    restrictions: RestrictionTable,
    bytes: u64,
}

impl Diagrams {
    /// Creates an empty collection for a graph of this many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            sets: RestrictionSets::default(),
            known: HashMap::default(),
            builder: MddBuilder::new(vertices),
            restrictions: RestrictionTable::new(vertices),
            bytes: 0,
        }
    }

    /// Returns the diagram of all paths of a robot that have the key's cost and keep its
    /// restrictions, or `None` if there are no such paths.
    pub(super) fn get(&mut self, problem: &Problem, key: Restricted) -> Option<Rc<Mdd>> {
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (robot, cost) = (key.robot as usize, key.cost as usize);
        let (start, distance) = (problem.starts[robot], |vertex| problem.to_goal.get(robot, vertex));
        self.restrictions.set(problem, robot, self.sets.get(key.set).iter().copied());
        let restrictions = &self.restrictions;
        let permits = |from, to, time: usize| restrictions.permits(from, to, time as u32);
        let mdd = (restrictions.earliest() <= key.cost)
            .then(|| self.builder.build(problem.instance.arcs(), start, distance, cost, permits))
            .flatten()
            .map(Rc::new);
        self.bytes += mdd.as_ref().map_or(0, |mdd| mdd.bytes()) + 64;
        self.known.insert(key, mdd.clone());
        mdd
    }

    /// The restrictions of the key's set, as a table.
    pub(super) fn restrictions(&mut self, problem: &Problem, key: Restricted) -> &RestrictionTable {
        self.restrictions.set(problem, key.robot as usize, self.sets.get(key.set).iter().copied());
        &self.restrictions
    }

    /// The memory of all sets and diagrams.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes + self.sets.bytes
    }

    /// Drops all sets and diagrams. Numbers of sets start again at 0.
    pub(super) fn clear(&mut self) {
        self.sets = RestrictionSets::default();
        self.known.clear();
        self.bytes = 0;
    }
}

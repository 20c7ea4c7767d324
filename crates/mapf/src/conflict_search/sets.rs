//! Sets of restrictions by numbers, and diagrams by these numbers.

use alloc::rc::Rc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::problem::Problem;
use super::restriction::Restriction;
use super::restrictions::Restrictions;
use crate::mdd::{Mdd, MddBuilder};

/// Numbers for sets of restrictions: equal sets have equal numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    numbers: HashMap<Rc<[Restriction]>, u32, FxBuildHasher>,
    elements: Vec<Rc<[Restriction]>>,
    bytes: u64,
}

impl Sets {
    /// The number of the set with these elements, which are put in order.
    pub(super) fn number(&mut self, elements: &mut Vec<Restriction>) -> u32 {
        elements.sort_unstable();
        elements.dedup();
        if let Some(&number) = self.numbers.get(&elements[..]) {
            return number;
        }
        let number = self.elements.len() as u32;
        let set: Rc<[Restriction]> = elements[..].into();
        self.bytes += (size_of_val(&elements[..]) + 64) as u64;
        self.elements.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// The elements in order.
    pub(super) fn get(&self, number: u32) -> &Rc<[Restriction]> {
        &self.elements[number as usize]
    }
}

/// A robot with a set of restrictions, and the cost of its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Restricted {
    pub(super) robot: u32,
    pub(super) set: u32,
    pub(super) cost: u32,
}

/// Sets, and the diagrams that were made of them.
#[derive(Clone, Debug)]
pub(super) struct Diagrams {
    pub(super) sets: Sets,
    known: HashMap<Restricted, Option<Rc<Mdd>>, FxBuildHasher>,
    builder: MddBuilder,
    restrictions: Restrictions,
    bytes: u64,
}

impl Diagrams {
    /// For a graph of this many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            sets: Sets::default(),
            known: HashMap::default(),
            builder: MddBuilder::new(vertices),
            restrictions: Restrictions::new(vertices),
            bytes: 0,
        }
    }

    /// All paths of a robot of a cost under restrictions; `None` if there is none.
    pub(super) fn get(&mut self, problem: &Problem, key: Restricted) -> Option<Rc<Mdd>> {
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (robot, cost) = (key.robot as usize, key.cost as usize);
        let distance = |vertex| problem.to_goal.get(robot, vertex);
        let (start, goal) = (problem.starts[robot], problem.goals[robot]);
        self.restrictions.set((start, goal), distance, self.sets.get(key.set).iter().copied());
        let restrictions = &self.restrictions;
        let permits = |from, to, time: usize| restrictions.permits(from, to, time as u32);
        let mdd = (restrictions.earliest() <= key.cost)
            .then(|| self.builder.build(problem.graph, start, distance, cost, permits))
            .flatten()
            .map(Rc::new);
        self.bytes += mdd.as_ref().map_or(0, |mdd| mdd.bytes()) + 64;
        self.known.insert(key, mdd.clone());
        mdd
    }

    /// The restrictions of a set, ready to be checked against.
    pub(super) fn restrictions(&mut self, problem: &Problem, key: Restricted) -> &Restrictions {
        let robot = key.robot as usize;
        let distance = |vertex| problem.to_goal.get(robot, vertex);
        let ends = (problem.starts[robot], problem.goals[robot]);
        self.restrictions.set(ends, distance, self.sets.get(key.set).iter().copied());
        &self.restrictions
    }

    /// The memory of all sets and diagrams.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes + self.sets.bytes
    }

    /// Forgets all sets and diagrams; numbers begin anew.
    pub(super) fn clear(&mut self) {
        self.sets = Sets::default();
        self.known.clear();
        self.bytes = 0;
    }
}

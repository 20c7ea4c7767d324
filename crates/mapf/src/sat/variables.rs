//! The encoding of a robot's diagram as a formula.

use alloc::vec::Vec;

use motion_core::{Stop, Vertex};

use super::at_most_one::at_most_one;
use super::clauses::{Clauses, Literal, SatSolver};
use crate::mdd::Mdd;

/// The literals of a robot that takes a path of a diagram.
pub(super) struct RobotVariables {
    mdd: Mdd,
    /// For each node, whether the robot is there.
    nodes: Vec<Literal>,
    /// The first entry of each node in `steps`, and the end of the last node's entries.
    offsets: Vec<usize>,
    /// For each step, whether the robot makes it.
    steps: Vec<Literal>,
}

impl RobotVariables {
    /// Creates the literals, and demands that the robot takes a path of this diagram.
    pub(super) fn new(mdd: Mdd, clauses: &mut impl Clauses) -> Result<Self, Stop> {
        let nodes = (0..mdd.node_count()).map(|_| clauses.variable()).collect::<Result<Vec<_>, Stop>>()?;
        clauses.add(&nodes[..1])?;
        let (mut offsets, mut steps) = (alloc::vec![0], Vec::new());
        let mut clause = Vec::new();
        for (node, &here) in nodes.iter().enumerate() {
            let successors = mdd.successors(node);
            clause.clear();
            clause.push(!here);
            for &next in successors {
                let there = nodes[next as usize];
                // A robot at a node with one successor always makes this step, so the step needs no
                // literal of its own.
                let step = if successors.len() == 1 { here } else { clauses.variable()? };
                clauses.add(&[!step, there])?;
                if step != here {
                    clauses.add(&[!step, here])?;
                    clause.push(step);
                }
                steps.push(step);
            }
            if successors.len() > 1 {
                clauses.add(&clause)?;
            }
            offsets.push(steps.len());
        }
        for time in 0..=mdd.cost() {
            at_most_one(&nodes[mdd.nodes(time)], clauses)?;
        }
        Ok(Self { mdd, nodes, offsets, steps })
    }

    /// The vertices on which the robot may be at a given time, with their literals.
    pub(super) fn places(&self, time: usize) -> impl Iterator<Item = (Vertex, Literal)> {
        self.mdd.nodes(time).map(|node| (self.mdd.vertex(node), self.nodes[node]))
    }

    /// The steps from a given time to the next, with their literals.
    pub(super) fn steps(&self, time: usize) -> impl Iterator<Item = (Vertex, Vertex, Literal)> {
        self.mdd.nodes(time).flat_map(move |node| {
            let steps = &self.steps[self.offsets[node]..self.offsets[node + 1]];
            self.mdd
                .successors(node)
                .iter()
                .zip(steps)
                .map(move |(&next, &step)| (self.mdd.vertex(node), self.mdd.vertex(next as usize), step))
        })
    }

    /// The literal that is true if the robot is on this vertex at this time, which the diagram must
    /// allow.
    pub(super) fn place(&self, time: usize, vertex: Vertex) -> Literal {
        let index = self.mdd.level(time).binary_search(&vertex).expect("invariant: the robot may be there");
        self.nodes[self.mdd.nodes(time).start + index]
    }

    /// The literal that is true if the robot makes this step at this time, which the diagram must
    /// allow.
    pub(super) fn step(&self, time: usize, from: Vertex, to: Vertex) -> Literal {
        let found = self.steps(time).find(|&(a, b, _)| (a, b) == (from, to));
        found.expect("invariant: the robot may make this step").2
    }

    /// The time of the last level.
    pub(super) fn horizon(&self) -> usize {
        self.mdd.cost()
    }

    /// The path in the last solution.
    pub(super) fn path(&self, solver: &impl SatSolver) -> Vec<Vertex> {
        let place = |time| {
            let found = self.places(time).find(|&(_, literal)| solver.is_true(literal));
            found.expect("invariant: the robot is somewhere").0
        };
        (0..=self.horizon()).map(place).collect()
    }
}

//! Paths without collisions in the diagrams of several robots.

use alloc::boxed::Box;
use alloc::vec::Vec;

use cpf_core::MotionModel;
use hashbrown::HashSet;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

use crate::mdd::Mdd;

/// Finds a path in each diagram such that no two paths collide, if there are such paths.
///
/// A depth-first search over the nodes of all robots at a time, in which robots step one after
/// another. Each combination of nodes at a time is searched once.
pub(super) fn joint_paths(
    diagrams: &[&Mdd],
    model: MotionModel,
    control: &mut Control,
) -> Result<Option<Vec<Vec<Vertex>>>, Stop> {
    let mut search = Search {
        diagrams,
        model,
        horizon: diagrams.iter().map(|diagram| diagram.cost()).max().unwrap_or(0),
        nodes: alloc::vec![0; diagrams.len()],
        places: diagrams.iter().map(|diagram| diagram.vertex(0)).collect(),
        tried: alloc::vec![0; diagrams.len()],
        seen: HashSet::with_hasher(FxBuildHasher),
    };
    control.scope(|control| Ok(search.run(control)?.then(|| search.paths())))
}

struct Search<'d> {
    diagrams: &'d [&'d Mdd],
    model: MotionModel,
    horizon: usize,
    /// The nodes of all robots at time 0, then at time 1, and so on.
    nodes: Vec<u32>,
    /// The vertices of `nodes`.
    places: Vec<Vertex>,
    /// The number of successors tried for each entry of `nodes`.
    tried: Vec<usize>,
    /// The time and the nodes of all robots of each searched combination.
    seen: HashSet<Box<[u32]>, FxBuildHasher>,
}

impl Search<'_> {
    /// Searches for paths that do not collide, and returns whether there are any. They are then in
    /// `places`.
    fn run(&mut self, control: &mut Control) -> Result<bool, Stop> {
        let robots = self.diagrams.len();
        let last = robots * (self.horizon + 1);
        let bytes = (last * (size_of::<u32>() + size_of::<Vertex>() + size_of::<usize>())) as u64;
        control.hold(bytes)?;
        if !self.enter(control)? {
            return Ok(false);
        }
        while self.nodes.len() < last {
            if self.step() {
                if self.nodes.len().is_multiple_of(robots) && !self.enter(control)? {
                    self.nodes.pop();
                    self.places.pop();
                }
            } else {
                // All successors were tried, so the previous robot makes another step.
                self.tried.truncate(self.nodes.len());
                if self.nodes.len() == robots {
                    return Ok(false);
                }
                self.nodes.pop();
                self.places.pop();
            }
        }
        Ok(true)
    }

    /// Enters the last nodes of all robots. Returns whether they are new, so that steps from there
    /// are to be tried.
    fn enter(&mut self, control: &mut Control) -> Result<bool, Stop> {
        control.spend(1)?;
        let robots = self.diagrams.len();
        let time = (self.nodes.len() / robots.max(1)) as u32;
        let state: Box<[u32]> =
            core::iter::once(time).chain(self.nodes[self.nodes.len() - robots..].iter().copied()).collect();
        // The state, its slot in the table, and the allocator's overhead.
        control.hold(4 * state.len() as u64 + 40)?;
        Ok(self.seen.insert(state))
    }

    /// Makes the next legal step of the robot whose turn it is, if there is one.
    fn step(&mut self) -> bool {
        let (robots, index) = (self.diagrams.len(), self.nodes.len());
        let (robot, time) = (index % robots, index / robots - 1);
        if self.tried.len() == index {
            self.tried.push(0);
        }
        let before = self.nodes[index - robots];
        while let Some(node) = successor(self.diagrams[robot], before, time, self.tried[index]) {
            self.tried[index] += 1;
            let place = self.diagrams[robot].vertex(node as usize);
            if self.is_allowed(robot, place) {
                self.nodes.push(node);
                self.places.push(place);
                return true;
            }
        }
        false
    }

    /// Returns whether the model allows the step together with those of the robots decided before.
    fn is_allowed(&self, robot: usize, to: Vertex) -> bool {
        let robots = self.diagrams.len();
        let step_start = self.places.len() - robot;
        let (before, after) = (&self.places[step_start - robots..step_start], &self.places[step_start..]);
        let (from, pebble) = (before[robot], self.model == MotionModel::Pebble);
        let mut decided = before.iter().zip(after);
        let collides = decided.any(|(&other_from, &other_to)| {
            other_to == to || (other_to == from && (pebble || other_from == to))
        });
        let enters_before_left = || (0..robots).any(|other| other != robot && before[other] == to);
        !(collides
            || (pebble && enters_before_left())
            || (self.model == MotionModel::Train && closes_circle(before, after, from, to)))
    }

    fn paths(&self) -> Vec<Vec<Vertex>> {
        let robots = self.diagrams.len();
        (0..robots).map(|robot| self.places.iter().skip(robot).step_by(robots).copied().collect()).collect()
    }
}

/// The successor of a node at a time, by its index. After the diagram's cost, the robot rests at
/// its goal.
fn successor(diagram: &Mdd, node: u32, time: usize, number: usize) -> Option<u32> {
    if time < diagram.cost() {
        diagram.successors(node as usize).get(number).copied()
    } else {
        (number == 0).then_some(node)
    }
}

/// Returns whether a step closes a cycle with the steps decided before.
fn closes_circle(before: &[Vertex], after: &[Vertex], from: Vertex, to: Vertex) -> bool {
    let mut end = to;
    while end != from {
        let follows = before.iter().zip(after).find(|&(&before, &after)| before == end && after != end);
        let Some((_, &next)) = follows else { return false };
        end = next;
    }
    to != from
}

//! The steps out of each configuration, as partial steps that are tried one after another.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use crate::make_room::make_room;

/// For each configuration, a queue of partial steps: the moves of the first robots in its order.
/// When a partial step is taken from the queue, its extensions by one more robot are added, so that
/// every step is tried in the end.
#[derive(Debug, Default)]
pub(super) struct ConstraintTrees {
    constraints: Vec<Constraint>,
    queues: Vec<Queue>,
}

/// A partial step: the moves of its parent, and the move of one more robot.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    parent: u32,
    robot: u32,
    to: Vertex,
    /// The number of robots that the step fixes.
    depth: u32,
    /// The next step of the queue.
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Queue {
    first: u32,
    last: u32,
}

/// Marks the end of a queue.
const END: u32 = u32::MAX;
/// The partial step that fixes no robot, shared by all queues.
const ROOT: u32 = 0;

/// A partial step taken from a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConstraintId(u32);

impl ConstraintTrees {
    /// Adds the queue of the next configuration, with the step that fixes no robot.
    pub(super) fn add_queue(&mut self, control: &mut Control) -> Result<(), Stop> {
        if self.constraints.is_empty() {
            make_room(&mut self.constraints, 1, control)?;
            let root = Constraint { parent: END, robot: 0, to: Vertex(0), depth: 0, next: END };
            self.constraints.push(root);
        }
        make_room(&mut self.queues, 1, control)?;
        self.queues.push(Queue { first: ROOT, last: ROOT });
        Ok(())
    }

    /// Returns whether a configuration has no partial steps left.
    pub(super) fn is_empty(&self, configuration: usize) -> bool {
        self.queues[configuration].first == END
    }

    /// Takes the next partial step of a configuration.
    pub(super) fn pop(&mut self, configuration: usize) -> Option<ConstraintId> {
        let queue = &mut self.queues[configuration];
        let first = queue.first;
        if first == END {
            return None;
        }
        queue.first = if first == queue.last { END } else { self.constraints[first as usize].next };
        Some(ConstraintId(first))
    }

    /// The number of robots that a partial step fixes.
    pub(super) fn depth(&self, id: ConstraintId) -> usize {
        self.constraints[id.0 as usize].depth as usize
    }

    /// Adds partial steps to the queue of a configuration: `parent`, extended by each move of one
    /// more robot.
    pub(super) fn extend(
        &mut self,
        configuration: usize,
        parent: ConstraintId,
        robot: u32,
        targets: &[Vertex],
        control: &mut Control,
    ) -> Result<(), Stop> {
        make_room(&mut self.constraints, targets.len(), control)?;
        let depth = self.constraints[parent.0 as usize].depth + 1;
        for &to in targets {
            let id = self.constraints.len() as u32;
            self.constraints.push(Constraint { parent: parent.0, robot, to, depth, next: END });
            let queue = &mut self.queues[configuration];
            if queue.first == END {
                queue.first = id;
            } else {
                self.constraints[queue.last as usize].next = id;
            }
            queue.last = id;
        }
        Ok(())
    }

    /// Replaces the contents of `given` by the moves that a partial step fixes.
    pub(super) fn read(&self, id: ConstraintId, given: &mut Vec<(u32, Vertex)>) {
        given.clear();
        let mut constraint = &self.constraints[id.0 as usize];
        while constraint.depth > 0 {
            given.push((constraint.robot, constraint.to));
            constraint = &self.constraints[constraint.parent as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two robots with three and two targets, in the queues of two configurations.
    #[test]
    fn every_step_is_taken_out_once() -> Result<(), Stop> {
        let control = &mut Control::unlimited();
        let mut trees = ConstraintTrees::default();
        trees.add_queue(control)?;
        trees.add_queue(control)?;
        let targets = [&[4, 5, 6].map(Vertex)[..], &[7, 8].map(Vertex)];
        for configuration in [1, 0] {
            let (mut given, mut whole) = (Vec::new(), Vec::new());
            while let Some(id) = trees.pop(configuration) {
                trees.read(id, &mut given);
                assert_eq!(given.len(), trees.depth(id));
                match targets.get(given.len()) {
                    Some(next) => trees.extend(configuration, id, given.len() as u32, next, control)?,
                    None => whole.push([given[1], given[0]]),
                }
            }
            assert!(trees.is_empty(configuration));
            let expected = [(4, 7), (4, 8), (5, 7), (5, 8), (6, 7), (6, 8)];
            assert_eq!(whole, expected.map(|(a, b)| [(0, Vertex(a)), (1, Vertex(b))]));
        }
        Ok(())
    }
}

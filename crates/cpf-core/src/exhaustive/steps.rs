//! Components of placements that simultaneous steps join.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_core::internal::Arcs;

use super::reachability::{
    Reachability, TooManyPlacements, advance, first_placement, join, number_of, placement_count,
};
use crate::motion_model::MotionModel;

impl Reachability {
    /// Tries every simultaneous step that the motion model allows, from every placement of this
    /// many robots. In every model, the opposite moves undo a step.
    ///
    /// # Errors
    /// [`TooManyPlacements`], before any memory is allocated.
    ///
    /// # Complexity
    /// With r robots and p placements, time O(p · s · (r² + log p)), where s ≤ (d + 1)^r is the
    /// number of ways to send the robots to different vertices, and d the largest degree. Suitable
    /// for up to six vertices, or seven with few edges. Four bytes of memory for each placement.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::MotionModel;
    /// use cpf_core::internal::Reachability;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// // Three robots on a triangle can turn in only one of the models.
    /// let triangle = Graph::from_edges(3, (0..3).map(|a| (Vertex(a), Vertex((a + 1) % 3))))?;
    /// let [start, turned] = [[0, 1, 2], [1, 2, 0]].map(|places| places.map(Vertex));
    /// let turns = MotionModel::ALL.map(|model| {
    ///     let reachability = Reachability::in_model(&triangle, 3, model).expect("six placements");
    ///     reachability.connected(&start, &turned)
    /// });
    /// assert_eq!(turns, [false, false, true]);
    /// # Ok::<(), motion_core::error::GraphError>(())
    /// ```
    pub fn in_model(graph: &Graph, robots: usize, model: MotionModel) -> Result<Self, TooManyPlacements> {
        let vertices = graph.vertex_count();
        let count = placement_count(vertices, robots).ok_or(TooManyPlacements { vertices, robots })?;
        let mut components: Vec<_> = (0..count as u32).collect();
        let mut next = first_placement(vertices, robots);
        let mut number = 0;
        while let Some(mut places) = next {
            for_each_step(graph.arcs(), &places, model, &mut |to| {
                // The steps to smaller placements are these steps undone.
                let other = number_of(vertices, to);
                if other > number {
                    join(&mut components, number, other);
                }
            });
            number += 1;
            next = advance(vertices, &mut places).then_some(places);
        }
        Ok(Self::of_components(vertices, robots, components))
    }
}

/// Visits the placements after every legal step along arcs from this one, including the step in
/// which no robot moves.
pub(super) fn for_each_step(
    arcs: &Arcs,
    from: &[Vertex],
    model: MotionModel,
    visit: &mut impl FnMut(&[Vertex]),
) {
    Step { arcs, model, from, to: Vec::with_capacity(from.len()) }.complete(visit);
}

/// A step for which the targets of the first robots are chosen.
struct Step<'a> {
    arcs: &'a Arcs,
    model: MotionModel,
    from: &'a [Vertex],
    to: Vec<Vertex>,
}

impl Step<'_> {
    /// Visits all legal steps that begin like this one. Recurses once for each robot.
    fn complete(&mut self, visit: &mut impl FnMut(&[Vertex])) {
        let Some(&here) = self.from.get(self.to.len()) else {
            if self.is_legal() {
                visit(&self.to);
            }
            return;
        };
        let arcs = self.arcs;
        for target in core::iter::once(here).chain(arcs.successors(here).iter().copied()) {
            if !self.to.contains(&target) {
                self.to.push(target);
                self.complete(visit);
                self.to.pop();
            }
        }
    }

    fn is_legal(&self) -> bool {
        (0..self.from.len()).all(|robot| {
            let Some(ahead) = self.ahead(robot) else { return true };
            let is_circle = match self.model {
                MotionModel::Pebble => return false,
                MotionModel::Train => self.returns(robot),
                MotionModel::Standard => self.ahead(ahead) == Some(robot),
            };
            !is_circle
        })
    }

    /// The robot onto whose vertex this one moves.
    fn ahead(&self, robot: usize) -> Option<usize> {
        let target = self.to[robot];
        (target != self.from[robot]).then(|| self.from.iter().position(|&place| place == target)).flatten()
    }

    /// Whether the robot is part of a circle of robots that follow one another.
    fn returns(&self, robot: usize) -> bool {
        let followed = core::iter::successors(self.ahead(robot), |&ahead| self.ahead(ahead));
        followed.take(self.from.len()).any(|ahead| ahead == robot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::{all_graphs, connected_kinds};

    #[test]
    fn steps_of_trains_are_made_of_moves() {
        for graph in all_graphs(4).chain(connected_kinds(5)) {
            for robots in 0..=graph.vertex_count() {
                let one_by_one = Reachability::new(&graph, robots).expect("a small graph");
                for model in [MotionModel::Pebble, MotionModel::Train] {
                    let together = Reachability::in_model(&graph, robots, model).expect("a small graph");
                    assert_eq!(one_by_one, together, "{robots} robots in {model} on {graph:?}");
                }
            }
        }
    }

    #[test]
    fn the_steps_are_those_that_the_referee_allows() {
        use crate::Instance;
        use motion_core::{Move, Schedule, Token};

        let [mut legal, mut illegal] = [0, 0];
        for graph in connected_kinds(4) {
            for robots in 1..=4 {
                let places: Vec<_> = (0..robots).map(Vertex).collect();
                for model in MotionModel::ALL {
                    let mut allowed = Vec::new();
                    for_each_step(graph.arcs(), &places, model, &mut |to| allowed.push(to.to_vec()));
                    for to in super::super::reachability::placements(4, robots as usize) {
                        let pairs = || places.iter().copied().zip(to.iter().copied());
                        let robots: Vec<_> = pairs().collect();
                        let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
                        let moves = (0..).map(Token).zip(pairs()).filter(|(_, (from, to))| from != to);
                        let moves: Vec<_> =
                            moves.map(|(token, (from, to))| Move { token, from, to }).collect();
                        let mut schedule = Schedule::new();
                        schedule.push_step(moves);
                        let verdict = instance.verify_schedule(&schedule, model);
                        assert_eq!(verdict.is_ok(), allowed.contains(&to), "{places:?} to {to:?} in {model}");
                        if verdict.is_ok() { legal += 1 } else { illegal += 1 }
                    }
                }
            }
        }
        assert_eq!([legal, illegal], [355, 797]);
    }
}

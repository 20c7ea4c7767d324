//! Splits an instance into its components.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Token, Vertex};

use super::infeasible::InfeasibleError;
use crate::instance::Instance;
use crate::sub_instance::{Renumbering, SubInstance};
use motion_core::error::RunError;

impl Instance {
    /// Returns the components in which some robot is not at its goal, in the order of their
    /// smallest vertices, within the limits of time and the flag of `control`, which is
    /// [advanced](Control::advance) by steps for every vertex and edge.
    #[doc(hidden)]
    pub fn sub_instances_within(
        &self,
        control: &mut Control,
    ) -> Result<Vec<SubInstance>, RunError<InfeasibleError>> {
        let mut parts = self.parts(control)?;
        let mut all = Vec::new();
        while let Some(part) = parts.next(control)? {
            all.push(part);
        }
        Ok(all)
    }

    /// Prepares the extraction of the components.
    pub(super) fn parts(&self, control: &mut Control) -> Result<Parts<'_>, RunError<InfeasibleError>> {
        let components = self.graph().components_within(control)?;
        let mut members: Vec<Members> = alloc::vec![Members::default(); components.count()];
        for robot in self.robots() {
            control.advance(1)?;
            let (start, goal) = (self.start().vertex_of(robot), self.goal().vertex_of(robot));
            if !components.same(start, goal) {
                return Err(InfeasibleError::WrongComponent { robot }.into());
            }
            let members = &mut members[components.component_of(start)];
            members.is_unsettled |= start != goal;
            members.robots.push(robot);
        }
        for vertex in self.graph().vertices() {
            control.advance(1)?;
            let members = &mut members[components.component_of(vertex)];
            if members.is_unsettled {
                members.vertices.push(vertex);
            }
        }
        members.retain(|members| members.is_unsettled);
        let renumbering = Renumbering::new(self.graph().vertex_count());
        Ok(Parts { instance: self, members: members.into_iter(), renumbering })
    }
}

/// The vertices and robots of a component, in ascending order.
#[derive(Clone, Default)]
struct Members {
    /// Whether some robot is not at its goal; vertices are listed only if so.
    is_unsettled: bool,
    vertices: Vec<Vertex>,
    robots: Vec<Token>,
}

/// The components in which some robot is not at its goal, extracted one by one.
pub(super) struct Parts<'i> {
    instance: &'i Instance,
    members: alloc::vec::IntoIter<Members>,
    renumbering: Renumbering,
}

impl Parts<'_> {
    /// Extracts the next component.
    pub(super) fn next(&mut self, control: &mut Control) -> Result<Option<SubInstance>, Stop> {
        let Some(Members { vertices, robots, .. }) = self.members.next() else { return Ok(None) };
        let Self { instance, renumbering, .. } = self;
        let (start, goal) = (instance.start(), instance.goal());
        SubInstance::with_robots(instance.graph(), start, goal, (vertices, robots), renumbering, control)
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use motion_core::Move;
    use motion_core::graph::Graph;

    use super::*;

    /// A triangle, an isolated vertex and an edge, with interleaved numbers.
    fn scattered(robots: &[(u32, u32)]) -> Instance {
        let edges = [(0, 2), (2, 4), (4, 0), (1, 5)].map(|(a, b)| (Vertex(a), Vertex(b)));
        let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
        Instance::new(Graph::from_edges(6, edges).expect("a graph"), &robots).expect("distinct vertices")
    }

    fn parts(instance: &Instance) -> Result<Vec<SubInstance>, InfeasibleError> {
        instance.sub_instances_within(&mut Control::unlimited()).map_err(RunError::without_limits)
    }

    #[test]
    fn parts_are_numbered_on_their_own_and_lifted_back() {
        let instance = scattered(&[(5, 1), (4, 0), (0, 2), (3, 3)]);
        let parts = parts(&instance).expect("no robot has to leave");
        let [triangle, edge] = &parts[..] else { panic!("two components are not settled") };
        assert_eq!(triangle.vertices(), [0, 2, 4].map(Vertex));
        assert_eq!(triangle.robots(), [Token(1), Token(2)]);
        assert_eq!(triangle.instance().graph().edge_count(), 3);
        assert_eq!(triangle.instance().start().places(), [Vertex(2), Vertex(0)]);
        assert_eq!(triangle.instance().goal().places(), [Vertex(0), Vertex(1)]);
        assert_eq!((edge.vertices(), edge.robots()), (&[Vertex(1), Vertex(5)][..], &[Token(0)][..]));
        let lifted = edge.lift(Move { token: Token(0), from: Vertex(1), to: Vertex(0) });
        assert_eq!(lifted, Move { token: Token(0), from: Vertex(5), to: Vertex(1) });
    }

    #[test]
    fn no_robot_leaves_its_component() {
        let why = parts(&scattered(&[(5, 1), (4, 3)]));
        assert_eq!(why, Err(InfeasibleError::WrongComponent { robot: Token(1) }));
    }

    #[test]
    fn a_settled_instance_has_no_parts() {
        assert_eq!(parts(&scattered(&[(5, 5), (3, 3)])), Ok(Vec::new()));
    }
}

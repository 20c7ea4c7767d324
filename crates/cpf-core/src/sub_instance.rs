//! Parts of instances: components, blocks, any set of vertices that no robot has to leave.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};

use crate::instance::Instance;

/// A part of an instance, some vertices and the robots on them, as an instance with its own numbers
/// of vertices and robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubInstance {
    instance: Instance,
    vertices: Vec<Vertex>,
    robots: Vec<Token>,
}

impl SubInstance {
    /// Extracts the part with these vertices, all edges between them, and the robots that start
    /// there, in the order of their numbers.
    ///
    /// `control` is [advanced](Control::advance) by steps for every vertex and edge.
    ///
    /// # Errors
    /// [`Stop`] at a limit; `renumbering` must not be used again then.
    ///
    /// # Panics
    /// If a vertex does not exist or is repeated, or a robot's goal is elsewhere.
    ///
    /// # Complexity
    /// Time linear in the part's vertices and their degrees, plus that of [`Graph::from_edges`].
    ///
    /// # Examples
    /// ```
    /// use cpf_core::internal::{Renumbering, SubInstance};
    /// use motion_core::graph::Graph;
    /// use motion_core::{Configuration, Control, Move, Token, Vertex};
    ///
    /// // Of four vertices on a path, the last two.
    /// let path = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
    /// let start = Configuration::new(4, &[Vertex(0), Vertex(2)])?;
    /// let goal = Configuration::new(4, &[Vertex(0), Vertex(3)])?;
    /// let mut renumbering = Renumbering::new(4);
    /// let last_two = vec![Vertex(2), Vertex(3)];
    /// let mut control = Control::unlimited();
    /// let part =
    ///     SubInstance::extract(&path, &start, &goal, last_two, &mut renumbering, &mut control)?;
    /// assert_eq!(part.instance().robot_count(), 1);
    /// let step = Move { token: Token(0), from: Vertex(0), to: Vertex(1) };
    /// assert_eq!(part.lift(step), Move { token: Token(1), from: Vertex(2), to: Vertex(3) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extract(
        graph: &Graph,
        start: &Configuration,
        goal: &Configuration,
        vertices: Vec<Vertex>,
        renumbering: &mut Renumbering,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        control.advance(vertices.len() as u64)?;
        let mut robots: Vec<_> = vertices.iter().filter_map(|&vertex| start.token_at(vertex)).collect();
        control.advance(robots.len() as u64)?;
        robots.sort_unstable();
        Self::with_robots(graph, start, goal, (vertices, robots), renumbering, control)
    }

    /// Does the same as [`extract`](SubInstance::extract) for known robots in ascending order,
    /// within the limits of time and the flag of `control`.
    pub(crate) fn with_robots(
        graph: &Graph,
        start: &Configuration,
        goal: &Configuration,
        (vertices, robots): (Vec<Vertex>, Vec<Token>),
        renumbering: &mut Renumbering,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let numbers = &mut renumbering.numbers;
        for (number, vertex) in (0..).zip(&vertices) {
            control.advance(1)?;
            let slot = &mut numbers[vertex.index()];
            assert!(*slot == OUTSIDE, "vertex {} is repeated", vertex.one_based());
            *slot = number;
        }
        let number = |vertex: Vertex| numbers[vertex.index()];
        let edges = vertices.iter().flat_map(|&vertex| {
            let here = number(vertex);
            let there = graph.neighbours(vertex).iter().map(move |&next| number(next));
            there.filter(move |&there| there < here).map(move |there| (Vertex(there), Vertex(here)))
        });
        let inside = Graph::from_edges_within(vertices.len(), edges, control)
            .map_err(|why| why.stopped("a part of a graph is one"))?;
        let place = |of: &Configuration, robot| {
            let number = number(of.vertex_of(robot));
            assert!(number != OUTSIDE, "robot {} has its goal outside", robot.one_based());
            Vertex(number)
        };
        let mut places = Vec::with_capacity(robots.len());
        for &robot in &robots {
            control.advance(1)?;
            places.push((place(start, robot), place(goal, robot)));
        }
        for vertex in &vertices {
            numbers[vertex.index()] = OUTSIDE;
        }
        let instance = Instance::new_within(inside, &places, control)
            .map_err(|why| why.stopped("a part of an instance is one"))?;
        Ok(Self { instance, vertices, robots })
    }

    /// The part as an instance.
    pub const fn instance(&self) -> &Instance {
        &self.instance
    }

    /// For each vertex of the part, its number in the whole instance.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// For each robot of the part, its number in the whole instance.
    pub fn robots(&self) -> &[Token] {
        &self.robots
    }

    /// The number of a robot of the part in the whole instance.
    ///
    /// # Panics
    /// If there is no such robot.
    pub(crate) fn robot(&self, robot: Token) -> Token {
        self.robots[robot.index()]
    }

    /// Converts a move within the part into a move of the whole instance.
    ///
    /// # Panics
    /// If there is no such robot or vertex.
    pub fn lift(&self, action: Move) -> Move {
        let whole = |vertex: Vertex| self.vertices[vertex.index()];
        Move { token: self.robot(action.token), from: whole(action.from), to: whole(action.to) }
    }
}

/// Memory for the numbers of vertices, reused by one [`SubInstance::extract`] after another on the
/// same graph. Each extraction then takes time for its part, not for the whole graph.
#[derive(Clone, Debug)]
pub struct Renumbering {
    /// The number of each vertex within the part being extracted, or [`OUTSIDE`].
    numbers: Vec<u32>,
}

/// Marks vertices outside the part.
const OUTSIDE: u32 = u32::MAX;

impl Renumbering {
    /// Allocates memory for a graph with this many vertices.
    pub fn new(vertices: usize) -> Self {
        Self { numbers: alloc::vec![OUTSIDE; vertices] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge() -> Graph {
        Graph::from_edges(2, [(Vertex(0), Vertex(1))]).expect("a graph")
    }

    #[test]
    #[should_panic(expected = "robot 1 has its goal outside")]
    fn a_robot_that_has_to_leave_is_refused() {
        let [start, goal] = [0, 1].map(|place| Configuration::new(2, &[Vertex(place)]).expect("a place"));
        let mut renumbering = Renumbering::new(2);
        let _ = SubInstance::extract(
            &edge(),
            &start,
            &goal,
            alloc::vec![Vertex(0)],
            &mut renumbering,
            &mut Control::unlimited(),
        );
    }

    #[test]
    #[should_panic(expected = "vertex 2 is repeated")]
    fn a_repeated_vertex_is_no_part() {
        let empty = Configuration::new(2, &[]).expect("no robots");
        let repeated = alloc::vec![Vertex(1), Vertex(0), Vertex(1)];
        let _ = SubInstance::extract(
            &edge(),
            &empty,
            &empty,
            repeated,
            &mut Renumbering::new(2),
            &mut Control::unlimited(),
        );
    }
}

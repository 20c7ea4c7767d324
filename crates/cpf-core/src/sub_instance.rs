//! Instances within instances: components, blocks, any set of vertices that nobody has to leave.

use alloc::vec::Vec;

use motion_core::{Configuration, Graph, Move, Token, Vertex};

use crate::instance::Instance;

/// Some vertices of an instance with the robots on them, as an instance of its own: vertices and robots are numbered as
/// if there were nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubInstance {
    instance: Instance,
    vertices: Vec<Vertex>,
    robots: Vec<Token>,
}

impl SubInstance {
    /// The part alone.
    pub const fn instance(&self) -> &Instance {
        &self.instance
    }

    /// What each vertex is called in the whole.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// What each robot is called in the whole.
    pub fn robots(&self) -> &[Token] {
        &self.robots
    }

    /// What a robot is called in the whole.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn robot(&self, robot: Token) -> Token {
        self.robots[robot.index()]
    }

    /// A move within the part as one of the whole.
    ///
    /// # Panics
    /// If there is no such robot or vertex.
    pub fn lift(&self, action: Move) -> Move {
        let whole = |vertex: Vertex| self.vertices[vertex.index()];
        Move { token: self.robot(action.token), from: whole(action.from), to: whole(action.to) }
    }
}

/// Cuts parts out of a graph, one after another, with memory for its vertices' numbers.
///
/// # Examples
/// ```
/// use cpf_core::Cutter;
/// use motion_core::{Configuration, Graph, Move, Token, Vertex};
///
/// // Of four vertices in a row, the last two.
/// let row = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
/// let start = Configuration::new(4, &[Vertex(0), Vertex(2)])?;
/// let goal = Configuration::new(4, &[Vertex(0), Vertex(3)])?;
/// let part = Cutter::new(4).cut(&row, &start, &goal, vec![Vertex(2), Vertex(3)]);
/// assert_eq!(part.instance().robot_count(), 1);
/// let step = Move { token: Token(0), from: Vertex(0), to: Vertex(1) };
/// assert_eq!(part.lift(step), Move { token: Token(1), from: Vertex(2), to: Vertex(3) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cutter {
    /// The number of each vertex within the part that was last cut out, if it is one of it.
    numbers: Vec<u32>,
}

/// Of vertices that are in no part.
const OUTSIDE: u32 = u32::MAX;

impl Cutter {
    /// Memory for a graph with that many vertices.
    pub fn new(vertices: usize) -> Self {
        Self { numbers: alloc::vec![OUTSIDE; vertices] }
    }

    /// The part with these vertices, all edges between them, and the robots that start there, in the order of their
    /// numbers.
    ///
    /// # Panics
    /// If a vertex does not exist or is given twice, or a robot's goal is elsewhere.
    ///
    /// # Complexity
    /// Time linear in the part's vertices, their degrees and what [`Graph::from_edges`] takes.
    pub fn cut(
        &mut self,
        graph: &Graph,
        start: &Configuration,
        goal: &Configuration,
        vertices: Vec<Vertex>,
    ) -> SubInstance {
        for (number, vertex) in (0..).zip(&vertices) {
            let slot = &mut self.numbers[vertex.index()];
            assert!(*slot == OUTSIDE, "vertex {} is given twice", vertex.0);
            *slot = number;
        }
        let number = |vertex: Vertex| self.numbers[vertex.index()];
        let edges = vertices.iter().flat_map(|&vertex| {
            let here = number(vertex);
            let there = graph.neighbours(vertex).iter().map(move |&next| number(next));
            there.filter(move |&there| there < here).map(move |there| (Vertex(there), Vertex(here)))
        });
        let inside = Graph::from_edges(vertices.len(), edges).expect("invariant: a part of a graph is one");
        let mut robots: Vec<_> = vertices.iter().filter_map(|&vertex| start.token_at(vertex)).collect();
        robots.sort_unstable();
        let place = |of: &Configuration, robot| {
            let number = number(of.vertex_of(robot));
            assert!(number != OUTSIDE, "robot {} has its goal outside", robot.0);
            Vertex(number)
        };
        let places: Vec<_> = robots.iter().map(|&robot| (place(start, robot), place(goal, robot))).collect();
        for vertex in &vertices {
            self.numbers[vertex.index()] = OUTSIDE;
        }
        let instance = Instance::new(inside, &places).expect("invariant: a part of an instance is one");
        SubInstance { instance, vertices, robots }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge() -> Graph {
        Graph::from_edges(2, [(Vertex(0), Vertex(1))]).expect("a graph")
    }

    #[test]
    #[should_panic(expected = "robot 0 has its goal outside")]
    fn a_robot_that_has_to_leave_is_no_part() {
        let [start, goal] = [0, 1].map(|place| Configuration::new(2, &[Vertex(place)]).expect("a place"));
        Cutter::new(2).cut(&edge(), &start, &goal, alloc::vec![Vertex(0)]);
    }

    #[test]
    #[should_panic(expected = "vertex 1 is given twice")]
    fn a_vertex_given_twice_is_no_part() {
        let nobody = Configuration::new(2, &[]).expect("nobody");
        Cutter::new(2).cut(&edge(), &nobody, &nobody, alloc::vec![Vertex(1), Vertex(0), Vertex(1)]);
    }
}

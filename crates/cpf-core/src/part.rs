//! Instances within instances: components, blocks, any set of vertices that nobody has to leave.

use alloc::vec::Vec;

use motion_core::{Configuration, Graph, Move, Token, Vertex};

use crate::feasibility::Infeasible;
use crate::instance::Instance;

/// Some vertices of an instance with the robots on them, as an instance of its own: vertices and robots are numbered as
/// if there were nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    instance: Instance,
    vertices: Vec<Vertex>,
    robots: Vec<Token>,
}

impl Part {
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
    ) -> Part {
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
        Part { instance, vertices, robots }
    }
}

impl Instance {
    /// The components where some robot is not at its goal, in the order of their smallest vertices.
    ///
    /// # Errors
    /// [`Infeasible::WrongComponent`], if a robot would have to leave its component.
    ///
    /// # Complexity
    /// Time and memory O(V + E) for all of them together.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use motion_core::{Graph, Vertex};
    ///
    /// // Two edges: on one of them there is nothing to do.
    /// let edges = Graph::from_edges(4, [(Vertex(0), Vertex(1)), (Vertex(2), Vertex(3))])?;
    /// let instance = Instance::new(edges, &[(Vertex(0), Vertex(0)), (Vertex(3), Vertex(2))])?;
    /// let parts: Vec<_> = instance.parts()?.collect();
    /// assert_eq!(parts.len(), 1);
    /// assert_eq!(parts[0].vertices(), [Vertex(2), Vertex(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self) -> Result<impl Iterator<Item = Part>, Infeasible> {
        let components = self.graph().components();
        let mut is_settled = alloc::vec![true; components.count()];
        for robot in self.robots() {
            let (start, goal) = (self.start().vertex_of(robot), self.goal().vertex_of(robot));
            if !components.same(start, goal) {
                return Err(Infeasible::WrongComponent { robot });
            }
            is_settled[components.of(start)] &= start == goal;
        }
        let mut members: Vec<Vec<Vertex>> = alloc::vec![Vec::new(); components.count()];
        for vertex in self.graph().vertices() {
            let component = components.of(vertex);
            if !is_settled[component] {
                members[component].push(vertex);
            }
        }
        let mut cutter = Cutter::new(self.graph().vertex_count());
        let unsettled = members.into_iter().filter(|vertices| !vertices.is_empty());
        Ok(unsettled.map(move |vertices| cutter.cut(self.graph(), self.start(), self.goal(), vertices)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle, a lonely vertex and an edge, numbered crosswise.
    fn scattered(robots: &[(u32, u32)]) -> Instance {
        let edges = [(0, 2), (2, 4), (4, 0), (1, 5)].map(|(a, b)| (Vertex(a), Vertex(b)));
        let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
        Instance::new(Graph::from_edges(6, edges).expect("a graph"), &robots).expect("distinct vertices")
    }

    #[test]
    fn parts_are_numbered_on_their_own_and_lifted_back() {
        let instance = scattered(&[(5, 1), (4, 0), (0, 2), (3, 3)]);
        let parts: Vec<_> = instance.parts().expect("nobody has to leave").collect();
        let [triangle, edge] = &parts[..] else { panic!("two components have something to do") };
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
    fn nobody_leaves_a_component() {
        let why = scattered(&[(5, 1), (4, 3)]).parts().err();
        assert_eq!(why, Some(Infeasible::WrongComponent { robot: Token(1) }));
    }

    #[test]
    fn a_settled_instance_has_no_parts() {
        assert_eq!(scattered(&[(5, 5), (3, 3)]).parts().expect("nobody has to leave").count(), 0);
    }

    #[test]
    #[should_panic(expected = "robot 0 has its goal outside")]
    fn a_robot_that_has_to_leave_is_no_part() {
        let instance = scattered(&[(0, 2)]);
        let vertices = [0, 4].map(Vertex).to_vec();
        Cutter::new(6).cut(instance.graph(), instance.start(), instance.goal(), vertices);
    }

    #[test]
    #[should_panic(expected = "vertex 4 is given twice")]
    fn a_vertex_given_twice_is_no_part() {
        let instance = scattered(&[]);
        let vertices = [4, 0, 4].map(Vertex).to_vec();
        Cutter::new(6).cut(instance.graph(), instance.start(), instance.goal(), vertices);
    }
}

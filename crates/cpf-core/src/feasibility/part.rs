//! A component with its robots, numbered as if there were nothing else.

use alloc::vec::Vec;

use motion_core::{Configuration, Graph, Token, Vertex};

use super::Infeasible;
use crate::instance::Instance;

/// A connected graph with robots that start and end on it, not all of them at their goals.
///
/// Vertices and robots have numbers of their own; only an answer needs those of the instance.
pub(super) struct Part {
    pub(super) graph: Graph,
    pub(super) start: Configuration,
    pub(super) goal: Configuration,
    /// The instance's number of every vertex.
    vertices: Vec<Vertex>,
    /// The instance's number of every robot.
    robots: Vec<Token>,
}

impl Part {
    pub(super) fn vacant_count(&self) -> usize {
        self.vertices.len() - self.robots.len()
    }

    /// The robots by their numbers here.
    pub(super) fn robots(&self) -> impl Iterator<Item = Token> + use<> {
        (0..self.robots.len() as u32).map(Token)
    }

    /// The instance's number of a robot.
    pub(super) fn robot(&self, robot: Token) -> Token {
        self.robots[robot.index()]
    }

    /// The instance's numbers of a block's first two vertices.
    pub(super) fn block(&self, block: &[Vertex]) -> (Vertex, Vertex) {
        (self.vertices[block[0].index()], self.vertices[block[1].index()])
    }

    /// A robot that is not at its goal, by the instance's number.
    pub(super) fn away(&self) -> Token {
        let away = self.robots().find(|&robot| self.start.vertex_of(robot) != self.goal.vertex_of(robot));
        self.robot(away.expect("invariant: some robot of a part is not at its goal"))
    }
}

/// The components where some robot is not at its goal, in the order of their smallest vertices.
///
/// # Errors
/// [`Infeasible::WrongComponent`], if a robot would have to leave its component.
///
/// # Complexity
/// Time and memory O(V + E) for all of them together.
pub(super) fn unsettled(instance: &Instance) -> Result<impl Iterator<Item = Part>, Infeasible> {
    let components = instance.graph().components();
    let mut is_settled = alloc::vec![true; components.count()];
    let mut robots: Vec<Vec<Token>> = alloc::vec![Vec::new(); components.count()];
    for robot in instance.robots() {
        let (start, goal) = (instance.start().vertex_of(robot), instance.goal().vertex_of(robot));
        if !components.same(start, goal) {
            return Err(Infeasible::WrongComponent { robot });
        }
        is_settled[components.of(start)] &= start == goal;
        robots[components.of(start)].push(robot);
    }
    let mut members: Vec<Vec<Vertex>> = alloc::vec![Vec::new(); components.count()];
    // The number of each vertex within its component.
    let mut here = alloc::vec![Vertex(0); instance.graph().vertex_count()];
    for vertex in instance.graph().vertices() {
        let component = components.of(vertex);
        if !is_settled[component] {
            here[vertex.index()] = Vertex(members[component].len() as u32);
            members[component].push(vertex);
        }
    }
    let unsettled = members.into_iter().zip(robots).filter(|(vertices, _)| !vertices.is_empty());
    Ok(unsettled.map(move |(vertices, robots)| cut_out(instance, &here, vertices, robots)))
}

/// The component with these vertices, which `here` numbers in their order, and these robots.
fn cut_out(instance: &Instance, here: &[Vertex], vertices: Vec<Vertex>, robots: Vec<Token>) -> Part {
    let edges = vertices.iter().flat_map(|&vertex| {
        let larger = instance.graph().neighbours(vertex).iter().filter(move |&&next| next > vertex);
        larger.map(move |next| (here[vertex.index()], here[next.index()]))
    });
    let graph = Graph::from_edges(vertices.len(), edges).expect("invariant: a part of a graph is one");
    let place = |everywhere: &Configuration| {
        let places: Vec<_> = robots.iter().map(|&robot| here[everywhere.vertex_of(robot).index()]).collect();
        Configuration::new(vertices.len(), &places).expect("invariant: a part of a configuration is one")
    };
    Part { graph, start: place(instance.start()), goal: place(instance.goal()), vertices, robots }
}

//! All placements, and the components into which moves join them.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::iter;

use motion_core::Vertex;
use motion_core::graph::Graph;

/// All placements of some robots on a graph, in components: two placements are in one component if
/// and only if moves of one robot at a time to a vacant neighbour lead from the one to the other.
///
/// A placement is the vertex of each robot. Placements are numbered in ascending order.
///
/// # Examples
/// ```
/// use cpf_core::internal::Reachability;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Three robots on a cycle of four keep their cyclic order.
/// let square = Graph::from_edges(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
/// let reachability = Reachability::new(&square, 3)?;
/// let [start, turned, exchanged] =
///     [[0, 1, 2], [1, 2, 3], [1, 0, 2]].map(|places| places.map(Vertex));
/// assert!(reachability.connected(&start, &turned));
/// assert!(!reachability.connected(&start, &exchanged));
/// let reached =
///     reachability.placements().filter(|goal| reachability.connected(&start, goal)).count();
/// assert_eq!((reached, reachability.placement_count()), (12, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachability {
    vertices: usize,
    robots: usize,
    /// The first placement that can be reached from each placement.
    components: Vec<u32>,
}

/// The error of more placements than [`Reachability::MAX_PLACEMENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPlacements {
    /// The number of vertices.
    pub vertices: usize,
    /// The number of robots.
    pub robots: usize,
}

impl fmt::Display for TooManyPlacements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertices, robots } = self;
        write!(f, "too many placements of {robots} robots on {vertices} vertices to try them all")
    }
}

impl Error for TooManyPlacements {}

impl Reachability {
    /// The largest number of placements accepted: 2²⁴, enough for any number of robots on ten
    /// vertices, eight on eleven and six on eighteen.
    pub const MAX_PLACEMENTS: usize = 1 << 24;

    /// Tries every move from every placement of this many robots. If there are more robots than
    /// vertices, there are no placements.
    ///
    /// # Errors
    /// [`TooManyPlacements`], before any memory is allocated.
    ///
    /// # Complexity
    /// With r robots and p placements, time O(p · r · (r + d) · log p), where d is the largest
    /// degree; r is at most ten if there are placements. Four bytes of memory for each placement,
    /// at most 64 MiB.
    pub fn new(graph: &Graph, robots: usize) -> Result<Self, TooManyPlacements> {
        let vertices = graph.vertex_count();
        let count = placement_count(vertices, robots).ok_or(TooManyPlacements { vertices, robots })?;
        let mut components: Vec<_> = (0..count as u32).collect();
        let mut next = first_placement(vertices, robots);
        let mut number = 0;
        while let Some(mut places) = next {
            for robot in 0..robots {
                let from = places[robot];
                for &to in graph.neighbours(from) {
                    // The moves to smaller vertices are these moves undone.
                    if to > from && !places.contains(&to) {
                        places[robot] = to;
                        join(&mut components, number, number_of(vertices, &places));
                        places[robot] = from;
                    }
                }
            }
            number += 1;
            next = advance(vertices, &mut places).then_some(places);
        }
        Ok(Self::of_components(vertices, robots, components))
    }

    /// Makes every placement point to the first one of its component.
    pub(super) fn of_components(vertices: usize, robots: usize, mut components: Vec<u32>) -> Self {
        for number in 0..components.len() {
            // The placement pointed to comes earlier and is final.
            components[number] = components[components[number] as usize];
        }
        Self { vertices, robots, components }
    }

    /// Whether there are few enough placements.
    pub(super) fn check_count(vertices: usize, robots: usize) -> Result<(), TooManyPlacements> {
        placement_count(vertices, robots).map(|_| ()).ok_or(TooManyPlacements { vertices, robots })
    }

    /// The number of placements.
    pub const fn placement_count(&self) -> usize {
        self.components.len()
    }

    /// All placements in ascending order.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::internal::Reachability;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    ///
    /// let edge = Graph::from_edges(2, [(Vertex(0), Vertex(1))])?;
    /// let placements = Reachability::new(&edge, 1)?.placements();
    /// assert!(placements.eq([[Vertex(0)], [Vertex(1)]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placements(&self) -> impl Iterator<Item = Vec<Vertex>> + use<> {
        placements(self.vertices, self.robots)
    }

    /// The component of a placement, as the number of the first placement connected with it.
    ///
    /// # Panics
    /// If these are not as many distinct vertices of the graph as there are robots.
    ///
    /// # Complexity
    /// Quadratic in the number of robots.
    pub fn component(&self, places: &[Vertex]) -> usize {
        assert!(places.len() == self.robots, "{} robots, not {}", self.robots, places.len());
        for (robot, place) in places.iter().enumerate() {
            assert!(place.index() < self.vertices, "there is no vertex {}", place.one_based());
            assert!(!places[..robot].contains(place), "two robots on vertex {}", place.one_based());
        }
        self.components[number_of(self.vertices, places)] as usize
    }

    /// Whether moves lead from one placement to the other, and therefore back.
    ///
    /// # Panics
    /// As [`component`](Reachability::component) does.
    ///
    /// # Complexity
    /// Quadratic in the number of robots.
    pub fn connected(&self, start: &[Vertex], goal: &[Vertex]) -> bool {
        self.component(start) == self.component(goal)
    }
}

/// The number of placements, unless there are too many.
pub(super) fn placement_count(vertices: usize, robots: usize) -> Option<usize> {
    if robots > vertices {
        return Some(0);
    }
    (0..robots).try_fold(1usize, |count, robot| {
        count.checked_mul(vertices - robot).filter(|&count| count <= Reachability::MAX_PLACEMENTS)
    })
}

/// All placements in ascending order.
pub(super) fn placements(vertices: usize, robots: usize) -> impl Iterator<Item = Vec<Vertex>> + use<> {
    iter::successors(first_placement(vertices, robots), move |places| {
        let mut next = places.clone();
        advance(vertices, &mut next).then_some(next)
    })
}

pub(super) fn first_placement(vertices: usize, robots: usize) -> Option<Vec<Vertex>> {
    (robots <= vertices).then(|| (0..robots as u32).map(Vertex).collect())
}

/// Advances to the next placement, if there is one; returns whether there is.
pub(super) fn advance(vertices: usize, places: &mut [Vertex]) -> bool {
    let free = |before: &[Vertex], from: u32| {
        (from..vertices as u32).map(Vertex).find(|vertex| !before.contains(vertex))
    };
    for robot in (0..places.len()).rev() {
        let (before, rest) = places.split_at_mut(robot);
        if let Some(place) = free(before, rest[0].0 + 1) {
            rest[0] = place;
            for later in robot + 1..places.len() {
                places[later] = free(&places[..later], 0).expect("invariant: no more robots than vertices");
            }
            return true;
        }
    }
    false
}

/// The number of a placement. Each robot in turn chooses among the vertices left by the robots
/// before it.
pub(super) fn number_of(vertices: usize, places: &[Vertex]) -> usize {
    places.iter().enumerate().fold(0, |number, (robot, &place)| {
        let taken = places[..robot].iter().filter(|&&other| other < place).count();
        number * (vertices - robot) + place.index() - taken
    })
}

/// Joins two components: the later root points to the earlier one.
pub(super) fn join(components: &mut [u32], a: usize, b: usize) {
    let (a, b) = (root(components, a), root(components, b));
    components[a.max(b)] = a.min(b) as u32;
}

/// The first placement of a component. Shortens every second pointer on the path to it.
fn root(components: &mut [u32], mut number: usize) -> usize {
    while components[number] as usize != number {
        components[number] = components[components[number] as usize];
        number = components[number] as usize;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use motion_core::Grid;

    fn graph(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
        Graph::from_edges(vertices, edges).expect("a simple graph")
    }

    /// Returns the number of placements of each component, in ascending order.
    fn sizes(graph: &Graph, robots: usize) -> Vec<usize> {
        let reachability = Reachability::new(graph, robots).expect("a small graph");
        let mut sizes = alloc::vec![0; reachability.placement_count()];
        for places in reachability.placements() {
            sizes[reachability.component(&places)] += 1;
        }
        sizes.retain(|&size| size > 0);
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn placements_are_numbered_in_ascending_order() {
        for (vertices, robots, count) in
            [(0, 0, 1), (3, 0, 1), (3, 1, 3), (4, 2, 12), (5, 4, 120), (5, 5, 120), (6, 3, 120), (2, 3, 0)]
        {
            let all: Vec<_> = placements(vertices, robots).collect();
            assert!(all.is_sorted() && all.iter().collect::<BTreeSet<_>>().len() == count);
            assert!(all.iter().map(|places| number_of(vertices, places)).eq(0..count));
            assert_eq!(placement_count(vertices, robots), Some(count));
        }
    }

    #[test]
    fn components_are_as_large_as_known() {
        let puzzle = Grid::new(2, 3).expect("a small grid").to_graph().graph;
        assert_eq!(sizes(&puzzle, 5), [360; 2]);
        assert_eq!(sizes(&puzzle, 6), [1; 720]);
        // Wilson's exception: 7 vertices for the blank times 120 permutations.
        let theta_zero = graph(7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)]);
        assert_eq!(sizes(&theta_zero, 6), [840; 6]);
        // A path keeps the order, a cycle the cyclic order, and a star with two blanks no order.
        assert_eq!(sizes(&graph(5, (1..5).map(|b| (b - 1, b))), 3), [10; 6]);
        assert_eq!(sizes(&graph(5, (0..5).map(|a| (a, (a + 1) % 5))), 4), [20; 6]);
        assert_eq!(sizes(&graph(5, (1..5).map(|ray| (0, ray))), 3), [60]);
        assert_eq!(sizes(&graph(4, [(0, 1), (2, 3)]), 1), [2, 2]);
        assert_eq!(sizes(&graph(0, []), 0), [1]);
    }

    #[test]
    fn the_first_of_a_component_is_its_number() {
        let path = Reachability::new(&graph(3, [(0, 1), (1, 2)]), 2).expect("a small graph");
        let numbers: Vec<_> = path.placements().map(|places| path.component(&places)).collect();
        // 01, 02, 10, 12, 20, 21.
        assert_eq!(numbers, [0, 0, 2, 0, 2, 2]);
    }

    #[test]
    fn too_many_placements_are_refused() {
        let refused = |vertices, robots| Reachability::new(&graph(vertices, []), robots).err();
        for (vertices, robots) in [(11, 9), (11, 11), (4097, 2), (100_000, 99_999)] {
            assert_eq!(refused(vertices, robots), Some(TooManyPlacements { vertices, robots }));
        }
        for (vertices, robots) in [(10, 10), (11, 7), (18, 6), (4096, 2), (3, usize::MAX)] {
            assert!(placement_count(vertices, robots).is_some(), "{robots} robots on {vertices} vertices");
        }
        assert_eq!(refused(3, 4), None);
    }

    #[test]
    #[should_panic(expected = "two robots on vertex 2")]
    fn no_two_robots_stand_on_one_vertex() {
        let _ =
            Reachability::new(&graph(3, []), 2).expect("a small graph").component(&[Vertex(1), Vertex(1)]);
    }
}

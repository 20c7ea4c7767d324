//! Distances and paths between two vertices, by searches that share their memory.

use alloc::vec::Vec;

use motion_core::internal::{Arcs, BucketQueue};
use motion_core::{Control, Stop, Vertex};

use crate::instance::Instance;

/// A lower bound on the distance between two vertices, found without a search: on a grid the
/// Manhattan distance, otherwise 0.
///
/// # Complexity
/// Eight bytes for each vertex on a grid.
///
/// # Examples
/// ```
/// use cpf_core::motion_core::{Grid, Vertex};
/// use cpf_core::internal::DistanceBound;
/// use cpf_core::Setup;
///
/// let grid = Grid::new(3, 4)?;
/// let instance = Setup::on_grid(grid, vec![(Vertex(0), Vertex(1))]).instance()?;
/// assert_eq!(DistanceBound::new(&instance).get(Vertex(0), Vertex(11)), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceBound {
    /// The row and column of each vertex of a grid.
    cells: Vec<(u32, u32)>,
}

impl DistanceBound {
    /// Makes the bound for the graph of an instance.
    pub fn new(instance: &Instance) -> Self {
        let cells = instance.grid().map_or_else(Vec::new, |grid| {
            let mut cells = Vec::with_capacity(instance.graph().vertex_count());
            let open = grid.cells().filter(|&cell| !grid.is_closed(cell));
            cells.extend(open.map(|cell| (grid.row(cell), grid.column(cell))));
            cells
        });
        Self { cells }
    }

    /// The bytes that the bound for an instance takes.
    pub fn bytes(instance: &Instance) -> u64 {
        let vertices = if instance.grid().is_some() { instance.graph().vertex_count() } else { 0 };
        (size_of::<(u32, u32)>() * vertices) as u64
    }

    /// A lower bound on the distance between two vertices.
    #[inline]
    pub fn get(&self, from: Vertex, to: Vertex) -> u32 {
        match (self.cells.get(from.index()), self.cells.get(to.index())) {
            (Some(from), Some(to)) => from.0.abs_diff(to.0) + from.1.abs_diff(to.1),
            _ => 0,
        }
    }
}

/// The steps of a graph for a [`PathSearch`], and a bound.
pub trait PathWays {
    /// The vertices from which a step leads to this one.
    fn before(&self, vertex: Vertex) -> &[Vertex];

    /// Returns whether paths may pass a vertex.
    fn is_open(&self, vertex: Vertex) -> bool;

    /// A lower bound on the distance between two vertices that falls by at most one with each step.
    fn bound(&self, from: Vertex, to: Vertex) -> u32;
}

/// The arcs of a graph, reversed, with a bound.
impl PathWays for (&Arcs, &DistanceBound) {
    #[inline]
    fn before(&self, vertex: Vertex) -> &[Vertex] {
        self.0.successors(vertex)
    }

    #[inline]
    fn is_open(&self, _: Vertex) -> bool {
        true
    }

    #[inline]
    fn bound(&self, from: Vertex, to: Vertex) -> u32 {
        self.1.get(from, to)
    }
}

/// A search for paths between two vertices by A*.
///
/// # Complexity
/// Twelve bytes for each vertex, accounted for by `new`. A search takes time for the vertices that
/// it expands: on an open grid about as many as the path has; if the bound is weak, all vertices no
/// farther away.
///
/// # References
/// I. Pohl, *Heuristic search viewed as path finding in a graph*, Artificial Intelligence 1, 1970:
/// the weighted estimate.
///
/// # Examples
/// ```
/// use cpf_core::motion_core::{Control, Vertex};
/// use cpf_core::internal::{DistanceBound, PathSearch};
/// use cpf_core::Instance;
///
/// let instance: Instance = "p edge 4 2\ne 1 2\ne 2 3\nr 1 3\n".parse()?;
/// let bound = DistanceBound::new(&instance);
/// let control = &mut Control::unlimited();
/// let mut search = PathSearch::new(instance.graph().vertex_count(), control)?;
/// let ways = (instance.graph().arcs(), &bound);
/// assert_eq!(search.distance(Vertex(0), Vertex(2), &ways, control)?, Some(2));
/// assert_eq!(search.distance(Vertex(0), Vertex(3), &ways, control)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathSearch {
    reached: Vec<Reached>,
    /// The number of the search, which tells its entries from earlier ones.
    number: u32,
    expanded: u64,
    queue: BucketQueue<(Vertex, u32)>,
}

/// A vertex that a search has reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    number: u32,
    steps: u32,
    parent: Vertex,
}

/// The growth of a path's key with each step.
const STEP: u32 = 8;

impl PathSearch {
    /// Allocates the memory for graphs with this many vertices. It is held in `control` until the
    /// end of its scope.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the limit does not allow it.
    pub fn new(vertices: usize, control: &mut Control) -> Result<Self, Stop> {
        let mut reached = Vec::new();
        control.reserve(&mut reached, vertices)?;
        reached.resize(vertices, Reached { number: 0, steps: 0, parent: Vertex(0) });
        Ok(Self { reached, number: 0, expanded: 0, queue: BucketQueue::new() })
    }

    /// The distance between two vertices; `None` if there is no path.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over; `control` is
    /// [advanced](Control::advance) by a step for every vertex.
    ///
    /// # Panics
    /// If one of the vertices does not exist.
    pub fn distance(
        &mut self,
        from: Vertex,
        to: Vertex,
        ways: &impl PathWays,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        Ok(self.search(from, to, STEP, ways, control)?.then(|| self.reached[from.index()].steps))
    }

    /// Finds a path, both ends included, whose length is at most `weight` / 8 times that of a
    /// shortest one; `None` if there is no path. The weight 8 gives shortest paths; with greater
    /// weights fewer vertices are expanded.
    ///
    /// # Errors
    /// Those of [`distance`](Self::distance).
    ///
    /// # Panics
    /// If one of the vertices does not exist, or the weight is less than 8.
    pub fn path(
        &mut self,
        from: Vertex,
        to: Vertex,
        weight: u32,
        ways: &impl PathWays,
        control: &mut Control,
    ) -> Result<Option<Vec<Vertex>>, Stop> {
        assert!(weight >= STEP, "paths shorter than shortest ones: {weight}");
        if !self.search(from, to, weight, ways, control)? {
            return Ok(None);
        }
        let mut path = Vec::with_capacity(self.reached[from.index()].steps as usize + 1);
        let mut place = from;
        path.push(place);
        while place != to {
            place = self.reached[place.index()].parent;
            path.push(place);
        }
        Ok(Some(path))
    }

    /// The number of vertices that all searches have expanded.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Searches from `to` until `from` is expanded. A vertex is expanded again if a shorter way to
    /// it is found, which can happen with weights above 8.
    fn search(
        &mut self,
        from: Vertex,
        to: Vertex,
        weight: u32,
        ways: &impl PathWays,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if self.number == u32::MAX {
            self.reached.iter_mut().for_each(|reached| reached.number = 0);
            self.number = 0;
        }
        self.number += 1;
        self.queue.clear();
        let least = STEP * ways.bound(from, to);
        let key = |vertex, steps| STEP * steps + weight * ways.bound(from, vertex) - least;
        self.reached[to.index()] = Reached { number: self.number, steps: 0, parent: to };
        self.queue.push(key(to, 0), (to, 0), control)?;
        while let Some((_, (vertex, steps))) = self.queue.pop() {
            // A shorter way has been found since.
            if self.reached[vertex.index()].steps != steps {
                continue;
            }
            control.advance(1)?;
            self.expanded += 1;
            if vertex == from {
                return Ok(true);
            }
            for &next in ways.before(vertex).iter().filter(|&&next| ways.is_open(next) || next == from) {
                let known = self.reached[next.index()];
                let steps = steps + 1;
                if known.number != self.number || steps < known.steps {
                    self.reached[next.index()] = Reached { number: self.number, steps, parent: vertex };
                    self.queue.push(key(next, steps), (next, steps), control)?;
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use motion_core::{Cell, Grid};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    /// Tests a grid, and its graph without the grid.
    #[test]
    fn paths_are_as_short_as_their_weight_says() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let control = &mut Control::unlimited();
        let mut longer = 0;
        for _ in 0..20 {
            let mut grid = Grid::new(9, 12).expect("a grid");
            for cell in 0..108 {
                if rng.next_u64() % 3 == 0 {
                    grid.close(Cell(cell));
                }
            }
            let alone = generate::robots(grid.to_graph().graph, 6, &mut rng).expect("enough vertices");
            let on_grid = crate::instance::Setup::on_grid(grid, alloc::vec![]).instance().expect("no robots");
            for instance in [alone, on_grid] {
                let graph = instance.graph();
                let bound = DistanceBound::new(&instance);
                let mut search = PathSearch::new(graph.vertex_count(), control)?;
                let ways = (graph.arcs(), &bound);
                for _ in 0..300 {
                    let mut vertex = || Vertex((rng.next_u64() % graph.vertex_count() as u64) as u32);
                    let (from, to) = (vertex(), vertex());
                    let expected = graph.distances([to]).get(from);
                    assert_eq!(search.distance(from, to, &ways, control)?, expected);
                    for weight in [STEP, 12, 20] {
                        let path = search.path(from, to, weight, &ways, control)?;
                        assert_eq!(path.is_some(), expected.is_some());
                        let (Some(path), Some(least)) = (path, expected) else { continue };
                        assert_eq!((path[0], path[path.len() - 1]), (from, to));
                        assert!(path.windows(2).all(|step| graph.has_edge(step[0], step[1])));
                        let steps = path.len() as u32 - 1;
                        assert!(least <= steps && STEP * steps <= weight * least, "{steps}, {least}");
                        longer += u32::from(steps > least);
                    }
                }
            }
        }
        assert!(longer > 50, "{longer}");
        Ok(())
    }
}

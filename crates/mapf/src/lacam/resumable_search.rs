//! Distances on demand: searches from the goals that go on when a vertex is asked for.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::{Control, Graph, Stop, Vertex};

use crate::goal_distances::UNREACHABLE;

/// An A* from the goal of each robot towards its start, which goes on from where it was until the
/// vertex that is asked for is expanded. On a grid the bound is the Manhattan distance.
///
/// # References
/// D. Silver, *Cooperative pathfinding*, AIIDE 2005: reverse resumable A*.
#[derive(Debug)]
pub(super) struct ResumableSearches<'a> {
    graph: &'a Graph,
    /// Row and column of each vertex of a grid.
    cells: Vec<(u32, u32)>,
    starts: &'a [Vertex],
    searches: Vec<Search>,
    /// For each robot and block of vertices the page of its distances, or [`NO_PAGE`].
    directory: Vec<u32>,
    blocks: usize,
    pages: Vec<[u32; PAGE]>,
    /// The vertices expanded since the last account, and the bytes that are held.
    expanded: u64,
    held: u64,
}

/// The vertices of a page.
const PAGE: usize = 64;
const NO_PAGE: u32 = u32::MAX;
/// More than an edge can raise distance plus bound by.
const LEVELS: usize = 3;

#[derive(Debug, Default)]
struct Search {
    /// What is to be expanded, by distance plus bound modulo their number.
    open: [Vec<(Vertex, u32)>; LEVELS],
    level: usize,
}

impl<'a> ResumableSearches<'a> {
    pub(super) fn new(instance: &'a Instance, control: &mut Control) -> Result<Self, Stop> {
        let graph = instance.graph();
        let (blocks, robots) = (graph.vertex_count().div_ceil(PAGE), instance.robot_count());
        let per_robot = 4 * blocks + size_of::<Search>();
        let held = (8 * graph.vertex_count() + per_robot * robots) as u64;
        control.hold(held)?;
        let cells = instance.grid().map_or_else(Vec::new, |grid| {
            let cells = grid.to_graph().cells;
            cells.into_iter().map(|cell| (grid.row(cell), grid.column(cell))).collect()
        });
        let mut searches = Self {
            graph,
            cells,
            starts: instance.start().places(),
            searches: Vec::with_capacity(robots),
            directory: alloc::vec![NO_PAGE; blocks * robots],
            blocks,
            pages: Vec::new(),
            expanded: 0,
            held,
        };
        for (robot, &goal) in instance.goal().places().iter().enumerate() {
            let level = searches.bound(robot, goal) as usize % LEVELS;
            let mut search = Search { level, ..Search::default() };
            search.open[level].push((goal, 0));
            searches.searches.push(search);
        }
        Ok(searches)
    }

    /// The distance from a vertex to the goal of a robot.
    #[inline]
    pub(super) fn get(&mut self, robot: usize, vertex: Vertex) -> u32 {
        match self.known(robot, vertex) {
            UNREACHABLE => self.find(robot, vertex),
            distance => distance,
        }
    }

    /// Accounts for the memory and the work since the last call.
    pub(super) fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        control.spend_many(core::mem::take(&mut self.expanded))?;
        let per_robot = 4 * self.blocks + size_of::<Search>();
        // What is open is of the order of what was expanded.
        let pages = self.pages.capacity() * size_of::<[u32; PAGE]>();
        let now = (8 * self.graph.vertex_count() + per_robot * self.searches.len() + pages) as u64;
        control.hold(now - self.held)?;
        self.held = now;
        Ok(())
    }

    fn bound(&self, robot: usize, vertex: Vertex) -> u32 {
        let cell = |vertex: Vertex| self.cells.get(vertex.index());
        match (cell(vertex), cell(self.starts[robot])) {
            (Some(a), Some(b)) => a.0.abs_diff(b.0) + a.1.abs_diff(b.1),
            _ => 0,
        }
    }

    #[inline]
    fn known(&self, robot: usize, vertex: Vertex) -> u32 {
        match self.directory[robot * self.blocks + vertex.index() / PAGE] {
            NO_PAGE => UNREACHABLE,
            page => self.pages[page as usize][vertex.index() % PAGE],
        }
    }

    fn set(&mut self, robot: usize, vertex: Vertex, distance: u32) {
        let entry = robot * self.blocks + vertex.index() / PAGE;
        if self.directory[entry] == NO_PAGE {
            self.directory[entry] = self.pages.len() as u32;
            self.pages.push([UNREACHABLE; PAGE]);
        }
        self.pages[self.directory[entry] as usize][vertex.index() % PAGE] = distance;
    }

    /// Goes on with a search until a vertex is expanded, whose distance is known then, as the bound
    /// is consistent.
    #[cold]
    fn find(&mut self, robot: usize, wanted: Vertex) -> u32 {
        loop {
            let search = &mut self.searches[robot];
            let Some(step) = (0..LEVELS).find(|step| !search.open[(search.level + step) % LEVELS].is_empty())
            else {
                return UNREACHABLE;
            };
            search.level = (search.level + step) % LEVELS;
            let level = search.level;
            let (vertex, distance) = search.open[level].pop().expect("invariant: it is not empty");
            if self.known(robot, vertex) != UNREACHABLE {
                continue;
            }
            self.set(robot, vertex, distance);
            self.expanded += 1;
            let bound = self.bound(robot, vertex) as usize;
            for &next in self.graph.neighbours(vertex) {
                if self.known(robot, next) == UNREACHABLE {
                    let rise = self.bound(robot, next) as usize + 1 - bound;
                    self.searches[robot].open[(level + rise) % LEVELS].push((next, distance + 1));
                }
            }
            if vertex == wanted {
                return distance;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cpf_core::generate;
    use motion_core::{Cell, Grid};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    /// On a grid and on its graph alone, in random order.
    #[test]
    fn distances_are_those_of_breadth_first_search() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20 {
            let mut grid = Grid::new(9, 12).expect("a grid");
            for cell in 0..108 {
                if rng.next_u64() % 3 == 0 {
                    grid.close(Cell(cell));
                }
            }
            let graph = grid.to_graph().graph;
            let alone = generate::robots(graph, 6, &mut rng).expect("enough vertices");
            let robots =
                alone.start().places().iter().copied().zip(alone.goal().places().iter().copied()).collect();
            let on_grid = cpf_core::Setup::on_grid(grid, robots).instance().expect("the same robots");
            for instance in [alone, on_grid] {
                let mut control = Control::unlimited();
                let mut searches = ResumableSearches::new(&instance, &mut control).expect("no limit");
                for _ in 0..300 {
                    let robot = rng.next_u64() as usize % 6;
                    let vertex = Vertex((rng.next_u64() % instance.graph().vertex_count() as u64) as u32);
                    let expected = instance.graph().distances([instance.goal().places()[robot]]).get(vertex);
                    assert_eq!(searches.get(robot, vertex), expected.unwrap_or(UNREACHABLE));
                }
                assert_eq!(searches.account(&mut control), Ok(()));
                assert!(control.stats().nodes > 0 && control.stats().bytes > 0);
            }
        }
    }
}

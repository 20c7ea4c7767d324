//! Distances on demand: searches from the goals that go on when a vertex is asked for.

use alloc::vec::Vec;
use core::cell::RefCell;

use motion_core::{Control, Stop, Token, Vertex};

use crate::instance::Instance;

/// Exact distances from the goals of robots, each found when it is asked for.
///
/// An A* from the goal of each robot towards its start, which goes on from where it was until the
/// vertex that is asked for is expanded. On a grid the bound is the Manhattan distance.
///
/// # Complexity
/// Memory for each robot a fraction of the graph, and what its search has looked at.
///
/// # References
/// D. Silver, *Cooperative pathfinding*, AIIDE 2005: reverse resumable A*.
///
/// # Examples
/// ```
/// use cpf_core::{GoalSearches, Instance};
/// use motion_core::{Token, Vertex};
///
/// let instance: Instance = "p edge 4 2\ne 1 2\ne 2 3\nr 1 3\n".parse()?;
/// let searches = GoalSearches::new(&instance);
/// assert_eq!(searches.distance(Token(0), Vertex(0)), Some(2));
/// assert_eq!(searches.distance(Token(0), Vertex(3)), None);
/// # Ok::<(), cpf_core::formats::FormatError>(())
/// ```
#[derive(Debug)]
pub struct GoalSearches<'a> {
    /// Row and column of each vertex of a grid.
    cells: Vec<(u32, u32)>,
    instance: &'a Instance,
    searches: RefCell<Searches>,
}

#[derive(Debug)]
struct Searches {
    of_robots: Vec<Search>,
    pages: Vec<[u32; PAGE]>,
    /// The vertices expanded since the last account, and the bytes that are held.
    expanded: u64,
    held: u64,
}

/// The vertices of a page.
const PAGE: usize = 64;
const NO_PAGE: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX;
/// More than an edge can raise distance plus bound by.
const LEVELS: usize = 3;

#[derive(Debug, Default)]
struct Search {
    /// For each block of vertices the page of its distances, or [`NO_PAGE`]; empty before the
    /// search begins.
    directory: Vec<u32>,
    /// What is to be expanded, by distance plus bound modulo their number.
    open: [Vec<(Vertex, u32)>; LEVELS],
    level: usize,
}

impl<'a> GoalSearches<'a> {
    /// Nothing is searched yet.
    pub fn new(instance: &'a Instance) -> Self {
        let cells = instance.grid().map_or_else(Vec::new, |grid| {
            let cells = grid.to_graph().cells;
            cells.into_iter().map(|cell| (grid.row(cell), grid.column(cell))).collect()
        });
        let begun = |(&start, &goal): (&Vertex, &Vertex)| {
            let level = bound(&cells, start, goal) as usize % LEVELS;
            let mut search = Search { level, ..Search::default() };
            search.open[level].push((goal, 0));
            search
        };
        let ends = instance.start().places().iter().zip(instance.goal().places());
        let of_robots = ends.map(begun).collect();
        let searches = RefCell::new(Searches { of_robots, pages: Vec::new(), expanded: 0, held: 0 });
        Self { cells, instance, searches }
    }

    /// The distance from a vertex to the goal of a robot; `None` if there is no path.
    ///
    /// # Panics
    /// If there is no such robot or vertex.
    #[inline]
    pub fn distance(&self, robot: Token, vertex: Vertex) -> Option<u32> {
        let searches = &mut *self.searches.borrow_mut();
        match searches.known(robot.index(), vertex) {
            UNKNOWN => self.find(searches, robot.index(), vertex),
            distance => Some(distance),
        }
    }

    /// Accounts for the memory and the work since the last call: a node for each vertex that was
    /// expanded. The memory is held in `control` until the end of its scope.
    ///
    /// # Errors
    /// [`Stop`] if the budget does not allow it.
    pub fn account(&self, control: &mut Control) -> Result<(), Stop> {
        let searches = &mut *self.searches.borrow_mut();
        control.spend_many(core::mem::take(&mut searches.expanded))?;
        let per_robot = 4 * self.instance.graph().vertex_count().div_ceil(PAGE) + size_of::<Search>();
        // What is open is of the order of what was expanded.
        let pages = searches.pages.capacity() * size_of::<[u32; PAGE]>();
        let now = (8 * self.cells.len() + per_robot * searches.of_robots.len() + pages) as u64;
        control.hold(now.saturating_sub(searches.held))?;
        searches.held = searches.held.max(now);
        Ok(())
    }

    /// The distances of all robots from their starts to their goals; `None` where there is no path.
    /// Each search is forgotten as soon as it has ended.
    pub(crate) fn of_starts(self) -> impl Iterator<Item = Option<u32>> {
        let starts = self.instance.start().places().iter().enumerate();
        starts.map(move |(robot, &start)| {
            let searches = &mut *self.searches.borrow_mut();
            let distance = self.find(searches, robot, start);
            searches.of_robots[robot] = Search::default();
            searches.pages.clear();
            distance
        })
    }

    /// Goes on with a search until a vertex is expanded, whose distance is known then, as the bound
    /// is consistent.
    #[cold]
    fn find(&self, searches: &mut Searches, robot: usize, wanted: Vertex) -> Option<u32> {
        let (graph, start) = (self.instance.graph(), self.instance.start().places()[robot]);
        if searches.of_robots[robot].directory.is_empty() {
            searches.of_robots[robot].directory = alloc::vec![NO_PAGE; graph.vertex_count().div_ceil(PAGE)];
        }
        loop {
            let search = &mut searches.of_robots[robot];
            let step = (0..LEVELS).find(|step| !search.open[(search.level + step) % LEVELS].is_empty())?;
            search.level = (search.level + step) % LEVELS;
            let level = search.level;
            let (vertex, distance) = search.open[level].pop().expect("invariant: it is not empty");
            if searches.known(robot, vertex) != UNKNOWN {
                continue;
            }
            searches.set(robot, vertex, distance);
            let here = bound(&self.cells, start, vertex) as usize;
            for &next in graph.neighbours(vertex) {
                if searches.known(robot, next) == UNKNOWN {
                    let rise = bound(&self.cells, start, next) as usize + 1 - here;
                    searches.of_robots[robot].open[(level + rise) % LEVELS].push((next, distance + 1));
                }
            }
            if vertex == wanted {
                return Some(distance);
            }
        }
    }
}

impl Searches {
    #[inline]
    fn known(&self, robot: usize, vertex: Vertex) -> u32 {
        match self.of_robots[robot].directory.get(vertex.index() / PAGE) {
            None | Some(&NO_PAGE) => UNKNOWN,
            Some(&page) => self.pages[page as usize][vertex.index() % PAGE],
        }
    }

    fn set(&mut self, robot: usize, vertex: Vertex, distance: u32) {
        self.expanded += 1;
        let page = &mut self.of_robots[robot].directory[vertex.index() / PAGE];
        if *page == NO_PAGE {
            *page = self.pages.len() as u32;
            self.pages.push([UNKNOWN; PAGE]);
        }
        self.pages[*page as usize][vertex.index() % PAGE] = distance;
    }
}

/// At most the distance between two vertices.
fn bound(cells: &[(u32, u32)], from: Vertex, to: Vertex) -> u32 {
    match (cells.get(from.index()), cells.get(to.index())) {
        (Some(from), Some(to)) => from.0.abs_diff(to.0) + from.1.abs_diff(to.1),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
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
            let on_grid = crate::instance::Setup::on_grid(grid, robots).instance().expect("the same robots");
            for instance in [alone, on_grid] {
                let searches = GoalSearches::new(&instance);
                for _ in 0..300 {
                    let robot = Token(rng.next_u64() as u32 % 6);
                    let vertex = Vertex((rng.next_u64() % instance.graph().vertex_count() as u64) as u32);
                    let expected = instance.graph().distances([instance.goal().vertex_of(robot)]).get(vertex);
                    assert_eq!(searches.distance(robot, vertex), expected);
                }
                let mut control = Control::unlimited();
                assert_eq!(searches.account(&mut control), Ok(()));
                assert!(control.stats().nodes > 0 && control.stats().bytes > 0);
                let of_starts: Vec<_> = GoalSearches::new(&instance).of_starts().collect();
                let asked = instance
                    .robots()
                    .map(|robot| searches.distance(robot, instance.start().vertex_of(robot)));
                assert_eq!(of_starts, asked.collect::<Vec<_>>());
            }
        }
    }
}

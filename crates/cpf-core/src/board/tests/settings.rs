//! Settings for testing operations, and oracles that share only the graph with the board.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Direction, Grid, Move, Token, Vertex};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::board::{GoalDistances, WorkingBoard};

/// The initial data of a board.
#[derive(Clone)]
pub(super) struct Setting {
    pub(super) graph: Graph,
    pub(super) grid: Option<Grid>,
    pub(super) places: Vec<Vertex>,
    pub(super) goals: Vec<Vertex>,
    pub(super) locked: Vec<bool>,
}

/// Prints on one line, so that counter-examples can be read.
impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let numbers = |vertices: &[Vertex]| vertices.iter().map(|vertex| vertex.0).collect::<Vec<_>>();
        let size = self.grid.as_ref().map(|grid| (grid.rows(), grid.columns()));
        let edges: Vec<_> = self.graph.edges().map(|(a, b)| (a.0, b.0)).collect();
        let locked: Vec<_> = self.graph.vertices().filter(|&vertex| self.is_locked(vertex)).collect();
        let (places, goals, locked) = (numbers(&self.places), numbers(&self.goals), numbers(&locked));
        let text = format!("grid {size:?}, {edges:?}, at {places:?}, goals {goals:?}, locked {locked:?}");
        f.write_str(&text)
    }
}

impl Setting {
    pub(super) fn start(&self) -> Configuration {
        Configuration::new(self.graph.vertex_count(), &self.places).expect("distinct places")
    }

    pub(super) fn goal_distances(&self, control: &mut Control) -> GoalDistances {
        let goals = Configuration::new(self.graph.vertex_count(), &self.goals).expect("distinct goals");
        GoalDistances::new(&self.graph, self.grid.as_ref(), &goals, control).expect("no limit")
    }

    pub(super) fn board<'a, 'c>(&'a self, control: &'a mut Control<'c>) -> WorkingBoard<'a, 'c> {
        let goal_distances = self.goal_distances(control);
        let mut board =
            WorkingBoard::new(&self.graph, self.start(), goal_distances, control).expect("no limit");
        self.graph.vertices().filter(|&vertex| self.is_locked(vertex)).for_each(|vertex| board.lock(vertex));
        board
    }

    pub(super) fn is_locked(&self, vertex: Vertex) -> bool {
        self.locked[vertex.index()]
    }

    pub(super) fn is_free(&self, vertex: Vertex) -> bool {
        !self.is_locked(vertex)
    }

    /// Whether the board has closed forms for distances.
    pub(super) fn is_open_rectangle(&self) -> bool {
        self.grid.as_ref().is_some_and(|grid| {
            let closed = grid.cells().any(|cell| grid.is_closed(cell));
            let inner_wall = grid.cells().any(|cell| {
                let rim = |side| match side {
                    Direction::Up => grid.row(cell) == 0,
                    Direction::Down => grid.row(cell) + 1 == grid.rows(),
                    Direction::Left => grid.column(cell) == 0,
                    Direction::Right => grid.column(cell) + 1 == grid.columns(),
                };
                Direction::ALL.into_iter().any(|side| grid.has_wall(cell, side) && !rim(side))
            });
            !closed && !inner_wall
        })
    }

    pub(super) fn pick(&self, index: Index) -> Vertex {
        Vertex(index.index(self.graph.vertex_count()) as u32)
    }

    pub(super) fn pick_robot(&self, index: Index) -> Option<Token> {
        (!self.places.is_empty()).then(|| Token(index.index(self.places.len()) as u32))
    }

    /// Returns the steps from a vertex to all vertices over those that `passable` accepts.
    pub(super) fn steps(&self, from: Vertex, passable: impl Fn(Vertex) -> bool) -> Vec<Option<u32>> {
        least(&self.graph, &[from], |from, to| (passable(from) && passable(to)).then_some(1))
    }

    /// Fails unless the moves of the trail are legal, lead from the start to the board's
    /// configuration, and move no robots from locked vertices except the excepted ones.
    pub(super) fn check_trail(&self, board: &WorkingBoard, excepted: &[Token]) {
        let mut replayed = self.start();
        let made = self.graph.replay(&mut replayed, board.trail().iter().copied());
        assert_eq!(made, Ok(board.trail().len() as u64));
        assert_eq!(&replayed, board.configuration());
        for action in board.trail() {
            assert!(self.is_free(action.to), "{action:?} enters a locked vertex");
            assert!(self.is_free(action.from) || excepted.contains(&action.token), "{action:?} empties one");
        }
    }

    /// Returns the weight of moves, with distances to goals measured here.
    pub(super) fn weigh(&self, eighths: u8, moves: &[Move]) -> u32 {
        let goal_distances: Vec<_> = self.goals.iter().map(|&goal| self.steps(goal, |_| true)).collect();
        let weight =
            |action: &Move| weight(&goal_distances[action.token.index()], eighths, action.from, action.to);
        moves.iter().map(weight).sum()
    }
}

/// Returns 8 − eighths · (the decrease of the robot's distance to its goal).
pub(super) fn weight(from_home: &[Option<u32>], eighths: u8, from: Vertex, to: Vertex) -> u32 {
    match (from_home[from.index()], from_home[to.index()]) {
        (Some(before), Some(after)) => 8 + u32::from(eighths) * after - u32::from(eighths) * before,
        _ => 8,
    }
}

/// Returns the least cost of a path from one of the sources to each vertex, with the costs of edges
/// given by `cost` (Bellman and Ford).
pub(super) fn least(
    graph: &Graph,
    sources: &[Vertex],
    cost: impl Fn(Vertex, Vertex) -> Option<u32>,
) -> Vec<Option<u32>> {
    let mut least: Vec<_> = graph.vertices().map(|vertex| sources.contains(&vertex).then_some(0)).collect();
    loop {
        let before = least.clone();
        for (a, b) in graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]) {
            if let (Some(here), Some(more)) = (least[a.index()], cost(a, b)) {
                let there = &mut least[b.index()];
                *there = Some(there.map_or(here + more, |there: u32| there.min(here + more)));
            }
        }
        if least == before {
            return least;
        }
    }
}

/// Whether a graph's accepted vertices are at least two, connected, and remain so without any one
/// of them.
pub(super) fn is_biconnected(graph: &Graph, accepted: impl Fn(Vertex) -> bool) -> bool {
    let left: Vec<_> = graph.vertices().filter(|&vertex| accepted(vertex)).collect();
    let connected = |removed: Option<Vertex>| {
        let stays = |vertex: Vertex| accepted(vertex) && Some(vertex) != removed;
        let start = left.iter().copied().find(|&vertex| stays(vertex));
        let reached = start.map(|start| {
            least(graph, &[start], |from, to| (stays(from) && stays(to)).then_some(1))
                .iter()
                .flatten()
                .count()
        });
        reached == Some(left.len() - usize::from(removed.is_some()))
    };
    left.len() > 1 && connected(None) && left.iter().all(|&vertex| connected(Some(vertex)))
}

pub(super) fn graph(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let mut edges: Vec<_> = edges.into_iter().map(|(a, b)| (Vertex(a.min(b)), Vertex(a.max(b)))).collect();
    edges.sort_unstable();
    edges.dedup();
    Graph::from_edges(vertices, edges).expect("a simple graph")
}

type TestGraph = (Graph, Option<Grid>);

/// A tree that grows vertex by vertex, with some more edges.
fn connected_graphs() -> impl Strategy<Value = TestGraph> {
    let parents = prop::collection::vec(any::<Index>(), 0..12);
    let chords = prop::collection::vec((any::<Index>(), any::<Index>()), 0..12);
    (parents, chords).prop_map(|(parents, chords)| {
        let vertices = parents.len() + 1;
        let tree = (1..).zip(parents).map(|(vertex, parent)| (vertex, parent.index(vertex as usize) as u32));
        let chords = chords.iter().map(|(a, b)| (a.index(vertices) as u32, b.index(vertices) as u32));
        let edges: Vec<_> = tree.chain(chords.filter(|(a, b)| a != b)).collect();
        (graph(vertices, edges), None)
    })
}

/// A cycle and ears.
fn ear_graphs() -> impl Strategy<Value = TestGraph> {
    let ears = prop::collection::vec((any::<Index>(), any::<Index>(), 0u32..4), 0..4);
    (3u32..6, ears).prop_map(|(cycle, ears)| {
        let mut edges: Vec<_> = (0..cycle).map(|a| (a, (a + 1) % cycle)).collect();
        let mut vertices = cycle;
        for (from, to, inner) in ears {
            let (from, to) = (from.index(vertices as usize) as u32, to.index(vertices as usize) as u32);
            if from != to {
                let path: Vec<_> = [from].into_iter().chain(vertices..vertices + inner).chain([to]).collect();
                edges.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
                vertices += inner;
            }
        }
        (graph(vertices as usize, edges), None)
    })
}

pub(super) fn open_grids() -> impl Strategy<Value = TestGraph> {
    (1u32..=6, 1u32..=6).prop_map(|(rows, columns)| {
        let grid = Grid::new(rows, columns).expect("a small grid");
        (grid.to_graph().graph, Some(grid))
    })
}

/// Grids with closed cells and walls, not always connected.
fn broken_grids() -> impl Strategy<Value = TestGraph> {
    let closed = prop::collection::vec(any::<Index>(), 0..6);
    let walls = prop::collection::vec((any::<Index>(), any::<Index>()), 0..6);
    (2u32..=5, 2u32..=5, closed, walls).prop_map(|(rows, columns, closed, walls)| {
        let mut grid = Grid::new(rows, columns).expect("a small grid");
        let cells: Vec<_> = grid.cells().collect();
        // One cell stays open.
        for index in closed {
            grid.close(*index.get(&cells[1..]));
        }
        for (cell, side) in walls {
            grid.build_wall(*cell.get(&cells), *side.get(&Direction::ALL));
        }
        (grid.to_graph().graph, Some(grid))
    })
}

fn populated(places: impl Strategy<Value = TestGraph>, locks: f64) -> impl Strategy<Value = Setting> {
    places.prop_flat_map(move |(graph, grid)| {
        let vertices: Vec<_> = graph.vertices().collect();
        let count = vertices.len();
        // At least three times in four, there are at most four blanks.
        let blanks = prop_oneof![3 => 0..=count.min(4), 1 => 0..=count];
        let locked = prop_oneof![
            1 => Just(alloc::vec![false; count]),
            3 => prop::collection::vec(prop::bool::weighted(locks), count)
        ];
        let shuffled = || Just(vertices.clone()).prop_shuffle();
        (Just(graph), Just(grid), shuffled(), shuffled(), blanks, locked).prop_map(
            |(graph, grid, mut places, mut goals, blanks, locked)| {
                let robots = places.len() - blanks;
                places.truncate(robots);
                goals.truncate(robots);
                Setting { graph, grid, places, goals, locked }
            },
        )
    })
}

/// Any setting.
pub(super) fn settings() -> impl Strategy<Value = Setting> {
    prop_oneof![
        2 => populated(connected_graphs(), 0.25),
        2 => populated(open_grids(), 0.25),
        1 => populated(broken_grids(), 0.2),
    ]
}

/// Open grids alone.
pub(super) fn open_scenes() -> impl Strategy<Value = Setting> {
    populated(open_grids(), 0.3)
}

/// Settings whose unlocked vertices are bi-connected, with a blank among them.
pub(super) fn biconnected_scenes() -> impl Strategy<Value = Setting> {
    let grids = open_grids().prop_filter("a line", |(graph, _)| is_biconnected(graph, |_| true));
    let settings = prop_oneof![populated(ear_graphs(), 0.4), populated(grids, 0.5)];
    settings.prop_filter_map("all blanks are locked", |mut setting| {
        let wanted =
            core::mem::replace(&mut setting.locked, alloc::vec![false; setting.graph.vertex_count()]);
        for vertex in setting.graph.vertices().filter(|vertex| wanted[vertex.index()]) {
            setting.locked[vertex.index()] = true;
            if !is_biconnected(&setting.graph, |vertex| setting.is_free(vertex)) {
                setting.locked[vertex.index()] = false;
            }
        }
        let vacant = setting.start().vacant().any(|vertex| setting.is_free(vertex));
        vacant.then_some(setting)
    })
}

//! Recognition of open grids among graphs.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};

/// Marks a cell that has no vertex yet.
const VACANT: Vertex = Vertex(u32::MAX);

/// The vertices of a graph as the cells of an open grid of at least two rows and two columns.
pub(super) struct GridNumbering {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The vertex of every cell, row by row.
    pub(super) vertices: Vec<Vertex>,
}

impl GridNumbering {
    /// Numbers the cells of a graph that is such a grid, whatever the numbers of its vertices. If
    /// these are in reading order, so are the cells, except that rows and columns may be exchanged.
    ///
    /// The distances from two adjacent corners give row and column. Then every edge is checked.
    pub(super) fn of(graph: &Graph, control: &mut Control) -> Result<Option<Self>, Stop> {
        let mut corners = graph.vertices().filter(|&vertex| graph.degree(vertex) == 2);
        let Some(first) = corners.next() else { return Ok(None) };
        let from_first = graph.distances_within([first], control)?;
        // The nearest corner, so that the distance between them is the shorter side; the first if
        // several are equally near.
        let Some(second) = corners.min_by_key(|&corner| from_first.get(corner)) else { return Ok(None) };
        let from_second = graph.distances_within([second], control)?;
        let Some(mut grid) = from_first.get(second).and_then(|across| Self::empty(graph, across)) else {
            return Ok(None);
        };
        let mut places = Vec::with_capacity(grid.vertices.len());
        for vertex in graph.vertices() {
            control.advance(1)?;
            let distances = from_first.get(vertex).zip(from_second.get(vertex));
            let place = distances.and_then(|distances| grid.place(distances));
            let Some((row, column)) = place else { return Ok(None) };
            let slot = &mut grid.vertices[(row * grid.columns + column) as usize];
            if core::mem::replace(slot, vertex) != VACANT {
                return Ok(None);
            }
            places.push((row, column));
        }
        for (a, b) in graph.edges() {
            control.advance(1)?;
            let (a, b) = (places[a.index()], places[b.index()]);
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) != 1 {
                return Ok(None);
            }
        }
        Ok(Some(grid))
    }

    /// Makes a grid without vertices, if the graph has the size of a grid whose first two corners
    /// have this distance.
    fn empty(graph: &Graph, across: u32) -> Option<Self> {
        let columns = across + 1;
        let rows = u32::try_from(graph.vertex_count()).ok()? / columns;
        let cell_count = rows as usize * columns as usize;
        let edge_count = 2 * cell_count - rows as usize - columns as usize;
        let is_grid = rows >= 2 && cell_count == graph.vertex_count() && edge_count == graph.edge_count();
        is_grid.then(|| Self { rows, columns, vertices: alloc::vec![VACANT; cell_count] })
    }

    /// Computes row and column from the distances to the first two corners.
    fn place(&self, (one, other): (u32, u32)) -> Option<(u32, u32)> {
        let column = (one + self.columns - 1).checked_sub(other)? / 2;
        let row = one.checked_sub(column)?;
        (row < self.rows && column < self.columns).then_some((row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Grid;
    use proptest::prelude::*;

    fn found(graph: &Graph) -> Option<GridNumbering> {
        GridNumbering::of(graph, &mut Control::unlimited()).expect("there is no limit")
    }

    /// Returns the edges of an open grid with renumbered vertices.
    fn edges(rows: u32, columns: u32, numbers: &[u32]) -> Vec<(Vertex, Vertex)> {
        let graph = Grid::new(rows, columns).expect("a size").to_graph().graph;
        let number = |vertex: Vertex| Vertex(numbers[vertex.index()]);
        graph.edges().map(|(a, b)| (number(a), number(b))).collect()
    }

    fn numbered_grids() -> impl Strategy<Value = (u32, u32, Vec<u32>)> {
        (1u32..7, 1u32..7).prop_flat_map(|(rows, columns)| {
            let numbers: Vec<u32> = (0..rows * columns).collect();
            (Just(rows), Just(columns), Just(numbers).prop_shuffle())
        })
    }

    proptest! {
        #[test]
        fn grids_are_found_in_any_numbering((rows, columns, numbers) in numbered_grids()) {
            let edges = edges(rows, columns, &numbers);
            let graph = Graph::from_edges(numbers.len(), edges.iter().copied()).expect("a graph");
            let Some(found) = found(&graph) else {
                prop_assert!(rows == 1 || columns == 1);
                return Ok(());
            };
            prop_assert!((found.rows, found.columns) == (rows.max(columns), rows.min(columns)));
            // The cells are those of a grid with the same edges.
            let cells: Vec<u32> = found.vertices.iter().map(|vertex| vertex.0).collect();
            let again = self::edges(found.rows, found.columns, &cells);
            let again = Graph::from_edges(cells.len(), again).expect("a graph");
            prop_assert_eq!(again, graph);
        }

        #[test]
        fn an_edge_that_leads_elsewhere_is_noticed(
            (rows, columns, numbers) in numbered_grids(),
            changed in any::<prop::sample::Index>(),
            to in any::<prop::sample::Index>(),
        ) {
            let mut edges = edges(rows, columns, &numbers);
            prop_assume!(rows > 1 && columns > 1);
            let at = changed.index(edges.len());
            let to = Vertex(to.index(numbers.len()) as u32);
            let old = core::mem::replace(&mut edges[at].1, to);
            prop_assume!(to != old && to != edges[at].0);
            let Ok(graph) = Graph::from_edges(numbers.len(), edges.iter().copied()) else { return Ok(()) };
            if let Some(found) = found(&graph) {
                // The result is a grid with exactly these edges.
                let cells: Vec<u32> = found.vertices.iter().map(|vertex| vertex.0).collect();
                let again = self::edges(found.rows, found.columns, &cells);
                prop_assert_eq!(Graph::from_edges(cells.len(), again).expect("a graph"), graph);
            }
        }
    }

    #[test]
    fn reading_order_is_kept() {
        let graph = Grid::new(5, 4).expect("a size").to_graph().graph;
        let found = found(&graph).expect("a grid");
        assert!(found.vertices.into_iter().eq(graph.vertices()));
    }

    #[test]
    fn other_graphs_are_none() {
        let graph = |count: usize, edges: &[(u32, u32)]| {
            let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
            Graph::from_edges(count, edges).expect("a graph")
        };
        for other in [
            graph(0, &[]),
            graph(1, &[]),
            graph(3, &[(0, 1), (1, 2)]),
            graph(3, &[(0, 1), (1, 2), (0, 2)]),
            graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)]),
            // Two squares, and a square with a diagonal.
            graph(8, &[(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 7), (4, 7)]),
            graph(4, &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]),
        ] {
            assert!(found(&other).is_none(), "{other:?}");
        }
    }
}

//! The default decomposition for an instance.

use cpf_core::Instance;
use motion_core::error::RunError;
use motion_core::{Control, Grid, Vertex};

use super::cycles::{shortest_cycle, shortest_odd_cycle};
use super::rectangle::check_open;
use super::{Corner, EarDecomposition, EarError, NotBiconnectedError};

impl EarDecomposition {
    /// Builds the default decomposition for an instance, with the initial cycle close to a vertex
    /// that is vacant in the goal.
    ///
    /// On a grid that is an open rectangle, the ears are [`shells`](EarDecomposition::shells)
    /// around the corner nearest to such a vertex. On other graphs they are added
    /// [`breadth_first`](EarDecomposition::breadth_first) around a cycle:
    /// * with one vacant vertex and an odd cycle in the graph, a shortest cycle of odd length;
    /// * otherwise, a shortest cycle.
    ///
    /// With one vacant vertex on a graph that is not bipartite, robots on an even cycle could be
    /// arranged only with the help of an odd cycle elsewhere.
    ///
    /// # Errors
    /// [`NotBiconnectedError`] if the graph has no ear decomposition.
    ///
    /// # Complexity
    /// Linear in the number of cells on open rectangles; otherwise that of finding the cycle and of
    /// [`breadth_first`](EarDecomposition::breadth_first).
    ///
    /// # Examples
    /// ```
    /// use bibox::EarDecomposition;
    /// use cpf_core::Setup;
    /// use motion_core::{Grid, Vertex};
    ///
    /// // Eight robots on nine cells; the middle cell of the first column is the vacant one in the
    /// // goal.
    /// let robots = [0, 1, 2, 4, 5, 6, 7, 8].map(|cell| (Vertex(8 - cell), Vertex(cell)));
    /// let instance = Setup::on_grid(Grid::new(3, 3)?, robots.to_vec()).instance()?;
    /// let ears = EarDecomposition::for_instance(&instance)?;
    /// assert!(ears.cycle().contains(&Vertex(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_instance(instance: &Instance) -> Result<Self, NotBiconnectedError> {
        Self::for_instance_within(instance, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`for_instance`](Self::for_instance) within the limits of time and the flag
    /// of `control`, which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn for_instance_within(
        instance: &Instance,
        control: &mut Control,
    ) -> Result<Self, RunError<NotBiconnectedError>> {
        if let Some(grid) = instance.grid()
            && RunError::passed(check_open(grid, control))?
        {
            let corner = nearest_corner(grid, instance.goal().vacant());
            control.poll()?;
            return Self::shells_within(grid, corner, control).map_err(|why| {
                why.map(|why| unreachable!("invariant: the grid is an open rectangle: {why}"))
            });
        }
        let (graph, vacant) = (instance.graph(), || instance.goal().vacant());
        NotBiconnectedError::check_within(graph, control)?;
        let odd = match instance.vacant_count() {
            1 => shortest_odd_cycle(graph, vacant(), control)?,
            _ => None,
        };
        let cycle = match odd {
            Some(cycle) => Some(cycle),
            None => shortest_cycle(graph, vacant(), control)?,
        };
        let cycle = cycle.expect("invariant: every bi-connected graph has a cycle");
        let reason = |error| match error {
            EarError::NotBiconnected(reason) => reason,
            error => unreachable!("invariant: the cycle found is one: {error}"),
        };
        Self::breadth_first_within(graph, cycle, control).map_err(|why| why.map(reason))
    }
}

/// Returns the corner with the fewest steps to one of the vertices; of several, the last one,
/// because sliding puzzles have their blank at the bottom right.
fn nearest_corner(grid: &Grid, vertices: impl Iterator<Item = Vertex>) -> Corner {
    let (rows, columns) = (grid.rows(), grid.columns());
    let away = |vertex: Vertex, corner: Corner| {
        let (row, column) = (vertex.0 / columns, vertex.0 % columns);
        let vertical = if corner.is_at_bottom() { rows - 1 - row } else { row };
        let horizontal = if corner.is_at_right() { columns - 1 - column } else { column };
        vertical + horizontal
    };
    let corners = Corner::ALL.into_iter().rev();
    let pairs = vertices.flat_map(|vertex| corners.clone().map(move |corner| (vertex, corner)));
    let ranked = pairs.map(|(vertex, corner)| ((away(vertex, corner), 3 - corner as u8), corner));
    ranked.min_by_key(|&(rank, _)| rank).map_or(Corner::BottomRight, |(_, corner)| corner)
}

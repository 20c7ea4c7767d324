//! Random maps.

use cpf::cpf_core::generate;
use cpf::motion_core::graph::Graph;
use cpf::{Grid, Instance, Setup};
use motion_core::Cell;
use rand::Rng;
use rand::seq::SliceRandom;

/// Generates a square map in which this share of the cells, in percent, is closed at random. Cells
/// that cannot be reached from its largest component are also closed.
pub(super) fn random_map(side: u32, closed_percent: usize, rng: &mut impl Rng) -> Grid {
    let mut grid = Grid::new(side, side).expect("invariant: it has cells");
    let mut cells: Vec<Cell> = grid.cells().collect();
    let count = cells.len() * closed_percent / 100;
    for &mut cell in cells.partial_shuffle(rng, count).0 {
        grid.close(cell);
    }
    let open = grid.to_graph();
    let components = open.graph.components();
    let largest = (0..components.count()).max_by_key(|&component| components.sizes()[component]);
    for cell in grid.cells() {
        if open.vertex(cell).is_some_and(|vertex| Some(components.component_of(vertex)) != largest) {
            grid.close(cell);
        }
    }
    grid
}

/// Places robots with random starts and goals on a map.
///
/// # Panics
/// If there are more robots than open cells.
pub(super) fn robots_on(map: &Grid, robots: usize, rng: &mut impl Rng) -> Instance {
    let graph: Graph = map.to_graph().graph;
    let drawn = generate::robots(graph, robots, rng).expect("invariant: the robots have room");
    let places = drawn.start().places().iter().copied().zip(drawn.goal().places().iter().copied());
    let setup = Setup::on_grid(map.clone(), places.collect());
    setup.instance().expect("invariant: starts and goals are distinct")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn all_open_cells_are_connected_and_most_closed_ones_were_asked_for() {
        for closed_percent in [0, 20, 45] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let map = random_map(30, closed_percent, &mut rng);
            let closed = map.cells().filter(|&cell| map.is_closed(cell)).count();
            assert!(
                closed >= 9 * closed_percent && (closed_percent > 20 || closed < 9 * closed_percent + 30)
            );
            let instance = robots_on(&map, 20, &mut rng);
            assert!(instance.graph().is_connected() && instance.grid() == Some(&map));
            assert_eq!((instance.robot_count(), instance.graph().vertex_count()), (20, 900 - closed));
        }
    }
}

//! Robots that fill an open grid except for some vacant cells: the sliding puzzle, also with
//! several blanks.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Grid, Vertex};
use rand::Rng;

use super::GenerateError;
use super::robots::placement;
use crate::instance::Instance;

/// Generates an instance on an open grid with this many vacant cells. Start and goal are drawn
/// uniformly and independently.
///
/// # Guarantees
/// With at least two rows and two columns the instance is solvable. With two or more vacant cells
/// every instance is. With a single one only half of all instances are solvable; if an unsolvable
/// one is drawn, the first two robots exchange their goals. This pairs every unsolvable instance
/// with a solvable one, so the choice among the solvable ones stays uniform. On a single row or
/// column robots cannot pass each other; such an instance is left as drawn.
///
/// # Errors
/// [`GenerateError::Grid`] for an impossible grid, [`GenerateError::Blanks`] if no cell or more
/// cells than there are should be vacant.
///
/// # Complexity
/// Linear in the cells.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let instance = generate::permutation_on_grid(4, 5, 2, &mut rng)?;
/// assert_eq!((instance.robot_count(), instance.vacant_count()), (18, 2));
/// assert!(instance.grid().is_some());
/// # Ok::<(), generate::GenerateError>(())
/// ```
pub fn permutation_on_grid(
    rows: u32,
    columns: u32,
    blanks: usize,
    rng: &mut impl Rng,
) -> Result<Instance, GenerateError> {
    let grid = Grid::new(rows, columns)?;
    let cells = grid.cell_count();
    let count = cells.checked_sub(blanks).filter(|&count| count < cells);
    let count = count.ok_or(GenerateError::Blanks { blanks, cells })?;
    let starts = placement(cells, count, rng);
    let mut goals = placement(cells, count, rng);
    if blanks == 1 && rows > 1 && columns > 1 && !is_solvable(&grid, &starts, &goals) {
        goals.swap(0, 1);
    }
    let robots: Vec<_> = starts.into_iter().zip(goals).collect();
    let made = Instance::on_grid_within(grid, &robots, &mut Control::unlimited());
    Ok(made.expect("invariant: a placement takes distinct vertices, and there is no limit"))
}

/// Whether moves of one blank can lead from the starts to the goals on an open grid with at least
/// two rows and two columns.
///
/// Every move exchanges the blank with a robot and takes the blank to a cell of the other colour.
/// So the permutation of robots and blank is even if and only if the blank's distance is even.
/// distance is.
fn is_solvable(grid: &Grid, starts: &[Vertex], goals: &[Vertex]) -> bool {
    let cells = grid.cell_count();
    // The vertices of an open grid are its cells, and the list has all of their numbers except the
    // blank's.
    let blank = |places: &[Vertex]| {
        let all = (0..cells as u32).fold(0, |all, number| all ^ number);
        Cell(places.iter().fold(all, |rest, vertex| rest ^ vertex.0))
    };
    let (from, to) = (blank(starts), blank(goals));
    let mut target = alloc::vec![to.0; cells];
    for (start, goal) in starts.iter().zip(goals) {
        target[start.index()] = goal.0;
    }
    let distance = grid.row(from).abs_diff(grid.row(to)) + grid.column(from).abs_diff(grid.column(to));
    is_odd(&target) == (distance % 2 == 1)
}

/// Whether a permutation is odd: whether its numbers of elements and cycles differ by an odd
/// number.
fn is_odd(permutation: &[u32]) -> bool {
    let mut seen: Vec<bool> = alloc::vec![false; permutation.len()];
    let mut odd = permutation.len() % 2 == 1;
    for start in 0..permutation.len() {
        odd ^= !seen[start];
        let mut element = start;
        while !seen[element] {
            seen[element] = true;
            element = permutation[element] as usize;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    use motion_core::error::GridError;
    use motion_core::{Configuration, Token};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    /// Returns all placements that moves of single robots reach.
    fn reachable(instance: &Instance) -> BTreeSet<Vec<Vertex>> {
        let mut seen = BTreeSet::from([instance.start().places().to_vec()]);
        let mut queue = VecDeque::from([instance.start().clone()]);
        while let Some(configuration) = queue.pop_front() {
            for robot in instance.robots() {
                for &to in instance.graph().neighbours(configuration.vertex_of(robot)) {
                    let mut next: Configuration = configuration.clone();
                    if next.relocate(Token(robot.0), to) && seen.insert(next.places().to_vec()) {
                        queue.push_back(next);
                    }
                }
            }
        }
        seen
    }

    #[test]
    fn every_instance_is_solvable_by_brute_force() {
        for (rows, columns, blanks) in [(2, 2, 1), (2, 3, 1), (3, 2, 1), (2, 3, 2), (2, 2, 3), (2, 3, 6)] {
            for seed in 0..12 {
                let instance = permutation_on_grid(rows, columns, blanks, &mut rng(seed)).expect("legal");
                assert_eq!(instance.vacant_count(), blanks);
                assert!(reachable(&instance).contains(instance.goal().places()));
            }
        }
    }

    #[test]
    fn every_solvable_instance_is_equally_likely() {
        // There are 24 starts, and 12 goals for each.
        let mut rng = rng(5);
        let mut counts = BTreeMap::<_, u32>::new();
        for _ in 0..28_800 {
            let instance = permutation_on_grid(2, 2, 1, &mut rng).expect("legal");
            let key = (instance.start().places().to_vec(), instance.goal().places().to_vec());
            *counts.entry(key).or_default() += 1;
        }
        assert_eq!(counts.len(), 288);
        // Chi-squared with 287 degrees of freedom exceeds 365 with probability 0.001; the seed is
        // fixed.
        let squares = counts.values().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0);
        assert!(squares.sum::<f64>() < 365.0);
    }

    #[test]
    fn a_single_row_and_impossible_numbers() {
        assert!(permutation_on_grid(1, 4, 1, &mut rng(1)).is_ok());
        assert!(permutation_on_grid(1, 1, 1, &mut rng(1)).is_ok());
        for blanks in [0, 5] {
            let error = GenerateError::Blanks { blanks, cells: 4 };
            assert_eq!(permutation_on_grid(2, 2, blanks, &mut rng(1)), Err(error));
        }
        let error = GenerateError::Grid(GridError::Empty { rows: 0, columns: 2 });
        assert_eq!(permutation_on_grid(0, 2, 1, &mut rng(1)), Err(error));
    }

    #[test]
    fn the_same_seed_gives_the_same_instance_on_every_platform() {
        let instance = permutation_on_grid(2, 3, 1, &mut rng(1)).expect("legal");
        let numbers = |places: &[Vertex]| places.iter().map(|vertex| vertex.0).collect::<Vec<_>>();
        let golden = [numbers(instance.start().places()), numbers(instance.goal().places())];
        assert_eq!(golden, GOLDEN);
    }

    const GOLDEN: [[u32; 5]; 2] = [[2, 5, 1, 3, 0], [0, 1, 3, 5, 4]];
}

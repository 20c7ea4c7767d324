//! The least moves of every arrangement of the tiles of a pattern.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use motion_core::internal::explore_ranked_in_parallel;
use motion_core::{Control, Stop};

use super::cell_sets::cells_of;
use super::permutation_index::MAX_TILES;
use super::ranked_pattern::RankedPattern;

/// The value of unreachable arrangements. Arrangements that take too many moves have the value
/// below it, which is then a weaker bound.
const UNKNOWN: u8 = u8::MAX;

/// The least moves of a pattern to its goal, over all positions of the blank.
#[derive(Debug)]
pub(super) struct PatternMoves<'p> {
    space: &'p RankedPattern,
    /// By set of cells and permutation.
    least: Vec<AtomicU8>,
}

impl<'p> PatternMoves<'p> {
    /// Searches the whole space. A node is an abstract state. The memory of the result remains
    /// held.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn new(space: &'p RankedPattern, control: &mut Control) -> Result<Self, Stop> {
        let mut least = Vec::new();
        control.reserve(&mut least, space.arrangements()?)?;
        least.resize_with(least.capacity(), || AtomicU8::new(UNKNOWN));
        explore_ranked_in_parallel(space, [space.goal_rank()], control, |group, depth| {
            let depth = depth.min(u32::from(UNKNOWN) - 1) as u8;
            let least = &least[space.first_arrangement(group)..][..space.orders()];
            for &offset in group.offsets {
                let known = &least[offset as usize];
                // Other threads may reach this point for another region of the blank, with the same
                // depth.
                if depth < known.load(Ordering::Relaxed) {
                    known.store(depth, Ordering::Relaxed);
                }
            }
        })?;
        Ok(Self { space, least })
    }

    /// Visits every arrangement of the tiles with its least moves and with the sum of the tiles'
    /// weights in their cells. `weight` takes a tile's number in the pattern, and its cell. A node
    /// is a set of cells.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn for_each(
        &self,
        control: &mut Control,
        weight: impl Fn(usize, u32) -> u64,
        mut visit: impl FnMut(u64, u8),
    ) -> Result<(), Stop> {
        let orders = self.space.orders();
        for (set, least) in self.space.sets().zip(self.least.chunks(orders)) {
            control.spend(1)?;
            let mut weights = [[0; MAX_TILES]; MAX_TILES];
            for (weights, cell) in weights.iter_mut().zip(cells_of(set)) {
                for (tile, sum) in weights[..self.space.tiles().len()].iter_mut().enumerate() {
                    *sum = weight(tile, cell);
                }
            }
            for (order, least) in self.space.permutations().zip(least) {
                let weights = weights.iter().zip(order);
                let sum = weights.map(|(weights, &tile)| weights[usize::from(tile & 7)]).sum();
                visit(sum, least.load(Ordering::Relaxed));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use motion_testing::cases;

    use crate::optimal::goal_layout::GoalLayout;
    use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    use motion_core::Budget;

    /// Finds the least moves by breadth-first search over the cells of the tiles and the blank,
    /// with costs 0 and 1 in a deque.
    pub(in crate::optimal) fn truth(layout: GoalLayout, tiles: &[u32]) -> BTreeMap<Vec<u32>, u8> {
        let mut least: BTreeMap<Vec<u32>, u8> = BTreeMap::new();
        let mut known = BTreeSet::new();
        let mut queue = VecDeque::from([(tiles.to_vec(), layout.goal_blank, 0)]);
        while let Some((places, blank, moves)) = queue.pop_front() {
            if !known.insert((places.clone(), blank)) {
                continue;
            }
            least.entry(places.clone()).or_insert(moves);
            for next in (0..layout.cells()).filter(|&next| layout.distance(next, blank) == 1) {
                match places.iter().position(|&place| place == next) {
                    Some(tile) => {
                        let mut moved = places.clone();
                        moved[tile] = blank;
                        queue.push_back((moved, next, moves + 1));
                    }
                    None => queue.push_front((places.clone(), next, moves)),
                }
            }
        }
        least
    }

    #[test]
    fn least_moves_are_those_of_a_plain_search() {
        let boards: [(u32, u32, u32, &[u32]); 9] = [
            (3, 3, 8, &[0, 1, 2]),
            (3, 3, 4, &[8, 0, 1]),
            (2, 4, 0, &[1, 4, 7]),
            (3, 4, 11, &[10, 7]),
            (4, 4, 0, &[1, 4]), // locks the blank in
            (2, 3, 5, &[4, 3, 2, 1]),
            (3, 3, 8, &[7]),
            (2, 4, 7, &[6, 5, 4, 3, 2, 1, 0]),
            (3, 3, 0, &[1, 3, 5, 7, 8, 6, 4, 2]), // eight tiles
        ];
        for (rows, columns, goal_blank, tiles) in boards.into_iter().take(cases(7, 9)) {
            let layout = GoalLayout { rows, columns, goal_blank };
            let truth = truth(layout, tiles);
            let mut control = Control::unlimited();
            let space = RankedPattern::of_cells(layout, tiles, &mut control).expect("no limit");
            let moves = PatternMoves::new(&space, &mut control).expect("no limit");
            let mut found = BTreeMap::new();
            // The cells of the tiles, six bits each.
            let visited = moves.for_each(
                &mut control,
                |tile, cell| u64::from(cell) << (6 * tile),
                |sum, moves| {
                    let places =
                        (0..tiles.len()).map(|tile| (sum >> (6 * tile) & 63) as u32).collect::<Vec<_>>();
                    assert_eq!(found.insert(places, moves), None, "visited once");
                },
            );
            assert_eq!(visited, Ok(()));
            let places: usize = (0..tiles.len()).map(|tile| (rows * columns) as usize - tile).product();
            assert_eq!(found.len(), places);
            found.retain(|_, moves| *moves != UNKNOWN);
            assert_eq!(found, truth, "{layout:?} {tiles:?}");
        }
    }

    #[test]
    fn limits_end_the_search() {
        let layout = GoalLayout { rows: 4, columns: 4, goal_blank: 0 };
        let space =
            RankedPattern::of_cells(layout, &[1, 2, 3, 4], &mut Control::unlimited()).expect("no limit");
        for (budget, why) in
            [(Budget::new().with_nodes(5000), Stop::Nodes), (Budget::new().with_bytes(50_000), Stop::Memory)]
        {
            assert_eq!(PatternMoves::new(&space, &mut Control::new(budget)).err(), Some(why));
        }
    }
}

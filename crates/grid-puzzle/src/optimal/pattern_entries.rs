//! The entries of the database of a pattern, found by breadth-first search from its goal.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use motion_core::internal::explore_ranked_in_parallel;
use motion_core::{Control, Stop};

use super::cell_sets::cells_of;
use super::entry_numbers::Numbering;
use super::goal_layout::GoalLayout;
use super::permutation_index::MAX_TILES;
use super::ranked_pattern::RankedPattern;

/// The greatest value of an entry, which is also that of unreachable arrangements.
pub(super) const MOST_PAIRS: u32 = 15;

/// Two entries, each of the greatest value.
pub(super) const MOST_IN_BOTH: u8 = 0xff;

/// Fills the database of the tiles with these goal cells, two [entries](super::entry_numbers) per
/// byte, the even one low. Before, all entries must have the greatest value.
///
/// An entry is the number of pairs of moves that the tiles make, over all positions of the blank,
/// beyond their distances. A node is an abstract state. The memory held is released.
///
/// # Errors
/// [`Stop`].
pub(super) fn fill(
    entries: &[AtomicU8],
    layout: GoalLayout,
    (numbering, tiles): (Numbering, &[u32]),
    control: &mut Control,
) -> Result<(), Stop> {
    control.scope(|control| {
        let space = RankedPattern::of_cells(layout, tiles, control)?;
        let mut reductions = Vec::new();
        control.reserve(&mut reductions, space.orders())?;
        let orders = (0..space.orders() as u32).map(|offset| &space.order(offset)[..tiles.len()]);
        reductions.extend(orders.map(|order| numbering.rank_reduction(layout.cells(), order)));
        let found = explore_ranked_in_parallel(&space, [space.goal_rank()], control, |group, depth| {
            // By cell and tile: its distance in the upper half, its part of the number in the
            // lower.
            let mut parts = [[0; MAX_TILES]; MAX_TILES];
            for (parts, cell) in parts.iter_mut().zip(cells_of(space.set(group))) {
                for ((part, &tile), stride) in
                    parts.iter_mut().zip(tiles).zip(numbering.strides(layout.cells()))
                {
                    *part = u64::from(layout.distance(tile, cell)) << u32::BITS | u64::from(cell * stride);
                }
            }
            for &offset in group.offsets {
                let order = parts.iter().zip(space.order(offset));
                let sum: u64 = order.map(|(parts, &tile)| parts[usize::from(tile & 7)]).sum();
                let (steps, number) =
                    ((sum >> u32::BITS) as u32, (sum as u32 - reductions[offset as usize]) as usize);
                let (entry, shift) = (&entries[number / 2], number % 2 * 4);
                // The first depth at which an arrangement is reached is the least. Other threads
                // may reach it for another region of the blank, with the same depth.
                if u32::from(entry.load(Ordering::Relaxed) >> shift & 15) == MOST_PAIRS {
                    let pairs = ((depth - steps) / 2).min(MOST_PAIRS);
                    entry.fetch_and(!(((MOST_PAIRS - pairs) as u8) << shift), Ordering::Relaxed);
                }
            }
        });
        found.map(|_| ())
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use motion_testing::cases;

    use crate::optimal::goal_layout::GoalLayout;
    use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    use alloc::vec::Vec;
    use motion_core::Budget;

    /// Finds the least moves by breadth-first search over the cells of the tiles and the blank,
    /// with costs 0 and 1 in a deque.
    pub(in crate::optimal) fn truth(layout: GoalLayout, tiles: &[u32]) -> BTreeMap<Vec<u32>, u32> {
        let mut least: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
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

    fn unfilled(entries: usize) -> Vec<AtomicU8> {
        (0..entries.div_ceil(2)).map(|_| AtomicU8::new(MOST_IN_BOTH)).collect()
    }

    #[test]
    fn entries_are_those_of_a_plain_search() {
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
        let numberings = [Numbering::ByCells, Numbering::ByRanks];
        for (rows, columns, goal_blank, tiles) in boards.into_iter().take(cases(7, 9)) {
            let layout = GoalLayout { rows, columns, goal_blank };
            let truth = truth(layout, tiles);
            for numbering in numberings {
                let len = numbering.entries(layout.cells(), tiles.len()) as usize;
                let entries = unfilled(len);
                fill(&entries, layout, (numbering, tiles), &mut Control::unlimited()).expect("no limit");
                let pairs =
                    |number: usize| entries[number / 2].load(Ordering::Relaxed) >> (number % 2 * 4) & 15;
                let mut known = alloc::vec![false; len];
                for (places, &moves) in &truth {
                    let lower = |tile: usize| {
                        places[..tile].iter().filter(|&&earlier| earlier < places[tile]).count()
                    };
                    let less = |tile| if numbering == Numbering::ByRanks { lower(tile) as u32 } else { 0 };
                    let parts = (0..tiles.len()).zip(numbering.strides(layout.cells()));
                    let number: u32 = parts.map(|(tile, stride)| (places[tile] - less(tile)) * stride).sum();
                    let steps: u32 =
                        tiles.iter().zip(places).map(|(&tile, &cell)| layout.distance(tile, cell)).sum();
                    let expected = ((moves - steps) / 2).min(15);
                    assert_eq!(u32::from(pairs(number as usize)), expected, "{layout:?} {places:?}");
                    let is_known = core::mem::replace(&mut known[number as usize], true);
                    assert!(!is_known, "each has its own number");
                }
                assert!((0..len).all(|number| known[number] || pairs(number) == 15), "unreachable");
            }
        }
    }

    #[test]
    fn limits_end_the_search() {
        let layout = GoalLayout { rows: 4, columns: 4, goal_blank: 0 };
        for (budget, why) in
            [(Budget::new().with_nodes(5000), Stop::Nodes), (Budget::new().with_bytes(5_000), Stop::Memory)]
        {
            let (entries, control) = (unfilled(43_680), &mut Control::new(budget));
            assert_eq!(fill(&entries, layout, (Numbering::ByRanks, &[1, 2, 3, 4]), control), Err(why));
        }
    }
}

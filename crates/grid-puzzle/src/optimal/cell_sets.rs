//! Sets of cells as bits, numbered among all sets of their size.

use super::permutation_index::MAX_TILES;

/// Returns the cells of a set, lowest first.
pub(super) fn cells_of(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// Returns all sets of this size among the first `cells` cells, in the order of their numbers.
pub(super) fn sets(cells: u32, size: usize) -> impl Iterator<Item = u64> {
    let first = (1u64 << size) - 1;
    let last = first << (cells as usize - size);
    core::iter::successors(Some(first), move |&set| {
        // The next greater number with as many bits.
        let lowest = set & set.wrapping_neg();
        let carried = set.wrapping_add(lowest);
        (set < last).then(|| (((carried ^ set) >> 2) / lowest) | carried)
    })
}

/// Returns the number of a set among all sets of its size, in the order of the sets as binary
/// numbers.
pub(super) fn number(set: u64) -> usize {
    (1..).zip(cells_of(set)).map(|(size, cell)| BINOMIALS[size][cell as usize] as usize).sum()
}

/// Returns the set of this size with a number.
pub(super) fn set_with_number(mut number: u64, size: usize) -> u64 {
    let mut set = 0;
    let mut end = 64;
    for size in (1..=size).rev() {
        // The highest cell whose contribution does not exceed the rest.
        let cell = (0..end).rev().find(|&cell| BINOMIALS[size][cell] <= number);
        let cell = cell.expect("invariant: the lowest cells contribute nothing");
        number -= BINOMIALS[size][cell];
        set |= 1 << cell;
        end = cell;
    }
    set
}

/// The number of subsets, by their size and the number of cells.
static BINOMIALS: [[u64; 64]; MAX_TILES + 1] = {
    let mut table = [[0; 64]; MAX_TILES + 1];
    let mut size = 0;
    while size <= MAX_TILES {
        let mut cells = 0;
        while cells < 64 {
            table[size][cells] = binomial(cells as u64, size as u64);
            cells += 1;
        }
        size += 1;
    }
    table
};

/// Returns the number of subsets of this size.
pub(super) const fn binomial(cells: u64, size: u64) -> u64 {
    let mut subsets = 1;
    let mut taken = 0;
    while taken < size {
        if taken >= cells {
            return 0;
        }
        subsets = subsets * (cells - taken) / (taken + 1);
        taken += 1;
    }
    subsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for size in 1..=MAX_TILES {
            assert!(sets(12, size).enumerate().all(|(place, set)| number(set) == place));
            assert!((0..).zip(sets(12, size)).all(|(place, set)| set_with_number(place, size) == set));
            assert_eq!(sets(12, size).count() as u64, binomial(12, size as u64));
        }
    }
}

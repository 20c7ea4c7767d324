//! The number of robots of each extra cost, and the moves that they save.

use crate::instance::MAX_ROBOTS;

/// For each extra cost, the number of robots with at most that extra cost, in three bits.
pub(super) type BlockerCounts = u32;

/// Returns the increment of the counts for a robot of this extra cost.
#[inline]
pub(super) const fn increment(extra_cost: u8) -> BlockerCounts {
    INCREMENTS[extra_cost as usize % INCREMENTS.len()]
}

/// Returns the greatest n(k) − k, where `levels` extra costs are distinguished.
#[inline]
pub(super) fn saved(counts: BlockerCounts, levels: usize) -> u16 {
    let mut saved = SAVED[counts as usize % SAVED.len()];
    for extra_cost in SAVED_LEVELS..levels {
        let number = counts >> (3 * extra_cost) & 7;
        saved = saved.max(number.saturating_sub(extra_cost as BlockerCounts) as u16);
    }
    saved
}

/// The increment for each extra cost: one for its own level and for all higher ones; zero for
/// robots that are not blockers.
const INCREMENTS: [BlockerCounts; 2 * MAX_ROBOTS] = {
    let mut table = [0; 2 * MAX_ROBOTS];
    let mut extra_cost = 0;
    while extra_cost < MAX_ROBOTS {
        table[extra_cost] = (0o1111_1111 << (3 * extra_cost)) & 0o7777_7777;
        extra_cost += 1;
    }
    table
};

/// The number of extra costs that are looked up together, enough for five robots.
const SAVED_LEVELS: usize = 4;

/// The greatest n(k) − k, for the counts of the lowest extra costs.
static SAVED: [u16; 1 << (3 * SAVED_LEVELS)] = {
    let mut table = [0; 1 << (3 * SAVED_LEVELS)];
    let mut counts = 0;
    while counts < table.len() {
        let mut extra_cost = 0;
        while extra_cost < SAVED_LEVELS {
            let number = (counts >> (3 * extra_cost) & 7) as u16;
            if number > table[counts] + extra_cost as u16 {
                table[counts] = number - extra_cost as u16;
            }
            extra_cost += 1;
        }
        counts += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_save_the_greatest_difference() {
        for levels in 1..MAX_ROBOTS {
            for numbers in 0..1_u32 << (2 * levels) {
                let robots = || (0..levels).map(|robot| (numbers >> (2 * robot) & 3) as usize);
                let counts = robots().map(|extra_cost| increment(extra_cost as u8)).sum();
                let saves =
                    |k: usize| robots().filter(|&extra_cost| extra_cost <= k).count().saturating_sub(k);
                let expected = (0..levels).map(saves).max().unwrap_or(0);
                assert_eq!(usize::from(saved(counts, levels)), expected, "{numbers:b} of {levels}");
            }
        }
    }
}

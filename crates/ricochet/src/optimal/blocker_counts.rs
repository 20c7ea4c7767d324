//! How many robots have each extra cost, and what they save.

use crate::instance::MAX_ROBOTS;

/// Numbers of robots by extra cost, three bits each: a robot counts for its own and for all higher
/// ones.
pub(super) type BlockerCounts = u32;

/// What a robot of this extra cost adds to the counts.
#[inline]
pub(super) const fn increment(extra_cost: u8) -> BlockerCounts {
    INCREMENTS[extra_cost as usize % INCREMENTS.len()]
}

/// The greatest n(k) − k, where `levels` extra costs are told apart.
#[inline]
pub(super) fn saved(counts: BlockerCounts, levels: usize) -> u16 {
    let mut saved = SAVED[counts as usize % SAVED.len()];
    for extra_cost in SAVED_LEVELS..levels {
        let number = counts >> (3 * extra_cost) & 7;
        saved = saved.max(number.saturating_sub(extra_cost as BlockerCounts) as u16);
    }
    saved
}

/// By extra cost of a robot: one for its own level and for all higher ones. Zero for robots that
/// are no blockers.
const INCREMENTS: [BlockerCounts; 2 * MAX_ROBOTS] = {
    let mut table = [0; 2 * MAX_ROBOTS];
    let mut extra_cost = 0;
    while extra_cost < MAX_ROBOTS {
        table[extra_cost] = (0o1111_1111 << (3 * extra_cost)) & 0o7777_7777;
        extra_cost += 1;
    }
    table
};

/// Extra costs that are looked up together: enough for five robots.
const SAVED_LEVELS: usize = 4;

/// By counts of the lowest extra costs: the greatest n(k) − k.
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

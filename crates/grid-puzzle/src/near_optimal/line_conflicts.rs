//! Linear conflicts: tiles in the line of their goals that must leave it so that others can pass.

/// Returns the number of elements that must be removed so that the others ascend. The elements are
/// distinct and less than 64.
#[inline]
pub(super) fn removals(numbers: impl Iterator<Item = u8>) -> u8 {
    // The set of the least last numbers of ascending sequences, one for each length.
    let mut last: u64 = 0;
    let mut count = 0;
    for number in numbers {
        let bit = 1_u64 << number;
        let greater = last & !(bit | (bit - 1));
        // A number replaces the next greater one. If none is greater, it makes a longer sequence.
        last = last & !(greater & greater.wrapping_neg()) | bit;
        count += u8::from(greater != 0);
    }
    count
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Counts removals by trying all sets of remaining numbers.
    fn removals_by_search(numbers: &[u8]) -> u8 {
        let ascend = |set: &u32| {
            let staying = (0..numbers.len()).filter(|place| set >> place & 1 == 1);
            staying.map(|place| numbers[place]).is_sorted_by(|a, b| a < b)
        };
        let most = (0..1 << numbers.len()).filter(ascend).map(u32::count_ones).max();
        numbers.len() as u8 - most.map_or(0, |most| most as u8)
    }

    #[test]
    fn removals_are_the_fewest() {
        // All orders of five numbers, with some missing.
        for code in 0..6u32.pow(5) {
            let mut numbers = Vec::new();
            for place in 0..5 {
                let number = (code / 6u32.pow(place) % 6) as u8 * 12;
                if number > 0 && !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            assert_eq!(removals(numbers.iter().copied()), removals_by_search(&numbers), "{numbers:?}");
        }
    }
}

//! The changes that a move along a column makes to the factorial digits of the tiles' sequence, in
//! tables.

use alloc::vec::Vec;

/// The greatest number of entries of a table. Several tables, one after another, change more digits
/// than this allows.
const MAX_ENTRIES: u64 = 40_000;

/// The moves of one tile past some of the next ones, or back, for tiles at any position.
#[derive(Debug)]
pub(super) struct TilePasses {
    /// The number of tiles that one table passes, and the tables by the position of the tile.
    whole: (usize, Vec<DigitWindow>),
    /// The number of tables used one after another.
    repetitions: usize,
    /// Tables that pass the remaining tiles; empty if none remain.
    rest: Vec<DigitWindow>,
}

/// The side of the passed tiles to which a tile moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassDirection {
    Behind,
    Before,
}

/// Some consecutive positions.
#[derive(Debug)]
struct DigitWindow {
    /// The place value of the last digit.
    unit: u64,
    /// The number of values that these digits have together.
    size: u64,
    /// The number added to the digits when the first tile becomes the last one, and vice versa.
    changes: [Vec<i32>; 2],
}

/// A pass of the same tile in many sequences that differ only in their last digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonPass<'w> {
    changes: &'w [i32],
    unit: i64,
    /// The part of the change's index that the common digits determine.
    before: u32,
    /// The last digits are divided by `divisor`, then reduced modulo `size`.
    divisor: u32,
    size: u32,
}

/// Returns the number of values of the digits of some positions.
const fn window_size(tiles: usize, first: usize, len: usize) -> u64 {
    let (mut size, mut radix) = (1, tiles - first);
    while radix > tiles - first - len {
        size *= radix as u64;
        radix -= 1;
    }
    size
}

impl TilePasses {
    /// Splits the number of passed tiles into the number that one table covers, the number of its
    /// uses, and the rest.
    fn split(tiles: usize, passed: usize) -> (usize, usize, usize) {
        let fits = |&most: &usize| window_size(tiles, 0, most + 1) <= MAX_ENTRIES;
        let most = (1..=passed).rev().find(fits).unwrap_or(1);
        (most, passed / most, passed % most)
    }

    /// Returns the numbers of entries of all tables.
    fn sizes(tiles: usize, passed: usize) -> impl Iterator<Item = u64> {
        let (whole, _, rest) = Self::split(tiles, passed);
        [whole, rest].into_iter().filter(|&passed| passed > 0).flat_map(move |passed| {
            (0..tiles - passed).map(move |first| window_size(tiles, first, passed + 1))
        })
    }

    /// Returns the heap bytes of the tables.
    pub(super) fn bytes(tiles: usize, passed: usize) -> u64 {
        Self::sizes(tiles, passed).map(|size| 8 * size + size_of::<DigitWindow>() as u64).sum()
    }

    pub(super) fn new(tiles: usize, passed: usize) -> Self {
        let (whole, repetitions, rest) = Self::split(tiles, passed);
        let windows = |passed: usize| -> Vec<DigitWindow> {
            let firsts = 0..if passed > 0 { tiles - passed } else { 0 };
            firsts.map(|first| DigitWindow::new(first, passed + 1, tiles)).collect()
        };
        Self { whole: (whole, windows(whole)), repetitions, rest: windows(rest) }
    }

    /// Returns the number of tables used one after another.
    #[inline]
    fn steps(&self) -> usize {
        self.repetitions + usize::from(!self.rest.is_empty())
    }

    /// Returns the table that is used at this step.
    #[inline]
    fn window(&self, position: usize, direction: PassDirection, step: usize) -> &DigitWindow {
        let (passed, windows) = &self.whole;
        let number = match direction {
            PassDirection::Behind => step,
            PassDirection::Before => self.steps() - 1 - step,
        };
        let windows = if number < self.repetitions { windows } else { &self.rest };
        &windows[position + number * passed]
    }

    /// Returns the sequence after the tile at `position` has moved behind those that it passes, or
    /// back from there.
    #[inline]
    pub(super) fn after(&self, position: usize, direction: PassDirection, sequence: u64) -> u64 {
        self.after_steps(0, position, direction, sequence)
    }

    /// Applies the tables after the first.
    #[inline]
    pub(super) fn after_first(&self, position: usize, direction: PassDirection, sequence: u64) -> u64 {
        self.after_steps(1, position, direction, sequence)
    }

    #[inline]
    fn after_steps(&self, done: usize, position: usize, direction: PassDirection, sequence: u64) -> u64 {
        (done..self.steps()).fold(sequence, |sequence, step| {
            let window = self.window(position, direction, step);
            let index = (sequence / window.unit % window.size) as usize;
            let change = i64::from(window.changes[direction as usize][index]) * window.unit.cast_signed();
            sequence.wrapping_add_signed(change)
        })
    }

    /// Returns the use of the first table for sequences that differ only in their last digits,
    /// which have this many values together.
    #[inline]
    pub(super) fn common(
        &self,
        position: usize,
        direction: PassDirection,
        common: u64,
        values: u32,
    ) -> CommonPass<'_> {
        let window = self.window(position, direction, 0);
        CommonPass {
            changes: &window.changes[direction as usize],
            unit: window.unit.cast_signed(),
            before: (common / window.unit % window.size) as u32,
            divisor: window.unit.min(u64::from(values)) as u32,
            size: window.size as u32,
        }
    }
}

impl CommonPass<'_> {
    /// Returns the number to be added to the sequence with these last digits.
    #[inline]
    pub(super) fn change(&self, last_digits: u32) -> i64 {
        let index = self.before + last_digits / self.divisor % self.size;
        i64::from(self.changes[index as usize]) * self.unit
    }
}

impl DigitWindow {
    fn new(first: usize, len: usize, tiles: usize) -> Self {
        let unit = window_size(tiles, first + len, tiles - first - len);
        let size = window_size(tiles, first, len);
        // The radix of each digit.
        let radices: Vec<u32> = (0..len).map(|place| (tiles - first - place) as u32).collect();
        let mut digits = alloc::vec![0; len];
        let shifted = |value: u32, digits: &mut [u32], forward: bool| {
            let mut rest = value;
            for (digit, radix) in digits.iter_mut().zip(&radices).rev() {
                *digit = rest % radix;
                rest /= radix;
            }
            let swaps = digits.len() - 1;
            for number in 0..swaps {
                let place = if forward { number } else { swaps - 1 - number };
                swap(&mut digits[place..]);
            }
            digits.iter().zip(&radices).fold(0, |value, (digit, radix)| value * radix + digit)
        };
        let changes = [true, false].map(|forward| {
            let change = |value| shifted(value, &mut digits, forward).cast_signed() - value.cast_signed();
            (0..size as u32).map(change).collect()
        });
        Self { unit, size, changes }
    }
}

/// Exchanges the first two tiles, given their digits.
fn swap(digits: &mut [u32]) {
    let [first, second] = [digits[0], digits[1]];
    // If the first tile is smaller, the second tile's digit does not count it before the exchange,
    // but does afterwards.
    [digits[0], digits[1]] = if first <= second { [second + 1, first] } else { [second, first - 1] };
}

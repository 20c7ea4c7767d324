//! What a move along a column does to the factorial digits of the tiles' sequence, by tables.

use alloc::vec::Vec;

/// The most entries of a table. More digits than this allows are changed by several tables one
/// after another.
const MAX_ENTRIES: u64 = 40_000;

/// Moves of one tile past some of the next ones, or back: for tiles at any position.
#[derive(Debug)]
pub(super) struct TilePasses {
    /// The tiles passed by one table, and the tables by the position of the tile.
    whole: (usize, Vec<DigitWindow>),
    /// How many tables are used one after another.
    repetitions: usize,
    /// Tables that pass the rest of the tiles; none if there is no rest.
    rest: Vec<DigitWindow>,
}

/// Some consecutive positions.
#[derive(Debug)]
struct DigitWindow {
    /// The place value of the last digit.
    unit: u64,
    /// The number of values that these digits have together.
    size: u64,
    /// The digits after the first tile has become the last one, and vice versa.
    forward: Vec<u32>,
    backward: Vec<u32>,
}

/// The number of values of the digits of some positions.
const fn window_size(tiles: usize, first: usize, len: usize) -> u64 {
    let (mut size, mut radix) = (1, tiles - first);
    while radix > tiles - first - len {
        size *= radix as u64;
        radix -= 1;
    }
    size
}

impl TilePasses {
    /// Of all tiles that one passes, how many a table is for, how often it is used, and how many
    /// are left.
    fn split(tiles: usize, passed: usize) -> (usize, usize, usize) {
        let fits = |&most: &usize| window_size(tiles, 0, most + 1) <= MAX_ENTRIES;
        let most = (1..=passed).rev().find(fits).unwrap_or(1);
        (most, passed / most, passed % most)
    }

    /// The positions of tiles that pass this many, and those at which tables are needed.
    fn sizes(tiles: usize, passed: usize) -> impl Iterator<Item = u64> {
        let (whole, _, rest) = Self::split(tiles, passed);
        [whole, rest].into_iter().filter(|&passed| passed > 0).flat_map(move |passed| {
            (0..tiles - passed).map(move |first| window_size(tiles, first, passed + 1))
        })
    }

    /// Heap bytes of the tables.
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

    /// The sequence after the tile at `position` has moved behind those it passes.
    #[inline]
    pub(super) fn forward(&self, position: usize, mut sequence: u64) -> u64 {
        let (passed, windows) = &self.whole;
        for repetition in 0..self.repetitions {
            sequence = windows[position + repetition * passed].forward(sequence);
        }
        match self.rest.get(position + self.repetitions * passed) {
            Some(window) => window.forward(sequence),
            None => sequence,
        }
    }

    /// The sequence before.
    #[inline]
    pub(super) fn backward(&self, position: usize, mut sequence: u64) -> u64 {
        let (passed, windows) = &self.whole;
        if let Some(window) = self.rest.get(position + self.repetitions * passed) {
            sequence = window.backward(sequence);
        }
        for repetition in (0..self.repetitions).rev() {
            sequence = windows[position + repetition * passed].backward(sequence);
        }
        sequence
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
        let forward = (0..size as u32).map(|value| shifted(value, &mut digits, true)).collect();
        let backward = (0..size as u32).map(|value| shifted(value, &mut digits, false)).collect();
        Self { unit, size, forward, backward }
    }

    #[inline]
    fn forward(&self, sequence: u64) -> u64 {
        self.after(sequence, &self.forward)
    }

    #[inline]
    fn backward(&self, sequence: u64) -> u64 {
        self.after(sequence, &self.backward)
    }

    #[inline]
    fn after(&self, sequence: u64, digits: &[u32]) -> u64 {
        let before = sequence / self.unit % self.size;
        sequence + u64::from(digits[before as usize]) * self.unit - before * self.unit
    }
}

/// Exchanges the first two tiles, given their digits.
fn swap(digits: &mut [u32]) {
    let [first, second] = [digits[0], digits[1]];
    // If the first tile is the smaller one, the second digit does not count it yet; afterwards the
    // other one does.
    [digits[0], digits[1]] = if first <= second { [second + 1, first] } else { [second, first - 1] };
}

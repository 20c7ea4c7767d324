//! Blockers of all paths of a given cost that begin along a line, on small boards without
//! diagonals.
//!
//! A stop on a line costs the same from each cell of the line. So the blockers after the stops, and
//! the cells behind the stops, are collected once for the line. This takes a third of the time of
//! collecting them for each cell.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::lines::SMALL_WORDS;
use crate::slide_table::CellIndex;

/// A set of cells.
pub(super) type SmallSet = [u64; SMALL_WORDS];

const SMALL_CELLS: usize = SMALL_WORDS * 64;

/// For each cell, the set of all lower cells.
static LOWER_CELLS: [SmallSet; SMALL_CELLS + 1] = {
    let mut sets = [[0; SMALL_WORDS]; SMALL_CELLS + 1];
    let mut cell = 0;
    while cell < SMALL_CELLS {
        sets[cell + 1] = sets[cell];
        sets[cell + 1][cell / 64] |= 1 << (cell % 64);
        cell += 1;
    }
    sets
};

/// The blockers of the paths of a given cost that begin along a line.
#[derive(Clone)]
pub(super) struct BlockersOfLine {
    /// The blockers after the first stop.
    after: SmallSet,
    /// The cells behind the inner stops, for robots that come from lower cells, and from higher
    /// cells.
    behind: [SmallSet; 2],
}

/// The blockers by line and cost.
#[derive(Clone)]
pub(super) struct LineBlockers {
    /// The number of costs of paths that are distinguished.
    costs: usize,
    /// By line, then by cost: one more than the index in `list`, or zero.
    numbers: Vec<u16>,
    list: Vec<BlockersOfLine>,
}

impl BlockersOfLine {
    /// Creates it from the inner stops and the difference between the indices of neighbours.
    #[inline]
    pub(super) fn new(after: SmallSet, stops: &SmallSet, stride: u16) -> Self {
        let word = |index: usize| stops.get(index).copied().unwrap_or(0);
        let upward = core::array::from_fn(|index| match word(index.wrapping_sub(1)) {
            lower if stride >= 64 => lower,
            lower => word(index) << stride | lower >> (64 - stride),
        });
        let downward = core::array::from_fn(|index| match word(index + 1) {
            higher if stride >= 64 => higher,
            higher => word(index) >> stride | higher << (64 - stride),
        });
        Self { after, behind: [upward, downward] }
    }

    /// Adds the blockers of the paths from a cell of the line.
    #[inline]
    pub(super) fn add_blockers_from(&self, cell: CellIndex, stride: u16, blockers: &mut SmallSet) {
        // No robot stops where it starts.
        let above = &LOWER_CELLS[usize::from(cell + stride + 1).min(SMALL_CELLS)];
        let below = &LOWER_CELLS[usize::from(cell.saturating_sub(stride))];
        let [upward, downward] = &self.behind;
        for (word, blockers) in blockers.iter_mut().enumerate() {
            *blockers |= self.after[word] | upward[word] & !above[word] | downward[word] & below[word];
        }
    }
}

impl LineBlockers {
    /// Creates an empty table for this number of lines and of costs.
    pub(super) fn new(lines: usize, costs: usize, control: &mut Control) -> Result<Self, Stop> {
        let pairs = lines * costs;
        if pairs >= usize::from(u16::MAX) {
            return Err(Stop::Memory);
        }
        control.hold((pairs * Self::PAIR_BYTES) as u64)?;
        // Short games need at most a quarter.
        Ok(Self { costs, numbers: alloc::vec![0; pairs], list: Vec::with_capacity(pairs / 4) })
    }

    const PAIR_BYTES: usize = size_of::<u16>() + size_of::<BlockersOfLine>();

    /// Returns the blockers for a line and a cost, if they are known.
    #[inline]
    pub(super) fn get(&self, line: u16, cost: usize) -> Option<&BlockersOfLine> {
        let number = self.numbers[usize::from(line) * self.costs + cost];
        usize::from(number).checked_sub(1).map(|number| &self.list[number])
    }

    pub(super) fn insert(&mut self, line: u16, cost: usize, blockers: BlockersOfLine) {
        self.list.push(blockers);
        self.numbers[usize::from(line) * self.costs + cost] = self.list.len() as u16;
    }

    /// The maximum number of bytes held.
    #[cfg(feature = "std")]
    pub(super) const fn bytes(&self) -> u64 {
        (self.numbers.len() * Self::PAIR_BYTES) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blockers_are_one_step_further_away() {
        let set = |cells: &[CellIndex]| {
            let mut set = [0; SMALL_WORDS];
            for &cell in cells {
                set[usize::from(cell >> 6)] |= 1 << (cell & 63);
            }
            set
        };
        for (stops, cell, stride, expected) in [
            (&[33, 36, 40][..], 38, 1, &[32, 35, 41][..]),
            (&[21, 53, 69, 229], 53, 16, &[5, 85, 245]),
            (&[70, 134], 70, 64, &[198]),
            (&[16, 224], 0, 16, &[32, 240]),
        ] {
            let mut blockers = set(&[7]);
            BlockersOfLine::new(set(&[9]), &set(stops), stride).add_blockers_from(
                cell,
                stride,
                &mut blockers,
            );
            assert_eq!(blockers, set(&[&[7, 9], expected].concat()), "{stops:?}");
        }
    }
}

//! Blockers of all paths of a cost that begin along a line, on small boards without diagonals.
//!
//! A stop on a line costs the same from each of its cells, so that what follows the stops is
//! collected once for the line. That takes half the time of collecting it for each cell.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::slide_table::CellIndex;

/// Words of a set of cells, on boards for which this is done.
pub(super) const SMALL_WORDS: usize = 4;

/// A set of cells.
pub(super) type SmallSet = [u64; SMALL_WORDS];

/// The blockers after the first stop, by line and cost.
#[derive(Clone)]
pub(super) struct LineBlockers {
    /// Costs of paths that are told apart.
    costs: usize,
    /// By line, then by cost: one more than the number of its set, or zero.
    numbers: Vec<u16>,
    sets: Vec<SmallSet>,
}

impl LineBlockers {
    /// For this number of lines and of costs.
    pub(super) fn new(lines: usize, costs: usize, control: &mut Control) -> Result<Self, Stop> {
        let pairs = lines * costs;
        if pairs >= usize::from(u16::MAX) {
            return Err(Stop::Memory);
        }
        control.hold((pairs * (size_of::<u16>() + size_of::<SmallSet>())) as u64)?;
        Ok(Self { costs, numbers: alloc::vec![0; pairs], sets: Vec::new() })
    }

    /// The set of a line and a cost, if it is known.
    #[inline]
    pub(super) fn get(&self, line: u16, cost: usize) -> Option<SmallSet> {
        let number = self.numbers[usize::from(line) * self.costs + cost];
        usize::from(number).checked_sub(1).map(|number| self.sets[number])
    }

    pub(super) fn insert(&mut self, line: u16, cost: usize, set: SmallSet) {
        self.sets.push(set);
        self.numbers[usize::from(line) * self.costs + cost] = self.sets.len() as u16;
    }

    /// The bytes that it may hold.
    #[cfg(feature = "std")]
    pub(super) const fn bytes(&self) -> u64 {
        (self.numbers.len() * (size_of::<u16>() + size_of::<SmallSet>())) as u64
    }
}

/// Adds the cells of another set.
#[inline]
pub(super) fn add(set: &mut SmallSet, more: &SmallSet) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

/// The blockers of stops on a row or column through a cell: each one step further away from it.
#[inline]
pub(super) fn beyond(stops: &SmallSet, cell: CellIndex, stride: u16) -> SmallSet {
    let (mut before, mut after) = ([0; SMALL_WORDS], *stops);
    let word = usize::from(cell >> 6);
    before[..word].copy_from_slice(&stops[..word]);
    after[..word].fill(0);
    // Without the cell itself.
    let bit = 1 << (cell & 63);
    before[word] = stops[word] & (bit - 1);
    after[word] &= !(bit | (bit - 1));
    let mut blockers = [0; SMALL_WORDS];
    for index in 0..SMALL_WORDS {
        let lower = index.checked_sub(1).map_or(0, |lower| after[lower]);
        let higher = before.get(index + 1).copied().unwrap_or(0);
        blockers[index] = if stride >= 64 {
            lower | higher
        } else {
            after[index] << stride
                | lower >> (64 - stride)
                | before[index] >> stride
                | higher << (64 - stride)
        };
    }
    blockers
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
        assert_eq!(beyond(&set(&[33, 36, 40]), 38, 1), set(&[32, 35, 41]));
        assert_eq!(beyond(&set(&[21, 53, 69, 229]), 53, 16), set(&[5, 85, 245]));
        assert_eq!(beyond(&set(&[70, 134]), 70, 64), set(&[198]));
    }
}

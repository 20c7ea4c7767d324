//! In which order cells get their tiles: line by line, from the outside inwards.
//!
//! A line lies across the longer side of what is left, at the end that is farther from the blank's goal. Its tiles come
//! one by one, but for the last two: neither can be placed without the other, as the last cell of a line can only be
//! entered past its neighbour.

use alloc::vec::Vec;

use super::terrain::{Terrain, Window};

/// One cell, or the last two of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    cells: [u32; 2],
    len: usize,
}

impl Unit {
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells[..self.len]
    }
}

/// Units in their order, and what is left at the end.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) units: Vec<Unit>,
    /// For each cell the number of its unit; cells that are left at the end have the number of units.
    pub(super) rank: Vec<u32>,
    /// For each unit, what was left before its line.
    regions: Vec<Window>,
    /// What is left at the end.
    pub(super) rest: Window,
}

impl Order {
    /// Leaves a rectangle whose sides are at most this long.
    pub(super) fn new(terrain: &Terrain, side: u32) -> Self {
        let mut rest = Window::whole(terrain);
        let (mut units, mut regions) = (Vec::new(), Vec::new());
        while rest.rows.max(rest.columns) > side {
            let region = rest;
            let line = take_line(terrain, &mut rest);
            let (single, last) = line.split_at(line.len() - 2);
            units.extend(single.iter().map(|&cell| Unit { cells: [cell; 2], len: 1 }));
            units.push(Unit { cells: [last[0], last[1]], len: 2 });
            regions.resize(units.len(), region);
        }
        let mut rank = alloc::vec![units.len() as u32; terrain.cells() as usize];
        for (number, unit) in (0..).zip(&units) {
            unit.cells().iter().for_each(|&cell| rank[cell as usize] = number);
        }
        Self { units, rank, regions, rest }
    }

    /// What is left when this unit's turn comes, but for cells of its line.
    pub(super) fn region(&self, unit: usize) -> Window {
        self.regions.get(unit).copied().unwrap_or(self.rest)
    }
}

/// The next line, from its first cell to its last.
fn take_line(terrain: &Terrain, rest: &mut Window) -> Vec<u32> {
    let blank = terrain.goal_blank;
    let (row, column) = (terrain.row(blank) - rest.row, terrain.column(blank) - rest.column);
    let mut line = *rest;
    if rest.rows >= rest.columns {
        line.rows = 1;
        rest.rows -= 1;
        if row > rest.rows - row { rest.row += 1 } else { line.row += rest.rows }
    } else {
        line.columns = 1;
        rest.columns -= 1;
        if column > rest.columns - column { rest.column += 1 } else { line.column += rest.columns }
    }
    line.cells(terrain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_turn_and_the_blank_stays_in_the_rest() {
        for (rows, columns) in [(2, 2), (2, 7), (7, 2), (3, 9), (4, 4), (5, 8), (9, 6)] {
            for blank in 0..rows * columns {
                for side in 3..6 {
                    let terrain = Terrain::new(rows, columns, blank);
                    let order = Order::new(&terrain, side);
                    assert!(order.rest.contains(&terrain, blank));
                    assert!(order.rest.rows.max(order.rest.columns) <= side);
                    let placed: usize = order.units.iter().map(|unit| unit.cells().len()).sum();
                    assert_eq!(placed + order.rest.len(), terrain.cells() as usize);
                    for (number, unit) in order.units.iter().enumerate() {
                        for &cell in unit.cells() {
                            assert_eq!(order.rank[cell as usize] as usize, number);
                            assert!(order.region(number).contains(&terrain, cell));
                            assert!(!order.rest.contains(&terrain, cell));
                        }
                    }
                }
            }
        }
    }
}

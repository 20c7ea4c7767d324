//! The order in which cells get their tiles: line by line, from the outside inwards.
//!
//! The next line lies across the longer side of the remaining rectangle, at the end that is farther
//! from the blank's goal. Its tiles are placed one by one, except for the last two. Neither of
//! these can be placed without the other, because the last cell of a line can only be entered past
//! its neighbour.

use alloc::vec::Vec;

use super::geometry::Geometry;
use super::window::BoardWindow;

/// One cell of a line, or its last two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineGroup {
    cells: [u32; 2],
    len: usize,
}

impl LineGroup {
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells[..self.len]
    }
}

/// The line groups in order, and the remaining rectangle.
#[derive(Clone, Debug)]
pub(super) struct FillOrder {
    pub(super) groups: Vec<LineGroup>,
    /// For each cell, the number of its group; for cells of the remaining rectangle, the number of
    /// groups.
    pub(super) rank: Vec<u32>,
    /// For each group, the rectangle that remained before its line.
    regions: Vec<BoardWindow>,
    /// The remaining rectangle.
    pub(super) rest: BoardWindow,
}

impl FillOrder {
    /// Fills lines until the sides of the remaining rectangle are at most this long.
    pub(super) fn new(geometry: &Geometry, side: u32) -> Self {
        let mut rest = BoardWindow::whole(geometry);
        let (mut groups, mut regions) = (Vec::new(), Vec::new());
        while rest.rows.max(rest.columns) > side {
            let region = rest;
            let line = take_line(geometry, &mut rest);
            let (single, last) = line.split_at(line.len() - 2);
            groups.extend(single.iter().map(|&cell| LineGroup { cells: [cell; 2], len: 1 }));
            groups.push(LineGroup { cells: [last[0], last[1]], len: 2 });
            regions.resize(groups.len(), region);
        }
        let mut rank = alloc::vec![groups.len() as u32; geometry.cells() as usize];
        for (number, group) in (0..).zip(&groups) {
            group.cells().iter().for_each(|&cell| rank[cell as usize] = number);
        }
        Self { groups, rank, regions, rest }
    }

    /// Returns the rectangle that remained before the line of this group.
    pub(super) fn region(&self, group: usize) -> BoardWindow {
        self.regions.get(group).copied().unwrap_or(self.rest)
    }
}

/// Removes the next line and returns its cells from first to last.
fn take_line(geometry: &Geometry, rest: &mut BoardWindow) -> Vec<u32> {
    let blank = geometry.goal_blank;
    let (row, column) = (geometry.row(blank) - rest.row, geometry.column(blank) - rest.column);
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
    line.cells(geometry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_turn_and_the_blank_stays_in_the_last_rectangle() {
        for (rows, columns) in [(2, 2), (2, 7), (7, 2), (3, 9), (4, 4), (5, 8), (9, 6)] {
            for blank in 0..rows * columns {
                for side in 3..6 {
                    let geometry = Geometry::new(rows, columns, blank);
                    let order = FillOrder::new(&geometry, side);
                    assert!(order.rest.contains(&geometry, blank));
                    assert!(order.rest.rows.max(order.rest.columns) <= side);
                    let placed: usize = order.groups.iter().map(|group| group.cells().len()).sum();
                    assert_eq!(placed + order.rest.len(), geometry.cells() as usize);
                    for (number, group) in order.groups.iter().enumerate() {
                        for &cell in group.cells() {
                            assert_eq!(order.rank[cell as usize] as usize, number);
                            assert!(order.region(number).contains(&geometry, cell));
                            assert!(!order.rest.contains(&geometry, cell));
                        }
                    }
                }
            }
        }
    }
}

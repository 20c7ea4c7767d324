//! Which tiles make a pattern together, and which reflection keeps the goal.

use alloc::vec::Vec;

use super::layout::Layout;

/// The most bytes that the tables of one board take.
const MOST_BYTES: u64 = 40 << 20;

/// The most tiles of a pattern.
pub(super) const MOST_TILES: usize = 7;

/// Up to this many cells there are patterns: a region is a bit for each cell.
const MOST_CELLS: u32 = 64;

/// The tiles of each pattern, the largest patterns that the memory for all of them allows; none where the board is too
/// large.
///
/// The entries of a table are numbered by places, cells to the power of tiles.
pub(super) fn patterns(layout: Layout) -> Vec<Vec<u32>> {
    let cells = u64::from(layout.cells());
    if layout.cells() > MOST_CELLS {
        return Vec::new();
    }
    // On the smallest boards, small tables are enough and at once there.
    let most = if cells <= 9 { 4 } else { MOST_TILES };
    let bytes = |&size: &usize| {
        let (whole, rest) = ((cells - 1) / size as u64, (cells - 1) % size as u64);
        whole * cells.pow(size as u32) + cells.pow(rest as u32)
    };
    let size = (1..=most).rev().find(|size| bytes(size) <= MOST_BYTES).unwrap_or(1);
    let mut tiles: Vec<u32> = in_bands(layout).filter(|&cell| cell != layout.goal_blank).collect();
    if let Some(known) = six_six_three(layout) {
        tiles = known;
    }
    tiles.chunks(size).map(<[u32]>::to_vec).collect()
}

/// Cells in bands two rows high, column by column: neighbours follow one another.
fn in_bands(layout: Layout) -> impl Iterator<Item = u32> {
    (0..layout.rows).step_by(2).flat_map(move |top| {
        let rows = top..(top + 2).min(layout.rows);
        let turned = top % 4 == 2;
        (0..layout.columns).flat_map(move |place| {
            let column = if turned { layout.columns - 1 - place } else { place };
            rows.clone().map(move |row| layout.cell(row, column))
        })
    })
}

/// The partition of the 15-puzzle by Korf & Felner, for a blank that ends in a corner. Cells are counted from there.
fn six_six_three(layout: Layout) -> Option<Vec<u32>> {
    let (row, column) = (layout.row(layout.goal_blank), layout.column(layout.goal_blank));
    if (layout.rows, layout.columns) != (4, 4) || row % 3 != 0 || column % 3 != 0 {
        return None;
    }
    let from_blank = [15u32, 11, 10, 7, 6, 3, 9, 8, 5, 4, 2, 1, 14, 13, 12];
    Some(from_blank.map(|cell| layout.cell((cell / 4).abs_diff(row), (cell % 4).abs_diff(column))).to_vec())
}

/// Where a cell goes, given its row and column and the last ones.
type Image = fn(u32, u32, u32, u32) -> (u32, u32);

/// A symmetry of the board, other than the identity, that keeps the blank's goal: where each cell goes. Every bound
/// holds for the reflected arrangement, too.
pub(super) fn reflection(layout: Layout) -> Option<Vec<u32>> {
    let (last_row, last_column) = (layout.rows - 1, layout.columns - 1);
    let images: [Image; 5] = [
        |row, column, _, _| (column, row),
        |row, column, last_row, last_column| (last_column - column, last_row - row),
        |row, column, _, last_column| (row, last_column - column),
        |row, column, last_row, _| (last_row - row, column),
        |row, column, last_row, last_column| (last_row - row, last_column - column),
    ];
    let square = layout.rows == layout.columns;
    let mut symmetries = images.into_iter().skip(if square { 0 } else { 2 }).map(|image| {
        let cells = 0..layout.cells();
        let images = cells.map(|cell| image(layout.row(cell), layout.column(cell), last_row, last_column));
        images.map(|(row, column)| layout.cell(row, column)).collect::<Vec<u32>>()
    });
    symmetries.find(|image| image[layout.goal_blank as usize] == layout.goal_blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_pattern_and_tables_are_small() {
        for (rows, columns) in [(2, 2), (3, 3), (3, 4), (4, 4), (2, 9), (5, 5), (6, 6), (8, 8), (2, 32)] {
            for goal_blank in 0..rows * columns {
                let layout = Layout { rows, columns, goal_blank };
                let patterns = patterns(layout);
                let mut tiles = patterns.concat();
                tiles.sort_unstable();
                let all = (0..layout.cells()).filter(|&tile| tile != goal_blank);
                assert!(tiles.into_iter().eq(all), "{layout:?}");
                let bytes = patterns.iter().map(|tiles| u64::from(layout.cells()).pow(tiles.len() as u32));
                assert!(bytes.sum::<u64>() <= MOST_BYTES);
                assert!(patterns.iter().all(|tiles| tiles.len() <= MOST_TILES));
            }
        }
        assert_eq!(patterns(Layout { rows: 5, columns: 13, goal_blank: 0 }), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn fifteen_puzzles_have_patterns_of_six_six_and_three() {
        let sizes = |goal_blank| -> Vec<usize> {
            patterns(Layout { rows: 4, columns: 4, goal_blank }).iter().map(Vec::len).collect()
        };
        assert_eq!([0, 3, 5, 15].map(sizes), [[6, 6, 3]; 4].map(|sizes| sizes.to_vec()));
    }

    #[test]
    fn reflections_keep_the_goal_and_neighbours() {
        for (rows, columns) in [(2, 2), (3, 3), (3, 4), (4, 4), (3, 5)] {
            let layouts = (0..rows * columns).map(|goal_blank| Layout { rows, columns, goal_blank });
            for (layout, image) in layouts.filter_map(|layout| Some((layout, reflection(layout)?))) {
                assert_eq!(image[layout.goal_blank as usize], layout.goal_blank);
                for (a, b) in (0..rows * columns).flat_map(|a| (0..rows * columns).map(move |b| (a, b))) {
                    let images = layout.distance(image[a as usize], image[b as usize]);
                    assert_eq!(images, layout.distance(a, b));
                }
                assert!((0..).zip(&image).any(|(cell, &image)| cell != image));
            }
        }
        assert!(reflection(Layout { rows: 4, columns: 4, goal_blank: 15 }).is_some());
        assert!(reflection(Layout { rows: 3, columns: 4, goal_blank: 11 }).is_none());
    }
}

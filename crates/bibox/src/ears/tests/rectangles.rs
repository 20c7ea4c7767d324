use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::{Cell, Direction, Grid, Vertex};

use super::oracle::accepts;
use crate::EarDecomposition;
use crate::ears::{Corner, RectangleError};
use crate::tests::samples::{grid, vertices};

fn sizes() -> impl Iterator<Item = (u32, u32)> {
    (2..10).flat_map(|rows| (2..10).map(move |columns| (rows, columns)))
}

fn has_as_few_long_ears_as_can_be(grid: &Grid, made: &EarDecomposition) -> bool {
    let long = grid.rows() + grid.columns() - 4;
    let ears = grid.cell_count() as u32 - 4 - long;
    accepts(&grid.to_graph().graph, made)
        && made.cycle().len() == 4
        && made.ears().len() as u32 == ears
        && made.ears().all(|ear| ear.len() <= 4)
        && made.ears().filter(|ear| ear.len() == 4).count() as u32 == long
}

/// The numbers of rows and columns of the smallest rectangle around some vertices.
fn extent(grid: &Grid, vertices: &BTreeSet<Vertex>) -> (u32, u32) {
    let span = |places: Vec<u32>| {
        places.iter().max().expect("not empty") - places.iter().min().expect("not empty") + 1
    };
    let rows = vertices.iter().map(|vertex| grid.row(Cell(vertex.0))).collect();
    let columns = vertices.iter().map(|vertex| grid.column(Cell(vertex.0))).collect();
    (span(rows), span(columns))
}

#[test]
fn rows_are_finished_from_the_top_and_each_from_the_left() {
    for (rows, columns) in sizes() {
        let grid = grid(rows, columns);
        let made = EarDecomposition::row_by_row(&grid).expect("open");
        assert!(has_as_few_long_ears_as_can_be(&grid, &made));
        let solved: Vec<u32> =
            made.ears().rev().flat_map(|ear| &ear[1..ear.len() - 1]).map(|vertex| vertex.0).collect();
        let above = ((rows - 2) * columns) as usize;
        let (upper, lower) = solved.split_at(above);
        let mut upper = upper.to_vec();
        // The last two cells of a row come together.
        upper.chunks_mut(columns as usize).for_each(|row| row[columns as usize - 2..].sort_unstable());
        assert!(upper.into_iter().eq(0..above as u32));
        let columns_of = |pair: &[u32]| pair.iter().map(|cell| cell % columns).collect::<Vec<_>>();
        assert!(lower.chunks(2).map(columns_of).eq((0..columns - 2).map(|column| alloc::vec![column; 2])));
    }
}

#[test]
fn shells_grow_squares_from_the_corner() {
    for (rows, columns) in sizes() {
        let grid = grid(rows, columns);
        for corner in Corner::ALL {
            let made = EarDecomposition::shells(&grid, corner).expect("open");
            assert!(has_as_few_long_ears_as_can_be(&grid, &made));
            let row = if matches!(corner, Corner::TopLeft | Corner::TopRight) { 0 } else { rows - 1 };
            let column = if matches!(corner, Corner::TopLeft | Corner::BottomLeft) { 0 } else { columns - 1 };
            let cell = grid.cell(row, column).expect("a corner");
            assert_eq!(made.cycle()[0], Vertex(cell.0));
            // A full rectangle is a square, or one line short of a square, or has one complete
            // side.
            let mut inside: BTreeSet<_> = made.cycle().iter().copied().collect();
            for ear in made.ears() {
                inside.extend(ear);
                let (high, wide) = extent(&grid, &inside);
                if inside.len() as u32 == high * wide {
                    assert!(high.abs_diff(wide) <= 1 || high == rows || wide == columns);
                    let square = grid.rows().min(grid.columns());
                    assert!(high.abs_diff(wide) <= 1 || high.min(wide) == square);
                }
            }
        }
    }
}

#[test]
fn the_longer_side_is_reduced_first() {
    let made = EarDecomposition::shells(&grid(2, 5), Corner::TopRight).expect("open");
    assert_eq!(made.cycle(), vertices([4, 3, 8, 9]));
    let ears = [[3, 2, 7, 8], [2, 1, 6, 7], [1, 0, 5, 6]].map(vertices);
    assert!(made.ears().eq(ears));
    let made = EarDecomposition::shells(&grid(5, 3), Corner::TopLeft).expect("open");
    assert_eq!(made.ears().next_back(), Some(&vertices([13, 14, 11])[..]));
}

#[test]
fn other_grids_are_refused() {
    let all = |grid: &Grid| {
        let refused = EarDecomposition::row_by_row(grid).expect_err("not open");
        for corner in Corner::ALL {
            assert_eq!(EarDecomposition::shells(grid, corner), Err(refused.clone()));
        }
        refused
    };
    assert_eq!(all(&grid(1, 5)), RectangleError::TooNarrow { rows: 1, columns: 5 });
    assert_eq!(all(&grid(5, 1)), RectangleError::TooNarrow { rows: 5, columns: 1 });
    let mut walled = grid(3, 3);
    walled.build_wall(Cell(4), Direction::Up);
    assert_eq!(all(&walled), RectangleError::Walled { cell: Cell(1), side: Direction::Down });
    walled.close(Cell(8));
    assert_eq!(all(&walled), RectangleError::Closed { cell: Cell(8) });
    // A wall on the border changes nothing.
    let mut rim = grid(2, 2);
    rim.build_wall(Cell(1), Direction::Right);
    assert!(EarDecomposition::row_by_row(&rim).is_ok());
}

#[test]
fn large_rectangles_are_taken_apart_quickly() {
    let large = grid(300, 300);
    for made in [EarDecomposition::row_by_row(&large), EarDecomposition::shells(&large, Corner::TopLeft)] {
        assert_eq!(made.map(|made| made.ears().len()), Ok(89_996 - 596));
    }
}

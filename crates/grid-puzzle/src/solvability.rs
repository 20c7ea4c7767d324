//! Which boards can be reached from one another: Theorem 1 of the paper on clockwise-restricted N×P
//! puzzles.

use alloc::vec::Vec;

use crate::board::{Board, Tile};

/// Returns the number of inversions: pairs of tiles in the wrong order when the board is read row
/// by row without the blanks.
///
/// # Complexity
/// Time O(n log n), memory O(n) for n cells.
///
/// With one blank, no move changes the parity of the inversions, plus the blank's row if the number
/// of columns is even. Boards of equal parity can be reached from one another.
///
/// # References
/// *NI* of Theorem 1 in the paper on clockwise-restricted N×P puzzles.
///
/// # Examples
/// ```
/// let board = "3 1 2\n0 4 5".parse()?;
/// assert_eq!(grid_puzzle::internal::inversions(&board), 2); // (3, 1) and (3, 2)
/// # Ok::<(), grid_puzzle::error::SetupError>(())
/// ```
pub fn inversions(board: &Board) -> u64 {
    let mut numbers: Vec<u32> = board.tiles().iter().map(|tile| tile.0).filter(|&tile| tile != 0).collect();
    let mut merged = alloc::vec![0; numbers.len()];
    let mut count = 0;
    let mut width = 1;
    // Bottom-up merge sort: each number taken from the right half passes the rest of the left half.
    while width < numbers.len() {
        for (run, out) in numbers.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            for slot in out {
                let from_right = match (left, right) {
                    ([first, ..], [second, ..]) => second < first,
                    (left, _) => left.is_empty(),
                };
                count += if from_right { left.len() as u64 } else { 0 };
                let source = if from_right { &mut right } else { &mut left };
                *slot = source[0];
                *source = &source[1..];
            }
        }
        core::mem::swap(&mut numbers, &mut merged);
        width *= 2;
    }
    count
}

/// Returns the invariant of all moves: the parity of the inversions, plus the blank's row if the
/// number of columns is even.
///
/// A move along a row changes neither. A move along a column takes a tile past `columns − 1` others
/// and the blank to the next row. Two boards of one size can be reached from one another if and
/// only if their parities are equal.
///
/// # Complexity
/// Linear in the cells: the parity of the inversions is the parity of the number of elements minus
/// the number of cycles of the permutation.
///
/// # References
/// Theorem 1 of the paper on clockwise-restricted N×P puzzles, there for the standard goal.
pub(crate) fn parity(board: &Board) -> bool {
    let blank = if board.columns().is_multiple_of(2) { board.blank_row() as usize } else { 0 };
    // The tiles as a permutation. A visited element is mapped to itself.
    let mut next: Vec<u32> =
        board.tiles().iter().filter(|&&tile| tile != Tile::BLANK).map(|tile| tile.0 - 1).collect();
    let mut transpositions = 0;
    for first in 0..next.len() {
        let mut at = core::mem::replace(&mut next[first], first as u32) as usize;
        while at != first {
            at = core::mem::replace(&mut next[at], at as u32) as usize;
            transpositions += 1;
        }
    }
    (transpositions + blank) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use motion_core::Direction;
    use proptest::prelude::*;

    fn any_board() -> impl Strategy<Value = Board> {
        (2u32..7, 2u32..7).prop_flat_map(|(rows, columns)| {
            let numbers: Vec<u32> = (0..rows * columns).collect();
            Just(numbers).prop_shuffle().prop_map(move |numbers| {
                Board::from_permutation(rows, columns, numbers.into_iter().map(Tile).collect())
            })
        })
    }

    proptest! {
        #[test]
        fn inversions_are_the_pairs_in_the_wrong_order(board in any_board()) {
            let tiles: Vec<_> = board.tiles().iter().filter(|&&tile| tile != Tile::BLANK).collect();
            let pairs = (0..tiles.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            prop_assert_eq!(inversions(&board), pairs.filter(|&(j, i)| tiles[j] > tiles[i]).count() as u64);
            let blank = if board.columns() % 2 == 0 { u64::from(board.blank_row()) } else { 0 };
            prop_assert_eq!(parity(&board), (inversions(&board) + blank) % 2 == 1);
        }

        #[test]
        fn no_move_changes_the_parity_and_an_exchange_of_tiles_does(board in any_board()) {
            let mut moved = board.clone();
            for direction in Direction::ALL {
                moved.slide(direction);
                prop_assert_eq!(parity(&moved), parity(&board));
            }
            let mut tiles = board.tiles().to_vec();
            let mut places = (0..tiles.len()).filter(|&place| tiles[place] != Tile::BLANK);
            let (first, second) = (places.next().expect("a tile"), places.next_back().expect("another"));
            tiles.swap(first, second);
            let exchanged = Board::from_permutation(board.rows(), board.columns(), tiles);
            prop_assert_ne!(parity(&exchanged), parity(&board));
            let instance = Instance::new(board, exchanged).expect("equal sizes");
            prop_assert!(!instance.is_solvable());
        }
    }

    #[test]
    fn theorem_1_for_the_standard_goal() {
        // Odd columns: solvable with even NI. Even columns: NI plus the blank's row, counted from
        // 1, is even with even rows and odd with odd rows.
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4), (5, 4)] {
            let goal = Board::solved(rows, columns).expect("a legal size");
            let wanted = if columns % 2 == 1 { 0 } else { u64::from(rows % 2) };
            let row = if columns % 2 == 1 { 0 } else { u64::from(goal.blank_row()) + 1 };
            assert_eq!((inversions(&goal) + row) % 2, wanted);
        }
    }
}

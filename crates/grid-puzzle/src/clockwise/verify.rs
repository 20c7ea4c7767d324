//! The referees of clockwise walks: the turns that the blank takes, and the cells where it turns
//! freely. They use only the walk and share no code with the solvers.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::internal::Turn;
use motion_core::{Cell, Direction, Walk};

use crate::board::Board;

/// The first step that turns left or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnError {
    /// The move, from 0.
    pub index: u64,
    /// The direction of the previous move.
    pub before: Direction,
    /// Its direction.
    pub direction: Direction,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, before, direction } = self;
        write!(
            f,
            "move {} goes {direction} after {before}, which is neither straight on nor a right turn",
            index + 1
        )
    }
}

impl Error for TurnError {}

/// The reason why a walk is not clockwise with free turns only on its choice squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The walk is not clockwise.
    Turn(TurnError),
    /// The blank would leave the board.
    OffBoard {
        /// The move, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// The blank turns freely on another square.
    FreeTurn {
        /// The move, from 0.
        index: u64,
        /// Where it begins.
        cell: Cell,
    },
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(why) => why.fmt(f),
            Self::OffBoard { index, direction } => {
                write!(f, "move {} takes the blank {direction} off the board", index + 1)
            }
            Self::FreeTurn { index, cell } => write!(
                f,
                "move {} turns right on cell {}, where straight on was open",
                index + 1,
                cell.one_based()
            ),
        }
    }
}

impl Error for ChoiceError {}

impl From<TurnError> for ChoiceError {
    fn from(why: TurnError) -> Self {
        Self::Turn(why)
    }
}

/// Checks that every step after the first goes straight on or turns right, and returns the number
/// of steps.
///
/// # Errors
/// [`TurnError`] names the first step that does not.
///
/// # Complexity
/// Constant time per step, constant memory.
///
/// # References
/// Section 3 of the paper on clockwise-restricted N×P puzzles. A step back is also not clockwise.
///
/// # Examples
/// ```
/// use grid_puzzle::clockwise::verify_clockwise;
/// use motion_core::Walk;
///
/// assert_eq!(verify_clockwise(&"RRDDLUR".parse::<Walk>()?), Ok(7));
/// assert!(verify_clockwise(&"RRU".parse::<Walk>()?).is_err_and(|error| error.index == 2));
/// # Ok::<(), motion_core::error::ParseWalkError>(())
/// ```
pub fn verify_clockwise(walk: impl IntoIterator<Item = Direction>) -> Result<u64, TurnError> {
    let (mut index, mut last) = (0, None);
    for direction in walk {
        if let Some(before) = last {
            check_turn(index, before, direction)?;
        }
        last = Some(direction);
        index += 1;
    }
    Ok(index)
}

const fn check_turn(index: u64, before: Direction, direction: Direction) -> Result<(), TurnError> {
    match before.turn_to(direction) {
        Turn::Straight | Turn::Right => Ok(()),
        Turn::Left | Turn::Back => Err(TurnError { index, before, direction }),
    }
}

impl Board {
    /// Returns the choice squares of a clockwise walk of the blank from this board: the cells, in
    /// reading order, on which it turns right *freely*.
    ///
    /// A cell is *closed* from the moment when the blank leaves it for the last time, and *open*
    /// before. A turn is *forced* if the edge of the board or a closed cell is ahead, and *free* if
    /// the cell ahead is open.
    ///
    /// # Errors
    /// [`ChoiceError`] names the first move that is illegal or not clockwise.
    ///
    /// # Complexity
    /// Two passes of constant time per step; memory for one number per cell.
    ///
    /// # References
    /// Theorems 3 and 4 of the paper on clockwise-restricted N×P puzzles, where the closed cells
    /// are those outside the *working boundary*.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::Board;
    /// use motion_core::Cell;
    ///
    /// // Around the right half, then around everything: the blank turns up before the corner.
    /// let board = Board::solved(2, 3)?;
    /// assert_eq!(board.choice_squares(&"LURD LLURRD".parse()?)?, [Cell(4)]);
    /// // In the other order, the left column is closed when the blank turns up.
    /// assert_eq!(board.choice_squares(&"LLURRD LURD".parse()?)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choice_squares(&self, walk: &Walk) -> Result<Vec<Cell>, ChoiceError> {
        let mut squares = Vec::new();
        self.each_free_turn(walk, |_, cell| {
            squares.push(cell);
            Ok(())
        })?;
        squares.sort_unstable();
        squares.dedup();
        Ok(squares)
    }

    /// Checks that a walk of the blank from this board is clockwise, and turns freely only on these
    /// cells, as defined by [`choice_squares`](Board::choice_squares).
    ///
    /// # Errors
    /// [`ChoiceError`] names the first move that is illegal or not clockwise; otherwise the first
    /// free turn on another cell.
    ///
    /// # Complexity
    /// That of [`choice_squares`](Board::choice_squares), times the number of squares.
    pub fn verify_choices(&self, walk: &Walk, squares: &[Cell]) -> Result<(), ChoiceError> {
        self.each_free_turn(walk, |index, cell| {
            if squares.contains(&cell) { Ok(()) } else { Err(ChoiceError::FreeTurn { index, cell }) }
        })
    }

    /// Visits every free turn, with the number of the move and the cell where it begins.
    fn each_free_turn(
        &self,
        walk: &Walk,
        mut visit: impl FnMut(u64, Cell) -> Result<(), ChoiceError>,
    ) -> Result<(), ChoiceError> {
        let [rows, columns] = [self.rows(), self.columns()].map(u64::from);
        let ahead = |cell: u64, direction: Direction| {
            let (row, column) = direction.delta();
            let row = (cell / columns).checked_add_signed(row.into()).filter(|&row| row < rows)?;
            let column = (cell % columns).checked_add_signed(column.into());
            column.filter(|&column| column < columns).map(|column| row * columns + column)
        };

        // For each cell, the number of moves before the blank's last visit.
        let mut last_visit = alloc::vec![0; self.tiles().len()];
        let mut at = u64::from(self.blank().0);
        let mut before = None;
        for (index, direction) in (0..).zip(walk) {
            if let Some(before) = before {
                check_turn(index, before, direction)?;
            }
            at = ahead(at, direction).ok_or(ChoiceError::OffBoard { index, direction })?;
            last_visit[at as usize] = index + 1;
            before = Some(direction);
        }

        // Second pass: a turn is free if the cell ahead is visited later.
        let mut at = u64::from(self.blank().0);
        let mut before = None;
        for (index, direction) in (0..).zip(walk) {
            if let Some(before) = before
                && before != direction
                && ahead(at, before).is_some_and(|cell| last_visit[cell as usize] > index)
            {
                visit(index, Cell(at as u32))?;
            }
            at = ahead(at, direction).ok_or(ChoiceError::OffBoard { index, direction })?;
            before = Some(direction);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(text: &str) -> Walk {
        text.parse().expect("letters")
    }

    #[test]
    fn the_first_move_that_breaks_the_rule_is_named() {
        assert_eq!(verify_clockwise(&walk("")), Ok(0));
        assert_eq!(verify_clockwise(&walk("L")), Ok(1));
        for (text, index) in [("UL", 1), ("UD", 1), ("URDLUURL", 7), ("RRDR", 3), ("LUURRDDLR", 8)] {
            let error = verify_clockwise(&walk(text)).expect_err("not clockwise");
            assert_eq!(error.index, index, "{text}");
            assert_eq!(Some(error.direction), walk(text).get(index as usize));
            assert_eq!(Some(error.before), walk(text).get(index as usize - 1));
            let board = Board::solved(9, 9).expect("a legal size");
            let on_board = board.choice_squares(&walk(text));
            assert!(matches!(on_board, Err(ChoiceError::Turn(_) | ChoiceError::OffBoard { .. })));
        }
    }

    #[test]
    fn a_walk_off_the_board_is_refused() {
        let board = Board::solved(2, 2).expect("a legal size");
        let error = ChoiceError::OffBoard { index: 1, direction: Direction::Left };
        assert_eq!(board.choice_squares(&walk("LL")), Err(error));
    }

    #[test]
    fn a_turn_is_free_while_the_cell_ahead_is_open() {
        let board = Board::solved(3, 3).expect("a legal size");
        // Around the board, no turn is free. Up in the middle is free if the left column is entered
        // later.
        assert_eq!(board.choice_squares(&walk("LLUURRDD LLUURRDD")), Ok([].into()));
        assert_eq!(board.choice_squares(&walk("LLUURRDD LUURDD")), Ok([].into()));
        assert_eq!(board.choice_squares(&walk("LUURDD LLUURRDD")), Ok([Cell(7)].into()));
        // Below a cell that is never entered again, the turn is forced; before that, it is free.
        assert_eq!(board.choice_squares(&walk("LLUURRDD LLURRD")), Ok([].into()));
        assert_eq!(board.choice_squares(&walk("LLURRD LLUURRDD")), Ok([Cell(3)].into()));
        let free = ChoiceError::FreeTurn { index: 3, cell: Cell(3) };
        assert_eq!(board.verify_choices(&walk("LLURRD LLUURRDD"), &[Cell(7)]), Err(free));
        assert_eq!(board.verify_choices(&walk("LLURRD LLUURRDD"), &[Cell(3)]), Ok(()));
    }
}

//! Solutions of puzzles with several blanks as text: the moves of the tiles.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write};
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction, Move, Plan, Token, Vertex};

use crate::board::{Board, Tile};
use crate::verify::VerifyError;

/// A sequence of moves of tiles, each with its direction: the text form of solutions with several
/// blanks.
///
/// A tile's number is followed by the letters `U`, `R`, `D`, `L` of its consecutive moves: `5R
/// 12UUL 5D`. Letters may be in either case. White space and commas both separate. A number may be
/// repeated before each letter.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, TileMoves};
///
/// let instance: Instance = "1 2 0\n0 4 3".parse()?;
/// let moves: TileMoves = "3u, 4l 4r 4l".parse()?;
/// assert_eq!(moves.to_string(), "3U 4LRL");
/// assert_eq!(instance.verify_plan(&moves.to_plan(instance.start())?)?.moves, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TileMoves(Vec<(Tile, Direction)>);

/// An error in the text of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMovesError {
    /// A character that is illegal at this position.
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// A description of the expected characters.
        expected: &'static str,
        /// The character.
        found: char,
    },
    /// A tile without a direction.
    NoDirection {
        /// Where the tile stands.
        at: TextPosition,
        /// The tile.
        tile: Tile,
    },
    /// A number that no tile has.
    BadNumber {
        /// Where it begins.
        at: TextPosition,
    },
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedCharacter { at, expected, found } => {
                write!(f, "{at}: expected {expected} but found {found:?}")
            }
            Self::NoDirection { at, tile } => write!(f, "{at}: tile {} has no direction", tile.0),
            Self::BadNumber { at } => write!(f, "{at}: no tile has this number"),
        }
    }
}

impl Error for ParseMovesError {}

impl TileMoves {
    /// Converts a plan on a board of this size; returns `None` if a move does not lead from a cell
    /// to a neighbour.
    pub fn from_plan(board: &Board, plan: &Plan) -> Option<Self> {
        let moves = plan.iter().map(|Move { token, from, to }| {
            let step = |&direction: &Direction| {
                board.neighbour(Cell(from.0), direction).is_some_and(|cell| cell.0 == to.0)
            };
            let is_cell = from.index() < board.tiles().len();
            let direction = Direction::ALL.into_iter().filter(|_| is_cell).find(step)?;
            Some((Tile(token.0.checked_add(1)?), direction))
        });
        moves.collect::<Option<_>>().map(Self)
    }

    /// The tiles and their directions.
    pub fn moves(&self) -> &[(Tile, Direction)] {
        &self.0
    }

    /// Converts the moves from this board on to moves of tokens from cell to cell.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move.
    ///
    /// # Complexity
    /// Linear in the moves and the cells.
    pub fn to_plan(&self, start: &Board) -> Result<Plan, VerifyError> {
        let mut cells = start.cells_of_tiles();
        let mut board = start.clone();
        let mut plan = Plan::new();
        for (index, &(tile, direction)) in (0..).zip(&self.0) {
            let cell = cells.get_mut(tile.index()).filter(|_| tile != Tile::BLANK);
            let Some(cell) = cell else { return Err(VerifyError::NoSuchTile { index, tile }) };
            let from = *cell;
            let Some(to) = board.neighbour(from, direction) else {
                return Err(VerifyError::TileOffBoard { index, tile, direction });
            };
            if board.shift(from, direction).is_none() {
                return Err(VerifyError::Occupied { index, cell: to, by: board.tile(to) });
            }
            *cell = to;
            plan.push(Move { token: Token(tile.0 - 1), from: Vertex(from.0), to: Vertex(to.0) });
        }
        Ok(plan)
    }
}

impl FromIterator<(Tile, Direction)> for TileMoves {
    fn from_iter<I: IntoIterator<Item = (Tile, Direction)>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl fmt::Display for TileMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for &(tile, direction) in &self.0 {
            if last != Some(tile) {
                let gap = if last.is_some() { " " } else { "" };
                write!(f, "{gap}{}", tile.0)?;
            }
            f.write_char(direction.letter())?;
            last = Some(tile);
        }
        Ok(())
    }
}

impl FromStr for TileMoves {
    type Err = ParseMovesError;

    fn from_str(text: &str) -> Result<Self, ParseMovesError> {
        let mut reader = TileMovesReader::default();
        for (line, content) in (1..).zip(text.lines()) {
            for (column, character) in (1..).zip(content.chars()) {
                reader.read(TextPosition { line, column }, character)?;
            }
            reader.separate()?;
        }
        Ok(Self(reader.moves))
    }
}

#[derive(Default)]
struct TileMovesReader {
    moves: Vec<(Tile, Direction)>,
    /// The tile whose letters come next, where its number began, and whether a letter has been
    /// read.
    tile: Option<(Tile, TextPosition, bool)>,
}

impl TileMovesReader {
    fn read(&mut self, at: TextPosition, character: char) -> Result<(), ParseMovesError> {
        let unexpected =
            |expected| Err(ParseMovesError::UnexpectedCharacter { at, expected, found: character });
        match (character.to_digit(10), &mut self.tile) {
            (Some(digit), Some((tile, begin, false))) => {
                let number = tile.0.checked_mul(10).and_then(|number| number.checked_add(digit));
                *tile = Tile(number.ok_or(ParseMovesError::BadNumber { at: *begin })?);
                Ok(())
            }
            (Some(digit), _) => {
                self.tile = Some((Tile(digit), at, false));
                Ok(())
            }
            (None, _) if character.is_whitespace() || character == ',' => self.separate(),
            (None, None) => unexpected("a tile's number"),
            (None, Some((tile, begin, begun))) => {
                if *tile == Tile::BLANK {
                    return Err(ParseMovesError::BadNumber { at: *begin });
                }
                let Some(direction) = Direction::from_letter(character) else {
                    return unexpected("U, R, D or L");
                };
                *begun = true;
                self.moves.push((*tile, direction));
                Ok(())
            }
        }
    }

    /// Ends a tile's letters.
    fn separate(&mut self) -> Result<(), ParseMovesError> {
        match self.tile.take() {
            Some((tile, at, false)) => Err(ParseMovesError::NoDirection { at, tile }),
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(TileMoves);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn error(text: &str) -> ParseMovesError {
        text.parse::<TileMoves>().expect_err("bad moves")
    }

    fn at(line: usize, column: usize) -> TextPosition {
        TextPosition { line, column }
    }

    #[test]
    fn every_mistake_is_named_where_it_stands() {
        let expected = "U, R, D or L";
        assert_eq!(
            error("5R\n 5X"),
            ParseMovesError::UnexpectedCharacter { at: at(2, 3), expected, found: 'X' }
        );
        let expected = "a tile's number";
        assert_eq!(
            error("5R R"),
            ParseMovesError::UnexpectedCharacter { at: at(1, 4), expected, found: 'R' }
        );
        assert_eq!(error("5R 12 U"), ParseMovesError::NoDirection { at: at(1, 4), tile: Tile(12) });
        assert_eq!(error("5R 12"), ParseMovesError::NoDirection { at: at(1, 4), tile: Tile(12) });
        assert_eq!(error("5R 0U"), ParseMovesError::BadNumber { at: at(1, 4) });
        assert_eq!(error("99999999999U"), ParseMovesError::BadNumber { at: at(1, 1) });
    }

    #[test]
    fn impossible_moves_are_named() {
        let board: Board = "1 0 2\n0 3 4".parse().expect("a board");
        let error =
            |text: &str| text.parse::<TileMoves>().expect("moves").to_plan(&board).expect_err("impossible");
        assert_eq!(error("2L 5U"), VerifyError::NoSuchTile { index: 1, tile: Tile(5) });
        let off_board = VerifyError::TileOffBoard { index: 1, tile: Tile(2), direction: Direction::Up };
        assert_eq!(error("2LU"), off_board);
        assert_eq!(error("2LL"), VerifyError::Occupied { index: 1, cell: Cell(0), by: Tile(1) });
    }

    #[test]
    fn moves_that_are_no_steps_have_no_letters() {
        let board: Board = "1 0 2\n0 3 4".parse().expect("a board");
        let plan =
            |from, to| Plan::from(alloc::vec![Move { token: Token(0), from: Vertex(from), to: Vertex(to) }]);
        assert_eq!(
            TileMoves::from_plan(&board, &plan(2, 1)).map(|moves| moves.to_string()),
            Some("1L".to_string())
        );
        for (from, to) in [(0, 4), (2, 3), (9, 8), (5, 6)] {
            assert_eq!(TileMoves::from_plan(&board, &plan(from, to)), None);
        }
    }

    proptest! {
        #[test]
        fn moves_round_trip(moves in proptest::collection::vec((1u32..30, 0u8..4), 0..40)) {
            let moves: TileMoves =
                moves.into_iter().map(|(tile, side)| (Tile(tile), Direction::from_index(side))).collect();
            prop_assert_eq!(moves.to_string().parse(), Ok(moves));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9URDLurdl ,\n]{0,40}|\\PC{0,40}") {
            if let Ok(moves) = text.parse::<TileMoves>() {
                prop_assert_eq!(moves.to_string().parse(), Ok(moves));
            }
        }

        #[test]
        fn plans_round_trip(sides in proptest::collection::vec((0u32..12, 0u8..4), 0..200)) {
            let start = Board::solved_with_blanks(3, 4, 3).expect("a legal size");
            let mut board = start.clone();
            let made = sides.into_iter().filter_map(|(cell, side)| {
                let direction = Direction::from_index(side);
                Some((board.shift(Cell(cell), direction)?, direction))
            });
            let moves: TileMoves = made.collect();
            let plan = moves.to_plan(&start).expect("moves that were made");
            prop_assert_eq!(plan.len(), moves.moves().len());
            prop_assert_eq!(TileMoves::from_plan(&start, &plan), Some(moves));
        }
    }
}

//! Solutions as pushes of boxes between named squares.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write};
use core::str::{Chars, FromStr};

use motion_core::Direction;
use motion_core::error::TextPosition;

use crate::board::{Push, SearchBoard, Square};
use crate::level::Level;
use crate::moves::{Moves, PlayerStep};
use crate::setup::Setup;
use crate::verify::VerifyError;

/// A square of a level's grid, by row and column, both from 0.
///
/// Its text is a capital letter for the column and a small one for the row: `Li` is column 11 and
/// row 8. After `Z` come `AA`, `AB` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridSquare {
    /// The row, from 0, at most 254.
    pub row: u8,
    /// The column, from 0, at most 254.
    pub column: u8,
}

/// Pushes in the notation of the thesis: `Aa-Ab-Ac Ba-Ca` pushes a box from `Aa` by `Ab` to `Ac`,
/// then another from `Ba` to `Ca`.
///
/// Squares are counted from the upper left corner of the level's grid, walls included. On reading,
/// a box may move several squares in a straight line at once (`Aa-Ac`), and white space separates
/// boxes. Printed lists name every square, and name a box anew only if another was pushed in
/// between. The list does not contain the player's walks; [`Level::moves_of`] finds them.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 2, after A. Junghanns & J. Schaeffer, 2001. The
/// thesis does not define the letters after `Z`.
///
/// # Examples
/// ```
/// use sokoban::{Level, PushList};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let pushes: PushList = "Db-Fb".parse()?;
/// assert_eq!(pushes.to_string(), "Db-Eb-Fb");
/// let moves = level.moves_of(&pushes)?;
/// assert_eq!(moves.to_string(), "rRR");
/// assert_eq!(level.push_list(&moves)?, pushes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PushList {
    pushes: Vec<(GridSquare, Direction)>,
}

/// The error of a text that is not a list of pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePushListError {
    /// A character that does not continue a list.
    UnexpectedCharacter {
        /// Its position in the text.
        at: TextPosition,
        /// The character.
        found: char,
    },
    /// The text ends where a square is expected.
    UnexpectedEnd {
        /// The position after the last character.
        at: TextPosition,
    },
    /// A square beyond the largest level.
    TooFar {
        /// The position of the square.
        at: TextPosition,
        /// The letters of the square, up to the first that exceeds the largest level.
        letters: String,
    },
    /// Two squares that are equal, or share neither a row nor a column.
    NotStraight {
        /// The position of the second square.
        at: TextPosition,
        /// The first square.
        from: GridSquare,
        /// The second square.
        to: GridSquare,
    },
    /// A single square, which makes no push.
    NoPush {
        /// The position of the square.
        at: TextPosition,
        /// The square.
        square: GridSquare,
    },
}

impl fmt::Display for ParsePushListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedCharacter { at, found } => {
                write!(f, "{at}: expected squares such as Aa, joined by -, but found {found:?}")
            }
            Self::UnexpectedEnd { at } => {
                write!(f, "{at}: expected a square, such as Aa, but the text ends here")
            }
            Self::TooFar { at, letters } => write!(f, "{at}: no level has a square {letters}"),
            Self::NotStraight { at, from, to } => {
                write!(f, "{at}: a box is not pushed straight from {from} to {to}")
            }
            Self::NoPush { at, square } => write!(f, "{at}: expected - and a square after {square}"),
        }
    }
}

impl Error for ParsePushListError {}

/// The error of a push that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpossiblePushError {
    /// The number of the push in the list, from 0.
    pub index: usize,
    /// The square that should hold the box.
    pub from: GridSquare,
    /// The direction of the push.
    pub direction: Direction,
}

impl fmt::Display for ImpossiblePushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, from, direction } = self;
        write!(f, "push {} ({from} {direction}) is not possible", index + 1)
    }
}

impl Error for ImpossiblePushError {}

impl GridSquare {
    /// Returns the next square in a direction, within the largest level.
    fn step(self, direction: Direction) -> Option<Self> {
        let (down, right) = direction.delta();
        let [row, column] = [(self.row, down), (self.column, right)].map(|(number, change)| {
            let next = number.checked_add_signed(change as i8)?;
            (usize::from(next) < Setup::MAX_SIDE).then_some(next)
        });
        Some(Self { row: row?, column: column? })
    }
}

impl fmt::Display for GridSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, first) in [(self.column, b'A'), (self.row, b'a')] {
            if let Some(before) = (number / 26).checked_sub(1) {
                f.write_char(char::from(first + before))?;
            }
            f.write_char(char::from(first + number % 26))?;
        }
        Ok(())
    }
}

impl PushList {
    /// The pushes in order: the square of the box, and the direction.
    pub fn pushes(&self) -> &[(GridSquare, Direction)] {
        &self.pushes
    }
}

impl fmt::Display for PushList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for (number, &(from, direction)) in self.pushes.iter().enumerate() {
            if last != Some(from) {
                let space = if number > 0 { " " } else { "" };
                write!(f, "{space}{from}")?;
            }
            last = from.step(direction);
            if let Some(to) = last {
                write!(f, "-{to}")?;
            }
        }
        Ok(())
    }
}

/// The rest of a text, and its position.
struct Reader<'t> {
    rest: Chars<'t>,
    at: TextPosition,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn advance(&mut self) {
        match self.rest.next() {
            Some('\n') => self.at = TextPosition { line: self.at.line + 1, column: 1 },
            Some(_) => self.at.column += 1,
            None => {}
        }
    }

    /// Returns the error for the next character.
    fn unexpected(&self) -> ParsePushListError {
        match self.peek() {
            Some(found) => ParsePushListError::UnexpectedCharacter { at: self.at, found },
            None => ParsePushListError::UnexpectedEnd { at: self.at },
        }
    }

    /// Reads one or two letters of a range as a number from 0, and collects them in `letters`.
    fn number(
        &mut self,
        first: char,
        begin: TextPosition,
        letters: &mut String,
    ) -> Result<u8, ParsePushListError> {
        let last = char::from(first as u8 + 25);
        let mut number = 0;
        let mut count = 0;
        while let Some(letter) = self.peek().filter(|letter| (first..=last).contains(letter)) {
            letters.push(letter);
            number = 26 * number + (letter as u32 - first as u32) + 1;
            if number as usize > Setup::MAX_SIDE {
                let letters = core::mem::take(letters);
                return Err(ParsePushListError::TooFar { at: begin, letters });
            }
            count += 1;
            self.advance();
        }
        if count == 0 { Err(self.unexpected()) } else { Ok((number - 1) as u8) }
    }

    fn square(&mut self) -> Result<GridSquare, ParsePushListError> {
        let (begin, mut letters) = (self.at, String::new());
        let column = self.number('A', begin, &mut letters)?;
        let row = self.number('a', begin, &mut letters)?;
        Ok(GridSquare { row, column })
    }
}

impl FromStr for PushList {
    type Err = ParsePushListError;

    fn from_str(text: &str) -> Result<Self, ParsePushListError> {
        let mut reader = Reader { rest: text.chars(), at: TextPosition { line: 1, column: 1 } };
        let mut pushes = Vec::new();
        loop {
            while reader.peek().is_some_and(char::is_whitespace) {
                reader.advance();
            }
            if reader.peek().is_none() {
                return Ok(Self { pushes });
            }
            let begin = reader.at;
            let mut from = reader.square()?;
            if reader.peek().is_none_or(char::is_whitespace) {
                return Err(ParsePushListError::NoPush { at: begin, square: from });
            }
            while reader.peek().is_some_and(|next| !next.is_whitespace()) {
                if reader.peek() != Some('-') {
                    return Err(reader.unexpected());
                }
                reader.advance();
                let at = reader.at;
                let to = reader.square()?;
                let direction = straight(from, to);
                let direction = direction.ok_or(ParsePushListError::NotStraight { at, from, to })?;
                while from != to {
                    pushes.push((from, direction));
                    from = from.step(direction).expect("invariant: squares between two squares");
                }
            }
        }
    }
}

/// Returns the direction from one square to another in the same row or column.
fn straight(from: GridSquare, to: GridSquare) -> Option<Direction> {
    use core::cmp::Ordering::{Equal, Greater, Less};
    match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
        (Less, Equal) => Some(Direction::Up),
        (Equal, Greater) => Some(Direction::Right),
        (Greater, Equal) => Some(Direction::Down),
        (Equal, Less) => Some(Direction::Left),
        _ => None,
    }
}

impl Level {
    /// Returns the pushes among the player's steps from the start.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal step.
    ///
    /// # Complexity
    /// Linear in the steps and the cells.
    pub fn push_list(&self, moves: &Moves) -> Result<PushList, VerifyError> {
        let (moves, _) = self.replay(moves)?;
        let grid = self.grid();
        let (mut player, mut pushes) = (self.player(), Vec::new());
        for PlayerStep { direction, pushes: is_push } in &moves {
            player = grid.step(player, direction).expect("invariant: steps that were replayed");
            if is_push {
                let (row, column) = (grid.row(player) as u8, grid.column(player) as u8);
                pushes.push((GridSquare { row, column }, direction));
            }
        }
        Ok(PushList { pushes })
    }

    /// Returns the player's steps that make these pushes from the start, with shortest walks
    /// between them. The pushes need not solve the level.
    ///
    /// # Errors
    /// [`ImpossiblePushError`] names the first push that cannot be made.
    ///
    /// # Complexity
    /// Squares times pushes, with a logarithmic factor if there is an error.
    pub fn moves_of(&self, list: &PushList) -> Result<Moves, ImpossiblePushError> {
        let (grid, board) = (self.grid(), SearchBoard::new(self));
        let square = |at: GridSquare| {
            let cell = grid.cell(u32::from(at.row), u32::from(at.column));
            cell.map_or(board.wall(), |cell| board.square(cell))
        };
        let pushes: Vec<_> =
            list.pushes.iter().map(|&(from, direction)| Push { from: square(from), direction }).collect();
        let is_square = |at: Square| !board.is_wall(at);
        let legal = pushes.iter().take_while(|push| is_square(push.from)).count();
        let moves_of = |count: usize| board.moves(pushes[..count].iter().copied());
        if legal == pushes.len()
            && let Some(moves) = moves_of(legal)
        {
            return Ok(moves);
        }
        // The length of the longest prefix that can be made is in this range.
        let (mut possible, mut limit) = (0, legal);
        while possible < limit {
            let middle = possible + (limit - possible).div_ceil(2);
            if moves_of(middle).is_some() {
                possible = middle;
            } else {
                limit = middle - 1;
            }
        }
        let (from, direction) = list.pushes[possible];
        Err(ImpossiblePushError { index: possible, from, direction })
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(PushList);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn square(row: u8, column: u8) -> GridSquare {
        GridSquare { row, column }
    }

    #[test]
    fn squares_are_letters_of_columns_and_rows() {
        for (row, column, text) in [(8, 11, "Li"), (0, 0, "Aa"), (25, 26, "AAz"), (254, 254, "IUiu")] {
            assert_eq!(square(row, column).to_string(), text);
        }
    }

    #[test]
    fn illegal_texts_are_refused_where_they_stand() {
        let error = |text: &str| text.parse::<PushList>().expect_err("no list");
        let at = |line, column| TextPosition { line, column };
        let unexpected =
            |line, column, found| ParsePushListError::UnexpectedCharacter { at: at(line, column), found };
        assert_eq!(error("Aa-Ab x"), unexpected(1, 7, 'x'));
        assert_eq!(error("Aa-Ab\nA1"), unexpected(2, 2, '1'));
        assert_eq!(error("Aa-Ab,"), unexpected(1, 6, ','));
        assert_eq!(error("Aa--Ab"), unexpected(1, 4, '-'));
        assert_eq!(error("Aa-"), ParsePushListError::UnexpectedEnd { at: at(1, 4) });
        assert_eq!(error("A"), ParsePushListError::UnexpectedEnd { at: at(1, 2) });
        let far = |column, letters: &str| ParsePushListError::TooFar {
            at: at(1, column),
            letters: letters.to_string(),
        };
        assert_eq!(error("Aa-IVa"), far(4, "IV"));
        assert_eq!(error("Aaaa"), far(1, "Aaaa"));
        let (from, to) = (square(0, 0), square(1, 1));
        assert_eq!(error("Aa-Bb"), ParsePushListError::NotStraight { at: at(1, 4), from, to });
        assert_eq!(error("Aa-Aa"), ParsePushListError::NotStraight { at: at(1, 4), from, to: from });
        assert_eq!(error(" Aa Ab"), ParsePushListError::NoPush { at: at(1, 2), square: from });
    }

    #[test]
    fn pushes_that_cannot_be_made_are_named() {
        let level: Level = "#######\n#@$ $.#\n#    .#\n#######".parse().expect("a level");
        let error = |text: &str| level.moves_of(&text.parse().expect("a list")).expect_err("impossible");
        let push = |index, row, column, direction| ImpossiblePushError {
            index,
            from: square(row, column),
            direction,
        };
        let right = Direction::Right;
        assert_eq!(error("Cb-Db-Eb"), push(1, 1, 3, right));
        assert_eq!(error("Cb-Db Fc-Fb"), push(1, 2, 5, Direction::Up));
        assert_eq!(error("Cb-Ca"), push(0, 1, 2, Direction::Up));
        assert_eq!(error("Zz-AAz"), push(0, 25, 25, right));
        assert_eq!(error("Zz-AAz").to_string(), "push 1 (Zz R) is not possible");
        let moves = level.moves_of(&"Cb-Db".parse().expect("a list")).expect("legal");
        assert_eq!(moves.to_string(), "R");
    }

    proptest! {
        #[test]
        fn lists_round_trip(
            boxes in proptest::collection::vec(
                (0u8..255, 0u8..255, proptest::collection::vec(0u8..4, 1..6)),
                0..8,
            )
        ) {
            let mut pushes = Vec::new();
            for (row, column, directions) in boxes {
                let mut from = square(row, column);
                for direction in directions.into_iter().map(Direction::from_index) {
                    if let Some(to) = from.step(direction) {
                        pushes.push((from, direction));
                        from = to;
                    }
                }
            }
            let list = PushList { pushes };
            prop_assert_eq!(list.to_string().parse(), Ok(list));
        }

        #[test]
        fn no_text_panics(text in "[A-Ca-c\\- \\n]{0,14}|.{0,12}|[A-Z]{1,3}[a-z]{1,3}-[A-Z]{1,3}[a-z]{1,3}") {
            if let Ok(list) = text.parse::<PushList>() {
                prop_assert_eq!(list.to_string().parse(), Ok(list));
            }
        }
    }
}

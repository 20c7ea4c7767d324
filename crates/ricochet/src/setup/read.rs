//! The reader of [`Setup`]s.

use alloc::vec::Vec;

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction, Grid};

use super::{NO_STOPS_ON_DIAGONALS, Setup, SetupError};
use crate::board::{Board, Diagonal, DiagonalStops, MAX_SIDE, SizeError, Slope};
use crate::colour::Colour;
use crate::instance::{Target, TargetRobot};

/// Some editors write this mark before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The number of characters from one corner to the next.
const PITCH: usize = 4;

/// A line of a game: its number, from 1, and its characters without trailing white space.
type TextLine = (usize, Vec<char>);

/// Reads every game, or its first error.
pub(super) fn games(text: &str) -> Vec<Result<Setup, SetupError>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut setups = Vec::new();
    let mut lines: Vec<TextLine> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.starts_with('#') {
            continue;
        }
        if !line.is_empty() {
            lines.push((number, line.chars().collect()));
            continue;
        }
        if !lines.is_empty() {
            setups.push(game(&lines));
            lines.clear();
        }
    }
    if !lines.is_empty() {
        setups.push(game(&lines));
    }
    setups
}

/// A partly read game.
struct GameReader {
    start: TextPosition,
    grid: Grid,
    robots: Vec<(Colour, Cell, TextPosition)>,
    targets: Vec<(Target, TextPosition)>,
    diagonals: Vec<DrawnDiagonal>,
}

/// A diagonal, whose colour is given after the board.
struct DrawnDiagonal {
    cell: Cell,
    slope: Slope,
    at: TextPosition,
    colour: Option<Colour>,
}

fn game(lines: &[TextLine]) -> Result<Setup, SetupError> {
    let drawn = lines.iter().take_while(|(_, line)| !line[0].is_ascii_lowercase()).count();
    let (board, diagonals) = lines.split_at(drawn);
    let Some((number, first)) = board.first() else {
        let at = TextPosition { line: lines[0].0, column: 1 };
        return Err(SetupError::UnexpectedCharacter { at, expected: "a corner +", found: lines[0].1[0] });
    };
    let start = TextPosition { line: *number, column: 1 };
    corners_and_walls(*number, first, |_| ())?;
    let width = first.len();
    if width % PITCH != 1 {
        let at = TextPosition { line: *number, column: width };
        let expected = "a corner + at the end of the line";
        return Err(SetupError::UnexpectedCharacter { at, expected, found: first[width - 1] });
    }
    for ((number, line), half) in board.iter().zip(0..) {
        let found = line.len();
        if found > width || found < width && !(half % 2 == 1 && lacks_blanks(line)) {
            let at = TextPosition { line: *number, column: found.min(width + 1) };
            return Err(SetupError::Ragged { at, expected: width, found });
        }
    }
    let [rows, columns] = [(drawn - 1) / 2, width / PITCH].map(|count| count as u32);
    let size = |why| SetupError::Size { at: start, why };
    if rows > MAX_SIDE || columns > MAX_SIDE {
        return Err(size(SizeError { rows, columns }));
    }
    let Ok(grid) = Grid::new(rows, columns) else { return Err(size(SizeError { rows, columns })) };
    if drawn % 2 == 0 {
        return Err(SetupError::Unfinished { at: TextPosition { line: board[drawn - 1].0, column: 1 } });
    }
    let mut reader =
        GameReader { start, grid, robots: Vec::new(), targets: Vec::new(), diagonals: Vec::new() };
    for ((number, line), half) in board.iter().zip(0..) {
        if half % 2 == 0 {
            corners_and_walls(*number, line, |column| reader.wall(half / 2, column, Direction::Up))?;
        } else {
            reader.row(*number, line, half / 2)?;
        }
    }
    reader.finish(diagonals)
}

/// Returns whether a line of cells that is too short may merely lack blanks at its end: it does not
/// end with a wall inside a cell.
fn lacks_blanks(line: &[char]) -> bool {
    let last = line.len() - 1;
    line[last] != '|' || last.is_multiple_of(PITCH)
}

/// Reads a line of corners and walls; calls `wall` with the column of each wall.
fn corners_and_walls(number: usize, line: &[char], mut wall: impl FnMut(u32)) -> Result<(), SetupError> {
    for (index, &found) in line.iter().enumerate() {
        let edge = line[index - index % PITCH..].get(1).copied();
        let expected = match index % PITCH {
            0 if found == '+' => continue,
            0 => "a corner +",
            1 if found == '-' => {
                wall((index / PITCH) as u32);
                continue;
            }
            1 if found == ' ' => continue,
            1 => "a wall --- or nothing",
            _ if Some(found) == edge => continue,
            _ => "a whole wall --- or nothing",
        };
        return Err(SetupError::UnexpectedCharacter {
            at: TextPosition { line: number, column: index + 1 },
            expected,
            found,
        });
    }
    Ok(())
}

impl GameReader {
    /// Builds a wall. The line below the last row has only outer walls, which need not be built.
    fn wall(&mut self, row: u32, column: u32, side: Direction) {
        if let Some(cell) = self.grid.cell(row, column) {
            self.grid.build_wall(cell, side);
        }
    }

    /// Reads a line of cells.
    fn row(&mut self, number: usize, line: &[char], row: u32) -> Result<(), SetupError> {
        for (index, &found) in line.iter().enumerate() {
            let at = TextPosition { line: number, column: index + 1 };
            let column = (index / PITCH) as u32;
            if index % PITCH == 0 {
                match found {
                    '|' => self.wall(row, column, Direction::Left),
                    ' ' => {}
                    _ => {
                        return Err(SetupError::UnexpectedCharacter {
                            at,
                            expected: "a wall | or nothing",
                            found,
                        });
                    }
                }
            } else if let Some(cell) = self.grid.cell(row, column) {
                self.content(cell, at, found)?;
            }
        }
        Ok(())
    }

    /// Reads a character inside a cell.
    fn content(&mut self, cell: Cell, at: TextPosition, found: char) -> Result<(), SetupError> {
        let slope = match found {
            ' ' => return Ok(()),
            '#' => {
                self.grid.close(cell);
                return Ok(());
            }
            '*' => {
                self.targets.push((Target { cell, robot: TargetRobot::Any }, at));
                return Ok(());
            }
            '/' => Slope::Rising,
            '\\' => Slope::Falling,
            _ => {
                if let Some(robot) = Colour::from_letter(found) {
                    self.robots.push((robot, cell, at));
                } else if let Some(robot) = Colour::from_letter(found.to_ascii_lowercase()) {
                    self.targets.push((Target { cell, robot: TargetRobot::Only(robot) }, at));
                } else {
                    let expected = "a robot, a target, a diagonal or #";
                    return Err(SetupError::UnexpectedCharacter { at, expected, found });
                }
                return Ok(());
            }
        };
        if self.diagonals.iter().any(|other| other.cell == cell) {
            return Err(SetupError::SecondDiagonal { at });
        }
        self.diagonals.push(DrawnDiagonal { cell, slope, at, colour: None });
        Ok(())
    }

    /// Reads the colours of the diagonals.
    fn finish(mut self, lines: &[TextLine]) -> Result<Setup, SetupError> {
        let mut diagonal_stops = DiagonalStops::default();
        for (number, line) in lines {
            if words(line).iter().map(|(_, word)| *word).eq(forbidding_words()) {
                diagonal_stops = DiagonalStops::Forbidden;
            } else {
                self.colour(*number, line)?;
            }
        }
        let board = Board::new(self.grid).map_err(|why| SetupError::Size { at: self.start, why })?;
        let mut board = board.with_diagonal_stops(diagonal_stops);
        for DrawnDiagonal { cell, slope, at, colour } in self.diagonals {
            let (row, column) = (board.grid().row(cell), board.grid().column(cell));
            let colour = colour.ok_or(SetupError::ColourMissing { at, row, column })?;
            board.place(cell, Diagonal { slope, colour });
        }
        Ok(Setup { start: self.start, board, robots: self.robots, targets: self.targets })
    }

    /// Reads `diagonal ROW COLUMN LETTER`.
    fn colour(&mut self, number: usize, line: &[char]) -> Result<(), SetupError> {
        let at = |column| TextPosition { line: number, column };
        let mut words = words(line).into_iter();
        let mut word = || words.next().unwrap_or((line.len() + 1, &[]));
        let (column, keyword) = word();
        if !keyword.iter().copied().eq("diagonal".chars()) {
            return Err(SetupError::DiagonalLine { at: at(column) });
        }
        let (at_row, row) = word();
        let (at_column, column) = word();
        let row = whole_number(row).ok_or(SetupError::DiagonalLine { at: at(at_row) })?;
        let column = whole_number(column).ok_or(SetupError::DiagonalLine { at: at(at_column) })?;
        let (at_letter, letters) = word();
        let colour = match *letters {
            [] => return Err(SetupError::DiagonalLine { at: at(at_letter) }),
            [letter] => Colour::from_letter(letter),
            _ => None,
        };
        let Some(colour) = colour else {
            return Err(SetupError::ColourUnknown { at: at(at_letter), found: letters[0] });
        };
        let (at_surplus, surplus) = word();
        if !surplus.is_empty() {
            return Err(SetupError::DiagonalLine { at: at(at_surplus) });
        }
        let cell = self.grid.cell(row, column);
        match self
            .diagonals
            .iter_mut()
            .find(|diagonal| Some(diagonal.cell) == cell && diagonal.colour.is_none())
        {
            Some(diagonal) => diagonal.colour = Some(colour),
            None => return Err(SetupError::NoDiagonal { at: at(at_row), row, column }),
        }
        Ok(())
    }
}

/// Returns the words of [`NO_STOPS_ON_DIAGONALS`].
fn forbidding_words() -> impl Iterator<Item = Vec<char>> {
    NO_STOPS_ON_DIAGONALS.split(' ').map(|word| word.chars().collect())
}

/// Returns the words of a line with their columns.
fn words(line: &[char]) -> Vec<(usize, &[char])> {
    let mut column = 1;
    let mut words = Vec::new();
    for word in line.split(|letter| letter.is_whitespace()) {
        if !word.is_empty() {
            words.push((column, word));
        }
        column += word.len() + 1;
    }
    words
}

/// Parses a number that consists of decimal digits only.
fn whole_number(word: &[char]) -> Option<u32> {
    let digits = word.iter().map(|letter| letter.to_digit(10));
    let first = if word.is_empty() { None } else { Some(0u32) };
    digits.fold(first, |number, digit| number?.checked_mul(10)?.checked_add(digit?))
}

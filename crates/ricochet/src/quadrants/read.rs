//! The reader of quadrants.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction};

use super::{QUADRANT_SIDE, Quadrant};
use crate::board::{Diagonal, Slope};
use crate::colour::Colour;
use crate::instance::TargetRobot;

/// An error in a text of quadrants, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuadrantError {
    /// An unexpected word.
    UnexpectedWord {
        /// The position of the word.
        at: TextPosition,
        /// A description of the allowed words.
        expected: &'static str,
        /// The word; empty at the end of a line.
        found: String,
    },
    /// Two quadrants have the same name.
    DuplicateName {
        /// The position of the name.
        at: TextPosition,
        /// The name.
        name: String,
    },
    /// A diagonal names a quadrant that has not been read before.
    UnknownName {
        /// The position of the name.
        at: TextPosition,
        /// The name.
        name: String,
    },
    /// A target or a diagonal in a closed cell, a second target or diagonal in a cell, or walls
    /// that close the cell of a target.
    CellTaken {
        /// The position of the cell's x.
        at: TextPosition,
    },
    /// A quadrant without a line `end`.
    MissingEnd {
        /// The position of its name.
        at: TextPosition,
        /// The name.
        name: String,
    },
}

impl fmt::Display for QuadrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedWord { at, expected, found } => {
                write!(f, "{at}: expected {expected} but found {found:?}")
            }
            Self::DuplicateName { at, name } => write!(f, "{at}: there is a quadrant {name:?} already"),
            Self::UnknownName { at, name } => write!(f, "{at}: there is no quadrant {name:?}"),
            Self::CellTaken { at } => write!(f, "{at}: this cell is closed or occupied"),
            Self::MissingEnd { at, name } => write!(f, "{at}: quadrant {name:?} has no end"),
        }
    }
}

impl Error for QuadrantError {}

/// The words of one line.
struct QuadrantWords<'t> {
    line: usize,
    list: Vec<(usize, &'t str)>,
    next: usize,
    end: usize,
}

impl<'t> QuadrantWords<'t> {
    fn new(line: usize, text: &'t str) -> Self {
        let content = text.split_once('#').map_or(text, |(before, _)| before);
        let mut words = Vec::new();
        let mut column = 1;
        for word in content.split(char::is_whitespace) {
            if !word.is_empty() {
                words.push((column, word));
            }
            column += word.chars().count() + 1;
        }
        Self { line, list: words, next: 0, end: content.trim_end().chars().count() + 1 }
    }

    /// Returns the next word; empty at the end.
    fn word(&mut self) -> (TextPosition, &'t str) {
        let (column, word) = self.list.get(self.next).copied().unwrap_or((self.end, ""));
        self.next += 1;
        (TextPosition { line: self.line, column }, word)
    }

    /// Returns the meaning of the next word, or an error if it has none.
    fn expect<T>(
        &mut self,
        expected: &'static str,
        meaning: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, QuadrantError> {
        let (at, found) = self.word();
        meaning(found).ok_or(QuadrantError::UnexpectedWord { at, expected, found: found.to_string() })
    }

    fn cell(&mut self) -> Result<Cell, QuadrantError> {
        let coordinate = |word: &str| word.parse().ok().filter(|&number: &u32| number < QUADRANT_SIDE);
        let x = self.expect("x, from 0 to 7", coordinate)?;
        let y = self.expect("y, from 0 to 7", coordinate)?;
        Ok(Cell(y * QUADRANT_SIDE + x))
    }
}

pub(super) fn read(text: &str, quadrants: &mut Vec<Quadrant>) -> Result<(), QuadrantError> {
    let mut open: Option<(TextPosition, Quadrant)> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let mut words = QuadrantWords::new(line, content);
        let (at, keyword) = words.word();
        match (keyword, &mut open) {
            ("", _) => {}
            ("quadrant", None) => open = Some(begin(&mut words, quadrants)?),
            ("mirror", None) => mirror(&mut words, quadrants)?,
            ("wall", Some((_, quadrant))) => wall(&mut words, quadrant)?,
            ("target", Some((_, quadrant))) => target(&mut words, quadrant)?,
            ("end", Some(_)) => quadrants.extend(open.take().map(|(_, quadrant)| sorted(quadrant))),
            (_, open) => {
                let expected = if open.is_some() { "wall, target or end" } else { "quadrant or mirror" };
                return Err(QuadrantError::UnexpectedWord { at, expected, found: keyword.to_string() });
            }
        }
    }
    match open {
        None => Ok(()),
        Some((at, quadrant)) => Err(QuadrantError::MissingEnd { at, name: quadrant.name }),
    }
}

/// Sorts walls and closed cells in ascending order, and removes duplicates.
fn sorted(mut quadrant: Quadrant) -> Quadrant {
    quadrant.walls.sort_unstable_by_key(|&(cell, side)| (cell, side.index()));
    quadrant.walls.dedup();
    quadrant.closed.sort_unstable();
    quadrant.closed.dedup();
    quadrant
}

fn begin(words: &mut QuadrantWords, known: &[Quadrant]) -> Result<(TextPosition, Quadrant), QuadrantError> {
    let (at, name) = words.word();
    if name.is_empty() {
        return Err(QuadrantError::UnexpectedWord { at, expected: "a name", found: String::new() });
    }
    let name = name.to_string();
    if known.iter().any(|quadrant| quadrant.name == name) {
        return Err(QuadrantError::DuplicateName { at, name });
    }
    let (walls, closed, targets, diagonals) = Default::default();
    Ok((at, Quadrant { name, walls, closed, targets, diagonals }))
}

fn wall(words: &mut QuadrantWords, quadrant: &mut Quadrant) -> Result<(), QuadrantError> {
    let at = words.position();
    let cell = words.cell()?;
    let sides = words.expect("some of the letters N, E, S, W", |word| {
        let sides: Option<Vec<_>> = word.chars().map(compass).collect();
        sides.filter(|sides| !sides.is_empty())
    })?;
    if Direction::ALL.iter().all(|side| sides.contains(side)) {
        if quadrant.targets.iter().any(|&(taken, _)| taken == cell) {
            return Err(QuadrantError::CellTaken { at });
        }
        quadrant.closed.push(cell);
    }
    quadrant.walls.extend(sides.into_iter().map(|side| (cell, side)));
    Ok(())
}

fn target(words: &mut QuadrantWords, quadrant: &mut Quadrant) -> Result<(), QuadrantError> {
    let at = words.position();
    let cell = words.cell()?;
    let robot = words.expect("a colour or any", |word| match word {
        "any" => Some(TargetRobot::Any),
        _ => Colour::from_name(word).map(TargetRobot::Only),
    })?;
    if quadrant.closed.contains(&cell) || quadrant.targets.iter().any(|&(taken, _)| taken == cell) {
        return Err(QuadrantError::CellTaken { at });
    }
    quadrant.targets.push((cell, robot));
    Ok(())
}

fn mirror(words: &mut QuadrantWords, quadrants: &mut [Quadrant]) -> Result<(), QuadrantError> {
    let (at, name) = words.word();
    let Some(quadrant) = quadrants.iter_mut().find(|quadrant| quadrant.name == name) else {
        return Err(QuadrantError::UnknownName { at, name: name.to_string() });
    };
    let at = words.position();
    let cell = words.cell()?;
    let slope = words.expect("/ or \\", |word| match word {
        "/" => Some(Slope::Rising),
        "\\" => Some(Slope::Falling),
        _ => None,
    })?;
    let colour = words.expect("a colour", Colour::from_name)?;
    if quadrant.closed.contains(&cell) || quadrant.diagonals.iter().any(|&(taken, _)| taken == cell) {
        return Err(QuadrantError::CellTaken { at });
    }
    quadrant.diagonals.push((cell, Diagonal { slope, colour }));
    Ok(())
}

impl QuadrantWords<'_> {
    /// The position of the next word.
    fn position(&self) -> TextPosition {
        let column = self.list.get(self.next).map_or(self.end, |&(column, _)| column);
        TextPosition { line: self.line, column }
    }
}

fn compass(letter: char) -> Option<Direction> {
    match letter {
        'N' => Some(Direction::Up),
        'E' => Some(Direction::Right),
        'S' => Some(Direction::Down),
        'W' => Some(Direction::Left),
        _ => None,
    }
}

//! Walks with repeated blocks: `(RRRDDDLLLUUU)2R`, as Almulla & Newborn write them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::{Direction, Walk};

use super::Notation;

/// The greatest number of letters in a printed block. Longer blocks are not searched for.
const LONGEST_BLOCK: usize = 256;

/// The reason why a walk with repeated blocks cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBlocksError {
    /// A character that may not stand here.
    Unexpected {
        /// Where it stands.
        at: TextPosition,
        /// The character.
        found: char,
        /// A description of the characters that may stand there.
        expected: &'static str,
    },
    /// A block is not closed, or its number is missing.
    End {
        /// The position after the last character.
        at: TextPosition,
        /// A description of the missing part.
        expected: &'static str,
    },
    /// The walk has more steps than the limit.
    TooLong {
        /// The position where the walk exceeds the limit.
        at: TextPosition,
        /// The greatest number of steps.
        limit: usize,
    },
}

impl fmt::Display for ParseBlocksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { at, found, expected } => {
                write!(f, "{at}: expected {expected} but found {found:?}")
            }
            Self::End { at, expected } => write!(f, "{at}: expected {expected} but the text ends"),
            Self::TooLong { at, limit } => write!(f, "{at}: the walk has more than {limit} steps"),
        }
    }
}

impl Error for ParseBlocksError {}

impl Notation {
    /// The greatest number of steps that [`parse_blocks`](Notation::parse_blocks) reads. They take
    /// 64 MiB.
    const MOST_BLOCK_STEPS: usize = 1 << 28;

    /// Prints the letters of a solution, with repeated blocks as `(UURRDD)5`: the block and its
    /// number of repetitions.
    ///
    /// It goes from left to right and at each step takes the block that saves the most characters.
    /// A block has between 2 and 256 letters, which are not all the same.
    ///
    /// # Complexity
    /// Time O(256 m) for m moves.
    ///
    /// # References
    /// M. Almulla, M. Newborn, *Restricting moves when solving the N×P-puzzle*, figures 15 to 19.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::Notation;
    ///
    /// let walk = Notation::Blank.parse("RRRDDDLLLUUURRRDDDLLLUUUR")?;
    /// assert_eq!(Notation::Blank.display_blocks(&walk).to_string(), "(RRRDDDLLLUUU)2R");
    /// assert_eq!(Notation::Blank.parse_blocks("(RRRDDDLLLUUU)2R").as_ref(), Ok(&walk));
    /// # Ok::<(), motion_core::error::ParseWalkError>(())
    /// ```
    #[doc(hidden)]
    pub fn display_blocks(self, walk: &Walk) -> impl fmt::Display {
        BlocksDisplay { notation: self, walk }
    }

    /// Reads letters and repeated blocks, with white space anywhere between them, and returns the
    /// walk of the blank. A block cannot contain blocks.
    ///
    /// # Errors
    /// [`ParseBlocksError`]. A number of 0 and an empty block are errors.
    #[doc(hidden)]
    pub fn parse_blocks(self, text: &str) -> Result<Walk, ParseBlocksError> {
        let mut reader = BlocksReader::new(text);
        let mut walk = Walk::new();
        while let Some(found) = reader.peek() {
            if found == '(' {
                reader.next();
                let block = reader.block()?;
                let count = reader.number()?;
                if block.len().checked_mul(count).is_none_or(|steps| !fits(&walk, steps)) {
                    return Err(reader.too_long());
                }
                (0..count).for_each(|_| walk.extend(block.iter().map(|&step| self.blank(step))));
            } else {
                let step = reader.letter("one of the letters U, R, D, L or a block in parentheses")?;
                if !fits(&walk, 1) {
                    return Err(reader.too_long());
                }
                walk.push(self.blank(step));
            }
        }
        Ok(walk)
    }
}

const fn fits(walk: &Walk, steps: usize) -> bool {
    steps <= Notation::MOST_BLOCK_STEPS - walk.len()
}

/// Reads the characters of a text with their positions, and skips white space.
struct BlocksReader<'t> {
    characters: core::iter::Peekable<core::str::Chars<'t>>,
    at: TextPosition,
}

impl<'t> BlocksReader<'t> {
    fn new(text: &'t str) -> Self {
        Self { characters: text.chars().peekable(), at: TextPosition { line: 1, column: 1 } }
    }

    /// Skips white space and returns the next character, whose position is then `at`.
    fn peek(&mut self) -> Option<char> {
        while self.characters.peek().is_some_and(|found| found.is_whitespace()) {
            self.next();
        }
        self.characters.peek().copied()
    }

    fn next(&mut self) {
        match self.characters.next() {
            Some('\n') => self.at = TextPosition { line: self.at.line + 1, column: 1 },
            Some(_) => self.at.column += 1,
            None => {}
        }
    }

    fn error(&mut self, expected: &'static str) -> ParseBlocksError {
        let found = self.peek();
        let at = self.at;
        found.map_or(ParseBlocksError::End { at, expected }, |found| ParseBlocksError::Unexpected {
            at,
            found,
            expected,
        })
    }

    const fn too_long(&self) -> ParseBlocksError {
        ParseBlocksError::TooLong { at: self.at, limit: Notation::MOST_BLOCK_STEPS }
    }

    fn letter(&mut self, expected: &'static str) -> Result<Direction, ParseBlocksError> {
        let step = self.peek().and_then(Direction::from_letter);
        let step = step.ok_or_else(|| self.error(expected))?;
        self.next();
        Ok(step)
    }

    /// Reads the letters up to the closing parenthesis.
    fn block(&mut self) -> Result<Vec<Direction>, ParseBlocksError> {
        let mut block = alloc::vec![self.letter("one of the letters U, R, D, L")?];
        while self.peek() != Some(')') {
            block.push(self.letter("one of the letters U, R, D, L or a closing parenthesis")?);
        }
        self.next();
        Ok(block)
    }

    /// Reads the number after a block.
    fn number(&mut self) -> Result<usize, ParseBlocksError> {
        let expected = "the number of repetitions, from 1 on";
        if self.peek() == Some('0') {
            return Err(self.error(expected));
        }
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(|found| found.to_digit(10)) {
            let more = number.unwrap_or(0).checked_mul(10).and_then(|tens| tens.checked_add(digit as usize));
            number = Some(more.ok_or_else(|| self.too_long())?);
            self.next();
            // White space ends a number.
            if self.characters.peek().is_some_and(|found| found.is_whitespace()) {
                break;
            }
        }
        number.ok_or_else(|| self.error(expected))
    }
}

struct BlocksDisplay<'w> {
    notation: Notation,
    walk: &'w Walk,
}

impl fmt::Display for BlocksDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<Direction> = self.walk.iter().collect();
        let mut finder = BlockFinder::new(&steps);
        let mut at = 0;
        while at < steps.len() {
            let (length, count) = finder.best(at).unwrap_or((1, 1));
            let letters = steps[at..at + length].iter().map(|&step| self.notation.letter(step));
            let block: String = letters.collect();
            if count == 1 {
                f.write_str(&block)?;
            } else {
                write!(f, "({block}){count}")?;
            }
            at += length * count;
        }
        Ok(())
    }
}

/// A finder of repeated blocks from left to right.
struct BlockFinder<'s> {
    steps: &'s [Direction],
    /// For each block length: the first step, from the last queried position on, that differs from
    /// the step one block later.
    same_until: Vec<usize>,
}

impl<'s> BlockFinder<'s> {
    fn new(steps: &'s [Direction]) -> Self {
        Self { steps, same_until: alloc::vec![0; LONGEST_BLOCK + 1] }
    }

    /// Finds the block whose repetition from this step on saves most characters. Returns its length
    /// and its number of repetitions.
    fn best(&mut self, at: usize) -> Option<(usize, usize)> {
        let steps = self.steps;
        let mut best = None;
        let mut most_saved = 0;
        for length in 2..=LONGEST_BLOCK.min((steps.len() - at) / 2) {
            let until = &mut self.same_until[length];
            *until = (*until).max(at);
            while *until + length < steps.len() && steps[*until] == steps[*until + length] {
                *until += 1;
            }
            let count = 1 + (*until - at) / length;
            let printed = length + 2 + count.to_string().len();
            let saved = (length * count).saturating_sub(printed);
            let turns = steps[at..at + length].windows(2).any(|pair| pair[0] != pair[1]);
            if count > 1 && saved > most_saved && turns {
                most_saved = saved;
                best = Some((length, count));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_testing::cases;

    fn blank(text: &str) -> Walk {
        Notation::Blank.parse_blocks(text).expect("a walk")
    }

    /// The walks in the figures of Almulla & Newborn, from the figure or its caption.
    #[test]
    fn figures_are_printed_as_in_the_paper() {
        let text = "(RRRDDDLLLUUU)2R";
        assert_eq!(Notation::Blank.display_blocks(&blank(text)).to_string(), text);
        // For the other figures, the printed blocks begin at other steps than in the paper, but the
        // printed text is not longer.
        for text in [
            "RR(DDDLLUUURR)3DDDLLUUUR",
            "RRRDDDLUUUR(DDDLLLUUURRR)5DDDLLLUUUR",
            "RRD(DDLLLUURRR)3DDLL(UUURRDDDLL)5UUUR",
            "RR(DDDLUUUR)2(DDDLLUUURR)4DDDLLUUUR",
        ] {
            let walk = blank(text);
            let printed = Notation::Blank.display_blocks(&walk).to_string();
            assert!(printed.len() <= text.len() && blank(&printed) == walk, "{printed}");
        }
    }

    #[test]
    fn both_notations_round_trip() {
        for text in ["", "U", "UUUUUUUUUUUUU", "(UR)1", "(UL)12 R", "uu(r\nd)13", "(UR)12(UR)3"] {
            for notation in [Notation::Tile, Notation::Blank] {
                let walk = notation.parse_blocks(text).expect("a walk");
                let printed = notation.display_blocks(&walk).to_string();
                assert_eq!(notation.parse_blocks(&printed).as_ref(), Ok(&walk), "{text}: {printed}");
                assert!(printed.len() <= walk.len(), "{printed}");
            }
        }
        assert_eq!(Notation::Tile.parse_blocks("(UR)2"), Ok(blank("DLDL")));
        assert_eq!(blank("(UR)12 (UR)3").len(), 30);
    }

    #[test]
    fn errors_name_the_place() {
        let unexpected = |text: &str| match Notation::Blank.parse_blocks(text) {
            Err(ParseBlocksError::Unexpected { at, found, .. }) => (at.line, at.column, found),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(unexpected("UR\n X"), (2, 2, 'X'));
        assert_eq!(unexpected("U)2"), (1, 2, ')'));
        assert_eq!(unexpected("()2"), (1, 2, ')'));
        assert_eq!(unexpected("((U)2)2"), (1, 2, '('));
        assert_eq!(unexpected("(UR)U"), (1, 5, 'U'));
        assert_eq!(unexpected("(UR)0"), (1, 5, '0'));
        let ends =
            |text: &str| matches!(Notation::Blank.parse_blocks(text), Err(ParseBlocksError::End { .. }));
        assert!(ends("(UR") && ends("(UR)") && ends("("));
        let texts = ["(URDL)99999999", "(U)268435457", "(U)99999999999999999999999", "(U)268435456R"];
        for text in texts.into_iter().take(cases(3, 4)) {
            let error = Notation::Blank.parse_blocks(text);
            assert!(matches!(error, Err(ParseBlocksError::TooLong { .. })), "{text}");
        }
    }
}

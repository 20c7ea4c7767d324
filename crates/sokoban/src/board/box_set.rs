//! Sets of boxes in a fixed number of words.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::Square;

/// The largest number of words that all solvers are compiled for: 1,024 live squares.
pub(crate) const MAX_WORDS: usize = 16;

/// The number of words that searches by features from the start are also compiled for: 4,096 live
/// squares with the feature `survey`, otherwise none more. A fifth of the code would be theirs.
pub(crate) const WIDE_WORDS: usize = if cfg!(feature = "survey") { 64 } else { MAX_WORDS };

/// A set of live squares with boxes: one bit for each square, `W` words of 64.
///
/// # Examples
/// ```
/// use sokoban::board::{BoxSet, Square};
///
/// let mut boxes: BoxSet<2> = [Square(3), Square(70)].into_iter().collect();
/// boxes.shift(Square(70), Square(69));
/// assert!(boxes.contains(Square(69)) && !boxes.contains(Square(200)));
/// assert!(boxes.iter().eq([Square(3), Square(69)]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BoxSet<const W: usize> {
    words: [u64; W],
}

impl<const W: usize> BoxSet<W> {
    /// Creates an empty set.
    pub const fn new() -> Self {
        Self { words: [0; W] }
    }

    /// Whether there is a box on a square; false for a square without a bit.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        let word = square.index() / 64;
        word < W && self.words[word] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a box on a square.
    ///
    /// # Panics
    /// If the square has no bit.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.words[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes the box from a square.
    ///
    /// # Panics
    /// If the square has no bit.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.words[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Moves a box from one square to another.
    ///
    /// # Panics
    /// If a square has no bit.
    #[inline]
    pub const fn shift(&mut self, from: Square, to: Square) {
        self.remove(from);
        self.insert(to);
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        *self == Self::new()
    }

    /// Whether every box is also in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(word, other)| word & !other == 0)
    }

    /// Returns the boxes that are also in `other`.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        Self { words: core::array::from_fn(|word| self.words[word] & other.words[word]) }
    }

    /// Returns the boxes that are in this set or in `other`.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Self { words: core::array::from_fn(|word| self.words[word] | other.words[word]) }
    }

    /// Returns the boxes that are not in `other`.
    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        Self { words: core::array::from_fn(|word| self.words[word] & !other.words[word]) }
    }

    /// Iterates over the boxes, ascending.
    #[inline]
    pub fn iter(&self) -> BoxSetIter<W> {
        BoxSetIter { words: self.words, word: 0 }
    }

    /// Whether this set precedes another in the order of their bits.
    #[inline]
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        self.words < other.words
    }

    /// The bits: square *s* is bit *s* mod 64 of word *s* / 64.
    pub(crate) const fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// Creates the set of these bits.
    pub(crate) const fn from_words(words: [u64; W]) -> Self {
        Self { words }
    }
}

impl<const W: usize> Default for BoxSet<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// Hashes word by word; a slice would be hashed byte by byte, with its length.
impl<const W: usize> Hash for BoxSet<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.iter().for_each(|&word| state.write_u64(word));
    }
}

impl<const W: usize> FromIterator<Square> for BoxSet<W> {
    /// # Panics
    /// If a square has no bit.
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut boxes = Self::new();
        squares.into_iter().for_each(|square| boxes.insert(square));
        boxes
    }
}

impl<const W: usize> IntoIterator for &BoxSet<W> {
    type Item = Square;
    type IntoIter = BoxSetIter<W>;

    fn into_iter(self) -> BoxSetIter<W> {
        self.iter()
    }
}

impl<const W: usize> fmt::Debug for BoxSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| square.0)).finish()
    }
}

/// The squares of [`BoxSet`], ascending. Made by [`BoxSet::iter`].
#[derive(Clone, Debug)]
pub struct BoxSetIter<const W: usize> {
    /// Bits not yet yielded.
    words: [u64; W],
    /// The first word that may have such bits.
    word: usize,
}

impl<const W: usize> Iterator for BoxSetIter<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.words.get_mut(self.word) {
            if *bits != 0 {
                let square = Square((64 * self.word) as u16 + bits.trailing_zeros() as u16);
                *bits &= *bits - 1;
                return Some(square);
            }
            self.word += 1;
        }
        None
    }
}

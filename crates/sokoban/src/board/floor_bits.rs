//! Flood fills on sets of squares, 64 squares per word.
//!
//! Flood fills are most of the work of every search: one for each position and, without the parts
//! stored here, one more for most of its successors. On boards of up to [`MAX_SMALL`] words, the
//! neighbours of every square are a set of bits. Two squares then take a handful of instructions
//! per word, without a branch that could be mispredicted.

use alloc::vec::Vec;

use motion_core::Direction;

use super::{JoinedSides, Square, sides_of, sides_where};

/// The supported numbers of words; that of a board is rounded up to one of them.
const SMALL: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, MAX_SMALL];

/// The largest number of words for which sets of bits are stored: 1,023 squares and the wall.
const MAX_SMALL: usize = 16;

/// Evaluates `$small` with the number of words of a board as a constant if there is code for more
/// than four words, otherwise `$large`. The code is long and should not be inlined.
macro_rules! by_many_words {
    ($floor:expr, $words:ident => $small:expr, $large:expr) => {{
        match $floor.words() {
            6 => {
                const $words: usize = 6;
                $small
            }
            8 => {
                const $words: usize = 8;
                $small
            }
            12 => {
                const $words: usize = 12;
                $small
            }
            16 => {
                const $words: usize = 16;
                $small
            }
            _ => $large,
        }
    }};
}
pub(crate) use by_many_words;

/// The neighbours and parts of a floor as sets of squares; each set has a bit for each square and
/// for the wall.
#[derive(Clone, Debug)]
pub(crate) struct FloorBits {
    words: usize,
    /// The neighbours of each square; empty on boards of more than [`MAX_SMALL`] words.
    adjacent: Vec<u64>,
    /// For each square and side, the number of the part on that side, if a box on the square cuts
    /// the floor.
    part_of: Vec<[Option<u16>; 4]>,
    /// The parts: the squares connected with a side of a square if the square itself is blocked.
    parts: Vec<u64>,
}

impl FloorBits {
    pub(crate) fn new(neighbours: &[[Square; 4]], sides: &JoinedSides) -> Self {
        let squares = neighbours.len() - 1;
        let least = squares / 64 + 1;
        let words = SMALL.into_iter().find(|&words| words >= least).unwrap_or(least);
        let mut floor = Self { words, adjacent: Vec::new(), part_of: Vec::new(), parts: Vec::new() };
        if words > MAX_SMALL {
            return floor;
        }
        floor.adjacent = alloc::vec![0; squares * words];
        for (square, row) in floor.adjacent.chunks_mut(words).enumerate() {
            for next in neighbours[square].iter().filter(|next| next.index() < squares) {
                row[next.index() / 64] |= bit(*next);
            }
        }
        floor.part_of = alloc::vec![[None; 4]; squares];
        for square in (0..squares as u16).map(Square) {
            floor.cut(square, neighbours[square.index()], sides);
        }
        floor
    }

    /// Finds the parts around a square.
    fn cut(&mut self, square: Square, around: [Square; 4], sides: &JoinedSides) {
        let joined = sides_where(|side| sides.around(square, side) != 0);
        for side in sides_of(joined) {
            let group = sides.around(square, side);
            if group == joined {
                return; // no cut
            }
            let first = group.trailing_zeros() as usize;
            self.part_of[square.index()][side.index()] = if first < side.index() {
                self.part_of[square.index()][first]
            } else {
                let number = self.parts.len() / self.words;
                let part = self.without(square, around[side.index()]);
                self.parts.extend(part);
                Some(number as u16)
            };
        }
    }

    /// Returns the squares that are connected with `from` if `square` is blocked.
    fn without(&self, square: Square, from: Square) -> Vec<u64> {
        let mut part = alloc::vec![0; self.words];
        part[from.index() / 64] |= bit(from);
        let mut stack = alloc::vec![from];
        while let Some(here) = stack.pop() {
            let row = &self.adjacent[here.index() * self.words..][..self.words];
            for (word, (part, &adjacent)) in (0..).zip(part.iter_mut().zip(row)) {
                let mut new = adjacent & !*part;
                if word == square.index() / 64 {
                    new &= !bit(square);
                }
                *part |= new;
                while new != 0 {
                    stack.push(Square(64 * word as u16 + new.trailing_zeros() as u16));
                    new &= new - 1;
                }
            }
        }
        part
    }

    /// The number of words of a set of the squares and the wall.
    #[inline]
    pub(crate) const fn words(&self) -> usize {
        self.words
    }

    /// The neighbours of every square.
    #[inline]
    pub(crate) fn adjacent<const F: usize>(&self) -> &[[u64; F]] {
        self.adjacent.as_chunks().0
    }

    /// Returns the part of the floor on a side of a square, if a box on the square cuts the floor.
    #[inline]
    pub(crate) fn part<const F: usize>(&self, square: Square, side: Direction) -> Option<&[u64; F]> {
        let number = self.part_of[square.index()][side.index()]?;
        Some(&self.parts.as_chunks().0[usize::from(number)])
    }
}

/// The bit of a square within its word.
#[inline]
pub(crate) const fn bit(square: Square) -> u64 {
    1 << (square.index() % 64)
}

/// Whether a set contains a square.
#[inline]
pub(crate) const fn has(set: &[u64], square: Square) -> bool {
    set[square.index() / 64] & bit(square) != 0
}

/// Returns the lowest square of a set.
#[inline]
pub(crate) fn least(set: &[u64]) -> Option<Square> {
    let (word, bits) = (0..).zip(set).find(|&(_, &bits)| bits != 0)?;
    Some(Square(64 * word + bits.trailing_zeros() as u16))
}

/// Removes from `free` all squares that can be reached from `frontier`, which must already be
/// removed.
#[inline]
pub(crate) fn flood<const F: usize>(adjacent: &[[u64; F]], free: &mut [u64; F], frontier: [u64; F]) {
    flood_until(adjacent, free, frontier, |_| false);
}

/// Works as [`flood`], but stops as soon as `is_enough` holds for the squares still free. Returns
/// whether it holds at the end.
#[inline]
pub(crate) fn flood_until<const F: usize>(
    adjacent: &[[u64; F]],
    free: &mut [u64; F],
    mut frontier: [u64; F],
    is_enough: impl Fn(&[u64; F]) -> bool,
) -> bool {
    while frontier.iter().any(|&bits| bits != 0) {
        // The number of words is a constant, so that the words stay in registers.
        for word in 0..F {
            while frontier[word] != 0 {
                if is_enough(free) {
                    return true;
                }
                // Takes the lowest and the highest square at once, because the two chains of
                // instructions are independent. They may be the same square.
                let bits = frontier[word];
                let (lowest, highest) = (bits.trailing_zeros() as usize, 63 - bits.leading_zeros() as usize);
                frontier[word] = bits & (bits - 1) & !(1 << highest);
                let rows = adjacent[64 * word + lowest].iter().zip(&adjacent[64 * word + highest]);
                for ((free, frontier), (low, high)) in free.iter_mut().zip(&mut frontier).zip(rows) {
                    let new = (low | high) & *free;
                    *free &= !new;
                    *frontier |= new;
                }
            }
        }
    }
    is_enough(free)
}

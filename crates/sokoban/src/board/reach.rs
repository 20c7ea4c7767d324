//! The squares that the player can reach.

use alloc::vec::Vec;

use super::floor_bits::{FloorBits, bit, by_many_words, flood, has, least};
use super::{BoxSet, SearchBoard, Square};

/// The squares that the player reaches without pushing. Each flood fill reuses the memory.
///
/// # Examples
/// ```
/// use sokoban::board::{BoxSet, Reach, SearchBoard};
///
/// let board = SearchBoard::new(&"7#|#@--$.#|7#".parse()?);
/// let boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let mut reach = Reach::new(&board);
/// reach.flood(&board, &boxes, board.player());
/// assert_eq!(reach.squares().count(), 3);
/// assert!(reach.contains(board.player()) && reach.has_box(board.boxes()[0]));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    reached: Vec<u64>,
    /// The boxes and the wall.
    blocked: Vec<u64>,
    /// The squares whose neighbours have not been visited, on large boards.
    stack: Vec<Square>,
}

impl Reach {
    /// Allocates memory for flood fills of a board; nothing is reached yet.
    pub fn new(board: &SearchBoard) -> Self {
        let words = board.floor().words();
        Self { reached: alloc::vec![0; words], blocked: alloc::vec![0; words], stack: Vec::new() }
    }

    /// Fills this with the squares that the player reaches from a square.
    ///
    /// # Panics
    /// If this was made for another board.
    ///
    /// # Complexity
    /// Linear in the squares reached and the words of the board.
    #[inline]
    pub fn flood<const W: usize>(&mut self, board: &SearchBoard, boxes: &BoxSet<W>, player: Square) {
        self.block(board, boxes);
        let floor = board.floor();
        match floor.words() {
            1 => self.flood_small::<1>(floor, player),
            2 => self.flood_small::<2>(floor, player),
            3 => self.flood_small::<3>(floor, player),
            4 => self.flood_small::<4>(floor, player),
            _ => self.flood_many_words(board, player),
        }
    }

    /// Fills this with squares that are known to be those that the player reaches.
    #[inline]
    pub(crate) fn set_reached<const W: usize>(
        &mut self,
        board: &SearchBoard,
        boxes: &BoxSet<W>,
        reached: &[u64],
    ) {
        self.block(board, boxes);
        self.copy_reached(reached);
    }

    /// Fills this with squares that are the squares reached after a change. The boxes are not set.
    #[inline]
    pub(crate) fn copy_reached(&mut self, reached: &[u64]) -> &mut [u64] {
        self.reached.copy_from_slice(reached);
        &mut self.reached
    }

    #[inline]
    fn block<const W: usize>(&mut self, board: &SearchBoard, boxes: &BoxSet<W>) {
        self.blocked.fill(0);
        for (blocked, &boxes) in self.blocked.iter_mut().zip(boxes.words()) {
            *blocked = boxes;
        }
        self.blocked[board.wall().index() / 64] |= bit(board.wall());
    }

    #[inline(never)]
    fn flood_many_words(&mut self, board: &SearchBoard, player: Square) {
        let floor = board.floor();
        by_many_words!(floor, F => self.flood_small::<F>(floor, player), self.flood_large(board, player));
    }

    #[inline]
    fn flood_small<const F: usize>(&mut self, floor: &FloorBits, player: Square) {
        let (reached, blocked) = (words_of_mut::<F>(&mut self.reached), words_of::<F>(&self.blocked));
        let mut frontier = [0; F];
        frontier[player.index() / 64] = bit(player);
        let mut free = blocked.map(|blocked| !blocked);
        free[player.index() / 64] &= !bit(player);
        flood(floor.adjacent(), &mut free, frontier);
        for ((reached, blocked), free) in reached.iter_mut().zip(blocked).zip(free) {
            *reached = !(blocked | free);
        }
    }

    fn flood_large(&mut self, board: &SearchBoard, player: Square) {
        self.reached.fill(0);
        self.reached[player.index() / 64] |= bit(player);
        self.stack.push(player);
        while let Some(square) = self.stack.pop() {
            for &next in board.neighbours(square) {
                if !has(&self.reached, next) && !has(&self.blocked, next) {
                    self.reached[next.index() / 64] |= bit(next);
                    self.stack.push(next);
                }
            }
        }
    }

    /// Whether the player can be on this square; false for the wall.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        has(&self.reached, square)
    }

    /// Whether there is a box, or the wall, on this square.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn has_box(&self, square: Square) -> bool {
        has(&self.blocked, square)
    }

    /// The lowest square reached. It is the same wherever in the zone the player stands.
    #[inline]
    pub(crate) fn least(&self) -> Square {
        least(&self.reached).unwrap_or(Square(0))
    }

    /// Iterates over the squares reached, ascending.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        ascending(self.reached.iter().copied())
    }

    /// Iterates over the free squares that are not reached, ascending.
    #[inline]
    pub(crate) fn unreached(&self, board: &SearchBoard) -> impl Iterator<Item = Square> {
        let squares = board.square_count();
        let unreached = self.reached.iter().zip(&self.blocked).map(|(reached, blocked)| !(reached | blocked));
        ascending(unreached).take_while(move |square| square.index() < squares)
    }

    /// The squares reached, as a bit set.
    pub(crate) fn words(&self) -> &[u64] {
        &self.reached
    }

    /// The squares reached, as a bit set of this many words. The board must not need more.
    #[inline]
    pub(crate) fn reached<const F: usize>(&self) -> &[u64; F] {
        words_of(&self.reached)
    }

    /// Works as [`reached`](Self::reached), to be written.
    #[inline]
    pub(crate) fn reached_mut<const F: usize>(&mut self) -> &mut [u64; F] {
        words_of_mut(&mut self.reached)
    }
}

/// Iterates over the squares of a set, word by word.
#[inline]
fn ascending(words: impl Iterator<Item = u64>) -> impl Iterator<Item = Square> {
    (0..).zip(words).flat_map(|(word, bits)| {
        let rest = core::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
        let bits = rest.take_while(|&bits| bits != 0);
        bits.map(move |bits| Square(64 * word + bits.trailing_zeros() as u16))
    })
}

fn words_of<const F: usize>(words: &[u64]) -> &[u64; F] {
    words.first_chunk().expect("invariant: a board has as many words as were matched")
}

fn words_of_mut<const F: usize>(words: &mut [u64]) -> &mut [u64; F] {
    words.first_chunk_mut().expect("invariant: a board has as many words as were matched")
}

//! Counts the parts into which boxes divide the floor.

use alloc::vec::Vec;

use crate::board::{
    BoxSet, FloorBits, Reach, SearchBoard, Square, bit, by_many_words, flood, has, is_connected, least,
};

/// Counts the parts of the floor between boxes and walls.
#[derive(Clone, Debug)]
pub(in crate::feature) struct RegionCounter<'b> {
    board: &'b SearchBoard,
    /// The boxes, and the squares that are already counted.
    taken: Vec<u64>,
    stack: Vec<Square>,
    /// The number of regions without the lifted box.
    without: u16,
}

impl<'b> RegionCounter<'b> {
    pub(in crate::feature) fn new(board: &'b SearchBoard) -> Self {
        Self { board, taken: alloc::vec![0; board.floor().words()], stack: Vec::new(), without: 0 }
    }

    /// Returns the number of regions, in time linear in the squares.
    pub(in crate::feature) fn count<const W: usize>(&mut self, boxes: &BoxSet<W>) -> u16 {
        self.taken.fill(0);
        for (taken, &boxes) in self.taken.iter_mut().zip(boxes.words()) {
            *taken = boxes;
        }
        let floor = self.board.floor();
        match floor.words() {
            1 => self.count_small::<1>(floor),
            2 => self.count_small::<2>(floor),
            3 => self.count_small::<3>(floor),
            4 => self.count_small::<4>(floor),
            _ => self.count_with_many_words(),
        }
    }

    /// Prepares for positions of one box beside these others.
    pub(in crate::feature) fn lift<const W: usize>(&mut self, others: &BoxSet<W>) {
        self.without = self.count(others);
    }

    /// Returns the number of regions after a box is put down beside these others, for which it was
    /// lifted, with the squares that the player then reaches. Takes constant time unless the box
    /// may separate squares that the player does not reach.
    pub(in crate::feature) fn count_with<const W: usize>(
        &mut self,
        others: &BoxSet<W>,
        at: Square,
        reach: &Reach,
    ) -> u16 {
        let is_free = |next: Square| !self.board.is_wall(next) && !others.contains(next);
        let ring = self.board.ring(at).iter().rev();
        let ring = ring.fold(0, |ring, &next| ring << 1 | usize::from(is_free(next)));
        // The sides are every other square of the ring.
        if ring & 0b0101_0101 == 0 {
            self.without - 1
        } else if is_connected(ring)
            || self.board.neighbours(at).iter().all(|&side| !is_free(side) || reach.contains(side))
        {
            self.without
        } else {
            let mut boxes = *others;
            boxes.insert(at);
            self.count(&boxes)
        }
    }

    #[inline(never)]
    fn count_with_many_words(&mut self) -> u16 {
        let floor = self.board.floor();
        by_many_words!(floor, F => self.count_small::<F>(floor), self.count_large())
    }

    fn count_small<const F: usize>(&self, floor: &FloorBits) -> u16 {
        let squares = self.board.square_count();
        let mut free: [u64; F] = core::array::from_fn(|word| {
            let here = squares.saturating_sub(64 * word);
            let all = if here < 64 { (1 << here) - 1 } else { !0 };
            all & !self.taken[word]
        });
        let mut count = 0;
        while let Some(first) = least(&free) {
            let mut frontier = [0; F];
            frontier[first.index() / 64] = bit(first);
            free[first.index() / 64] &= !bit(first);
            flood(floor.adjacent(), &mut free, frontier);
            count += 1;
        }
        count
    }

    fn count_large(&mut self) -> u16 {
        let mut count = 0;
        self.take(self.board.wall());
        for square in (0..self.board.square_count() as u16).map(Square) {
            if !self.take(square) {
                continue;
            }
            count += 1;
            self.stack.push(square);
            while let Some(here) = self.stack.pop() {
                for &next in self.board.neighbours(here) {
                    if self.take(next) {
                        self.stack.push(next);
                    }
                }
            }
        }
        count
    }

    /// Takes a square, unless it is already taken.
    fn take(&mut self, square: Square) -> bool {
        let is_free = !has(&self.taken, square);
        self.taken[square.index() / 64] |= bit(square);
        is_free
    }
}

#[cfg(all(test, feature = "survey"))]
mod tests {
    use super::*;
    use crate::Level;
    use crate::analysis::Zones;
    use crate::board::MAX_WORDS;
    use crate::samples::framed;
    use motion_testing::cases;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn regions_are_zones_on_boards_of_every_size() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for (width, rows) in [(5, 4), (9, 8), (13, 12), (16, 15), (24, 20), (28, 24), (36, 34), (42, 40)] {
            let mut most = 0;
            for _ in 0..cases(4, 40) {
                let mut tiles: Vec<u8> =
                    (0..width * rows).map(|_| if rng.random_bool(0.3) { b'#' } else { b' ' }).collect();
                for tile in b"$.@" {
                    let place = rng.random_range(0..tiles.len());
                    tiles[place] = *tile;
                }
                let Ok(level) = framed(&tiles, width).parse::<Level>() else { continue };
                let board = SearchBoard::new(&level);
                let live =
                    (0..board.live_square_count() as u16).map(Square).filter(|&at| at != board.player());
                let boxes: BoxSet<MAX_WORDS> = live.filter(|_| rng.random_bool(0.3)).collect();
                let count = RegionCounter::new(&board).count(&boxes);
                assert_eq!(usize::from(count), Zones::new(&board, &boxes, board.player()).count());
                for at in &boxes {
                    let (mut others, mut regions) = (boxes, RegionCounter::new(&board));
                    others.remove(at);
                    regions.lift(&others);
                    let mut reach = Reach::new(&board);
                    reach.flood(&board, &boxes, board.player());
                    assert_eq!(regions.count_with(&others, at, &reach), count);
                }
                most = most.max(count);
            }
            assert!(most > 1);
        }
    }
}

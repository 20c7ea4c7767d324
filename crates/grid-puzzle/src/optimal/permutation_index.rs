//! The permutations of a few tiles, and their numbers.

use alloc::vec::Vec;

/// The greatest number of tiles. Their 40,320 permutations have numbers of 16 bits.
pub(super) const MAX_TILES: usize = 8;

/// The permutations of a few tiles, in ascending order.
#[derive(Debug)]
pub(super) struct PermutationIndex {
    /// By number: the tile at each position.
    tiles: Vec<[u8; MAX_TILES]>,
    /// By the two positions and the number: the number after the tile at the first position has
    /// moved to the second.
    shifted: Vec<u16>,
    len: usize,
}

impl PermutationIndex {
    /// Numbers the permutations of at most [`MAX_TILES`] tiles.
    pub(super) fn new(len: usize) -> Self {
        let count = (1..=len).product();
        let mut this = Self { tiles: Vec::with_capacity(count), shifted: Vec::new(), len };
        for mut number in 0..count {
            let mut rest: Vec<u8> = (0..len as u8).collect();
            let mut order = [0; MAX_TILES];
            let mut block = count;
            for (place, choices) in order.iter_mut().zip((1..=len).rev()) {
                block /= choices;
                *place = rest.remove(number / block);
                number %= block;
            }
            this.tiles.push(order);
        }
        let mut shifted = Vec::with_capacity(len * len * count);
        for (from, to) in (0..len).flat_map(|from| (0..len).map(move |to| (from, to))) {
            for order in &this.tiles {
                let mut order = *order;
                let moved = &mut order[from.min(to)..=from.max(to)];
                if from < to {
                    moved.rotate_left(1);
                } else {
                    moved.rotate_right(1);
                }
                shifted.push(this.number(order) as u16);
            }
        }
        this.shifted = shifted;
        this
    }

    /// Returns the heap bytes for this many tiles.
    pub(super) const fn bytes(len: usize) -> u64 {
        let (mut count, mut tiles) = (1, 1);
        while tiles <= len {
            count *= tiles;
            tiles += 1;
        }
        (count * (MAX_TILES + len * len * size_of::<u16>())) as u64
    }

    /// The number of permutations.
    pub(super) const fn count(&self) -> usize {
        self.tiles.len()
    }

    /// Returns the tile at each position.
    pub(super) fn tiles(&self, number: usize) -> &[u8; MAX_TILES] {
        &self.tiles[number]
    }

    /// Returns the number of a permutation.
    pub(super) fn number(&self, order: [u8; MAX_TILES]) -> usize {
        let order = &order[..self.len];
        order.iter().enumerate().fold(0, |number, (place, tile)| {
            let smaller = order[place + 1..].iter().filter(|later| *later < tile).count();
            number * (self.len - place) + smaller
        })
    }

    /// Returns, by number, the number after the tile at one position has moved to another.
    pub(super) fn shifted(&self, from: usize, to: usize) -> &[u16] {
        let count = self.tiles.len();
        &self.shifted[(from * self.len + to) * count..][..count]
    }
}

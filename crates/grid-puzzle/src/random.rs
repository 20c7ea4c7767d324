//! Uniformly random boards and instances.

use alloc::vec::Vec;

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{Board, SizeError, Tile, check_size, numbers};
use crate::instance::Instance;

impl Board {
    /// Returns a board with one blank, drawn uniformly from all arrangements of this size, solvable
    /// or not.
    ///
    /// # Errors
    /// [`SizeError`] if there is no board of that size.
    pub fn random(rows: u32, columns: u32, rng: &mut impl Rng) -> Result<Self, SizeError> {
        check_size(rows, columns)?;
        let mut tiles: Vec<Tile> = (0..rows * columns).map(Tile).collect();
        tiles.shuffle(rng);
        Ok(Self::from_permutation(rows, columns, tiles))
    }

    /// Returns a board with several blanks drawn uniformly from all arrangements of this size.
    ///
    /// # Errors
    /// [`SizeError`] if there is no board of that size with that many blanks.
    #[doc(hidden)]
    pub fn random_with_blanks(
        rows: u32,
        columns: u32,
        blanks: u32,
        rng: &mut impl Rng,
    ) -> Result<Self, SizeError> {
        let mut tiles = numbers(rows, columns, blanks)?;
        tiles.shuffle(rng);
        Ok(Self::from_permutation(rows, columns, tiles))
    }
}

impl Instance {
    /// Returns a start drawn uniformly from all boards from which `goal` can be reached, with as
    /// many blanks as the goal.
    ///
    /// Equal generators give equal instances on every platform, if the generator itself is
    /// portable.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Board, Instance};
    /// use grid_puzzle::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let instance = Instance::random(Board::solved(4, 4)?, &mut rng);
    /// assert!(instance.is_solvable());
    /// # Ok::<(), grid_puzzle::error::SizeError>(())
    /// ```
    pub fn random(goal: Board, rng: &mut impl Rng) -> Self {
        let (rows, columns) = (goal.rows(), goal.columns());
        let start = match goal.blank_count() {
            1 => Board::random(rows, columns, rng),
            blanks => Board::random_with_blanks(rows, columns, blanks, rng),
        };
        let start = start.expect("invariant: the goal has a legal size");
        let instance = Self::new(start, goal).expect("invariant: the sizes are equal");
        if instance.is_solvable() { instance } else { instance.with_two_tiles_exchanged() }
    }

    /// Exchanges the first two tiles of the start. This pairs every unsolvable start with one
    /// solvable start. A uniform choice among all thus becomes a uniform choice among the solvable
    /// ones.
    fn with_two_tiles_exchanged(self) -> Self {
        let board = self.start();
        let mut tiles = board.tiles().to_vec();
        let mut indices = (0..tiles.len()).filter(|&index| tiles[index] != Tile::BLANK);
        if let (Some(first), Some(second)) = (indices.next(), indices.next()) {
            tiles.swap(first, second);
        }
        let start = Board::from_permutation(board.rows(), board.columns(), tiles);
        Self::new(start, self.goal().clone()).expect("invariant: the sizes are equal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::string::{String, ToString};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn every_solvable_start_is_equally_likely() {
        let goal: Board = "0 2\n1 3".parse().expect("a board");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut counts = BTreeMap::<String, u32>::new();
        let draws = 12_000;
        for _ in 0..draws {
            let instance = Instance::random(goal.clone(), &mut rng);
            assert!(instance.is_solvable());
            *counts.entry(instance.start().to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        // Chi-squared with 11 degrees of freedom: above 31.3 with probability 0.001; the seed is
        // fixed.
        let squares = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0);
        assert!(squares.sum::<f64>() < 31.3, "{counts:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_board_on_every_platform() {
        let goal = Board::solved(3, 4).expect("a legal size");
        let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(instance.start().to_string(), GOLDEN);
    }

    #[test]
    fn every_arrangement_with_several_blanks_is_equally_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut counts = BTreeMap::<String, u32>::new();
        for _ in 0..12_000 {
            let board = Board::random_with_blanks(2, 2, 2, &mut rng).expect("a legal size");
            *counts.entry(board.to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        let squares = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0);
        assert!(squares.sum::<f64>() < 31.3, "{counts:?}");
    }

    const GOLDEN: &str = " 4  9  8  1\n 6  0  3  7\n10 11  5  2";
}

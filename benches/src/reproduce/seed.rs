//! Random numbers that depend only on the seed and the name of the instance.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The seed of all random instances of a run.
#[derive(Clone, Copy)]
pub(super) struct Seed(pub(super) u64);

impl Seed {
    /// Returns random numbers for the instance with this name, independent of other instances.
    pub(super) fn generator(self, name: impl IntoIterator<Item = u32>) -> Xoshiro256PlusPlus {
        let start = Xoshiro256PlusPlus::seed_from_u64(self.0);
        name.into_iter().fold(start, |mut generator, part| {
            Xoshiro256PlusPlus::seed_from_u64(generator.next_u64() ^ u64::from(part))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seeds_have_numbers_of_their_own() {
        let first = |seed: u64, name: &[u32]| Seed(seed).generator(name.iter().copied()).next_u64();
        assert_eq!(first(1, &[2, 3]), first(1, &[2, 3]));
        assert_eq!(first(7, &[]), Xoshiro256PlusPlus::seed_from_u64(7).next_u64());
        let others = [(1, &[3, 2][..]), (2, &[2, 3]), (1, &[2]), (1, &[2, 3, 0]), (3, &[2, 1])];
        assert!(others.iter().all(|&(seed, name)| first(seed, name) != first(1, &[2, 3])));
    }
}

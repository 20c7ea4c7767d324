//! The families of problems, and their instances by seed.

use clap::ValueEnum;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::scale::Scale;
use super::task::Problem;
use super::{cooperative, exploring, ricochet, sliding, sokoban};

/// A family of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Family {
    /// Sliding tiles
    Sliding,
    /// Cooperative path-finding
    Cooperative,
    /// Sokoban
    Sokoban,
    /// Ricochet Robots
    Ricochet,
    /// Any of these under limits that are too small
    Faults,
    /// All states of any of these, counted on disk and in memory
    Explore,
}

impl Family {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sliding => "sliding",
            Self::Cooperative => "cooperative",
            Self::Sokoban => "sokoban",
            Self::Ricochet => "ricochet",
            Self::Faults => "faults",
            Self::Explore => "explore",
        }
    }

    /// The generator of the instance with this seed; families share no instances.
    pub(super) fn generator(self, seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(8).wrapping_add(self as u64))
    }

    /// The families with their own solvers.
    pub(super) const GAMES: [Self; 4] = [Self::Sliding, Self::Cooperative, Self::Sokoban, Self::Ricochet];

    /// An instance and its family: another family if this one has no instances of its own.
    pub(super) fn draw(self, scale: Scale, rng: &mut impl Rng) -> (Self, Box<dyn Problem>) {
        let game =
            if self == Self::Faults { Self::GAMES[rng.random_range(0..Self::GAMES.len())] } else { self };
        let problem: Box<dyn Problem> = match game {
            Self::Cooperative => Box::new(cooperative::draw(scale, rng)),
            Self::Sokoban => Box::new(sokoban::draw(scale, rng)),
            Self::Ricochet => Box::new(ricochet::draw(scale, rng)),
            Self::Explore => Box::new(exploring::draw(rng)),
            Self::Sliding | Self::Faults => Box::new(sliding::draw(scale, rng)),
        };
        (game, problem)
    }
}

//! The families on the command line, and their instances by seed.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use families::ALL;
use families::soak::{Problem, Scale};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::exploring;

/// A family of puzzles, or a test that draws from all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SoakFamily {
    /// The family with this index among all.
    Puzzles(usize),
    /// Any of these under limits that are too small.
    Faults,
    /// All states of any of these, counted on disk and in memory.
    Explore,
}

static FAMILIES: LazyLock<Vec<SoakFamily>> = LazyLock::new(|| {
    let puzzles = (0..ALL.len()).map(SoakFamily::Puzzles);
    puzzles.chain([SoakFamily::Faults, SoakFamily::Explore]).collect()
});

impl ValueEnum for SoakFamily {
    fn value_variants<'a>() -> &'a [Self] {
        &FAMILIES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.name());
        Some(match *self {
            Self::Puzzles(index) => value.aliases(ALL[index].aliases()).help(ALL[index].description().title),
            Self::Faults => value.help("Any of these under limits that are too small"),
            Self::Explore => value.help("All states of any of these, counted on disk and in memory"),
        })
    }
}

impl SoakFamily {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Puzzles(index) => ALL[index].name(),
            Self::Faults => "faults",
            Self::Explore => "explore",
        }
    }

    /// Returns the generator of the instance with this seed; families share no instances.
    pub(super) fn generator(self, seed: u64) -> Xoshiro256PlusPlus {
        let number = FAMILIES.iter().take_while(|&&family| family != self).count();
        Xoshiro256PlusPlus::seed_from_u64(
            seed.wrapping_mul(FAMILIES.len() as u64).wrapping_add(number as u64),
        )
    }

    /// Draws an instance, and returns it with the name of its family, which is another one if this
    /// one has no instances of its own.
    pub(super) fn draw(self, scale: Scale, rng: &mut Xoshiro256PlusPlus) -> (&'static str, Box<dyn Problem>) {
        let family = match self {
            Self::Puzzles(index) => ALL[index],
            Self::Faults => ALL[rng.random_range(0..ALL.len())],
            Self::Explore => return (self.name(), Box::new(exploring::draw(rng))),
        };
        (family.name(), family.random_problem(scale, rng))
    }
}

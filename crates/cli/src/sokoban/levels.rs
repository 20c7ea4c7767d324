//! The levels to be solved, which come from a file or are random.

use std::path::Path;
use std::str::FromStr;
use std::time::Instant;

use motion_core::Stop;
use sokoban::error::{NoSuchLevelError, SetupError};
use sokoban::{Level, RandomLevel, Setup};

use crate::sweep::{Instances, Patience};
use crate::{CliError, Console, input};

/// A range of numbers of levels, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LevelNumbers {
    first: usize,
    last: usize,
}

/// A level with its name and title.
pub(super) struct NamedLevel {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) level: Level,
    /// The time when the time limit began; if `None`, it begins with the solver.
    pub(super) since: Option<Instant>,
}

/// A level to be solved, or the reason why it cannot be.
pub(super) type ReadLevel = Result<NamedLevel, NoLevel>;

/// A level that cannot be solved.
pub(super) struct NoLevel {
    pub(super) name: String,
    pub(super) why: NoLevelBecause,
}

/// The reason why there is no level.
pub(super) enum NoLevelBecause {
    /// The level of a file is not legal.
    Illegal(CliError),
    /// The run ended before the level was made.
    NotMade(Stop),
}

impl FromStr for LevelNumbers {
    type Err = String;

    /// Parses `N` or `A-B`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok();
        let numbers = match text.split_once(['-', '–']) {
            Some((first, last)) => number(first).zip(number(last)),
            None => number(text).map(|number| (number, number)),
        };
        match numbers {
            Some((first, last)) if 1 <= first && first <= last => Ok(Self { first, last }),
            _ => Err("expected a level or a range of levels, for example 7 or 1-20".to_owned()),
        }
    }
}

/// Returns random levels, which must be made within `patience`.
pub(super) fn random(
    kind: RandomLevel,
    (seed, count): (u64, u32),
    patience: Patience,
) -> Instances<'static, ReadLevel> {
    Instances::random_apart(seed, count, move |number, rng| {
        let name = format!("random, seed {seed}, level {number}");
        let (since, mut rng) = (Instant::now(), rng.clone());
        Ok(match patience.make(since, move || kind.generate(&mut rng))? {
            Ok(level) => {
                let level = level.map_err(CliError::instance)?;
                Ok(NamedLevel { name, title: None, level, since: Some(since) })
            }
            Err(why) => Err(NoLevel { name, why: NoLevelBecause::NotMade(why) }),
        })
    })
}

/// Reads the levels with these numbers, or all levels; a single level must be legal.
pub(super) fn read(
    path: &Path,
    numbers: Option<LevelNumbers>,
    console: &mut Console,
) -> Result<Instances<'static, ReadLevel>, CliError> {
    let content = input::bytes(path, console)?;
    let file = input::name(path);
    let bad_level = |why| CliError::in_file(path, why);
    let setups = Setup::each(&Setup::text_of(&content)).map_err(bad_level)?;
    let levels = setups.len();
    let LevelNumbers { first, last } = numbers.unwrap_or(LevelNumbers { first: 1, last: levels });
    if last > levels {
        return Err(CliError::in_file(path, NoSuchLevelError { number: first.max(levels + 1), levels }));
    }
    let named = |(number, setup): (usize, &Result<Setup, SetupError>)| {
        let title = setup.as_ref().ok().and_then(Setup::title).map(str::to_owned);
        let telling = title.as_ref().filter(|title| **title != number.to_string());
        let behind = telling.map_or(String::new(), |title| format!(" ({title})"));
        let name = format!("{file}, level {number}{behind}");
        match setup.as_ref().map_err(Clone::clone).and_then(Level::try_from) {
            Ok(level) => Ok(NamedLevel { name, title, level, since: None }),
            Err(why) => Err(NoLevel { name, why: NoLevelBecause::Illegal(bad_level(why)) }),
        }
    };
    let mut read: Vec<_> = (1..).zip(&setups).skip(first - 1).take(last - first + 1).map(named).collect();
    match read.pop_if(|level| first == last && level.is_err()) {
        Some(Err(NoLevel { why: NoLevelBecause::Illegal(error), .. })) => Err(error),
        _ => Ok(read.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_or_a_range() {
        assert_eq!("7".parse(), Ok(LevelNumbers { first: 7, last: 7 }));
        assert_eq!("3-12".parse(), Ok(LevelNumbers { first: 3, last: 12 }));
        for text in ["", "0", "-1", "1-", "5-4", "0-2", "a", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<LevelNumbers>().is_err(), "{text}");
        }
    }
}

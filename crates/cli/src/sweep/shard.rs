//! Shards: every N-th instance of a run.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

/// A part of the instances: those whose number, from 0, leaves this remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    index: usize,
    of: NonZero<usize>,
}

impl Shard {
    /// All instances.
    pub(super) const WHOLE: Self = Self { index: 0, of: NonZero::<usize>::MIN };

    /// Returns whether the instance with this number, from 0, belongs to the shard.
    pub(super) const fn holds(self, number: usize) -> bool {
        number % self.of.get() == self.index
    }

    /// Returns how many of this many instances belong to the shard.
    pub(super) const fn count(self, instances: usize) -> usize {
        instances.saturating_sub(self.index).div_ceil(self.of.get())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `I/N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, of)| Some((index.parse().ok()?, NonZero::new(of.parse().ok()?)?)));
        let Some((index, of)): Option<(usize, _)> = numbers else {
            return Err("expected I/N, for example 0/8 to 7/8".to_owned());
        };
        if index >= of.get() {
            let last = Self { index: of.get() - 1, of };
            return Err(format!("shards are counted from 0, the last one is {last}"));
        }
        Ok(Self { index, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_divide_the_instances() {
        for of in 1..=7 {
            let shards: Vec<Shard> =
                (0..of).map(|index| format!("{index}/{of}").parse().expect("a shard")).collect();
            for instances in 0..20 {
                for number in 0..instances {
                    assert_eq!(shards.iter().filter(|shard| shard.holds(number)).count(), 1);
                }
                for shard in &shards {
                    let held = (0..instances).filter(|&number| shard.holds(number)).count();
                    assert_eq!(shard.count(instances), held, "{shard} of {instances}");
                }
            }
        }
        assert_eq!("0/1".parse(), Ok(Shard::WHOLE));
    }

    #[test]
    fn others_are_refused_with_what_is_expected() {
        let error = |text: &str| text.parse::<Shard>().expect_err(text);
        for text in ["", "/", "1", "1/", "/8", "-1/8", "1/0", "0/0", "a/b", "1/2/3", "1 / 2", "0.5/2"] {
            assert_eq!(error(text), "expected I/N, for example 0/8 to 7/8", "{text}");
        }
        assert_eq!(error("99999999999999999999/8"), "expected I/N, for example 0/8 to 7/8");
        for text in ["8/8", "9/8"] {
            assert_eq!(error(text), "shards are counted from 0, the last one is 7/8", "{text}");
        }
    }
}

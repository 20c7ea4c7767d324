//! The options that several subcommands share.

use std::num::{IntErrorKind, NonZero};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::Args;
use motion_core::Budget;

use crate::Console;
use crate::process_memory::OWN_BYTES;
use crate::sweep::{Layout, Patience};

#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Print only JSON Lines, one object for each instance
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    limits: Limits,

    /// Write an animated picture of the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a page that plays the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// The limits of the work on an instance.
#[derive(Args, Debug)]
#[expect(clippy::struct_field_names, reason = "they are the names of the options")]
pub(crate) struct Limits {
    /// Stop each instance after this time; `inf` for no limit. The time counts from the beginning
    /// of a random instance's generation, or of the parsing of a single instance. A solution found
    /// in time is still verified and printed afterwards
    #[arg(long, value_name = "SECONDS", value_parser = limit_of(seconds), allow_hyphen_values = true)]
    time_limit: Option<Limit<Duration>>,

    /// Stop each instance after this many nodes: moves made, states expanded, vertices visited
    #[arg(long, value_name = "N", value_parser = limit_of(whole_number::<0>), allow_hyphen_values = true)]
    node_limit: Option<Limit<u64>>,

    /// Stop each instance that needs more memory than this
    #[arg(long, value_name = "MIB", value_parser = limit_of(whole_number::<0>), allow_hyphen_values = true)]
    memory_limit: Option<Limit<u64>>,
}

/// A limit; `inf` is no limit, as without the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limit<T>(Option<T>);

/// The most threads, more than any machine runs at once; this many by mistake do no harm.
const MOST_THREADS: u64 = 4096;

/// The options of random instances.
#[derive(Args, Debug)]
pub(crate) struct Sample {
    /// Seed of random instances, and of solvers that choose at random
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole_number::<0>, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// Number of random instances
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = count_from::<1>, allow_hyphen_values = true)]
    pub(crate) count: u32,
}

/// Rows and columns, `RxC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse().ok();
        let size = text.split_once(['x', 'X', '×']);
        let size =
            size.and_then(|(rows, columns)| Some(Self { rows: parse(rows)?, columns: parse(columns)? }));
        size.ok_or_else(|| "expected rows and columns, for example 4x4".to_owned())
    }
}

impl Common {
    /// Returns the option that draws a solution, if one is given.
    pub(crate) const fn drawing(&self) -> Option<&'static str> {
        match (&self.svg, &self.html) {
            (Some(_), _) => Some("--svg"),
            (None, Some(_)) => Some("--html"),
            (None, None) => None,
        }
    }

    /// Returns the files to draw a solution into.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &PathBuf> {
        self.svg.iter().chain(&self.html)
    }

    /// Returns the budget of a solver, without the memory that the program itself needs.
    pub(crate) fn budget(&self) -> Budget {
        self.limits.budget(OWN_BYTES, None)
    }

    /// Returns the rest of the budget for an instance that was begun at that moment.
    pub(crate) fn budget_since(&self, since: Option<Instant>) -> Budget {
        self.limits.budget(OWN_BYTES, since)
    }

    /// Returns the time limit of [`budget_since`](Self::budget_since) alone, but at least this
    /// much.
    pub(crate) fn time_since(&self, since: Option<Instant>, least: Duration) -> Budget {
        match self.limits.time_since(since) {
            Some(left) => Budget::new().with_time(left.max(least)),
            None => Budget::new(),
        }
    }

    /// Returns the limits for making each of several instances.
    pub(crate) fn patience(&self, count: u32, console: &Console) -> Patience {
        // A single instance is made before interrupts are caught, so they end the process.
        let cancel = (count > 1).then(|| console.interrupt.flag());
        Patience { limit: self.limits.time_since(None), cancel }
    }

    /// Returns the layout of answers.
    pub(crate) const fn layout(&self, is_spaced: bool) -> Layout {
        match (self.json, is_spaced) {
            (true, _) => Layout::Json,
            (false, true) => Layout::Spaced,
            (false, false) => Layout::Dense,
        }
    }

    /// Returns whether nodes are limited but time is not, so that a run is reproducible.
    pub(crate) const fn counts_nodes(&self) -> bool {
        self.limits.counts_nodes()
    }
}

impl Limits {
    /// Returns the rest of the time limit since that moment, or all of it without one.
    fn time_since(&self, since: Option<Instant>) -> Option<Duration> {
        let Limit(limit) = self.time_limit?;
        let passed = since.map_or(Duration::ZERO, |since| since.elapsed());
        limit.map(|limit| limit.saturating_sub(passed))
    }

    /// Returns the budget, less this many bytes that are needed otherwise. Its time counts from
    /// that moment, or from now.
    pub(crate) fn budget(&self, needed: u64, since: Option<Instant>) -> Budget {
        let mut budget = Budget::new();
        if let Some(limit) = self.time_since(since) {
            budget = budget.with_time(limit);
        }
        if let Some(Limit(Some(limit))) = self.node_limit {
            budget = budget.with_nodes(limit);
        }
        if let Some(Limit(Some(mebibytes))) = self.memory_limit {
            budget = budget.with_bytes(mebibytes.saturating_mul(1 << 20).saturating_sub(needed));
        }
        budget
    }

    const fn counts_nodes(&self) -> bool {
        matches!((self.node_limit, self.time_limit), (Some(Limit(Some(_))), None | Some(Limit(None))))
    }
}

/// Returns a parser of a limit: `inf`, or a value that `read` parses.
fn limit_of<T: Clone + Send + Sync + 'static>(
    read: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<Limit<T>, String> + Clone {
    move |text| {
        if ["inf", "infinity"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(Limit(None));
        }
        let limit = read(text).map(|limit| Limit(Some(limit)));
        limit.map_err(|expected| format!("{expected}, or `inf` for no limit"))
    }
}

/// Parses a whole number of at least `LEAST`.
pub(crate) fn whole_number<const LEAST: u64>(text: &str) -> Result<u64, String> {
    bounded(text, LEAST, u64::MAX)
}

/// Parses a count of at least `LEAST`.
pub(crate) fn count_from<const LEAST: u32>(text: &str) -> Result<u32, String> {
    let number = bounded(text, LEAST.into(), u32::MAX.into())?;
    Ok(u32::try_from(number).expect("invariant: at most the greatest 32-bit number"))
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let count = bounded(text, 1, MOST_THREADS)?;
    Ok(NonZero::new(count as usize).expect("invariant: at least one"))
}

pub(crate) fn bounded(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let too_large = || format!("expected at most {most}");
    match text.parse() {
        Ok(number) if number > most => Err(too_large()),
        Ok(number) if number >= least => Ok(number),
        Err(why) if IntErrorKind::PosOverflow == *why.kind() => Err(too_large()),
        _ => Err(format!("expected a whole number, {least} or more")),
    }
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    if seconds.is_nan() || seconds < 0.0 {
        return Err("expected a number of seconds, 0 or more".to_owned());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("expected at most {} seconds", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_others_refused_with_what_is_expected() {
        assert_eq!(whole_number::<0>("0"), Ok(0));
        assert_eq!(whole_number::<0>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(count_from::<1>("4294967295"), Ok(u32::MAX));
        for text in ["0", "-1", "", "1.5", "many", " 1"] {
            assert_eq!(count_from::<1>(text), Err("expected a whole number, 1 or more".to_owned()), "{text}");
        }
        assert_eq!(threads("4096"), Ok(NonZero::new(4096).expect("not zero")));
        assert_eq!(threads("4097"), Err("expected at most 4096".to_owned()));
        assert_eq!(threads("0"), Err("expected a whole number, 1 or more".to_owned()));
        for text in ["4294967296", "99999999999999999999"] {
            assert_eq!(count_from::<1>(text), Err("expected at most 4294967295".to_owned()), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("1e3"), Ok(Duration::from_secs(1000)));
        for text in ["-1", "soon", "NaN", "-inf", ""] {
            assert_eq!(seconds(text), Err("expected a number of seconds, 0 or more".to_owned()), "{text}");
        }
        for text in ["1e300", "1e999"] {
            assert_eq!(
                seconds(text),
                Err("expected at most 18446744073709551615 seconds".to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn limits_are_read_and_infinite_ones_are_none() {
        let [time, nodes] = [limit_of(seconds)("2"), limit_of(seconds)("Infinity")];
        assert_eq!((time, nodes), (Ok(Limit(Some(Duration::from_secs(2)))), Ok(Limit(None))));
        let nodes = limit_of(whole_number::<0>);
        assert_eq!((nodes("7"), nodes("INF")), (Ok(Limit(Some(7))), Ok(Limit(None))));
        for text in ["-inf", "-1", "no", "", "1.5"] {
            let message = nodes(text).expect_err("no limit");
            assert_eq!(message, "expected a whole number, 0 or more, or `inf` for no limit", "{text}");
        }
    }
}

//! The options that several subcommands share.

use std::num::IntErrorKind;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use motion_core::Budget;

#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Print JSON Lines: one object for each instance, nothing else
    #[arg(long)]
    pub(crate) json: bool,

    /// Stop each instance after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop each instance after this many nodes: moves made, states expanded, vertices visited
    #[arg(long, value_name = "N", value_parser = whole_number::<0>, allow_hyphen_values = true)]
    pub(crate) node_limit: Option<u64>,

    /// Stop each instance that needs more memory than this
    #[arg(long, value_name = "MIB", value_parser = whole_number::<0>, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,

    /// Write an animated picture of the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a page that plays the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// The options of random instances.
#[derive(Args, Debug)]
pub(crate) struct Sample {
    /// Seed of the random generator
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
    /// The option that draws a solution, if one is given.
    pub(crate) const fn drawing(&self) -> Option<&'static str> {
        match (&self.svg, &self.html) {
            (Some(_), _) => Some("--svg"),
            (None, Some(_)) => Some("--html"),
            (None, None) => None,
        }
    }

    /// The files to draw a solution into.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &PathBuf> {
        self.svg.iter().chain(&self.html)
    }

    pub(crate) fn budget(&self) -> Budget {
        let mut budget = Budget::new();
        if let Some(limit) = self.time_limit {
            budget = budget.with_time(limit);
        }
        if let Some(limit) = self.node_limit {
            budget = budget.with_nodes(limit);
        }
        if let Some(mebibytes) = self.memory_limit {
            budget = budget.with_bytes(mebibytes.saturating_mul(1 << 20));
        }
        budget
    }
}

/// Reads a whole number of at least `LEAST`.
pub(crate) fn whole_number<const LEAST: u64>(text: &str) -> Result<u64, String> {
    bounded(text, LEAST, u64::MAX)
}

/// Reads a count of at least `LEAST`.
pub(crate) fn count_from<const LEAST: u32>(text: &str) -> Result<u32, String> {
    let number = bounded(text, LEAST.into(), u32::MAX.into())?;
    Ok(u32::try_from(number).expect("invariant: at most the greatest 32-bit number"))
}

fn bounded(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let too_large = || format!("expected at most {most}");
    match text.parse() {
        Ok(number) if number > most => Err(too_large()),
        Ok(number) if number >= least => Ok(number),
        Err(why) if IntErrorKind::PosOverflow == *why.kind() => Err(too_large()),
        _ => Err(format!("expected a whole number, {least} or more")),
    }
}

/// Reads a time.
fn seconds(text: &str) -> Result<Duration, String> {
    const NO_LIMIT: &str = "without this option the time is not limited";
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    if seconds == f64::INFINITY {
        return Err(format!("expected a finite number of seconds; {NO_LIMIT}"));
    }
    if seconds.is_nan() || seconds < 0.0 {
        return Err("expected a number of seconds, 0 or more".to_owned());
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("expected at most {} seconds; {NO_LIMIT}", u64::MAX))
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
        for text in ["4294967296", "99999999999999999999"] {
            assert_eq!(count_from::<1>(text), Err("expected at most 4294967295".to_owned()), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("1e3"), Ok(Duration::from_secs(1000)));
        for text in ["-1", "soon", "NaN", "-inf", ""] {
            assert_eq!(seconds(text), Err("expected a number of seconds, 0 or more".to_owned()), "{text}");
        }
        for (text, expected) in
            [("inf", "a finite number of seconds"), ("1e300", "at most 18446744073709551615 seconds")]
        {
            let message = seconds(text).expect_err("no limit");
            assert_eq!(message, format!("expected {expected}; without this option the time is not limited"));
        }
    }
}

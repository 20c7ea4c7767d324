//! The options that all examples have in common.

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
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop each instance after this many nodes: moves made, states expanded, vertices looked at
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,

    /// Stop each instance that needs more memory than this
    #[arg(long, value_name = "MIB")]
    pub(crate) memory_limit: Option<u64>,

    /// Write an animated picture of the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a page that plays the solution
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// Which random instances, where an example makes some.
#[derive(Args, Debug)]
pub(crate) struct Sample {
    /// Seed of the random generator
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Number of random instances
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
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
    /// The option that draws one solution, where it is given.
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
        let mut budget = Budget::unlimited();
        if let Some(limit) = self.time_limit {
            budget = budget.time(limit);
        }
        if let Some(limit) = self.node_limit {
            budget = budget.nodes(limit);
        }
        if let Some(mebibytes) = self.memory_limit {
            budget = budget.bytes(mebibytes.saturating_mul(1 << 20));
        }
        budget
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, 0 or more".to_owned())
}

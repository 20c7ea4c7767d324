//! The origin of figures: when, by which code, and on which machine they were measured.

use std::fs;
use std::time::Duration;

use crate::code_version::{Commit, today};

/// The origin of the figures of a page.
pub(super) struct Origin {
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) took: Duration,
    /// The number of measurements that an earlier run had made.
    pub(super) taken: usize,
    pub(super) jobs: usize,
}

/// The words with which the origin begins; every page has them once.
const BEGINNING: &str = "Measured on ";

impl Origin {
    /// Returns the day, the commit, the machine, and the command.
    pub(super) fn text(&self) -> String {
        let (day, commit, system, processor) = (today(), commit(), std::env::consts::OS, processor());
        let (version, Self { command, seed, jobs, .. }) = (env!("CARGO_PKG_VERSION"), self);
        let took = self.took.as_secs_f64();
        let threads = if *jobs == 1 { "one thread".to_owned() } else { format!("{jobs} threads") };
        let taken = match self.taken {
            0 => String::new(),
            taken => format!(", without {taken} measurements that an interrupted run had finished"),
        };
        format!(
            "{BEGINNING}{day} at {commit} by version {version} on {processor}, {system}, with {threads} and seed {seed} in {took:.0} s{taken}:\n\n```console\n{command}\n```\n"
        )
    }
}

/// The origin that a page of results states.
pub(super) struct PageOrigin<'p> {
    /// The line about it, without its colon.
    pub(super) line: &'p str,
    pub(super) day: &'p str,
    /// The commit, if the page was written by a version that tells it.
    pub(super) commit: Option<&'p str>,
}

impl<'p> PageOrigin<'p> {
    /// Reads a page of results.
    pub(super) fn read(page: &'p str) -> Option<Self> {
        let line = page.lines().find(|line| line.starts_with(BEGINNING))?.trim_end_matches(':');
        let day = line[BEGINNING.len()..].split(' ').next()?;
        let commit = line.split_once(" at commit ").and_then(|(_, rest)| rest.split([' ', ',']).next());
        Some(Self { line, day, commit })
    }
}

/// Returns the present commit in words.
fn commit() -> String {
    Commit::present().map_or_else(
        || "an unknown commit".to_owned(),
        |Commit { name, is_changed }| {
            format!("commit {name}{}", if is_changed { ", with changes," } else { "" })
        },
    )
}

/// Returns the name of the processor if the system reports it, otherwise its architecture.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or(std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code_version::git;

    #[test]
    fn a_page_tells_its_day_and_its_commit() {
        let origin =
            Origin { command: "run".to_owned(), seed: 1, took: Duration::from_secs(2), taken: 0, jobs: 1 };
        let page = format!("# Robots\n\n{}", origin.text());
        let origin = PageOrigin::read(&page).expect("an origin");
        assert_eq!(origin.day.split('-').count(), 3);
        assert!(origin.line.ends_with("with one thread and seed 1 in 2 s"), "{}", origin.line);
        assert_eq!(origin.commit.map(str::len), git(&["rev-parse", "HEAD"]).map(|_| 12));
        let old = "Measured on 2026-11-22 by version 0.1.0 on AMD EPYC, linux, in 12 s:";
        assert!(
            PageOrigin::read(old).is_some_and(|origin| origin.day == "2026-11-22" && origin.commit.is_none())
        );
        assert!(PageOrigin::read("# Robots").is_none());
    }
}

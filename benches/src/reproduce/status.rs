//! Which results are older than the solvers that they measure.
//!
//! A page of results tells the commit at which it was measured; git tells what has changed since in
//! the crates of its solvers. Comments count as changes, tests in files of their own do not. So an
//! experiment whose crates have not changed gives the same figures, and another one may.

use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

use super::experiment::Experiment;
use super::experiments::experiments_and_crates;
use super::origin::PageOrigin;
use crate::code_version::git;

/// The age of an experiment's results.
pub(super) enum Status {
    /// There is no page of results.
    NotMeasured,
    Measured(Age),
}

/// The day of a run, and the changes since.
pub(super) struct Age {
    pub(super) day: String,
    /// The commit of the run, and the changes of the experiment's crates since; `None` where the
    /// history does not tell.
    pub(super) since: Option<Changes>,
}

/// The changes of some folders since a commit.
pub(super) struct Changes {
    commit: String,
    pub(super) commits: usize,
    /// The number of lines that were added or removed.
    lines: usize,
}

impl Status {
    /// Returns the status of an experiment of these crates whose results are in this folder.
    fn of(experiment: &Experiment, crates: &[&str], folder: &Path) -> Self {
        let path = folder.join(format!("{}.md", experiment.name));
        let page = fs::read_to_string(&path).unwrap_or_default();
        let Some(origin) = PageOrigin::read(&page) else { return Self::NotMeasured };
        let commit = origin.commit.map(str::to_owned).or_else(|| commit_that_wrote(origin.line, &path));
        let since = commit.and_then(|commit| Changes::since(commit, crates));
        Self::Measured(Age { day: origin.day.to_owned(), since })
    }

    /// Returns a number by which the oldest results come first.
    fn rank(&self) -> usize {
        match self {
            Self::NotMeasured => usize::MAX,
            Self::Measured(Age { since: None, .. }) => usize::MAX - 1,
            Self::Measured(Age { since: Some(changes), .. }) => changes.lines,
        }
    }
}

impl Changes {
    fn since(commit: String, crates: &[&str]) -> Option<Self> {
        let mut folders: Vec<_> = crates.iter().map(|name| format!(":/crates/{name}/src")).collect();
        folders.push(":/crates/motion-core/src".to_owned());
        // Pictures and tests are no part of any measurement.
        let excluded = ["motion-core/src/draw/**", "*/src/**/tests/**", "*/src/**/*tests.rs"];
        folders.extend(excluded.map(|path| format!(":(exclude,top,glob)crates/{path}")));
        let ask = |command: &[&str]| {
            let range = format!("{commit}..HEAD");
            let folders = folders.iter().map(String::as_str);
            git(&[command, &[&range, "--"]].concat().into_iter().chain(folders).collect::<Vec<_>>())
        };
        let commits = ask(&["rev-list", "--count"])?.parse().ok()?;
        let lines = ask(&["diff", "--numstat"])?;
        let counts = lines.lines().flat_map(|line| line.split('\t').take(2));
        let lines = counts.filter_map(|count| count.parse::<usize>().ok()).sum();
        Some(Self { commit, commits, lines })
    }
}

/// Returns the commit that wrote a line of a file.
fn commit_that_wrote(line: &str, path: &Path) -> Option<String> {
    let path = path.to_str()?;
    let commits = git(&["log", "--format=%h", "--abbrev=12", "-S", line, "--", path])?;
    commits.lines().last().map(str::to_owned)
}

impl Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMeasured => formatter.write_str("not measured"),
            Self::Measured(Age { day, since }) => {
                write!(formatter, "{day}  ")?;
                match since {
                    None => formatter.write_str("at an unknown commit"),
                    Some(changes) => write!(formatter, "{}  {changes}", changes.commit),
                }
            }
        }
    }
}

impl Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines {
            0 => formatter.write_str("not changed since"),
            lines => write!(formatter, "{lines} lines changed by {} commits since", self.commits),
        }
    }
}

/// Returns all experiments with their status, paper by paper.
pub(super) fn all(folder: &Path) -> Vec<(&'static Experiment, Status)> {
    experiments_and_crates().map(|(it, crates)| (it, Status::of(it, crates, folder))).collect()
}

/// Returns all experiments as lines of text, the oldest results first.
pub(super) fn lines(folder: &Path) -> String {
    let mut all = all(folder);
    all.sort_by_key(|(_, status)| std::cmp::Reverse(status.rank()));
    let lines: Vec<_> = all.iter().map(|(it, status)| format!("{:26} {status}\n", it.name)).collect();
    lines.concat()
}

//! The day of a measurement, and the commit of the code that was measured.

use std::process::Command;

use jiff::Timestamp;

/// Returns the present day.
pub(crate) fn today() -> String {
    Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Returns the output of git, without the last end of a line; `None` if it fails or is absent.
pub(crate) fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}

/// The present commit.
pub(crate) struct Commit {
    pub(crate) name: String,
    /// Whether files besides documents differ from it.
    pub(crate) is_changed: bool,
}

impl Commit {
    /// Asks git, which may be absent.
    pub(crate) fn present() -> Option<Self> {
        let name = git(&["rev-parse", "--short=12", "HEAD"])?;
        let status = ["status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)docs"];
        Some(Self { name, is_changed: git(&status).is_none_or(|it| !it.is_empty()) })
    }
}

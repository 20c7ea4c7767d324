//! `reproduce` and `soak` as their users call them, with good and with bad input, the pages and
//! pictures of the documentation, and the manifests that start many processes.

mod book;
mod cluster;
mod figures;
mod gallery;
mod language;
#[path = "../../../crates/cli/tests/main/program.rs"]
mod program;
#[path = "../../../crates/motion-core/tests/main/published.rs"]
mod published;
mod readers;
mod reproduce;
mod soak;

use motion_core::CancelFlag;
use program::{Answer, Run};

/// Runs a program with these arguments.
fn call(run: Run, name: &str, arguments: &[&str]) -> Answer {
    program::call(run, &[&[name], arguments].concat(), b"", CancelFlag::new())
}

//! Tests of `reproduce` and `soak` as their users call them, with good and with bad input, and of
//! the tables in the book.

mod included_tables;
mod reproduce;
mod soak;

use motion_core::CancelFlag;
use motion_testing_program::{Answer, Run};

/// Runs a program with these arguments.
fn call(run: Run, name: &str, arguments: &[&str]) -> Answer {
    motion_testing_program::call(run, &[&[name], arguments].concat(), b"", CancelFlag::new())
}

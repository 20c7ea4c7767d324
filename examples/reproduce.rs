//! Measures again what the papers measured, and writes our figures beside theirs.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::reproduce::run)
}

//! Puzzles of every family there is: solved, verified, summarised and drawn.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::quickstart::run)
}

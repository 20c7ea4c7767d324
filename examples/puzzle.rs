//! Solves sliding-tile puzzles from a file, from standard input, or drawn at random.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::puzzle::run)
}

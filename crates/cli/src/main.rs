//! The program `motion-puzzles`; the library beside it holds all of its code.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_puzzles::main(motion_puzzles::run)
}

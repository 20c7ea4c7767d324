//! The program `motion-puzzles`; the library in this package holds all of its code.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_puzzles::main(motion_puzzles::run)
}

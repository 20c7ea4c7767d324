//! The program `motion-puzzles`; the library beside it holds everything that it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_puzzles::main(motion_puzzles::run)
}

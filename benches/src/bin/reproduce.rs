//! The program `reproduce`; see the module of that name.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_puzzles::main(motion_benches::reproduce::run)
}

//! Solves Sokoban levels from a file or from standard input, or shows what analyses tell of them.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::sokoban::run)
}

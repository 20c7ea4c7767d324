//! Solves Ricochet Robots from a file, from standard input, or dealt at random.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::ricochet::run)
}

//! Lets all solvers solve random instances, and checks everything they say.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::soak::run)
}

//! Solves cooperative path-finding on graphs, maps and random instances.

use std::process::ExitCode;

fn main() -> ExitCode {
    motion_examples::main(motion_examples::cpf::run)
}

//! Tests of the program as its users call it, with good and with bad input.

mod cpf;
mod cpf_arcs;
mod cpf_known_schedules;
mod cpf_limits;
mod cpf_map_files;
mod cpf_refusals;
mod cpf_schedules;
mod explore;
mod fleet;
mod fleet_refusals;
mod process;
mod ricochet;
mod sliding;
mod sliding_blanks;
mod sokoban;
mod sokoban_files;
mod solver_names;
mod sweeps;

use motion_core::CancelFlag;
use motion_testing_program::Answer;

/// Runs a subcommand with these arguments and this standard input.
fn call(subcommand: &str, arguments: &[&str], input: &[u8]) -> Answer {
    let words = [&["motion-puzzles", subcommand], arguments].concat();
    motion_testing_program::call(motion_puzzles::run, &words, input, CancelFlag::new())
}

//! Tests of the pages, with their links, figures, commands and pictures; of the language of pages
//! and sources; and of the manifests that start many processes.

mod book;
mod cluster;
mod figures;
mod gallery;
mod language;
mod measured_figures;
mod page_blocks;
mod public_items;

use motion_testing_program::Answer;
use std::path::Path;

use motion_core::CancelFlag;

/// Returns the folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// Calls the program with these arguments.
fn call(arguments: &[&str]) -> Answer {
    let words = [&["motion-puzzles"], arguments].concat();
    motion_testing_program::call(motion_puzzles::run, &words, b"", CancelFlag::new())
}

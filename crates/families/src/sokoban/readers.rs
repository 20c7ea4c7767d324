//! The readers of this family's formats, for the fuzzers.

use sokoban::{Collection, Level, PushList, Setup};

use crate::readers::{Reader, read, reads};

/// All readers.
pub(super) const READERS: &[Reader] = &[
    |text| reads::<Level>(text),
    |text| reads::<Collection>(text),
    |text| reads::<sokoban::Moves>(text),
    |text| reads::<PushList>(text),
    |text| reads::<sokoban::AnySolver>(text),
    level_file,
];

/// Reads a file of levels in any encoding, and as a single level.
fn level_file(file: &[u8]) -> bool {
    let text = Setup::text_of(file);
    let all = Setup::all(&text).inspect_err(|why| drop(why.to_string()));
    let only = read::<Setup>(&text);
    assert!(only.is_none_or(|only| all.as_ref() == Ok(&vec![only])));
    all.is_ok()
}

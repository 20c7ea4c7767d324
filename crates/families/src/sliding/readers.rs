//! The readers of this family's formats, for the fuzzers.

use grid_puzzle::tables::{CompleteTable, PatternDatabases};
use grid_puzzle::{Board, Notation, TileMoves};
use motion_core::{Budget, Control, Walk};

use crate::readers::{Reader, accepts, reads, text_of};

/// All readers.
pub(super) const READERS: &[Reader] = &[
    |text| reads::<Board>(text),
    |text| reads::<grid_puzzle::Instance>(text),
    |text| reads::<TileMoves>(text),
    |text| reads::<Walk>(text),
    |text| reads::<grid_puzzle::AnySolver>(text),
    accepts::<grid_puzzle::Setup>,
    notations,
    pattern_databases,
    complete_table,
];

/// Reads walks of a blank, in all notations.
fn notations(input: &[u8]) -> bool {
    let Some(text) = text_of(input) else { return false };
    let mut is_read = false;
    for notation in [Notation::Tile, Notation::Blank] {
        if let Ok(walk) = notation.parse(&text) {
            let printed = notation.display(&walk).to_string();
            assert_eq!(notation.parse(&printed), Ok(walk));
            is_read = true;
        }
        is_read |= notation.parse_blocks(&text).inspect_err(|why| drop(why.to_string())).is_ok();
    }
    is_read
}

/// Returns a memory limit, so that a header with a huge table is refused.
fn little() -> Control<'static> {
    Control::new(Budget::new().with_bytes(1 << 20))
}

fn pattern_databases(file: &[u8]) -> bool {
    let read =
        |file: &[u8]| PatternDatabases::read(&mut &*file, &mut little()).map_err(|why| why.to_string());
    read(file).or_else(|_| read(&mended(file))).is_ok()
}

fn complete_table(file: &[u8]) -> bool {
    let read = |file: &[u8]| CompleteTable::read(&mut &*file, &mut little()).map_err(|why| why.to_string());
    read(file).or_else(|_| read(&mended(file))).is_ok()
}

/// The number of bytes of a file's head up to the description, including its length.
const FIXED: usize = 28;

/// Returns the file with correct checksums of the head and of the rest, if it is long enough for
/// them.
fn mended(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let described = file.get(FIXED - 4..).and_then(|rest| rest.first_chunk());
    let described = described.map_or(usize::MAX, |&length| u32::from_le_bytes(length) as usize);
    let head = described.saturating_add(FIXED + 8);
    if file.len() >= head.saturating_add(8) {
        let sum = crc32fast::hash(&file[..head]);
        file[head..head + 4].copy_from_slice(&sum.to_le_bytes());
        let end = file.len() - 4;
        let sum = crc32fast::hash(&file[head + 4..end]);
        file[end..].copy_from_slice(&sum.to_le_bytes());
    }
    file
}

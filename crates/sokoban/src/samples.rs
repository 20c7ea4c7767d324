//! Levels for tests.

use alloc::string::String;

/// Rows of this width in a frame of walls; the last row is padded with floor.
pub(crate) fn framed(tiles: &[u8], width: usize) -> String {
    let border = "#".repeat(width + 2);
    let mut text = border.clone();
    for row in tiles.chunks(width) {
        text.push_str("\n#");
        text.extend(row.iter().map(|&tile| char::from(tile)));
        text.extend(core::iter::repeat_n(' ', width - row.len()));
        text.push('#');
    }
    text + "\n" + &border
}

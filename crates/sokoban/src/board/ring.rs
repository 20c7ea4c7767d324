//! The eight squares around a square.

/// The offsets in rows and columns of the eight squares around a square, clockwise from the upper
/// one.
pub(super) const OFFSETS: [(i32, i32); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Whether the free sides of a square are connected within the eight squares around it. The bits
/// are set for those that are free, clockwise from the upper one.
#[inline]
pub(crate) const fn is_connected(ring: usize) -> bool {
    IS_CONNECTED[ring]
}

const IS_CONNECTED: [bool; 256] = {
    let mut table = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        let (mut parts, mut side) = (0, 0);
        while side < 8 {
            let free = ring >> side & 1;
            // A corner links the sides before and after it.
            let linked = free & ring >> ((side + 7) % 8) & ring >> ((side + 6) % 8) & 1;
            parts += free - linked;
            side += 2;
        }
        table[ring] = parts <= 1;
        ring += 1;
    }
    table
};

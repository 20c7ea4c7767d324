//! What it counts that a tile is so far from its goal.

use alloc::vec::Vec;

use super::beam::Slide;
use super::terrain::Terrain;

/// A step that a tile is away from its goal, if it is the only one.
pub(super) const UNIT: i64 = 64;

/// A power of the distance, row and column apart, in units of [`UNIT`].
///
/// Powers above one make a step of a tile that is far away count more than one that is near. Tiles that are left behind are
/// dear in the end.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// What a step forth along a line changes for a tile that has so far to go forth; for those that have to go back, the
    /// number is negative, and the first is that of the greatest distance back.
    by_way: Vec<i32>,
    longest: i32,
}

impl Weights {
    /// The power is given in quarters: 4 is the distance itself, 8 its square.
    pub(super) fn new(terrain: &Terrain, quarters: u32) -> Self {
        let longest = terrain.rows.max(terrain.columns).cast_signed();
        let weight = |way: i32| power(u64::from(way.unsigned_abs()), quarters);
        let by_way = (-longest..=longest).map(|way| (weight(way - 1) - weight(way)) as i32);
        Self { by_way: by_way.collect(), longest }
    }

    /// How much more a tile counts after a move in a window with these cells.
    #[inline]
    pub(super) fn change(&self, terrain: &Terrain, cells: &[u32], slide: Slide) -> i64 {
        let from = cells[slide.from as usize];
        let way = if slide.from.abs_diff(slide.to) == 1 {
            terrain.column(slide.tile).cast_signed() - terrain.column(from).cast_signed()
        } else {
            terrain.row(slide.tile).cast_signed() - terrain.row(from).cast_signed()
        };
        let way = if slide.to > slide.from { way } else { -way };
        self.by_way[(way + self.longest).cast_unsigned() as usize].into()
    }
}

/// A power of a number, in units of [`UNIT`]; four to eight quarters. Without floating point, which `core` can hardly
/// reckon with.
fn power(number: u64, quarters: u32) -> i64 {
    let unit = UNIT as u128;
    let fraction = u128::from(number).pow(quarters - 4) * unit.pow(4);
    (u128::from(number) * fraction.isqrt().isqrt()) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_what_they_should_be() {
        for number in [0, 1, 2, 9, 50, 1024, 1 << 19] {
            for quarters in 4..=8 {
                let exact = UNIT as f64 * (number as f64).powf(f64::from(quarters) / 4.0);
                let found = power(number, quarters) as f64;
                assert!(found <= exact + 0.5 && found >= exact * (63.0 / 64.0) - 0.5, "{number} {quarters}");
            }
        }
    }
}

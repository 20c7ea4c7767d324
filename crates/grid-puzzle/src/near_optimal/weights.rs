//! What it counts that a tile is so far from its goal.

use alloc::vec::Vec;

use super::beam::WindowSlide;
use super::geometry::Geometry;

/// A step that a tile is away from its goal, if it is the only one.
pub(super) const STEP_WEIGHT: i64 = 64;

/// A power of the distance, row and column apart, in units of [`STEP_WEIGHT`].
///
/// Powers above one make a step of a tile that is far away count more than one that is near. Tiles that are left behind are
/// dear in the end.
#[derive(Clone, Debug)]
pub(super) struct DistanceWeights {
    /// What a step forth along a line changes for a tile that has so far to go forth; for those that have to go back, the
    /// number is negative, and the first is that of the greatest distance back.
    step_changes: Vec<i32>,
    longest: i32,
}

impl DistanceWeights {
    /// The power is given in quarters: 4 is the distance itself, 8 its square.
    pub(super) fn new(geometry: &Geometry, quarters: u32) -> Self {
        let longest = geometry.rows.max(geometry.columns).cast_signed();
        let weight = |partial: i32| power(u64::from(partial.unsigned_abs()), quarters);
        let step_changes = (-longest..=longest).map(|partial| (weight(partial - 1) - weight(partial)) as i32);
        Self { step_changes: step_changes.collect(), longest }
    }

    /// How much more a tile counts after a move in a window with these cells.
    #[inline]
    pub(super) fn change(&self, geometry: &Geometry, cells: &[u32], slide: WindowSlide) -> i64 {
        let from = cells[slide.from as usize];
        let partial = if slide.from.abs_diff(slide.to) == 1 {
            geometry.column(slide.tile).cast_signed() - geometry.column(from).cast_signed()
        } else {
            geometry.row(slide.tile).cast_signed() - geometry.row(from).cast_signed()
        };
        let partial = if slide.to > slide.from { partial } else { -partial };
        self.step_changes[(partial + self.longest).cast_unsigned() as usize].into()
    }
}

/// A power of a number, in units of [`STEP_WEIGHT`]; four to eight quarters. Without floating point, which `core` can hardly
/// reckon with.
fn power(number: u64, quarters: u32) -> i64 {
    let unit = STEP_WEIGHT as u128;
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
                let exact = STEP_WEIGHT as f64 * (number as f64).powf(f64::from(quarters) / 4.0);
                let found = power(number, quarters) as f64;
                assert!(found <= exact + 0.5 && found >= exact * (63.0 / 64.0) - 0.5, "{number} {quarters}");
            }
        }
    }
}

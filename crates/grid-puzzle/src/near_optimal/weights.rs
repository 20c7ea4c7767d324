//! The weight of a tile's distance from its goal.

use alloc::vec::Vec;

use super::beam::WindowSlide;
use super::geometry::Geometry;

/// The weight of the distance 1.
pub(super) const STEP_WEIGHT: i64 = 64;

/// A power of the distance, for rows and columns separately, in units of [`STEP_WEIGHT`].
///
/// With exponents above one, a step of a distant tile weighs more than one of a near tile, because
/// tiles left behind take many moves at the end.
#[derive(Clone, Debug)]
pub(super) struct DistanceWeights {
    /// The change of the weight by a step forward along a line, for each distance that a tile must
    /// go forward. Distances backward are negative. The first entry is for the greatest distance
    /// backward.
    step_changes: Vec<i32>,
    longest: i32,
}

impl DistanceWeights {
    /// Makes the weights for an exponent in quarters: 4 is the distance itself, 8 its square.
    pub(super) fn new(geometry: &Geometry, quarters: u32) -> Self {
        let longest = geometry.rows.max(geometry.columns).cast_signed();
        let weight = |partial: i32| power(u64::from(partial.unsigned_abs()), quarters);
        let step_changes = (-longest..=longest).map(|partial| (weight(partial - 1) - weight(partial)) as i32);
        Self { step_changes: step_changes.collect(), longest }
    }

    /// Returns the change of the weight by a move in a window with these cells.
    #[inline]
    pub(super) fn change(&self, geometry: &Geometry, cells: &[u32], slide: WindowSlide) -> i64 {
        let from = cells[slide.from as usize];
        let partial = if slide.from.abs_diff(slide.to) == 1 {
            geometry.column(slide.tile).cast_signed() - geometry.column(from).cast_signed()
        } else {
            geometry.row(slide.tile).cast_signed() - geometry.row(from).cast_signed()
        };
        let partial = if slide.to > slide.from { partial } else { -partial };
        self.step(partial).into()
    }

    /// Returns the change of the weight by a step forward of a tile that must go this far forward.
    #[inline]
    pub(super) fn step(&self, partial: i32) -> i32 {
        self.step_changes[(partial + self.longest).cast_unsigned() as usize]
    }
}

/// Returns a power of a number, in units of [`STEP_WEIGHT`], for four to eight quarters. Avoids
/// floating point, since `core` has no roots.
pub(super) fn power(number: u64, quarters: u32) -> i64 {
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

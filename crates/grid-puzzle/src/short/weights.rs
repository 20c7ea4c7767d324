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
    by_distance: Vec<i64>,
}

impl Weights {
    /// The power is given in quarters: 4 is the distance itself, 8 its square.
    pub(super) fn new(terrain: &Terrain, quarters: u32) -> Self {
        let distances = 0..u64::from(terrain.rows.max(terrain.columns));
        Self { by_distance: distances.map(|distance| power(distance, quarters)).collect() }
    }

    /// How much more a tile counts after a move in a window with these cells.
    #[inline]
    pub(super) fn change(&self, terrain: &Terrain, cells: &[u32], slide: Slide) -> i64 {
        let [from, to] = [slide.from, slide.to].map(|place| cells[place as usize]);
        let (before, after) = if slide.from.abs_diff(slide.to) == 1 {
            let column = terrain.column(slide.tile);
            (column.abs_diff(terrain.column(from)), column.abs_diff(terrain.column(to)))
        } else {
            let row = terrain.row(slide.tile);
            (row.abs_diff(terrain.row(from)), row.abs_diff(terrain.row(to)))
        };
        self.by_distance[after as usize] - self.by_distance[before as usize]
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

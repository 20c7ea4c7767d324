//! Places of the picture, and the cells and directions that clicks and keys mean.

use motion_core::Direction;
use motion_core::draw::Point;

/// The number of units of the picture per cell.
pub(crate) const UNITS: f64 = 100.0;

/// Converts a point to units of the picture.
pub(crate) fn units(point: Point) -> [f64; 2] {
    let units = |value: f32| (f64::from(value) * UNITS).round();
    [units(point.x), units(point.y)]
}

/// Returns the centre of a cell in units of the picture.
pub(crate) fn centre(row: u32, column: u32) -> [f64; 2] {
    [column, row].map(|index| (f64::from(index) + 0.5) * UNITS)
}

/// Returns the row and the column of a place on a grid of this size.
pub(crate) fn cell([x, y]: [f64; 2], rows: u32, columns: u32) -> Option<(u32, u32)> {
    let index = |value: f64, count: u32| {
        let index = (value / UNITS).floor();
        #[expect(clippy::cast_sign_loss, reason = "compared with 0")]
        (index >= 0.0 && index < f64::from(count)).then_some(index as u32)
    };
    Some((index(y, rows)?, index(x, columns)?))
}

/// Returns the direction that a key names.
pub(crate) fn direction(key: &str) -> Option<Direction> {
    match key {
        "ArrowUp" => Some(Direction::Up),
        "ArrowRight" => Some(Direction::Right),
        "ArrowDown" => Some(Direction::Down),
        "ArrowLeft" => Some(Direction::Left),
        _ => None,
    }
}

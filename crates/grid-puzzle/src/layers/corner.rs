//! The last tile of a line.
//!
//! The corner cannot be entered past the finished cells, so the last tile's neighbour must make
//! room once more. The papers do not describe how. Here, an exact table over the last three (or
//! two) columns of the line gives the shortest insertion, wherever in this window the last two
//! tiles and the blank are: 336 states, at most 21 moves.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::search::{Space, explore};
use motion_core::{Control, Direction};

use super::blank_mover::{BlankMover, FillError, TrackedTile};
use super::blank_path::{BlankPath, blank_path};
use super::carry::carry;
use super::frame::{FramePosition, OpenRegion};

const WINDOW_ROWS: i32 = 3;
const UNREACHABLE: u8 = u8::MAX;

/// The moves that bring the last two tiles of a line to their goals, for every state in the window.
pub(crate) struct CornerTable {
    window: CornerWindow,
    distances: Vec<u8>,
}

/// The last two tiles and the blank, as cells of the window.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CornerState {
    tiles: [u8; 2],
    blank: u8,
}

struct CornerWindow {
    region: OpenRegion,
}

impl CornerWindow {
    const fn place(&self, cell: u8) -> FramePosition {
        let cell = cell as i32;
        FramePosition { row: cell / self.region.columns, column: cell % self.region.columns }
    }

    const fn cell(&self, place: FramePosition) -> u8 {
        (place.row * self.region.columns + place.column) as u8
    }
}

impl Space for CornerWindow {
    type State = CornerState;
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(
        &self,
        (): &mut (),
        state: &CornerState,
        visit: &mut impl FnMut(Direction, CornerState, u32),
    ) {
        for direction in Direction::ALL {
            let next = self.place(state.blank).step(direction, 1);
            if self.region.is_free(next) {
                let blank = self.cell(next);
                let tiles = state.tiles.map(|tile| if tile == blank { state.blank } else { tile });
                visit(direction, CornerState { tiles, blank }, 1);
            }
        }
    }
}

/// Returns the columns of the window: 3, or 2 if the line has no more.
fn columns_for(line: i32) -> i32 {
    line.min(3)
}

impl CornerTable {
    /// Makes the table for lines of this many cells.
    pub(crate) fn new(line: i32) -> Self {
        let columns = columns_for(line);
        let window = CornerWindow { region: OpenRegion { rows: WINDOW_ROWS, columns, placed: columns - 2 } };
        let cells = WINDOW_ROWS * columns;
        let mut distances = alloc::vec![UNREACHABLE; (cells * cells * cells) as usize];
        let tiles = [columns - 2, columns - 1].map(|cell| cell as u8);
        let blanks = (columns as u8..cells as u8).map(|blank| CornerState { tiles, blank });
        explore(&window, blanks, &mut Control::unlimited(), |&state, depth| {
            distances[index(cells, state)] = depth as u8;
            ControlFlow::Continue(())
        })
        .expect("invariant: nothing limits this exploration");
        Self { window, distances }
    }

    /// Whether this is the table for lines of this many cells.
    fn fits(&self, line: i32) -> bool {
        self.columns() == columns_for(line)
    }

    /// Returns the table for regions of this width: the one in the slot, or a new one that replaces
    /// it.
    pub(crate) fn in_slot(slot: &mut Option<Self>, columns: i32) -> &Self {
        slot.take_if(|corner| !corner.fits(columns));
        slot.get_or_insert_with(|| Self::new(columns))
    }

    /// The number of columns of the window.
    const fn columns(&self) -> i32 {
        self.window.region.columns
    }

    fn distance(&self, state: CornerState) -> u8 {
        self.distances[index(WINDOW_ROWS * self.columns(), state)]
    }

    /// Inserts the last tile of the line, the second tracked tile. The first one, its neighbour, is
    /// at its goal or in the window.
    pub(crate) fn insert(&self, mover: &mut dyn BlankMover, region: OpenRegion) -> Result<(), FillError> {
        let first_column = region.columns - self.columns();
        let in_window = |place: FramePosition| place.row < WINDOW_ROWS && place.column >= first_column;
        let goal = FramePosition { row: 0, column: region.columns - 1 };
        if mover.position_of(TrackedTile::First) == goal.step(Direction::Left, 1)
            && mover.position_of(TrackedTile::Second) == goal
        {
            return Ok(());
        }
        let region = region.with_placed(region.columns - 1);
        let last = mover.position_of(TrackedTile::Second);
        let entry =
            FramePosition { row: last.row.min(WINDOW_ROWS - 1), column: last.column.max(first_column) };
        carry(mover, region, TrackedTile::Second, entry, None)?;
        let tiles = [TrackedTile::First, TrackedTile::Second].map(|tile| mover.position_of(tile));
        mover.choose_blank(goal, &|blank, _| {
            if !region.is_free(blank) {
                return None;
            }
            if in_window(blank) {
                return Some(self.distance(self.state(region, tiles, blank)).into());
            }
            let entries = self.entries(region, blank, tiles);
            entries.map(|(cost, _)| cost).min()
        });
        if !in_window(mover.blank()) {
            self.enter(mover, region)?;
        }
        self.finish(mover, region)
    }

    /// Returns the paths of the blank into the window, each with its moves and those of the
    /// insertion after it.
    fn entries(
        &self,
        region: OpenRegion,
        from: FramePosition,
        tiles: [FramePosition; 2],
    ) -> impl Iterator<Item = (u32, BlankPath)> {
        let last = tiles[1];
        let cells = (0..WINDOW_ROWS).flat_map(move |row| {
            (region.columns - self.columns()..region.columns).map(move |column| FramePosition { row, column })
        });
        cells.filter(move |&to| to != last && region.is_free(to)).filter_map(move |to| {
            let path = blank_path(region, from, to, [last; 2])?;
            let rest = self.distance(self.state(region, tiles, to));
            Some((path.length + u32::from(rest), path))
        })
    }

    /// Moves the blank into the window, by the path with the fewest moves in total.
    fn enter(&self, mover: &mut dyn BlankMover, region: OpenRegion) -> Result<(), FillError> {
        let tiles = [TrackedTile::First, TrackedTile::Second].map(|tile| mover.position_of(tile));
        let entries = self.entries(region, mover.blank(), tiles);
        let (_, path) = entries.min_by_key(|&(cost, _)| cost).ok_or(FillError::Blocked)?;
        path.follow(mover)
    }

    fn finish(&self, mover: &mut dyn BlankMover, region: OpenRegion) -> Result<(), FillError> {
        let tiles = [TrackedTile::First, TrackedTile::Second].map(|tile| mover.position_of(tile));
        let mut state = self.state(region, tiles, mover.blank());
        while self.distance(state) > 0 {
            let mut next = None;
            self.window.successors(&mut (), &state, &mut |direction, successor, _| {
                if self.distance(successor) < self.distance(state) {
                    next = next.or(Some((direction, successor)));
                }
            });
            let (direction, successor) = next.ok_or(FillError::Blocked)?;
            mover.go(direction, 1)?;
            state = successor;
        }
        Ok(())
    }

    fn state(&self, region: OpenRegion, tiles: [FramePosition; 2], blank: FramePosition) -> CornerState {
        let left = region.columns - self.columns();
        let cell = |place: FramePosition| (place.row * self.columns() + place.column - left) as u8;
        CornerState { tiles: tiles.map(cell), blank: cell(blank) }
    }
}

fn index(cells: i32, state: CornerState) -> usize {
    let [first, second] = state.tiles.map(usize::from);
    (first * cells as usize + second) * cells as usize + usize::from(state.blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers come from an independent computation: 336 states, at most 21 moves, and the
    /// classical insertions.
    #[test]
    fn the_table_has_the_known_distances() {
        let corner = CornerTable::new(9);
        let reachable = corner.distances.iter().filter(|&&distance| distance != UNREACHABLE);
        assert_eq!((reachable.clone().count(), reachable.max()), (336, Some(&21)));
        // Neighbour at its goal, last tile below the corner: the blank below it, then left of it.
        let distance = |blank| corner.distance(CornerState { tiles: [1, 5], blank });
        assert_eq!((distance(8), distance(4)), (11, 13));
        let narrow = CornerTable::new(2);
        assert_eq!(narrow.distances.iter().filter(|&&distance| distance != UNREACHABLE).count(), 120);
        assert!(corner.fits(3) && corner.fits(50) && !corner.fits(2) && narrow.fits(2));
    }
}

//! Where moves happen: for real, or as a rehearsal that only counts them.
//!
//! The routines that carry tiles are written once, for any [`BlankMover`]. A [`SingleBlankDryRun`] follows the blank and the
//! two tiles in question and nothing else, whole legs of the blank's way at once, so that trying costs a
//! fraction of doing.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Sink, Stop};

use super::frame::{FramePosition, LineFrame, OpenRegion};
use crate::board::{Board, Tile};

/// One of the two tiles at hand, in the order of their goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrackedTile {
    First,
    Second,
}

/// Why a routine did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FillError {
    /// The budget is used up.
    Stop(Stop),
    /// There is no way, or (in a rehearsal) none that is short enough.
    Blocked,
}

impl From<Stop> for FillError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

pub(crate) trait BlankMover {
    fn blank(&self) -> FramePosition;

    fn position_of(&self, tile: TrackedTile) -> FramePosition;

    /// Moves the blank this many cells; the way must lie in the region.
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError>;

    /// Repeats moves that shift the carried tiles, behind which the blank stands, and the blank alike.
    fn repeat_pattern<const N: usize>(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern<N>,
        times: i32,
    ) -> Result<(), FillError>;

    /// How often a pattern may be repeated before it is asked again which blank is to go on.
    #[inline]
    fn max_repetitions(&self) -> i32 {
        i32::MAX
    }

    /// Where there are several blanks, the one for which something near a place costs least becomes the blank; says
    /// whether that is another one than before. The cost may be withheld where it is not below the given bound, and is
    /// otherwise no less than the distance, less four.
    #[inline]
    fn choose_blank(
        &mut self,
        near: FramePosition,
        cost: impl Fn(FramePosition, u32) -> Option<u32>,
    ) -> bool {
        let _ = (near, cost);
        false
    }
}

/// A mover on which moves are only counted.
pub(crate) trait MoveCounter: BlankMover {
    fn moves(&self) -> u32;
}

/// The mover on which tiles move, and which can be copied to try something out.
pub(crate) trait Workspace: BlankMover {
    type DryRun: MoveCounter;

    fn track(&mut self, first: Tile, second: Tile);

    /// The same state, to try something out; it ends after `limit` moves.
    fn dry_run(&self, limit: u32) -> Self::DryRun;
}

/// Whom a pattern carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarriedTiles {
    One(TrackedTile),
    Both,
}

/// Moves of the blank that leave it, relative to what they carry, where it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovePattern<const N: usize> {
    moves: [Direction; N],
    /// Rows and columns by which they shift the blank and what they carry.
    shift: (i32, i32),
    /// The upper left and the lower right corner of the blank's way, relative to its start.
    reach: [(i32, i32); 2],
}

impl<const N: usize> MovePattern<N> {
    #[inline]
    pub(crate) fn new(moves: [Direction; N]) -> Self {
        let (mut shift, mut reach) = ((0, 0), [(0, 0); 2]);
        for direction in &moves {
            let (row, column) = direction.delta();
            shift = (shift.0 + row, shift.1 + column);
            reach[0] = (shift.0.min(reach[0].0), shift.1.min(reach[0].1));
            reach[1] = (shift.0.max(reach[1].0), shift.1.max(reach[1].1));
        }
        Self { moves, shift, reach }
    }

    pub(crate) const fn moves(&self) -> &[Direction; N] {
        &self.moves
    }

    #[inline]
    pub(crate) const fn shifted(&self, place: FramePosition, times: i32) -> FramePosition {
        FramePosition { row: place.row + self.shift.0 * times, column: place.column + self.shift.1 * times }
    }

    /// The upper left and the lower right corner of the blank's way, for this many repetitions.
    #[inline]
    fn rectangle(&self, blank: FramePosition, times: i32) -> [FramePosition; 2] {
        let last = self.shifted(blank, times - 1);
        let [low, high] = self.reach;
        let upper_left = FramePosition {
            row: blank.row.min(last.row) + low.0,
            column: blank.column.min(last.column) + low.1,
        };
        let lower_right = FramePosition {
            row: blank.row.max(last.row) + high.0,
            column: blank.column.max(last.column) + high.1,
        };
        [upper_left, lower_right]
    }

    /// Whether the repeated moves might come across a place: it lies in the rectangle of the blank's way.
    #[inline]
    pub(crate) fn may_touch(&self, blank: FramePosition, times: i32, place: FramePosition) -> bool {
        let [from, to] = self.rectangle(blank, times);
        (from.row..=to.row).contains(&place.row) && (from.column..=to.column).contains(&place.column)
    }

    /// As many repetitions at once as surely leave these places alone; none, if they have to be made move by move.
    #[inline]
    pub(crate) fn portion(
        &self,
        blank: FramePosition,
        times: i32,
        bystanders: impl IntoIterator<Item = FramePosition>,
    ) -> i32 {
        bystanders.into_iter().fold(times, |mut portion, place| {
            while portion > 0 && self.may_touch(blank, portion, place) {
                portion /= 2;
            }
            portion
        })
    }

    /// Whether the rectangle of the blank's way is free.
    pub(crate) fn fits(&self, region: OpenRegion, blank: FramePosition, times: i32) -> bool {
        // The finished cells come first in the top row: free corners make a free rectangle.
        self.rectangle(blank, times).into_iter().all(|corner| region.is_free(corner))
    }
}

/// Moves that are accounted for and made at once, at the most.
pub(super) const PORTION: i32 = 4096;

/// The board being solved, with the cell of every tile; every move goes into the sink.
pub(crate) struct SingleBlankWorkspace<'a, 'c, K> {
    tiles: Vec<Tile>,
    cells: Vec<Cell>,
    blank: Cell,
    frame: LineFrame,
    /// For each direction in the frame, the one on the board and what it adds to a cell's number.
    headings: [(Direction, u32); 4],
    blank_place: FramePosition,
    tracked: [Tile; 2],
    sink: &'a mut K,
    held_by_sink: u64,
    control: &'a mut Control<'c>,
}

impl<'a, 'c, K: Sink<Direction>> SingleBlankWorkspace<'a, 'c, K> {
    pub(crate) fn new(
        board: &Board,
        frame: LineFrame,
        sink: &'a mut K,
        control: &'a mut Control<'c>,
    ) -> Self {
        let mut workspace = Self {
            tiles: board.tiles().to_vec(),
            cells: board.cells_of_tiles(),
            blank: board.blank(),
            frame,
            headings: [(Direction::Up, 0); 4],
            blank_place: frame.place(board.blank()),
            tracked: [Tile::BLANK; 2],
            sink,
            held_by_sink: 0,
            control,
        };
        workspace.set_frame(frame);
        workspace
    }

    pub(crate) fn set_frame(&mut self, frame: LineFrame) {
        self.frame = frame;
        self.blank_place = frame.place(self.blank);
        self.headings = frame.headings();
    }

    #[inline]
    fn step(&mut self, blank: Cell, (heading, delta): (Direction, u32)) -> Cell {
        let next = Cell(blank.0.wrapping_add(delta));
        let tile = self.tiles[next.index()];
        self.tiles[blank.index()] = tile;
        self.cells[tile.index()] = blank;
        self.sink.accept(heading);
        next
    }

    pub(crate) fn control(&mut self) -> &mut Control<'c> {
        self.control
    }

    /// Accounts for the memory that the sink holds by now.
    pub(crate) fn hold_sink(&mut self) -> Result<(), FillError> {
        let bytes = self.sink.heap_bytes();
        self.control.release(self.held_by_sink);
        self.held_by_sink = 0;
        self.control.hold(bytes)?;
        self.held_by_sink = bytes;
        Ok(())
    }

    /// From now on the sink's memory is its owner's business.
    pub(crate) fn release_sink(&mut self) {
        self.control.release(self.held_by_sink);
        self.held_by_sink = 0;
    }

    pub(crate) fn tile_at(&self, cell: Cell) -> Tile {
        if cell == self.blank { Tile::BLANK } else { self.tiles[cell.index()] }
    }
}

impl<K: Sink<Direction>> Workspace for SingleBlankWorkspace<'_, '_, K> {
    type DryRun = SingleBlankDryRun;

    fn track(&mut self, first: Tile, second: Tile) {
        self.tracked = [first, second];
    }

    fn dry_run(&self, limit: u32) -> SingleBlankDryRun {
        let tiles = [TrackedTile::First, TrackedTile::Second].map(|tile| self.position_of(tile));
        SingleBlankDryRun { blank: self.blank_place, tiles, moves: 0, limit }
    }
}

impl<K: Sink<Direction>> BlankMover for SingleBlankWorkspace<'_, '_, K> {
    #[inline]
    fn blank(&self) -> FramePosition {
        self.blank_place
    }

    #[inline]
    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.frame.place(self.cells[self.tracked[tile as usize].index()])
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        let heading = self.headings[direction.index()];
        let mut left = steps;
        while left > 0 {
            let portion = left.min(PORTION);
            self.control.spend(portion as u64)?;
            let mut blank = self.blank;
            for _ in 0..portion {
                blank = self.step(blank, heading);
            }
            self.blank = blank;
            left -= portion;
        }
        self.blank_place = self.blank_place.step(direction, steps);
        Ok(())
    }

    #[inline]
    fn repeat_pattern<const N: usize>(
        &mut self,
        _: CarriedTiles,
        pattern: &MovePattern<N>,
        times: i32,
    ) -> Result<(), FillError> {
        let headings = pattern.moves.map(|direction| self.headings[direction.index()]);
        let mut left = times;
        while left > 0 {
            let portion = left.min(PORTION / N as i32);
            self.control.spend(N as u64 * portion as u64)?;
            let mut blank = self.blank;
            for _ in 0..portion {
                for heading in headings {
                    blank = self.step(blank, heading);
                }
            }
            self.blank = blank;
            left -= portion;
        }
        self.blank_place = pattern.shifted(self.blank_place, times);
        Ok(())
    }
}

/// The blank and two tiles, and how many moves have been made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleBlankDryRun {
    blank: FramePosition,
    tiles: [FramePosition; 2],
    moves: u32,
    limit: u32,
}

impl MoveCounter for SingleBlankDryRun {
    fn moves(&self) -> u32 {
        self.moves
    }
}

impl BlankMover for SingleBlankDryRun {
    #[inline]
    fn blank(&self) -> FramePosition {
        self.blank
    }

    #[inline]
    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.tiles[tile as usize]
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        for tile in &mut self.tiles {
            if tile.is_met(self.blank, direction, steps) {
                *tile = tile.step(direction, -1);
            }
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32;
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }

    #[inline]
    fn repeat_pattern<const N: usize>(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern<N>,
        times: i32,
    ) -> Result<(), FillError> {
        let mut left = times;
        while left > 0 {
            let mut portion = left;
            if let CarriedTiles::One(tile) = carried {
                portion = pattern.portion(self.blank, left, [self.tiles[1 - tile as usize]]);
                if portion == 0 {
                    pattern.moves.iter().try_for_each(|&direction| self.go(direction, 1))?;
                    left -= 1;
                    continue;
                }
                let tile = &mut self.tiles[tile as usize];
                *tile = pattern.shifted(*tile, portion);
            } else {
                self.tiles = self.tiles.map(|tile| pattern.shifted(tile, portion));
            }
            self.blank = pattern.shifted(self.blank, portion);
            self.moves += N as u32 * portion as u32;
            left -= portion;
        }
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }
}

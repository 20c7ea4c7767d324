//! The board on which solvers for several blanks move tiles. One of the blanks moves at a time.
//!
//! The other blanks are tracked by name, like tiles. If the moving blank meets another blank, the
//! two exchange names, and no tile moves.

use alloc::vec::Vec;

use motion_core::sink::Sink;
use motion_core::{Cell, Control, Direction, Move, Plan, Token, Vertex};
use smallvec::SmallVec;

use crate::board::{Board, Tile};
use crate::layers::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile, Workspace};
use crate::layers::dry_run::{DryRun, cheapest_blank};
use crate::layers::frame::{FramePosition, LineFrame};
use crate::layers::move_pattern::MovePattern;
use crate::layers::workspace::PORTION;

/// The greatest number of blanks that are compared one by one. With more blanks, there are no dry
/// runs.
pub(crate) const MAX_LISTED: usize = 64;

/// The board being solved. The numbers of the blanks follow those of the tiles.
pub(super) struct MultiBlankWorkspace<'a, 'c> {
    tiles: Vec<Tile>,
    cells: Vec<Cell>,
    tile_count: u32,
    /// The blank that moves.
    blank: Tile,
    /// The blanks that are not yet left at their goals.
    free: Vec<Tile>,
    /// The index of each blank in `free`, if it is free.
    index: Vec<u32>,
    /// The numbers of rows and columns of the board.
    sides: (i32, i32),
    frame: LineFrame,
    headings: [(Direction, u32); 4],
    tracked: [Tile; 2],
    plan: Plan,
    bytes: u64,
    control: &'a mut Control<'c>,
}

impl<'a, 'c> MultiBlankWorkspace<'a, 'c> {
    pub(super) fn new(board: &Board, frame: LineFrame, control: &'a mut Control<'c>) -> Self {
        let tile_count = board.tile_count();
        let mut tiles = board.tiles().to_vec();
        let mut cells = board.cells_of_tiles();
        let free: Vec<Tile> = (0..board.blank_count()).map(|blank| Tile(tile_count + 1 + blank)).collect();
        for (&name, cell) in free.iter().zip(board.blanks()) {
            tiles[cell.index()] = name;
            cells.push(cell);
        }
        let mut workspace = Self {
            tiles,
            cells,
            tile_count,
            blank: free[0],
            index: (0..board.blank_count()).collect(),
            free,
            sides: (board.rows() as i32, board.columns() as i32),
            frame,
            headings: [(Direction::Up, 0); 4],
            tracked: [Tile::BLANK; 2],
            plan: Plan::new(),
            bytes: 0,
            control,
        };
        workspace.set_frame(frame);
        workspace
    }

    pub(super) fn set_frame(&mut self, frame: LineFrame) {
        self.frame = frame;
        self.headings = frame.headings();
    }

    /// Moves the blank by one cell.
    fn step(&mut self, (_, delta): (Direction, u32)) {
        let blank = self.cells[self.blank.index()];
        let next = Cell(blank.0.wrapping_add(delta));
        let tile = self.tiles[next.index()];
        self.tiles[blank.index()] = tile;
        self.cells[tile.index()] = blank;
        self.tiles[next.index()] = self.blank;
        self.cells[self.blank.index()] = next;
        if tile.0 <= self.tile_count {
            self.plan.push(Move { token: Token(tile.0 - 1), from: Vertex(next.0), to: Vertex(blank.0) });
        }
    }

    /// Moves a tile into a blank beside it.
    pub(super) fn shift(&mut self, from: Cell, to: Cell) {
        let (tile, blank) = (self.tiles[from.index()], self.tiles[to.index()]);
        self.tiles.swap(from.index(), to.index());
        self.cells[tile.index()] = to;
        self.cells[blank.index()] = from;
        self.plan.push(Move { token: Token(tile.0 - 1), from: Vertex(from.0), to: Vertex(to.0) });
    }

    /// Returns the tile on a cell; [`Tile::BLANK`] for every blank.
    pub(super) fn tile_at(&self, cell: Cell) -> Tile {
        let tile = self.tiles[cell.index()];
        if tile.0 <= self.tile_count { tile } else { Tile::BLANK }
    }

    /// Leaves the blank where it is until the end. Another one moves from now on.
    pub(super) fn leave_blank(&mut self) {
        let number = |name: Tile| (name.0 - self.tile_count - 1) as usize;
        let place = self.index[number(self.blank)];
        self.free.swap_remove(place as usize);
        if let Some(&moved) = self.free.get(place as usize) {
            self.index[number(moved)] = place;
        }
        self.blank = self.free[0];
    }

    pub(super) fn control(&mut self) -> &mut Control<'c> {
        self.control
    }

    /// Accounts for the memory that the plan holds.
    pub(super) fn hold_plan(&mut self) -> Result<(), FillError> {
        let bytes = self.plan.heap_bytes();
        self.control.release(self.bytes);
        self.bytes = 0;
        self.control.hold(bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// Returns the moves so far, and ends the accounting for their memory.
    pub(super) fn into_plan(self) -> Plan {
        self.control.release(self.bytes);
        self.plan
    }
}

impl Workspace for MultiBlankWorkspace<'_, '_> {
    fn track(&mut self, first: Tile, second: Tile) {
        self.tracked = [first, second];
    }

    fn count_moves(&self, limit: u32, routine: &Routine) -> Result<u32, FillError> {
        let place = |name: &Tile| self.frame.place(self.cells[name.index()]);
        let others = self.free.iter().filter(|&&name| name != self.blank).map(place);
        DryRun::new(self, others.collect::<SmallVec<[_; 4]>>(), limit).count_moves(routine)
    }
}

impl BlankMover for MultiBlankWorkspace<'_, '_> {
    fn blank(&self) -> FramePosition {
        self.frame.place(self.cells[self.blank.index()])
    }

    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.frame.place(self.cells[self.tracked[tile as usize].index()])
    }

    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        let heading = self.headings[direction.index()];
        let mut left = steps;
        while left > 0 {
            let portion = left.min(PORTION);
            self.control.spend(portion as u64)?;
            (0..portion).for_each(|_| self.step(heading));
            left -= portion;
        }
        Ok(())
    }

    fn repeat_pattern(
        &mut self,
        _: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError> {
        for _ in 0..times {
            self.control.spend(pattern.moves().len() as u64)?;
            pattern.moves().iter().for_each(|direction| self.step(self.headings[direction.index()]));
        }
        Ok(())
    }

    fn max_repetitions(&self) -> i32 {
        1
    }

    fn choose_blank(
        &mut self,
        near: FramePosition,
        cost: &dyn Fn(FramePosition, u32) -> Option<u32>,
    ) -> bool {
        let chosen = if self.free.len() > MAX_LISTED {
            self.cheapest_around(near, cost)
        } else {
            let place = |&name: &Tile| self.frame.place(self.cells[name.index()]);
            let chosen = cheapest_blank(self.blank(), self.free.iter().map(place), cost);
            chosen.map(|index| self.free[index])
        };
        self.blank = chosen.unwrap_or(self.blank);
        chosen.is_some()
    }
}

impl MultiBlankWorkspace<'_, '_> {
    /// Does the same as [`cheapest_blank`] by scanning the cells around a position outwards, which
    /// is faster with many blanks.
    fn cheapest_around(
        &self,
        near: FramePosition,
        cost: &dyn Fn(FramePosition, u32) -> Option<u32>,
    ) -> Option<Tile> {
        let mut least = cost(self.blank(), u32::MAX).unwrap_or(u32::MAX);
        let mut chosen = None;
        for radius in 0..self.sides.0 + self.sides.1 {
            if radius as u32 > least.saturating_add(4) {
                break;
            }
            for row in -radius..=radius {
                let aside = radius - row.abs();
                for column in [-aside, aside].into_iter().take(if aside == 0 { 1 } else { 2 }) {
                    let place = FramePosition { row: near.row + row, column: near.column + column };
                    let name = self.blank_at(place);
                    if let Some(cost) = name.and_then(|_| cost(place, least)).filter(|&cost| cost < least) {
                        (least, chosen) = (cost, name);
                    }
                }
            }
        }
        chosen
    }

    /// Returns the blank on a position, if there is one.
    fn blank_at(&self, place: FramePosition) -> Option<Tile> {
        let (row, column) = self.frame.position(place);
        let on_board = row >= 0 && row < self.sides.0 && column >= 0 && column < self.sides.1;
        let name = on_board.then(|| self.tiles[self.frame.cell(place).index()])?;
        (name.0 > self.tile_count).then_some(name)
    }
}

//! The board on which single-blank solvers work.

use alloc::vec::Vec;

use motion_core::internal::Metered;
use motion_core::sink::Sink;
use motion_core::{Cell, Control, Direction};

use super::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile, Workspace};
use super::dry_run::DryRun;
use super::frame::{FramePosition, LineFrame};
use super::move_pattern::MovePattern;
use crate::board::{Board, Tile};

/// The greatest number of moves that are spent in one portion.
pub(super) const PORTION: i32 = 4096;

/// The board being solved, with the cell of every tile. Every move is written into the sink.
pub(crate) struct SingleBlankWorkspace<'a, 'c> {
    tiles: Vec<Tile>,
    cells: Vec<Cell>,
    blank: Cell,
    frame: LineFrame,
    /// For each direction in the frame, the same direction on the board, and the difference that a
    /// step makes to a cell's number.
    headings: [(Direction, u32); 4],
    blank_position: FramePosition,
    tracked: [Tile; 2],
    sink: Metered<'a, Direction>,
    control: &'a mut Control<'c>,
}

impl<'a, 'c> SingleBlankWorkspace<'a, 'c> {
    pub(crate) fn new(
        board: &Board,
        frame: LineFrame,
        sink: &'a mut dyn Sink<Direction>,
        control: &'a mut Control<'c>,
    ) -> Self {
        let mut workspace = Self {
            tiles: board.tiles().to_vec(),
            cells: board.cells_of_tiles(),
            blank: board.blank(),
            frame,
            headings: [(Direction::Up, 0); 4],
            blank_position: frame.place(board.blank()),
            tracked: [Tile::BLANK; 2],
            sink: Metered::new(sink),
            control,
        };
        workspace.set_frame(frame);
        workspace
    }

    pub(crate) fn set_frame(&mut self, frame: LineFrame) {
        self.frame = frame;
        self.blank_position = frame.place(self.blank);
        self.headings = frame.headings();
    }

    /// Moves the blank to the cell whose number differs by `delta`. Returns that cell.
    #[inline]
    fn step(&mut self, blank: Cell, delta: u32) -> Cell {
        let next = Cell(blank.0.wrapping_add(delta));
        let tile = self.tiles[next.index()];
        self.tiles[blank.index()] = tile;
        self.cells[tile.index()] = blank;
        next
    }

    /// Repeats `N` moves, without changing [`blank_position`](Self::blank_position).
    fn repeat_moves<const N: usize>(&mut self, moves: &[Direction], times: i32) -> Result<(), FillError> {
        let steps: [_; N] = core::array::from_fn(|index| self.headings[moves[index].index()]);
        let headings = steps.map(|(heading, _)| heading);
        let mut left = times;
        while left > 0 {
            let portion = left.min(PORTION / N as i32);
            self.control.spend(N as u64 * portion as u64)?;
            let mut blank = self.blank;
            for _ in 0..portion {
                for (_, delta) in steps {
                    blank = self.step(blank, delta);
                }
                self.sink.accept_all(&headings);
            }
            self.blank = blank;
            left -= portion;
        }
        Ok(())
    }

    pub(crate) fn control(&mut self) -> &mut Control<'c> {
        self.control
    }

    /// Accounts for the memory that the sink holds.
    pub(crate) fn account_for_sink(&mut self) -> Result<(), FillError> {
        Ok(self.sink.account(self.control)?)
    }

    /// Passes the last moves on to the sink, and ends the accounting for its memory.
    pub(crate) fn finish(self) {
        self.sink.release(self.control);
    }

    pub(crate) fn tile_at(&self, cell: Cell) -> Tile {
        if cell == self.blank { Tile::BLANK } else { self.tiles[cell.index()] }
    }
}

impl Workspace for SingleBlankWorkspace<'_, '_> {
    fn track(&mut self, first: Tile, second: Tile) {
        self.tracked = [first, second];
    }

    fn count_moves(&self, limit: u32, routine: &Routine) -> Result<u32, FillError> {
        DryRun::new(self, [], limit).count_moves(routine)
    }
}

impl BlankMover for SingleBlankWorkspace<'_, '_> {
    #[inline]
    fn blank(&self) -> FramePosition {
        self.blank_position
    }

    #[inline]
    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.frame.place(self.cells[self.tracked[tile as usize].index()])
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        let (heading, delta) = self.headings[direction.index()];
        let mut left = steps;
        while left > 0 {
            let portion = left.min(PORTION);
            self.control.spend(portion as u64)?;
            let mut blank = self.blank;
            for _ in 0..portion {
                blank = self.step(blank, delta);
            }
            self.blank = blank;
            self.sink.accept_repeated(heading, portion as usize);
            left -= portion;
        }
        self.blank_position = self.blank_position.step(direction, steps);
        Ok(())
    }

    #[inline]
    fn repeat_pattern(
        &mut self,
        _: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError> {
        // Compiled separately for each length that a pattern can have, so a move takes about a
        // nanosecond.
        let moves = pattern.moves();
        match moves.len() {
            5 => self.repeat_moves::<5>(moves, times)?,
            6 => self.repeat_moves::<6>(moves, times)?,
            7 => self.repeat_moves::<7>(moves, times)?,
            20 => self.repeat_moves::<20>(moves, times)?,
            length => unreachable!("invariant: `MovePattern::new` refuses {length} moves"),
        }
        self.blank_position = pattern.shifted(self.blank_position, times);
        Ok(())
    }
}

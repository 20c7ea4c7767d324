//! Where moves happen: for real, or as a rehearsal that only counts them.
//!
//! The routines that carry tiles are written once, for any [`Stage`]. A [`Rehearsal`] follows the blank and the
//! two tiles in question and nothing else, whole legs of the blank's way at once, so that trying costs a
//! fraction of doing.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Sink, Stop};

use super::frame::{Frame, Place, Region};
use crate::board::{Board, Tile};

/// One of the two tiles at hand, in the order of their goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    First,
    Second,
}

/// Why a routine did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The budget is used up.
    Stop(Stop),
    /// There is no way, or (in a rehearsal) none that is short enough.
    Blocked,
}

pub(crate) trait Stage {
    fn blank(&self) -> Place;

    fn place_of(&self, actor: Actor) -> Place;

    /// Moves the blank this many cells; the way must lie in the region.
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), Trouble>;
}

/// The board being solved, with the cell of every tile; every move goes into the sink.
pub(crate) struct Workspace<'a, 'c, K> {
    tiles: Vec<Tile>,
    cells: Vec<Cell>,
    blank: Cell,
    board_columns: u32,
    frame: Frame,
    blank_place: Place,
    actors: [Tile; 2],
    sink: &'a mut K,
    control: &'a mut Control<'c>,
}

impl<'a, 'c, K: Sink<Direction>> Workspace<'a, 'c, K> {
    pub(crate) fn new(board: &Board, frame: Frame, sink: &'a mut K, control: &'a mut Control<'c>) -> Self {
        Self {
            tiles: board.tiles().to_vec(),
            cells: board.cells_of_tiles(),
            blank: board.blank(),
            board_columns: board.columns(),
            frame,
            blank_place: frame.place(board.blank()),
            actors: [Tile::BLANK; 2],
            sink,
            control,
        }
    }

    pub(crate) fn set_frame(&mut self, frame: Frame) {
        self.frame = frame;
        self.blank_place = frame.place(self.blank);
    }

    pub(crate) const fn set_actors(&mut self, first: Tile, second: Tile) {
        self.actors = [first, second];
    }

    /// The same situation, to try something out; it ends after `limit` moves.
    pub(crate) fn rehearsal(&self, limit: u32) -> Rehearsal {
        let tiles = [Actor::First, Actor::Second].map(|actor| self.place_of(actor));
        Rehearsal { blank: self.blank_place, tiles, moves: 0, limit }
    }

    pub(crate) fn control(&mut self) -> &mut Control<'c> {
        self.control
    }

    pub(crate) fn sink_bytes(&self) -> u64 {
        self.sink.heap_bytes()
    }

    pub(crate) fn tile_at(&self, cell: Cell) -> Tile {
        if cell == self.blank { Tile::BLANK } else { self.tiles[cell.index()] }
    }
}

impl<K: Sink<Direction>> Stage for Workspace<'_, '_, K> {
    #[inline]
    fn blank(&self) -> Place {
        self.blank_place
    }

    #[inline]
    fn place_of(&self, actor: Actor) -> Place {
        self.frame.place(self.cells[self.actors[actor as usize].index()])
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), Trouble> {
        self.control.spend(steps as u64).map_err(Trouble::Stop)?;
        let heading = self.frame.direction(direction);
        let (row, column) = heading.delta();
        let delta = (row * self.board_columns as i32 + column) as u32;
        let mut blank = self.blank;
        for _ in 0..steps {
            let next = Cell(blank.0.wrapping_add(delta));
            let tile = self.tiles[next.index()];
            self.tiles[blank.index()] = tile;
            self.cells[tile.index()] = blank;
            self.sink.accept(heading);
            blank = next;
        }
        self.blank = blank;
        self.blank_place = self.blank_place.step(direction, steps);
        Ok(())
    }
}

/// The blank and two tiles, and how many moves have been made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rehearsal {
    blank: Place,
    tiles: [Place; 2],
    moves: u32,
    limit: u32,
}

impl Rehearsal {
    pub(crate) const fn moves(&self) -> u32 {
        self.moves
    }
}

impl Stage for Rehearsal {
    #[inline]
    fn blank(&self) -> Place {
        self.blank
    }

    #[inline]
    fn place_of(&self, actor: Actor) -> Place {
        self.tiles[actor as usize]
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), Trouble> {
        let (row, column) = direction.delta();
        for tile in &mut self.tiles {
            let (rows, columns) = (tile.row - self.blank.row, tile.column - self.blank.column);
            let ahead = rows * row + columns * column;
            let aside = rows * column + columns * row;
            if aside == 0 && ahead > 0 && ahead <= steps {
                *tile = tile.step(direction, -1);
            }
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32;
        if self.moves > self.limit { Err(Trouble::Blocked) } else { Ok(()) }
    }
}

/// What all routines on one line share: the region and, for its last tile, the corner's table.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'t> {
    pub(crate) region: Region,
    pub(crate) corner: &'t super::corner::Corner,
}

impl Setting<'_> {
    pub(crate) const fn with_placed(self, placed: i32) -> Self {
        Self { region: self.region.with_placed(placed), ..self }
    }
}

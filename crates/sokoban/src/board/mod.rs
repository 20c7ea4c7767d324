//! A level prepared for search: numbered floor squares, and everything about single boxes that can
//! be computed in advance.

mod blocked_squares;
mod box_distances;
mod box_routes;
mod box_set;
mod fewest_steps;
mod floor_bits;
mod joined_sides;
mod reach;
mod ring;
mod square;
mod symmetry;
mod width;

use alloc::vec::Vec;

use motion_core::{Cell, Direction};

pub use box_distances::BoxDistances;
pub(crate) use box_distances::UNREACHABLE;
pub use box_routes::BoxRoutes;
pub use box_set::BoxSet;
pub(crate) use box_set::{MAX_WORDS, WIDE_WORDS};
pub use reach::Reach;
pub use square::{Push, Square};
pub use symmetry::{Symmetries, Symmetry};
pub use width::BoardSearch;

pub(crate) use blocked_squares::BlockedSquares;
pub(crate) use floor_bits::{FloorBits, bit, by_many_words, flood, flood_until, has, least};
pub(crate) use joined_sides::{JoinedSides, sides_of, sides_where};
pub(crate) use ring::is_connected;

use crate::level::Level;

/// The inside of a [`Level`] as numbered squares, with everything that stays constant during a
/// game.
///
/// Live squares, from which a lone box can be pushed to a goal, have the lowest numbers, so that
/// only they need a bit in a set of boxes. Dead squares follow. Both kinds are in reading order.
/// The number after the last square represents every wall.
///
/// # Complexity
/// Construction takes time and memory linear in the squares; on boards of fewer than 256 squares,
/// multiplied by the number of squares that cut the floor.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.1 and 4.3.1.
///
/// # Examples
/// ```
/// use motion_core::Direction;
/// use sokoban::board::{SearchBoard, Square};
///
/// let board = SearchBoard::new(&"6#|#.@$-#|##-$.#|##---#|6#".parse()?);
/// // The upper right square and the lowest row are dead.
/// assert_eq!((board.square_count(), board.live_square_count()), (10, 6));
/// let (box_at, right) = (board.boxes()[0], Direction::Right);
/// assert!(board.is_live(box_at) && !board.is_live(board.step(box_at, right)));
/// assert!(board.is_wall(board.step(board.step(box_at, right), right)));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchBoard {
    /// The four neighbours of each square and of the wall.
    neighbours: Vec<[Square; 4]>,
    /// The eight squares around each square, clockwise from the upper one.
    rings: Vec<[Square; 8]>,
    sides: JoinedSides,
    floor: FloorBits,
    cells: Vec<Cell>,
    columns: u32,
    /// The square of each cell, or the wall.
    numbers: Vec<Square>,
    live: u16,
    /// Whether a lone box could be pushed to each square from the start square of a box.
    reached: Vec<bool>,
    /// The sides of that box on which the player can then be, as bits.
    reached_sides: Vec<u8>,
    goals: Vec<Square>,
    boxes: Vec<Square>,
    player: Square,
}

impl SearchBoard {
    /// Prepares a level for search.
    pub fn new(level: &Level) -> Self {
        let cells: Vec<Cell> = level.grid().cells().filter(|&cell| level.is_inside(cell)).collect();
        let plain = Self::numbered(level, cells);
        let live = plain.reached_from(&plain.goals, box_distances::pulls);
        let is_live = |square: &usize| live[*square];
        let (first, rest): (Vec<_>, Vec<_>) = (0..plain.square_count()).partition(is_live);
        let cells = first.iter().chain(&rest).map(|&square| plain.cells[square]).collect();
        let mut board = Self::numbered(level, cells);
        board.live = first.len() as u16;
        board.reached_sides = board.sides_reached_by_pushes();
        board.reached = board.reached_from(&board.boxes, box_distances::pushes);
        board
    }

    /// Numbers the squares in the order of these cells; all are dead for the moment.
    fn numbered(level: &Level, cells: Vec<Cell>) -> Self {
        let grid = level.grid();
        let wall = Square(cells.len() as u16);
        let mut numbers = alloc::vec![wall; grid.cell_count()];
        for (number, cell) in (0..).zip(&cells) {
            numbers[cell.index()] = Square(number);
        }
        let square = |cell: Cell| numbers[cell.index()];
        let step = |cell, direction| grid.step(cell, direction).map_or(wall, square);
        let around = |&cell: &Cell| Direction::ALL.map(|direction| step(cell, direction));
        let neighbours: Vec<_> = cells.iter().map(around).chain([[wall; 4]]).collect();
        let sides = JoinedSides::new(&neighbours, |_| true);
        let ring = |&cell: &Cell| {
            ring::OFFSETS.map(|(down, right)| {
                let row = grid.row(cell).checked_add_signed(down);
                let column = grid.column(cell).checked_add_signed(right);
                let cell = row.zip(column).and_then(|(row, column)| grid.cell(row, column));
                cell.map_or(wall, square)
            })
        };
        let sorted = |cells: &mut dyn Iterator<Item = Cell>| {
            let mut squares: Vec<_> = cells.map(square).collect();
            squares.sort_unstable();
            squares
        };
        Self {
            goals: sorted(&mut level.goals()),
            boxes: sorted(&mut level.boxes()),
            player: square(level.player()),
            live: 0,
            reached: Vec::new(),
            reached_sides: Vec::new(),
            floor: FloorBits::new(&neighbours, &sides),
            rings: cells.iter().map(ring).collect(),
            neighbours,
            sides,
            cells,
            columns: grid.columns(),
            numbers,
        }
    }

    /// Returns for each square whether a lone box can be moved there from these squares, by pushes
    /// or by pulls.
    fn reached_from(&self, from: &[Square], spread: box_distances::BoxStep) -> Vec<bool> {
        let mut reached_from = alloc::vec![false; self.square_count()];
        let mut table = alloc::vec![[UNREACHABLE; 4]; self.square_count()];
        box_distances::fill_from_all_sides(self, from, spread, &mut table);
        for (reached_from, entry) in reached_from.iter_mut().zip(&table) {
            *reached_from = entry.iter().any(|&distance| distance != UNREACHABLE);
        }
        for square in from {
            reached_from[square.index()] = true;
        }
        reached_from
    }

    /// Returns for each square the sides, as bits, on which the player can be after a lone box has
    /// been pushed there from the start square of a box.
    fn sides_reached_by_pushes(&self) -> Vec<u8> {
        let mut reached = alloc::vec![0u8; self.square_count()];
        let order = self.order_from_player();
        // The player reaches the first side without passing the square of the box.
        let first = |start| sides_of(0b1111).min_by_key(|&side| order[self.step(start, side).index()]);
        let sides = |start| first(start).map_or(0, |side| self.sides.around(start, side));
        let starts = self.boxes.iter().map(|&start| (start, sides(start)));
        let pushed = |at, side| box_distances::pushes(self, at, side);
        self.sides.spread(starts, &mut reached, &mut Vec::new(), pushed);
        reached
    }

    /// Numbers the squares by their distances from the player on the board without boxes.
    fn order_from_player(&self) -> Vec<usize> {
        let mut order = alloc::vec![usize::MAX; self.square_count() + 1];
        let mut queue = alloc::vec![self.player];
        order[self.player.index()] = 0;
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            for &beside in self.neighbours(square).iter().filter(|&&beside| !self.is_wall(beside)) {
                if order[beside.index()] == usize::MAX {
                    order[beside.index()] = queue.len();
                    queue.push(beside);
                }
            }
        }
        order
    }

    /// Returns for each square and the wall whether it can be reached from some squares over free
    /// ones.
    pub(crate) fn reached_over(
        &self,
        from: impl IntoIterator<Item = Square>,
        is_free: impl Fn(Square) -> bool,
    ) -> Vec<bool> {
        let mut reached = alloc::vec![false; self.square_count() + 1];
        let mut enter = |stack: &mut Vec<Square>, square: Square| {
            let is_new = !reached[square.index()] && !self.is_wall(square) && is_free(square);
            if is_new {
                reached[square.index()] = true;
                stack.push(square);
            }
        };
        let mut stack = Vec::new();
        from.into_iter().for_each(|square| enter(&mut stack, square));
        while let Some(square) = stack.pop() {
            self.neighbours(square).iter().for_each(|&next| enter(&mut stack, next));
        }
        reached
    }

    /// The largest number of live squares that all searches support.
    pub const MAX_LIVE_SQUARES: usize = 64 * MAX_WORDS;

    /// The largest number of live squares that searches by features from the start support. It is
    /// larger only with the feature `survey`.
    pub const MAX_LIVE_SQUARES_BY_FEATURES: usize = 64 * WIDE_WORDS;

    /// The largest number of sets of goals on which boxes may end, if there are more goals than
    /// boxes, for searches from the goals.
    pub const MAX_FINAL_SETS: usize = 1_000;

    /// The number of squares.
    pub const fn square_count(&self) -> usize {
        self.cells.len()
    }

    /// The number of live squares: squares with lower numbers are live, the others dead.
    pub const fn live_square_count(&self) -> usize {
        self.live as usize
    }

    /// The number of 64-bit words of a set of live squares.
    pub const fn word_count(&self) -> usize {
        self.live_square_count().div_ceil(64)
    }

    /// The number that represents every wall.
    pub const fn wall(&self) -> Square {
        Square(self.cells.len() as u16)
    }

    /// Whether this number represents the walls.
    pub const fn is_wall(&self, square: Square) -> bool {
        square.index() == self.cells.len()
    }

    /// Whether a lone box on this square could be pushed to a goal. A wall is not live.
    #[inline]
    pub const fn is_live(&self, square: Square) -> bool {
        square.0 < self.live
    }

    /// Whether a lone box could be pushed here from the start square of a box.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    pub fn can_be_reached(&self, square: Square) -> bool {
        self.reached[square.index()]
    }

    /// Whether a lone box could be pushed here from the start square of a box such that the player
    /// can then walk to this side of it.
    #[inline]
    pub(crate) fn can_be_reached_from(&self, square: Square, side: Direction) -> bool {
        self.reached_sides[square.index()] & 1 << side.index() != 0
    }

    /// Returns the neighbour of a square: another square, or the wall. The neighbours of the wall
    /// are the wall.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Square {
        self.neighbours[square.index()][direction.index()]
    }

    /// The four neighbours of a square, clockwise from the upper one.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn neighbours(&self, square: Square) -> &[Square; 4] {
        &self.neighbours[square.index()]
    }

    /// The eight squares around a square, clockwise from the upper one; the wall where there is no
    /// square.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    #[inline]
    pub(crate) fn ring(&self, square: Square) -> &[Square; 8] {
        &self.rings[square.index()]
    }

    /// Whether the player can walk from one side of a lone box to another.
    ///
    /// A side is the neighbour in that direction. Takes constant time.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn are_joined(&self, box_at: Square, side: Direction, other: Direction) -> bool {
        self.sides.around(box_at, side) & 1 << other.index() != 0
    }

    /// The cell of a square.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The row and the column of a square in the level's grid, from 0.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    pub fn coordinates(&self, square: Square) -> (u32, u32) {
        let cell = self.cell(square);
        (cell.0 / self.columns, cell.0 % self.columns)
    }

    /// The square of a cell, or the wall.
    ///
    /// # Panics
    /// If the cell does not exist.
    pub fn square(&self, cell: Cell) -> Square {
        self.numbers[cell.index()]
    }

    /// Returns the square in a row and a column of the level's grid; `None` for walls and outside
    /// the grid.
    fn square_at(&self, row: i32, column: i32) -> Option<Square> {
        let column = u32::try_from(column).ok().filter(|&column| column < self.columns)?;
        let cell = u32::try_from(row).ok()?.checked_mul(self.columns)? + column;
        self.numbers.get(cell as usize).copied().filter(|&square| !self.is_wall(square))
    }

    /// The goals, ascending. All are live.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Whether there are more goals than boxes, so that some stay vacant.
    #[inline]
    pub(crate) const fn has_spare_goals(&self) -> bool {
        self.goals.len() > self.boxes.len()
    }

    /// Whether the boxes may end on at most [`MAX_FINAL_SETS`](Self::MAX_FINAL_SETS) sets of goals.
    pub(crate) fn has_few_final_sets(&self) -> bool {
        let (goals, boxes) = (self.goals.len(), self.boxes.len());
        let chosen = boxes.min(goals - boxes);
        // Counts the sets of one goal, of two and so on, from a growing number of goals up to all.
        let mut sets = 1;
        (1..=chosen).all(|size| {
            sets = sets * (goals - chosen + size) / size;
            sets <= Self::MAX_FINAL_SETS
        })
    }

    /// Returns this board with only some of its goals. Live squares do not change.
    pub(crate) fn with_goals(&self, goals: Vec<Square>) -> Self {
        Self { goals, ..self.clone() }
    }

    /// The squares of the boxes at the start, ascending.
    pub fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    /// The square of the player at the start.
    pub const fn player(&self) -> Square {
        self.player
    }

    /// Whether every box is on a live square at the start. Otherwise there is no solution.
    pub fn starts_on_live_squares(&self) -> bool {
        self.boxes.iter().all(|&square| self.is_live(square))
    }

    pub(crate) const fn floor(&self) -> &FloorBits {
        &self.floor
    }

    pub(crate) const fn sides(&self) -> &JoinedSides {
        &self.sides
    }
}

#[cfg(test)]
mod tests;

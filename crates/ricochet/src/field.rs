//! The board as solvers see it: straight runs in a table, robots as bits of rows and columns.
//!
//! A slide takes constant time for each straight piece: the run to the next wall is looked up, and the nearest robot on
//! it is the lowest or highest bit of a word.

use alloc::boxed::Box;
use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Stop};
use smallvec::SmallVec;

use crate::board::{Board, Diagonal, MAX_SIDE, Slope};
use crate::colour::Colour;
use crate::instance::{Instance, MAX_ROBOTS};

/// A cell as solvers number them: the row above the lowest [`Field::shift`] bits, the column in them.
pub(crate) type Spot = u16;

/// Robots that diagonals treat alike.
pub(crate) type Class = u8;

/// A run from a cell in a direction to the next wall or diagonal: its length in the lower six bits; above, where it ends
/// at a diagonal, one more than the direction in which it goes on.
type Run = u16;

/// The runs of one class. Its size is fixed so that masked indices need no checks.
type Runs = Box<[[Run; 4]; SPOTS]>;

/// Spots of the largest board.
pub(crate) const SPOTS: usize = (MAX_SIDE * MAX_SIDE) as usize;

const LENGTH: u16 = 63;
const NEXT: u32 = 8;

/// Where robots stand.
#[derive(Clone)]
pub(crate) struct Occupied {
    rows: [u64; MAX_SIDE as usize],
    columns: [u64; MAX_SIDE as usize],
}

/// What a slide comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slid {
    pub(crate) end: Spot,
    /// The direction of the last piece.
    pub(crate) heading: u8,
    /// Whether a diagonal was in the way.
    pub(crate) bent: bool,
}

/// A board prepared for fast slides.
pub(crate) struct Field {
    shift: u32,
    columns: u32,
    size: usize,
    /// For each class, spot by spot, a run in each direction.
    runs: Vec<Runs>,
    /// For each class, spot by spot, whether a diagonal deflects it there.
    bends: Vec<Vec<bool>>,
    classes: [Class; MAX_ROBOTS],
}

impl Occupied {
    pub(crate) const fn nobody() -> Self {
        Self { rows: [0; MAX_SIDE as usize], columns: [0; MAX_SIDE as usize] }
    }
}

impl Field {
    /// Prepares the board of an instance; its memory is held by `control`.
    pub(crate) fn new(instance: &Instance, control: &mut Control) -> Result<Self, Stop> {
        let board = instance.board();
        let grid = board.grid();
        let shift = match grid.columns() {
            ..=16 => 4,
            17..=32 => 5,
            _ => 6,
        };
        // Robots whose colour is no diagonal's are deflected by all of them.
        let diagonals: Vec<(Cell, Diagonal)> = board.diagonals().collect();
        let mut coloured: SmallVec<[Option<Colour>; MAX_ROBOTS]> = SmallVec::new();
        let mut classes = [0; MAX_ROBOTS];
        for (class, &(robot, _)) in classes.iter_mut().zip(instance.robots()) {
            let own = diagonals.iter().any(|(_, diagonal)| diagonal.colour == robot).then_some(robot);
            let known = coloured.iter().position(|&other| other == own);
            *class = known.unwrap_or(coloured.len()) as Class;
            if known.is_none() {
                coloured.push(own);
            }
        }
        let size = (grid.rows() as usize) << shift;
        let (runs, bends) = Default::default();
        let mut field = Self { shift, columns: grid.columns(), size, runs, bends, classes };
        control.hold(field.class_bytes() * coloured.len() as u64)?;
        field.runs = coloured.iter().map(|&colour| field.runs_of(board, colour)).collect();
        for colour in coloured {
            let mut bends = alloc::vec![false; size];
            for &(cell, diagonal) in &diagonals {
                bends[usize::from(field.spot(cell))] = Some(diagonal.colour) != colour;
            }
            field.bends.push(bends);
        }
        Ok(field)
    }

    const fn class_bytes(&self) -> u64 {
        (size_of::<[[Run; 4]; SPOTS]>() + self.size) as u64
    }

    /// One more than the largest spot.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// Bits that tell spots apart.
    pub(crate) const fn bits(&self) -> u32 {
        usize::BITS - (self.size - 1).leading_zeros()
    }

    /// How many classes of robots there are.
    pub(crate) const fn classes(&self) -> usize {
        self.runs.len()
    }

    /// The class of a robot, by its number in the instance.
    pub(crate) const fn class(&self, robot: usize) -> Class {
        self.classes[robot]
    }

    pub(crate) const fn spot(&self, cell: Cell) -> Spot {
        (((cell.0 / self.columns) << self.shift) | (cell.0 % self.columns)) as Spot
    }

    fn runs_of(&self, board: &Board, colour: Option<Colour>) -> Runs {
        let grid = board.grid();
        let runs: Box<[[Run; 4]]> = alloc::vec![[0; 4]; SPOTS].into_boxed_slice();
        let mut runs: Runs = runs.try_into().expect("invariant: so many were made");
        let barrier = |cell: Cell| -> Option<Slope> {
            board
                .diagonal(cell)
                .filter(|diagonal| Some(diagonal.colour) != colour)
                .map(|diagonal| diagonal.slope)
        };
        // A run is that of the next cell and one more; so from the side it goes to.
        let mut extend = |cell: Cell, direction: Direction| {
            let run = grid.step(cell, direction).map(|next| match barrier(next) {
                Some(slope) => 1 | (slope.deflect(direction) as u16 + 1) << NEXT,
                // The length is in the lowest bits, and where it ends stays the same.
                None => runs[usize::from(self.spot(next))][direction.index()] + 1,
            });
            runs[usize::from(self.spot(cell))][direction.index()] = run.unwrap_or(0);
        };
        for cell in grid.cells() {
            extend(cell, Direction::Up);
            extend(cell, Direction::Left);
        }
        for cell in (0..grid.cell_count() as u32).rev().map(Cell) {
            extend(cell, Direction::Down);
            extend(cell, Direction::Right);
        }
        runs
    }

    /// Whether a diagonal deflects robots of a class that come here.
    pub(crate) fn bends(&self, class: Class, spot: Spot) -> bool {
        self.bends[usize::from(class)][usize::from(spot)]
    }

    /// Puts a robot on a vacant spot, or takes it away.
    #[inline]
    pub(crate) fn toggle(&self, occupied: &mut Occupied, spot: Spot) {
        let (row, column) = self.row_and_column(spot);
        occupied.rows[row] ^= 1 << column;
        occupied.columns[column] ^= 1 << row;
    }

    #[inline]
    fn row_and_column(&self, spot: Spot) -> (usize, usize) {
        // The masks spare checks of bounds.
        const SIDE: usize = MAX_SIDE as usize - 1;
        (usize::from(spot >> self.shift) & SIDE, usize::from(spot) & ((1 << self.shift) - 1) & SIDE)
    }

    /// Vacant cells ahead of a spot, rim and walls apart.
    #[inline]
    fn vacant(&self, occupied: &Occupied, spot: Spot, direction: u8) -> u32 {
        let (row, column) = self.row_and_column(spot);
        match direction & 3 {
            0 => (occupied.columns[column] << (63 - row) << 1).leading_zeros(),
            1 => (occupied.rows[row] >> column >> 1).trailing_zeros(),
            2 => (occupied.columns[column] >> row >> 1).trailing_zeros(),
            _ => (occupied.rows[row] << (63 - column) << 1).leading_zeros(),
        }
    }

    /// Whether two spots are in the same row or column.
    #[inline]
    pub(crate) const fn is_on_line(&self, one: Spot, other: Spot) -> bool {
        let apart = one ^ other;
        apart >> self.shift == 0 || apart & ((1 << self.shift) - 1) == 0
    }

    /// How far apart the numbers of neighbours are.
    #[inline]
    pub(crate) const fn step(&self, direction: u8) -> u16 {
        if direction & 1 == 0 { 1 << self.shift } else { 1 }
    }

    /// The direction from a spot to another one on a line with it.
    #[inline]
    pub(crate) const fn direction(&self, from: Spot, to: Spot) -> u8 {
        match ((from ^ to) & ((1 << self.shift) - 1) == 0, from < to) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
            (false, false) => 3,
        }
    }

    #[inline]
    pub(crate) fn ahead(&self, spot: Spot, direction: u8, steps: u16) -> Spot {
        match direction & 3 {
            0 => spot.wrapping_sub(steps << self.shift),
            1 => spot + steps,
            2 => spot + (steps << self.shift),
            _ => spot.wrapping_sub(steps),
        }
    }

    /// Where each of the first robots comes to rest in each direction, if no diagonal deflects it. The rest are in the way
    /// as well.
    #[inline]
    pub(crate) fn ends(
        &self,
        spots: &[Spot; MAX_ROBOTS],
        movers: usize,
        robots: usize,
    ) -> [[Spot; 4]; MAX_ROBOTS] {
        let mut ends = [[0; 4]; MAX_ROBOTS];
        for (ends, &spot) in ends.iter_mut().zip(spots).take(movers) {
            *ends = self.runs(0, spot);
        }
        for one in 1..robots.min(MAX_ROBOTS) {
            for other in 0..one {
                // Few are on a line with another.
                if self.is_on_line(spots[one], spots[other]) {
                    self.stop(&mut ends, spots, one, other);
                }
            }
        }
        for (ends, &spot) in ends.iter_mut().zip(spots).take(movers) {
            let [up, right, down, left] = *ends;
            *ends = [spot - (up << self.shift), spot + right, spot + (down << self.shift), spot - left];
        }
        ends
    }

    /// Shortens the ways of two robots towards each other to the vacant spots between them.
    fn stop(&self, ways: &mut [[u16; 4]; MAX_ROBOTS], spots: &[Spot; MAX_ROBOTS], one: usize, other: usize) {
        let (from, to) = (spots[one], spots[other]);
        let direction = self.direction(from, to);
        let vacant = from.abs_diff(to) / self.step(direction) - 1;
        for (robot, direction) in [(one, direction), (other, direction ^ 2)] {
            let way = &mut ways[robot][usize::from(direction)];
            *way = vacant.min(*way);
        }
    }

    /// The runs from a spot.
    #[inline]
    pub(crate) fn runs(&self, class: Class, from: Spot) -> [Run; 4] {
        self.runs[usize::from(class)][usize::from(from) & (SPOTS - 1)]
    }

    /// Where a robot comes to rest, itself not among the occupied; where it would go round for ever, it stays.
    #[inline]
    pub(crate) fn slide(&self, class: Class, from: Spot, direction: u8, occupied: &Occupied) -> Slid {
        let run = self.runs(class, from)[usize::from(direction & 3)];
        let steps = (run & LENGTH).min(self.vacant(occupied, from, direction) as u16);
        let end = self.ahead(from, direction, steps);
        if run >> NEXT == 0 || steps < run & LENGTH {
            return Slid { end, heading: direction, bent: false };
        }
        self.bend(class, from, (end, (run >> NEXT) as u8 - 1), occupied)
    }

    /// Goes on from the first diagonal.
    #[cold]
    fn bend(&self, class: Class, from: Spot, first: (Spot, u8), occupied: &Occupied) -> Slid {
        let runs = &self.runs[usize::from(class)];
        let (mut end, mut heading) = first;
        loop {
            let run = runs[usize::from(end)][usize::from(heading)];
            let steps = (run & LENGTH).min(self.vacant(occupied, end, heading) as u16);
            end = self.ahead(end, heading, steps);
            if run >> NEXT == 0 || steps < run & LENGTH {
                return Slid { end, heading, bent: true };
            }
            heading = (run >> NEXT) as u8 - 1;
            // A way that comes back to where it was comes back to its beginning, too.
            if (end, heading) == first {
                return Slid { end: from, heading, bent: true };
            }
        }
    }

    /// Shows every cell that a robot alone on the board comes to, in its order, with the heading in which it comes and
    /// whether it was deflected before.
    pub(crate) fn trace(
        &self,
        class: Class,
        from: Spot,
        direction: u8,
        mut show: impl FnMut(Spot, u8, bool),
    ) {
        let runs = &self.runs[usize::from(class)];
        let (mut spot, mut heading, mut bent) = (from, direction, false);
        loop {
            let run = runs[usize::from(spot)][usize::from(heading)];
            if run & LENGTH == 0 {
                return;
            }
            spot = self.ahead(spot, heading, 1);
            show(spot, heading, bent);
            if self.bends(class, spot) {
                heading = (run >> NEXT) as u8 - 1;
                bent = true;
            }
            if (spot, heading) == (from, direction) {
                return;
            }
        }
    }
}

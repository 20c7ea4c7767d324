//! The board in a form for solvers: a table of straight runs, and robots as bits of rows and
//! columns.
//!
//! A slide takes constant time for each straight piece: the table gives the run to the next wall,
//! and the nearest robot on it is the lowest or highest bit of a word.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Stop};
use smallvec::SmallVec;

use crate::board::{Board, Diagonal, DiagonalStops, MAX_SIDE, Slope};
use crate::colour::Colour;
use crate::instance::{Instance, MAX_ROBOTS};
use crate::lines::Lines;

/// A cell as solvers number it: the column in the lowest [`SlideTable::shift`] bits, the row above.
pub(crate) type CellIndex = u16;

/// The number of a class of robots: those deflected by the same diagonals.
pub(crate) type RobotClass = u8;

/// A run from a cell in a direction to the next wall or diagonal. The lowest six bits are its
/// length. The bits above are 0, or one more than the direction of the robot after the diagonal.
type StraightRun = u16;

/// The runs of one class, by cell: the run in each direction.
type ClassRuns = Vec<[StraightRun; 4]>;

const LENGTH: u16 = 63;
const NEXT: u32 = 8;

/// The cells of all robots, as bits by row and by column.
#[derive(Clone)]
pub(crate) struct OccupiedCells {
    rows: [u64; MAX_SIDE as usize],
    columns: [u64; MAX_SIDE as usize],
}

/// The end of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlideEnd {
    pub(crate) end: CellIndex,
    /// The direction of the last piece.
    pub(crate) heading: u8,
    /// Whether a diagonal deflected the robot.
    pub(crate) deflected: bool,
}

/// A board prepared for fast slides: the straight runs of each class of robots.
pub(crate) struct SlideTable {
    shift: u32,
    columns: u32,
    size: usize,
    /// By class.
    runs: SmallVec<[ClassRuns; 1]>,
    /// By class, then by cell: the diagonal that deflects the class there. Empty on boards without
    /// diagonals.
    slopes: Vec<Vec<Option<Slope>>>,
    /// The lines of each class that has a robot which may reach the target.
    lines: Vec<Option<Lines>>,
    /// The maximum number of lines of a class.
    most_lines: usize,
    classes: [RobotClass; MAX_ROBOTS],
    diagonal_stops: DiagonalStops,
}

impl OccupiedCells {
    const fn empty() -> Self {
        Self { rows: [0; MAX_SIDE as usize], columns: [0; MAX_SIDE as usize] }
    }
}

impl SlideTable {
    /// Prepares the board of an instance; accounts for the memory in `control`.
    pub(crate) fn new(instance: &Instance, control: &mut Control) -> Result<Self, Stop> {
        let board = instance.board();
        let grid = board.grid();
        let shift = match grid.columns() {
            ..=16 => 4,
            17..=32 => 5,
            _ => 6,
        };
        // All diagonals deflect the robots without a diagonal of their own colour, so these form
        // one class.
        let diagonals: Vec<(Cell, Diagonal)> = board.diagonals().collect();
        let mut coloured: SmallVec<[Option<Colour>; MAX_ROBOTS]> = SmallVec::new();
        let mut classes = [0; MAX_ROBOTS];
        for (class, &(robot, _)) in classes.iter_mut().zip(instance.robots()) {
            let own = diagonals.iter().any(|(_, diagonal)| diagonal.colour == robot).then_some(robot);
            let known = coloured.iter().position(|&other| other == own);
            *class = known.unwrap_or(coloured.len()) as RobotClass;
            if known.is_none() {
                coloured.push(own);
            }
        }
        let size = (grid.rows() as usize) << shift;
        let (runs, slopes, lines) = Default::default();
        let (columns, diagonal_stops) = (grid.columns(), board.diagonal_stops());
        let mut slides =
            Self { shift, columns, size, runs, slopes, lines, most_lines: 0, classes, diagonal_stops };
        control.hold(slides.class_bytes() * coloured.len() as u64)?;
        slides.runs = coloured.iter().map(|&colour| slides.class_runs(board, colour)).collect();
        for colour in coloured.iter().filter(|_| !diagonals.is_empty()) {
            let mut slopes = alloc::vec![None; size];
            for &(cell, diagonal) in &diagonals {
                let deflects = Some(diagonal.colour) != *colour;
                slopes[usize::from(slides.index(cell))] = deflects.then_some(diagonal.slope);
            }
            slides.slopes.push(slopes);
        }
        // A line has two ends, or is a loop through diagonals.
        let closed_sides = slides.runs[0].as_flattened().iter().filter(|&&run| run == 0).count();
        slides.most_lines = closed_sides / 2 + diagonals.len();
        for class in 0..coloured.len() as RobotClass {
            let mut robots = instance.robots().iter().zip(slides.classes);
            let is_needed = robots.any(|(robot, of)| of == class && instance.may_reach_target(robot.0));
            if is_needed {
                control.hold(slides.lines_bytes())?;
            }
            slides.lines.push(is_needed.then(|| Lines::new(&slides, class)));
        }
        Ok(slides)
    }

    const fn class_bytes(&self) -> u64 {
        (self.size * (size_of::<[StraightRun; 4]>() + 1)) as u64
    }

    /// One more than the largest cell index.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The number of bits of a cell index.
    pub(crate) const fn bits(&self) -> u32 {
        usize::BITS - (self.size - 1).leading_zeros()
    }

    /// Returns the class of a robot, given its number in the instance.
    pub(crate) const fn class(&self, robot: usize) -> RobotClass {
        self.classes[robot]
    }

    pub(crate) const fn index(&self, cell: Cell) -> CellIndex {
        (((cell.0 / self.columns) << self.shift) | (cell.0 % self.columns)) as CellIndex
    }

    /// Returns the cell of an index.
    pub(crate) const fn cell(&self, index: CellIndex) -> Cell {
        let index = index as u32;
        Cell((index >> self.shift) * self.columns + (index & ((1 << self.shift) - 1)))
    }

    fn class_runs(&self, board: &Board, colour: Option<Colour>) -> ClassRuns {
        let grid = board.grid();
        let mut runs = alloc::vec![[0; 4]; self.size];
        let barrier = |cell: Cell| -> Option<Slope> {
            board
                .diagonal(cell)
                .filter(|diagonal| Some(diagonal.colour) != colour)
                .map(|diagonal| diagonal.slope)
        };
        for direction in Direction::ALL {
            let (side, is_row) = (direction.index(), direction.index() % 2 == 1);
            let (lines, length) = (grid.rows(), self.columns);
            let (lines, length) = if is_row { (lines, length) } else { (length, lines) };
            for line in 0..lines {
                // A run is the next cell's run plus one step, so the next cell comes first.
                let (mut run, mut next_is_closed, mut next_slope) = (0, true, None);
                for place in 0..length {
                    let is_backwards = matches!(direction, Direction::Right | Direction::Down);
                    let place = if is_backwards { length - 1 - place } else { place };
                    let (row, column) = if is_row { (line, place) } else { (place, line) };
                    let cell = Cell(row * self.columns + column);
                    // A closed cell cannot be left either. There is no branch, because it would
                    // mispredict.
                    let is_closed = grid.is_closed(cell);
                    let is_open = !(is_closed | next_is_closed | grid.has_wall(cell, direction));
                    run = StraightRun::from(is_open)
                        * match next_slope {
                            Some(slope) => 1 | (Slope::deflect(slope, direction) as u16 + 1) << NEXT,
                            // The length is in the lowest bits; the end of the run stays the same.
                            None => run + 1,
                        };
                    runs[(row << self.shift | column) as usize][side] = run;
                    (next_is_closed, next_slope) = (is_closed, barrier(cell));
                }
            }
        }
        runs
    }

    /// Whether the board has diagonals.
    pub(crate) const fn has_diagonals(&self) -> bool {
        !self.slopes.is_empty()
    }

    /// Returns the slope of the diagonal that deflects robots of this class in this cell, if any.
    pub(crate) fn slope(&self, class: RobotClass, cell: CellIndex) -> Option<Slope> {
        self.slopes.get(usize::from(class)).and_then(|slopes| slopes[usize::from(cell)])
    }

    /// Returns whether a diagonal in this cell deflects robots of this class.
    pub(crate) fn deflects(&self, class: RobotClass, cell: CellIndex) -> bool {
        self.slope(class, cell).is_some()
    }

    /// Returns the lines of a class with a robot that may reach the target.
    pub(crate) fn lines(&self, class: RobotClass) -> &Lines {
        self.lines[usize::from(class)].as_ref().expect("invariant: the target is for the class")
    }

    /// The maximum number of lines of a class.
    pub(crate) const fn most_lines(&self) -> usize {
        self.most_lines
    }

    /// The number of bytes of the lines of a class.
    pub(crate) const fn lines_bytes(&self) -> u64 {
        Lines::bytes(self.size, self.most_lines)
    }

    /// Returns whether there is no wall on this side of a cell.
    pub(crate) fn is_open(&self, cell: CellIndex, direction: u8) -> bool {
        self.runs(0, cell)[usize::from(direction & 3)] != 0
    }

    /// Returns the next cell in a direction, and the direction of a robot of this class after that
    /// cell; `None` at a wall.
    pub(crate) fn step(&self, class: RobotClass, cell: CellIndex, direction: u8) -> Option<(CellIndex, u8)> {
        if !self.is_open(cell, direction) {
            return None;
        }
        let next = self.ahead(cell, direction, 1);
        let slope = self.slope(class, next);
        Some((next, slope.map_or(direction, |slope| slope.deflect_index(direction))))
    }

    /// Returns the set of these cells.
    pub(crate) fn occupied(&self, cells: impl IntoIterator<Item = CellIndex>) -> OccupiedCells {
        let mut occupied = OccupiedCells::empty();
        for cell in cells {
            self.toggle(&mut occupied, cell);
        }
        occupied
    }

    /// Puts a robot on a vacant cell, or removes it from its cell.
    #[inline]
    pub(crate) fn toggle(&self, occupied: &mut OccupiedCells, cell: CellIndex) {
        let (row, column) = self.row_and_column(cell);
        occupied.rows[row] ^= 1 << column;
        occupied.columns[column] ^= 1 << row;
    }

    #[inline]
    fn row_and_column(&self, cell: CellIndex) -> (usize, usize) {
        // The masks make bounds checks unnecessary.
        const SIDE: usize = MAX_SIDE as usize - 1;
        (usize::from(cell >> self.shift) & SIDE, usize::from(cell) & ((1 << self.shift) - 1) & SIDE)
    }

    /// Returns the number of vacant cells from a cell to the next robot, ignoring walls.
    #[inline]
    fn vacant(&self, occupied: &OccupiedCells, cell: CellIndex, direction: u8) -> u32 {
        let (row, column) = self.row_and_column(cell);
        match direction & 3 {
            0 => (occupied.columns[column] << (63 - row) << 1).leading_zeros(),
            1 => (occupied.rows[row] >> column >> 1).trailing_zeros(),
            2 => (occupied.columns[column] >> row >> 1).trailing_zeros(),
            _ => (occupied.rows[row] << (63 - column) << 1).leading_zeros(),
        }
    }

    /// Returns whether two cells are in the same row or column.
    #[inline]
    pub(crate) const fn is_on_line(&self, one: CellIndex, other: CellIndex) -> bool {
        let apart = one ^ other;
        apart >> self.shift == 0 || apart & ((1 << self.shift) - 1) == 0
    }

    /// Returns the difference between the indices of neighbours.
    #[inline]
    pub(crate) const fn stride(&self, direction: u8) -> u16 {
        if direction & 1 == 0 { 1 << self.shift } else { 1 }
    }

    /// Returns the direction from a cell to another cell of the same row or column.
    #[inline]
    pub(crate) const fn direction(&self, from: CellIndex, to: CellIndex) -> u8 {
        match ((from ^ to) & ((1 << self.shift) - 1) == 0, from < to) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
            (false, false) => 3,
        }
    }

    /// Returns the cell that is this number of steps ahead.
    #[inline]
    pub(crate) fn ahead(&self, cell: CellIndex, direction: u8, steps: u16) -> CellIndex {
        match direction & 3 {
            0 => cell.wrapping_sub(steps << self.shift),
            1 => cell + steps,
            2 => cell + (steps << self.shift),
            _ => cell.wrapping_sub(steps),
        }
    }

    /// Returns the cells where the first `movers` robots stop in each direction, on a board without
    /// diagonals. All robots are obstacles.
    #[inline]
    pub(crate) fn slide_ends(
        &self,
        cells: &[CellIndex; MAX_ROBOTS],
        movers: usize,
        robots: usize,
    ) -> [[CellIndex; 4]; MAX_ROBOTS] {
        let mut ends = [[0; 4]; MAX_ROBOTS];
        for (ends, &cell) in ends.iter_mut().zip(cells).take(movers) {
            *ends = self.runs(0, cell);
        }
        for one in 1..robots.min(MAX_ROBOTS) {
            for other in 0..one {
                // Two robots are seldom on one line, so walls alone determine most slides.
                if self.is_on_line(cells[one], cells[other]) {
                    self.stop_at_each_other(&mut ends, cells, one, other);
                }
            }
        }
        for (ends, &cell) in ends.iter_mut().zip(cells).take(movers) {
            let [up, right, down, left] = *ends;
            *ends = [cell - (up << self.shift), cell + right, cell + (down << self.shift), cell - left];
        }
        ends
    }

    /// Returns the ends of the slides of the first `movers` robots in each direction, on any board.
    /// All robots are obstacles.
    #[inline]
    pub(crate) fn slides(
        &self,
        cells: &[CellIndex; MAX_ROBOTS],
        classes: [RobotClass; MAX_ROBOTS],
        movers: usize,
        robots: usize,
    ) -> [[SlideEnd; 4]; MAX_ROBOTS] {
        let mut runs = [[0; 4]; MAX_ROBOTS];
        for robot in 0..movers.min(MAX_ROBOTS) {
            runs[robot] = self.runs(classes[robot], cells[robot]);
        }
        let mut steps = runs.map(|runs| runs.map(|run| run & LENGTH));
        for one in 1..robots.min(MAX_ROBOTS) {
            for other in 0..one {
                if self.is_on_line(cells[one], cells[other]) {
                    self.stop_at_each_other(&mut steps, cells, one, other);
                }
            }
        }
        let mut occupied = None;
        let mut slides = [[SlideEnd { end: 0, heading: 0, deflected: false }; 4]; MAX_ROBOTS];
        for robot in 0..movers.min(MAX_ROBOTS) {
            for direction in 0..4 {
                let (run, steps) = (runs[robot][direction], steps[robot][direction]);
                let heading = direction as u8;
                let end = self.ahead(cells[robot], heading, steps);
                slides[robot][direction] = if run >> NEXT == 0 || steps < run & LENGTH {
                    SlideEnd { end, heading, deflected: false }
                } else {
                    let occupied =
                        occupied.get_or_insert_with(|| self.occupied(cells[..robots].iter().copied()));
                    self.toggle(occupied, cells[robot]);
                    let first = (end, (run >> NEXT) as u8 - 1);
                    let slide = self.slide_on(classes[robot], cells[robot], first, occupied);
                    self.toggle(occupied, cells[robot]);
                    slide
                };
            }
        }
        slides
    }

    /// Shortens the runs of two robots towards each other to the vacant cells between them.
    fn stop_at_each_other(
        &self,
        runs: &mut [[u16; 4]; MAX_ROBOTS],
        cells: &[CellIndex; MAX_ROBOTS],
        one: usize,
        other: usize,
    ) {
        let (from, to) = (cells[one], cells[other]);
        let direction = self.direction(from, to);
        let vacant = from.abs_diff(to) / self.stride(direction) - 1;
        for (robot, direction) in [(one, direction), (other, direction ^ 2)] {
            let run = &mut runs[robot][usize::from(direction)];
            *run = vacant.min(*run);
        }
    }

    /// Returns the runs from a cell.
    #[inline]
    pub(crate) fn runs(&self, class: RobotClass, from: CellIndex) -> [StraightRun; 4] {
        self.runs[usize::from(class)][usize::from(from)]
    }

    /// Returns the end of a robot's slide; its own cell must not be occupied. A robot that would go
    /// round forever, or stop on a diagonal where that is forbidden, stays.
    #[inline]
    pub(crate) fn slide(
        &self,
        class: RobotClass,
        from: CellIndex,
        direction: u8,
        occupied: &OccupiedCells,
    ) -> SlideEnd {
        let run = self.runs(class, from)[usize::from(direction & 3)];
        let steps = (run & LENGTH).min(self.vacant(occupied, from, direction) as u16);
        let end = self.ahead(from, direction, steps);
        if run >> NEXT == 0 || steps < run & LENGTH {
            return SlideEnd { end, heading: direction, deflected: false };
        }
        self.slide_on(class, from, (end, (run >> NEXT) as u8 - 1), occupied)
    }

    /// Continues a slide from its first diagonal.
    #[cold]
    fn slide_on(
        &self,
        class: RobotClass,
        from: CellIndex,
        first: (CellIndex, u8),
        occupied: &OccupiedCells,
    ) -> SlideEnd {
        let runs = &self.runs[usize::from(class)];
        let (mut end, mut heading) = first;
        loop {
            let run = runs[usize::from(end)][usize::from(heading)];
            let steps = (run & LENGTH).min(self.vacant(occupied, end, heading) as u16);
            end = self.ahead(end, heading, steps);
            if run >> NEXT == 0 || steps < run & LENGTH {
                // Each piece begins on a diagonal.
                let is_refused = steps == 0 && self.diagonal_stops == DiagonalStops::Forbidden;
                return SlideEnd { end: if is_refused { from } else { end }, heading, deflected: true };
            }
            heading = (run >> NEXT) as u8 - 1;
            // Slides can be reversed, so one that repeats a state repeats its first state.
            if (end, heading) == first {
                return SlideEnd { end: from, heading, deflected: true };
            }
        }
    }

    /// Passes the cells that a robot alone on the board passes to `show`, in order. For each cell,
    /// `show` receives the heading of the arriving robot and whether it was deflected before.
    pub(crate) fn trace(
        &self,
        class: RobotClass,
        from: CellIndex,
        direction: u8,
        mut show: impl FnMut(CellIndex, u8, bool),
    ) {
        let (mut cell, mut heading, mut deflected) = (from, direction, false);
        while let Some((next, next_heading)) = self.step(class, cell, heading) {
            show(next, heading, deflected);
            deflected |= next_heading != heading;
            (cell, heading) = (next, next_heading);
            if (cell, heading) == (from, direction) {
                return;
            }
        }
    }
}

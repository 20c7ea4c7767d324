//! The lines of a board: the sequences of cells that a robot can pass in one move, in both
//! directions.
//!
//! A line is a row or column from wall to wall, bent where a diagonal deflects the robot. Since
//! slides can be reversed, each cell is on two lines, which may be the same. Two of the four ways
//! out of a cell belong to each. A line without ends is a loop.

use alloc::vec::Vec;

use crate::board::Slope;
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The lines of one class of robots.
pub(crate) struct Lines {
    /// The number of words of a set of cells.
    words: usize,
    /// The cells of each line, as bits.
    cells: Vec<u64>,
    list: Vec<Line>,
    /// The cells of each line from one end to the other. A line may cross itself.
    order: Vec<CellIndex>,
    /// The two lines of each cell.
    of_cell: Vec<[LineOfCell; 2]>,
}

#[derive(Clone, Copy)]
struct Line {
    /// The start of its cells in `order`.
    start: u32,
    /// Whether a diagonal bends it.
    is_bent: bool,
    /// Whether it is a loop, without ends.
    is_round: bool,
}

/// A line through a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineOfCell {
    pub(crate) line: u16,
    /// The index of the cell on the line.
    pub(crate) place: u16,
    /// Whether the line ends at this cell.
    pub(crate) is_end: bool,
}

/// The words of a set are a multiple of this number, so that loops over the sets of small boards
/// need no remainder.
pub(crate) const SMALL_WORDS: usize = 4;

const NO_LINE: u16 = u16::MAX;

/// Returns the number of words of a set of cells.
const fn set_words(size: usize) -> usize {
    size.div_ceil(64).next_multiple_of(SMALL_WORDS)
}

/// Returns which of the two lines through a cell leads out of it in this direction.
const fn index(slope: Option<Slope>, direction: u8) -> usize {
    let of_direction = match slope {
        None => [0, 1, 0, 1],
        Some(Slope::Rising) => [0, 1, 1, 0],
        Some(Slope::Falling) => [0, 0, 1, 1],
    };
    of_direction[direction as usize & 3]
}

impl Lines {
    /// Finds the lines of a class whose runs are known.
    pub(crate) fn new(slides: &SlideTable, class: RobotClass) -> Self {
        let words = set_words(slides.size());
        let unknown = LineOfCell { line: NO_LINE, place: 0, is_end: false };
        let of_cell = alloc::vec![[unknown; 2]; slides.size()];
        let most = slides.most_lines();
        let (cells, list) = (Vec::with_capacity(most * words), Vec::with_capacity(most));
        let mut lines = Self { words, cells, list, order: Vec::with_capacity(2 * slides.size()), of_cell };
        for cell in 0..slides.size() as CellIndex {
            if !slides.has_diagonals() {
                // A line begins at a wall.
                let [up, right, down, left] = slides.runs(class, cell);
                for (axis, direction, before, length) in [(0, 2, up, down), (1, 1, left, right)] {
                    if before == 0 {
                        lines.add_straight(slides, axis, (cell, direction, length));
                    }
                }
                continue;
            }
            let slope = slides.slope(class, cell);
            // One way out for each of the two lines.
            for direction in [0, if slope == Some(Slope::Falling) { 2 } else { 1 }] {
                if lines.of_cell[usize::from(cell)][index(slope, direction)].line == NO_LINE {
                    lines.add(slides, class, cell, direction);
                }
            }
        }
        lines
    }

    /// Returns the memory in bytes of at most this number of lines.
    pub(crate) const fn bytes(size: usize, most_lines: usize) -> u64 {
        let line = set_words(size) * size_of::<u64>() + size_of::<Line>();
        let cell = size_of::<[LineOfCell; 2]>() + 2 * size_of::<CellIndex>();
        (size * cell + most_lines * line) as u64
    }

    /// Adds a row or column, beginning with its first cell.
    fn add_straight(
        &mut self,
        slides: &SlideTable,
        axis: usize,
        (first, direction, length): (CellIndex, u8, u16),
    ) {
        let (line, words, start) = (self.list.len() as u16, self.cells.len(), self.order.len() as u32);
        self.cells.resize(words + self.words, 0);
        let (set, stride) = (&mut self.cells[words..], slides.stride(direction));
        self.order.extend((0..=length).map(|place| {
            let (cell, is_end) = (first + place * stride, place == 0 || place == length);
            self.of_cell[usize::from(cell)][axis] = LineOfCell { line, place, is_end };
            set[usize::from(cell >> 6)] |= 1 << (cell & 63);
            cell
        }));
        self.list.push(Line { start, is_bent: false, is_round: false });
    }

    /// Adds the line that leads out of a cell in a direction: follows it to its end, then adds all
    /// its cells on the way back.
    fn add(&mut self, slides: &SlideTable, class: RobotClass, cell: CellIndex, direction: u8) {
        let (mut end, mut heading) = (cell, direction);
        while let Some(next) = slides.step(class, end, heading) {
            (end, heading) = next;
            if (end, heading) == (cell, direction) {
                break;
            }
        }
        // The other way out of the last cell.
        let back = |cell, heading: u8| match slides.slope(class, cell) {
            Some(slope) => slope.deflect_index(heading ^ 2),
            None => heading ^ 2,
        };
        let (first, mut heading) = (end, back(end, heading));
        let out = heading;
        let (line, start) = (self.list.len(), self.cells.len());
        self.cells.resize(start + self.words, 0);
        let first_place = self.order.len();
        let is_round = slides.is_open(first, back(first, heading));
        let (mut cell, mut is_bent, mut is_end) = (first, false, !is_round);
        loop {
            let slope = slides.slope(class, cell);
            let next = slides.step(class, cell, heading);
            let place = (self.order.len() - first_place) as u16;
            self.of_cell[usize::from(cell)][index(slope, heading)] =
                LineOfCell { line: line as u16, place, is_end: is_end || next.is_none() };
            is_end = false;
            self.order.push(cell);
            self.cells[start + usize::from(cell >> 6)] |= 1 << (cell & 63);
            is_bent |= slope.is_some();
            match next {
                Some(next) if next != (first, out) => (cell, heading) = next,
                _ => break,
            }
        }
        self.list.push(Line { start: first_place as u32, is_bent, is_round });
    }

    /// One more than the largest cell index.
    pub(crate) const fn size(&self) -> usize {
        self.of_cell.len()
    }

    /// The number of words of a set of cells.
    pub(crate) const fn words(&self) -> usize {
        self.words
    }

    /// The number of lines.
    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }

    /// The cells of a line, as bits.
    pub(crate) fn cells(&self, line: u16) -> &[u64] {
        &self.cells[usize::from(line) * self.words..][..self.words]
    }

    /// The cells of a line in order.
    pub(crate) fn order(&self, line: u16) -> &[CellIndex] {
        let start = |line: usize| self.list.get(line).map_or(self.order.len(), |line| line.start as usize);
        &self.order[start(usize::from(line))..start(usize::from(line) + 1)]
    }

    /// The first and the last cell of a line.
    pub(crate) fn ends(&self, line: u16) -> [CellIndex; 2] {
        let order = self.order(line);
        [order[0], order[order.len() - 1]]
    }

    /// Whether a diagonal bends a line.
    pub(crate) fn is_bent(&self, line: u16) -> bool {
        self.list[usize::from(line)].is_bent
    }

    /// Whether a line is a loop, without ends.
    pub(crate) fn is_round(&self, line: u16) -> bool {
        self.list[usize::from(line)].is_round
    }

    /// The lines through a cell.
    pub(crate) fn of_cell(&self, cell: CellIndex) -> &[LineOfCell; 2] {
        &self.of_cell[usize::from(cell)]
    }

    /// Returns the line that leads out of a cell in this direction.
    pub(crate) fn ahead(&self, slope: Option<Slope>, cell: CellIndex, direction: u8) -> u16 {
        self.of_cell[usize::from(cell)][index(slope, direction)].line
    }
}

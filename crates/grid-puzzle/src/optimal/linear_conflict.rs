//! Linear conflicts: the tiles' distances, plus the moves that let others of a row or column pass.

use alloc::vec::Vec;

use super::goal_layout::GoalLayout;
use super::manhattan::ManhattanBound;
use super::sliding_state::{SlidingBound, TileSlide};

/// The distances, plus two moves for every tile that must leave the row or column of its goal so
/// that others with their goals there can pass.
///
/// In each line, all such tiles must leave except a longest sequence in the right order.
#[derive(Clone)]
pub(super) struct LinearConflictBound {
    distances: ManhattanBound,
    /// The conflicts of each row, then of each column.
    lines: Vec<u32>,
    sum: u32,
    /// The least last elements of ascending sequences in a line, by length.
    last: Vec<u32>,
}

/// The data that [`LinearConflictBound`] needs to undo a slide.
pub(super) struct LinearConflictUndo {
    distance: u32,
    /// The conflicts of the lines that the tile left and entered.
    lines: [u32; 2],
}

impl LinearConflictBound {
    /// Returns the heap bytes of this bound.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        u64::from(layout.rows + layout.columns + layout.rows.max(layout.columns)) * size_of::<u32>() as u64
    }

    pub(super) fn new(layout: GoalLayout, cells: &[u32]) -> Self {
        let last = Vec::with_capacity(layout.rows.max(layout.columns) as usize);
        let distances = ManhattanBound::new(layout, cells);
        let mut bound = Self { distances, lines: Vec::new(), sum: 0, last };
        let lines = 0..layout.rows + layout.columns;
        bound.lines = lines.map(|line| bound.conflicts(line, |cell| cells[cell as usize])).collect();
        bound.sum = bound.lines.iter().sum();
        bound
    }

    /// Returns the number of tiles that must leave a line. Rows are numbered first, then columns.
    #[inline]
    fn conflicts(&mut self, line: u32, goal_in: impl Fn(u32) -> u32) -> u32 {
        let layout = self.distances.layout;
        self.last.clear();
        let mut count = 0;
        let is_row = line < layout.rows;
        let length = if is_row { layout.columns } else { layout.rows };
        for place in 0..length {
            let cell = if is_row { layout.cell(line, place) } else { layout.cell(place, line - layout.rows) };
            let goal = goal_in(cell);
            let (goal_line, goal_place) = if is_row {
                (layout.row(goal), layout.column(goal))
            } else {
                (layout.column(goal) + layout.rows, layout.row(goal))
            };
            if goal == layout.goal_blank || goal_line != line {
                continue;
            }
            count += 1;
            match self.last.iter().position(|&last| last > goal_place) {
                Some(length) => self.last[length] = goal_place,
                None => self.last.push(goal_place),
            }
        }
        count - self.last.len() as u32
    }

    /// Returns the lines that a slide changes: rows if it goes along a column, columns if it goes
    /// along a row. It keeps the order in the line along which it goes.
    const fn changed_lines(&self, slide: TileSlide) -> [u32; 2] {
        let layout = self.distances.layout;
        let TileSlide { from, to, .. } = slide;
        if layout.row(from) == layout.row(to) {
            [layout.rows + layout.column(from), layout.rows + layout.column(to)]
        } else {
            [layout.row(from), layout.row(to)]
        }
    }
}

impl SlidingBound for LinearConflictBound {
    type Undo = LinearConflictUndo;

    fn value(&self) -> u32 {
        self.distances.sum + 2 * self.sum
    }

    fn slide(&mut self, slide: TileSlide, cells: &[u32], allowance: u32) -> Result<LinearConflictUndo, u32> {
        let distance = self.distances.after(slide);
        if distance > allowance {
            return Err(distance);
        }
        let goal_blank = self.distances.layout.goal_blank;
        let goal_in = |cell| match cell {
            cell if cell == slide.from => goal_blank,
            cell if cell == slide.to => slide.tile,
            cell => cells[cell as usize],
        };
        let changed = self.changed_lines(slide);
        let before = changed.map(|line| self.lines[line as usize]);
        let after = changed.map(|line| self.conflicts(line, goal_in));
        let sum = self.sum + after[0] + after[1] - before[0] - before[1];
        let bound = distance + 2 * sum;
        if bound > allowance {
            return Err(bound);
        }
        for (line, after) in changed.into_iter().zip(after) {
            self.lines[line as usize] = after;
        }
        self.sum = sum;
        let distance = core::mem::replace(&mut self.distances.sum, distance);
        Ok(LinearConflictUndo { distance, lines: before })
    }

    fn slide_back(&mut self, slide: TileSlide, undo: LinearConflictUndo) {
        for (line, before) in self.changed_lines(slide).into_iter().zip(undo.lines) {
            self.sum = self.sum + before - self.lines[line as usize];
            self.lines[line as usize] = before;
        }
        self.distances.sum = undo.distance;
    }
}

//! The last few cells, at most 3×3, solved optimally by A*.

use alloc::vec::Vec;

use motion_core::search::{Path, Space, a_star};
use motion_core::{Control, Direction, Outcome};

use crate::board::Tile;

/// The space of boards of at most nine cells.
pub(crate) struct Residual {
    rows: u8,
    columns: u8,
    /// The cell where the blank ends.
    goal_blank: u8,
    row_of: [u8; 9],
    column_of: [u8; 9],
    /// The steps between two cells.
    distances: [[u8; 9]; 9],
}

/// For each cell, four bits with the goal cell of its tile; and the blank's cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ResidualState {
    cells: u64,
    blank: u8,
}

impl Residual {
    /// Finds the blank's shortest walk from one arrangement of tiles to another, both given row by
    /// row.
    pub(crate) fn solve(
        (rows, columns): (u8, u8),
        start: &[Tile],
        goal: &[Tile],
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        let goal_cell = |tile: Tile| goal.iter().position(|&other| other == tile);
        let goals: Option<Vec<usize>> = start.iter().map(|&tile| goal_cell(tile)).collect();
        let blank = |tiles: &[Tile]| tiles.iter().position(|&tile| tile == Tile::BLANK);
        let (Some(goals), Some(from), Some(to)) = (goals, blank(start), blank(goal)) else {
            return Outcome::Unsolvable;
        };
        let cells = (0..).zip(goals).fold(0, |cells, (cell, goal)| cells | (goal as u64) << (4 * cell));
        let row_of = core::array::from_fn(|cell| cell as u8 / columns);
        let column_of = core::array::from_fn(|cell| cell as u8 % columns);
        let steps = |axis: &[u8; 9], a: usize, b: usize| axis[a].abs_diff(axis[b]);
        let distances = core::array::from_fn(|a| {
            core::array::from_fn(|b| steps(&row_of, a, b) + steps(&column_of, a, b))
        });
        let space = Self { rows, columns, goal_blank: to as u8, row_of, column_of, distances };
        a_star(
            &space,
            |state: &_| Some(space.lower_bound(state)),
            ResidualState { cells, blank: from as u8 },
            control,
        )
    }

    /// Whether the tiles on two cells of a line both have their goals in it, in the other order.
    #[inline]
    fn conflict(&self, line_of: &[u8; 9], goals: [u8; 2], line: u8) -> bool {
        let [first, second] = goals;
        first > second
            && first != self.goal_blank
            && second != self.goal_blank
            && line_of[usize::from(first)] == line
            && line_of[usize::from(second)] == line
    }

    /// Counts the lines in which two tiles are in conflict. One of the tiles must leave the line
    /// and return, which takes two moves that the distances do not count. At most one pair per line
    /// is counted, which keeps the bound admissible.
    fn linear_conflicts(&self, state: ResidualState) -> u32 {
        let mut conflicts = 0;
        for (line_of, lines, cells, next_line, next_cell) in [
            (&self.row_of, self.rows, self.columns, self.columns, 1),
            (&self.column_of, self.columns, self.rows, 1, self.columns),
        ] {
            for line in 0..lines {
                let goal = |cell: u8| state.goal_at(line * next_line + cell * next_cell);
                let mut conflict = self.conflict(line_of, [goal(0), goal(1)], line);
                if cells == 3 {
                    conflict |= self.conflict(line_of, [goal(0), goal(2)], line)
                        || self.conflict(line_of, [goal(1), goal(2)], line);
                }
                conflicts += u32::from(conflict);
            }
        }
        conflicts
    }
}

impl Residual {
    fn lower_bound(&self, state: &ResidualState) -> u32 {
        let cells = 0..self.rows * self.columns;
        let distances = cells
            .filter(|&cell| cell != state.blank)
            .map(|cell| u32::from(self.distances[usize::from(cell)][usize::from(state.goal_at(cell))]));
        distances.sum::<u32>() + 2 * self.linear_conflicts(*state)
    }
}

impl Space for Residual {
    type State = ResidualState;
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &ResidualState) -> bool {
        (0..self.rows * self.columns).all(|cell| state.goal_at(cell) == cell)
    }

    fn successors(
        &self,
        (): &mut (),
        state: &ResidualState,
        visit: &mut impl FnMut(Direction, ResidualState, u32),
    ) {
        let [row, column] = [self.row_of, self.column_of].map(|axis| axis[usize::from(state.blank)]);
        for direction in Direction::ALL {
            let next = match direction {
                Direction::Up if row > 0 => state.blank - self.columns,
                Direction::Right if column + 1 < self.columns => state.blank + 1,
                Direction::Down if row + 1 < self.rows => state.blank + self.columns,
                Direction::Left if column > 0 => state.blank - 1,
                _ => continue,
            };
            visit(direction, state.with_blank_at(next), 1);
        }
    }
}

impl ResidualState {
    const fn goal_at(self, cell: u8) -> u8 {
        (self.cells >> (4 * cell)) as u8 & 15
    }

    const fn with_blank_at(self, next: u8) -> Self {
        let difference = (self.goal_at(self.blank) ^ self.goal_at(next)) as u64;
        Self {
            cells: self.cells ^ (difference << (4 * self.blank)) ^ (difference << (4 * next)),
            blank: next,
        }
    }
}

//! Walking distance: rows and columns are counted separately, and tiles are known only by the line
//! of their goal.

use alloc::vec::Vec;

use motion_core::internal::{Insertion, NodeStore};
use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::line_moves::LineBound;
use super::metric::MoveMetric;
use super::sliding_state::{SlidingBound, TileSlide};

/// The greatest number of states that are tabulated: more than boards of 4×4 have, fewer than those
/// of 5×5.
const MAX_CROWDS: usize = 1 << 18;

/// Stands for no state, because the move is illegal.
const NONE: u32 = u32::MAX;

/// A packed state: the number of tiles of each goal line in each line, and the blank's line.
///
/// Lines are the rows of a board, or its columns. Each count has `bits` bits and is the number of
/// tiles in one line whose goals are in another. The counts of a line are consecutive, followed by
/// those of the next line, and finally by the blank's line.
type WalkingState = u128;

/// The tables of walking distances of a board: for its rows and for its columns.
#[derive(Debug)]
pub(super) struct WalkingDistances {
    layout: GoalLayout,
    metric: MoveMetric,
    rows: WalkingTable,
    columns: WalkingTable,
}

/// All reachable states, numbered from 0. The goal has number 0.
#[derive(Debug)]
struct WalkingTable {
    lines: u32,
    bits: u32,
    states: Vec<WalkingState>,
    /// The least moves across lines in the tables' metric, by number.
    moves: Vec<u32>,
    /// The successors' numbers: by number, by the direction of the blank (to the line before or
    /// after), and by the goal line of the moved tile.
    next: Vec<u32>,
    /// The heap memory in bytes, as held in the control.
    bytes: u64,
}

impl WalkingDistances {
    /// Makes both tables. On success, `control` holds their [`bytes`](Self::bytes). A node is a
    /// state.
    ///
    /// # Errors
    /// [`Stop`], with nothing held. [`Stop::Unsupported`] if the board is too large.
    pub(super) fn new(layout: GoalLayout, metric: MoveMetric, control: &mut Control) -> Result<Self, Stop> {
        let row = layout.row(layout.goal_blank);
        let rows = WalkingTable::new(layout.rows, layout.columns, row, metric, control)?;
        let column = layout.column(layout.goal_blank);
        match WalkingTable::new(layout.columns, layout.rows, column, metric, control) {
            Ok(columns) => Ok(Self { layout, metric, rows, columns }),
            Err(why) => {
                control.release(rows.bytes);
                Err(why)
            }
        }
    }

    pub(super) const fn layout(&self) -> GoalLayout {
        self.layout
    }

    pub(super) const fn metric(&self) -> MoveMetric {
        self.metric
    }

    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes + self.columns.bytes
    }
}

impl WalkingTable {
    fn new(
        lines: u32,
        length: u32,
        goal_blank: u32,
        metric: MoveMetric,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let bits = length.ilog2() + 1;
        if (lines * lines * bits + lines.ilog2() + 1) > WalkingState::BITS {
            return Err(Stop::Unsupported);
        }
        let mut table =
            Self { lines, bits, states: Vec::new(), moves: Vec::new(), next: Vec::new(), bytes: 0 };
        let mut store = NodeStore::default();
        let tabulated = table.tabulate(length, goal_blank, &mut store, control);
        store.release(control);
        let counted = tabulated.and_then(|()| match metric {
            MoveMetric::SingleTile => Ok(()),
            MoveMetric::MultiTile => table.count_turns(control),
        });
        if counted.is_err() {
            control.release(table.bytes);
        }
        counted.map(|()| table)
    }

    /// Replaces the moves by those of a blank that may pass any number of lines in one direction at
    /// once, so that only turns count.
    ///
    /// A board needs at least as many moves across lines to reach the goal, because each such move
    /// is a sequence of steps in one direction, and the state does not change between them. A node
    /// is a state with the direction of the last step.
    fn count_turns(&mut self, control: &mut Control) -> Result<(), Stop> {
        let heads = 2 * self.states.len();
        let bytes = (heads * (size_of::<u32>() + 2 * size_of::<u32>())) as u64;
        control.hold(bytes)?;
        let turns = self.turns(heads, control);
        control.release(bytes);
        for (moves, turns) in self.moves.iter_mut().zip(turns?.as_chunks::<2>().0) {
            *moves = turns[0].min(turns[1]);
        }
        self.moves[0] = 0;
        Ok(())
    }

    /// Returns the least turns from the goal to each state, by number and by the direction of the
    /// last step. The first step counts as a turn.
    fn turns(&self, heads: usize, control: &mut Control) -> Result<Vec<u32>, Stop> {
        let mut turns = Vec::new();
        let (mut level, mut next) = (Vec::new(), Vec::new());
        for list in [&mut turns, &mut level, &mut next] {
            list.try_reserve_exact(heads).map_err(|_| Stop::Memory)?;
        }
        turns.resize(heads, NONE);
        let steps = |head: u32, later: u32| {
            let states = (0..self.lines).map(move |belongs| self.follow(head / 2, later == 1, belongs));
            states.filter(|&state| state != NONE).map(move |state| 2 * state + later)
        };
        // The first steps, in both directions.
        for head in steps(0, 0).chain(steps(0, 1)) {
            turns[head as usize] = 1;
            next.push(head);
        }
        for count in 1.. {
            // States reached by fewer turns in the meantime have already been expanded.
            level.extend(next.drain(..).filter(|&head| turns[head as usize] == count));
            if level.is_empty() {
                break;
            }
            // Steps in the same direction stay on this level, others lead to the next one.
            while let Some(head) = level.pop() {
                control.spend(1)?;
                for after in steps(head, head % 2) {
                    if turns[after as usize] > count {
                        turns[after as usize] = count;
                        level.push(after);
                    }
                }
                for after in steps(head, 1 - head % 2) {
                    if turns[after as usize] == NONE {
                        turns[after as usize] = count + 1;
                        next.push(after);
                    }
                }
            }
        }
        Ok(turns)
    }

    fn tabulate(
        &mut self,
        length: u32,
        goal_blank: u32,
        store: &mut NodeStore<WalkingState, ()>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let goal = (0..self.lines).fold(self.with_blank(0, goal_blank), |state, line| {
            let tiles = if line == goal_blank { length - 1 } else { length };
            state + self.tiles(line, line) * WalkingState::from(tiles)
        });
        store.insert(goal, 0, None, 0, control)?;
        // The store numbers states in the order of their insertion, which is breadth-first.
        while let Some(id) = store.id(self.states.len()) {
            if store.len() > MAX_CROWDS {
                return Err(Stop::Unsupported);
            }
            control.spend(1)?;
            let (state, moves) = (*store.state(id), store.cost(id));
            self.hold_one_more(control)?;
            self.states.push(state);
            self.moves.push(moves);
            for from in self.neighbours(state) {
                for belongs in 0..self.lines {
                    let next = match from.and_then(|from| self.after(state, from, belongs)) {
                        Some(next) => match store.insert(next, moves + 1, None, 0, control)? {
                            Insertion::New(id) | Insertion::Known(id) => id.index() as u32,
                        },
                        None => NONE,
                    };
                    self.next.push(next);
                }
            }
        }
        Ok(())
    }

    /// Makes room for one more state, and doubles the capacity if none is left.
    fn hold_one_more(&mut self, control: &mut Control) -> Result<(), Stop> {
        let len = self.states.len();
        if len > 0 && !len.is_power_of_two() {
            return Ok(());
        }
        let grown = 2 * len.max(1);
        self.bytes += control.reserve(&mut self.states, grown)?;
        self.bytes += control.reserve(&mut self.moves, grown)?;
        self.bytes += control.reserve(&mut self.next, grown * 2 * self.lines as usize)?;
        Ok(())
    }

    /// Returns the state with one tile, in `line`, whose goal is in the line `belongs`.
    const fn tiles(&self, line: u32, belongs: u32) -> WalkingState {
        1 << ((line * self.lines + belongs) * self.bits)
    }

    const fn with_blank(&self, state: WalkingState, line: u32) -> WalkingState {
        let shift = self.lines * self.lines * self.bits;
        state & ((1 << shift) - 1) | (line as WalkingState) << shift
    }

    const fn blank(&self, state: WalkingState) -> u32 {
        (state >> (self.lines * self.lines * self.bits)) as u32
    }

    /// Returns the lines before and after the blank's.
    fn neighbours(&self, state: WalkingState) -> [Option<u32>; 2] {
        let blank = self.blank(state);
        [blank.checked_sub(1), Some(blank + 1).filter(|&line| line < self.lines)]
    }

    /// Moves a tile with the goal line `belongs` from a line into the blank's line.
    fn after(&self, state: WalkingState, from: u32, belongs: u32) -> Option<WalkingState> {
        let count = state >> ((from * self.lines + belongs) * self.bits) & ((1 << self.bits) - 1);
        let moved = || state + self.tiles(self.blank(state), belongs) - self.tiles(from, belongs);
        (count > 0).then(|| self.with_blank(moved(), from))
    }

    /// Returns the number of a board's state, given the line and the goal line of each tile, and
    /// the blank's line.
    fn number(&self, tiles: impl Iterator<Item = (u32, u32)>, blank: u32) -> u32 {
        let state = tiles.fold(0, |state, (line, belongs)| state + self.tiles(line, belongs));
        let state = self.with_blank(state, blank);
        let number = self.states.iter().position(|&known| known == state);
        number.expect("invariant: every state of a board is tabulated") as u32
    }

    #[inline]
    fn follow(&self, number: u32, later: bool, belongs: u32) -> u32 {
        self.next[((2 * number + u32::from(later)) * self.lines + belongs) as usize]
    }
}

/// The bound of both walking distances. If single tiles move, it is their sum.
#[derive(Clone)]
pub(super) struct WalkingBound<'t> {
    layout: GoalLayout,
    tables: &'t WalkingDistances,
    row_number: u32,
    column_number: u32,
    sum: u32,
}

impl<'t> WalkingBound<'t> {
    pub(super) fn new(layout: GoalLayout, tables: &'t WalkingDistances, cells: &[u32]) -> Self {
        let tiles = || (0..).zip(cells.iter().copied()).filter(|&(_, goal)| goal != layout.goal_blank);
        let blank =
            (0..).zip(cells).find(|&(_, &goal)| goal == layout.goal_blank).map_or(0, |(cell, _)| cell);
        let rows = tiles().map(|(cell, goal)| (layout.row(cell), layout.row(goal)));
        let columns = tiles().map(|(cell, goal)| (layout.column(cell), layout.column(goal)));
        let row_number = tables.rows.number(rows, layout.row(blank));
        let column_number = tables.columns.number(columns, layout.column(blank));
        let mut bound = Self { layout, tables, row_number, column_number, sum: 0 };
        bound.sum = bound.sum_of(row_number, column_number);
        bound
    }

    /// Returns the numbers of the states after a slide.
    fn after(&self, TileSlide { tile, from, to }: TileSlide) -> [u32; 2] {
        let (layout, tables) = (self.layout, self.tables);
        // The blank moves in the opposite direction.
        if layout.row(from) == layout.row(to) {
            [self.row_number, tables.columns.follow(self.column_number, from > to, layout.column(tile))]
        } else {
            [tables.rows.follow(self.row_number, from > to, layout.row(tile)), self.column_number]
        }
    }

    fn sum_of(&self, row_number: u32, column_number: u32) -> u32 {
        self.tables.rows.moves[row_number as usize] + self.tables.columns.moves[column_number as usize]
    }
}

impl SlidingBound for WalkingBound<'_> {
    /// The numbers of the states before.
    type Undo = [u32; 2];

    fn value(&self) -> u32 {
        self.sum
    }

    fn slide(&mut self, slide: TileSlide, _: &[u32], allowance: u32) -> Result<[u32; 2], u32> {
        let before = [self.row_number, self.column_number];
        let [row, column] = self.after(slide);
        let sum = self.sum_of(row, column);
        if sum > allowance {
            return Err(sum);
        }
        (self.row_number, self.column_number, self.sum) = (row, column, sum);
        Ok(before)
    }

    fn slide_back(&mut self, _: TileSlide, [row, column]: [u32; 2]) {
        (self.row_number, self.column_number) = (row, column);
        self.sum = self.sum_of(row, column);
    }
}

impl LineBound for WalkingBound<'_> {
    fn counts(&self) -> [u32; 2] {
        let along_rows = self.tables.columns.moves[self.column_number as usize];
        [along_rows, self.tables.rows.moves[self.row_number as usize]]
    }

    fn slide(&mut self, slide: TileSlide) {
        [self.row_number, self.column_number] = self.after(slide);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the number that Takahashi found for the 15-puzzle.
    #[test]
    fn fifteen_puzzles_have_24964_states() {
        let layout = GoalLayout { rows: 4, columns: 4, goal_blank: 15 };
        let mut control = Control::unlimited();
        let tables = WalkingDistances::new(layout, MoveMetric::SingleTile, &mut control).expect("no limit");
        assert_eq!([tables.rows.states.len(), tables.columns.states.len()], [24_964; 2]);
        assert_eq!(tables.rows.moves.iter().max(), Some(&35));
        assert_eq!(control.stats().bytes, tables.bytes());
    }

    #[test]
    fn larger_boards_are_refused_and_nothing_stays_held() {
        for (rows, columns) in [(5, 5), (6, 6), (2, 200), (9, 9)] {
            let layout = GoalLayout { rows, columns, goal_blank: 0 };
            let mut control = Control::unlimited();
            let why = WalkingDistances::new(layout, MoveMetric::SingleTile, &mut control).map(|_| ());
            assert_eq!((why, control.stats().bytes), (Err(Stop::Unsupported), 0), "{rows}x{columns}");
        }
    }
}

//! The beam that solves a small board: of the boards after each number of moves, the best survive,
//! wherever their blanks are.
//!
//! States are ranked by the squares of the tiles' distances, the distances, and the linear
//! conflicts. The squares matter most: with 2,000 states, random boards of 5×5 take 108 moves on
//! average, but 114 by distances and conflicts alone. States that cannot be solved in the moves
//! that are left are dropped.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{SeenBoards, cell_key, tile_hash};
use super::beam_history::BeamHistory;
use super::line_conflicts::removals;
use super::small_board::{MAX_CELLS, MAX_LINES, NONE, SmallBoard};

/// The rank of a tile that has to leave its line, where the square of a single step is 1.
const CONFLICT: u32 = 7;

/// Ranks that are greater than the least one by at least this much are not told apart.
const RANKS: u32 = 1 << 12;

/// Children are looked at in steps of this prime number.
const STEP: usize = 7_919;

/// A state without its board.
#[derive(Clone, Copy)]
struct RearrangeState {
    hash: u64,
    distance: u32,
    squares: u32,
    conflicts: u32,
    /// The blank's cell.
    blank: u8,
    /// The blank's last direction; 4 at the start.
    last: u8,
}

struct RearrangeChild {
    state: RearrangeState,
    rank: u32,
    /// Four times the number of the parent, plus the direction.
    origin: u32,
    /// Where the record can differ from the parent's otherwise, and the number of conflicts there.
    place: u16,
    conflicts: u8,
}

/// The cells of every row, or of every column.
struct Lines {
    cells: Vec<u8>,
    /// Where each line begins in `cells`; and the end.
    begins: Vec<u32>,
}

impl Lines {
    fn new(board: &SmallBoard, axis: usize) -> Self {
        let line = |cell: u8| board.places[usize::from(cell)][axis];
        let mut cells: Vec<u8> = (0..board.places.len() as u8).collect();
        cells.sort_by_key(|&cell| line(cell));
        let begin = |number| cells.partition_point(|&cell| usize::from(line(cell)) < number) as u32;
        let begins = (0..=board.lines(axis)).map(begin).collect();
        Self { cells, begins }
    }

    fn cells(&self, line: usize) -> &[u8] {
        &self.cells[self.begins[line] as usize..self.begins[line + 1] as usize]
    }

    const fn len(&self) -> usize {
        self.begins.len() - 1
    }
}

/// The beam search on one board.
pub(super) struct RearrangeBeam {
    width: usize,
    neighbours: Vec<[u8; 4]>,
    keys: Vec<u64>,
    /// Row and column of each cell, and of none.
    places: [[u8; 2]; MAX_CELLS + 1],
    /// Rows and columns.
    lines: [Lines; 2],
    states: Vec<RearrangeState>,
    next_states: Vec<RearrangeState>,
    /// For each state the goals of the tiles in all cells, and the number of conflicts in every row
    /// and every column.
    boards: Vec<u8>,
    next_boards: Vec<u8>,
    children: Vec<RearrangeChild>,
    /// The number of children of each rank above the least, then where they begin in `order`.
    ranks: Vec<u32>,
    /// The best children in the order of their ranks.
    order: Vec<u32>,
    history: BeamHistory,
    seen: SeenBoards,
    /// The memory held in the control.
    held: u64,
}

impl RearrangeBeam {
    /// A beam with one state.
    pub(super) fn new(board: SmallBoard, width: usize) -> Self {
        let lines = [0, 1].map(|axis| Lines::new(&board, axis));
        assert!(
            board.places.len() <= MAX_CELLS && lines.iter().all(|lines| lines.len() <= MAX_LINES),
            "invariant: cells and lines have small numbers"
        );
        let mut places = [[NONE; 2]; MAX_CELLS + 1];
        places[..board.places.len()].copy_from_slice(&board.places);
        let tiles = (0..).zip(&board.goals).filter(|&(_, &goal)| goal != NONE);
        let steps = tiles.map(|(cell, &goal)| board.steps(cell, goal));
        let distance = steps.clone().flatten().sum();
        let squares = steps.flatten().map(|steps| steps * steps).sum();
        let mut record = board.goals;
        for (axis, lines) in lines.iter().enumerate() {
            for line in 0..lines.len() {
                record.push(conflicts(&record, lines.cells(line), &places, axis, line));
            }
        }
        let all = record[board.places.len()..].iter().map(|&count| u32::from(count)).sum();
        let state =
            RearrangeState { hash: 0, distance, squares, conflicts: all, blank: board.blank, last: 4 };
        Self {
            width,
            keys: (1..).take(board.places.len()).map(cell_key).collect(),
            neighbours: board.neighbours,
            places,
            lines,
            states: alloc::vec![state],
            next_states: Vec::new(),
            boards: record,
            next_boards: Vec::new(),
            children: Vec::new(),
            ranks: Vec::new(),
            order: Vec::new(),
            history: BeamHistory::default(),
            seen: SeenBoards::new(32 * width),
            held: 0,
        }
    }

    /// A state in which every tile is in its cell.
    pub(super) fn solved(&self) -> Option<usize> {
        self.states.iter().position(|state| state.distance == 0)
    }

    /// Makes one more move, after which this number of moves is left; returns whether any state is
    /// left.
    pub(super) fn advance(&mut self, left: u32, control: &mut Control) -> Result<bool, Stop> {
        control.spend_many(self.states.len() as u64)?;
        self.collect(left);
        self.sort();
        self.survive();
        self.hold(control)?;
        Ok(!self.states.is_empty())
    }

    /// Bytes for each state's board and its conflicts.
    const fn record(&self) -> usize {
        self.keys.len() + self.lines[0].len() + self.lines[1].len()
    }

    /// Collects the children that can be solved in the moves that are left.
    fn collect(&mut self, left: u32) {
        self.children.clear();
        let record = self.record();
        let (cells, rows) = (self.keys.len(), self.lines[0].len());
        let boards = self.boards.chunks_exact_mut(record);
        for (parent, (state, board)) in (0..).zip(self.states.iter().zip(boards)) {
            let blank = usize::from(state.blank);
            for (index, &next) in (0u8..).zip(&self.neighbours[blank]) {
                if next == NONE || index ^ 2 == state.last {
                    continue;
                }
                let from = usize::from(next);
                let goal = board[from];
                let axis = usize::from(index % 2);
                let along = |cell: usize| i32::from(self.places[cell][axis]);
                let line = along(goal.into());
                let [before, after] = [from, blank].map(|cell| line - along(cell));
                let distance = state.distance.wrapping_add_signed(after.abs() - before.abs());
                if distance > left {
                    continue;
                }
                let squares = state.squares.wrapping_add_signed(after * after - before * before);
                // Only the line of the tile's goal can change, if the tile enters or leaves it.
                let mut all = state.conflicts;
                let (mut place, mut count) = (cells, board[cells]);
                if before == 0 || after == 0 {
                    let line = line.cast_unsigned() as usize;
                    place = cells + axis * rows + line;
                    board.swap(blank, from);
                    count = conflicts(board, self.lines[axis].cells(line), &self.places, axis, line);
                    board.swap(blank, from);
                    all = all + u32::from(count) - u32::from(board[place]);
                }
                if distance + 2 * all > left {
                    continue;
                }
                let tile = u32::from(goal);
                let hash = state.hash ^ tile_hash(tile, self.keys[from]) ^ tile_hash(tile, self.keys[blank]);
                self.children.push(RearrangeChild {
                    state: RearrangeState {
                        hash,
                        distance,
                        squares,
                        conflicts: all,
                        blank: next,
                        last: index,
                    },
                    rank: squares + distance + CONFLICT * all,
                    origin: parent << 2 | u32::from(index),
                    place: place as u16,
                    conflicts: count,
                });
            }
        }
    }

    /// Sorts the best children by their ranks.
    fn sort(&mut self) {
        self.order.clear();
        let ranks = self.children.iter().map(|child| child.rank);
        let Some(least) = ranks.clone().min() else { return };
        let above = |child: &RearrangeChild| (child.rank - least).min(RANKS - 1) as usize;
        let greatest = ranks.max().map_or(0, |greatest| (greatest - least).min(RANKS - 1));
        self.ranks.clear();
        self.ranks.resize(greatest as usize + 1, 0);
        for child in &self.children {
            self.ranks[above(child)] += 1;
        }
        // Some of them are duplicates.
        let most = (self.width + self.width / 2 + 8) as u32;
        let mut begin = 0;
        let mut end = 0;
        for count in &mut self.ranks {
            if begin < most {
                end = begin + *count;
            }
            begin += core::mem::replace(count, begin);
        }
        self.order.resize(end as usize, 0);
        // Of equal ranks, neither the first parents' nor the last ones' come first.
        let count = self.children.len();
        let step = if count.is_multiple_of(STEP) { 1 } else { STEP };
        let mut number = 0;
        for _ in 0..count {
            let place = &mut self.ranks[above(&self.children[number])];
            if *place < end {
                self.order[*place as usize] = number as u32;
                *place += 1;
            }
            number = (number + step) % count;
        }
    }

    /// The best children become the states, each board once.
    fn survive(&mut self) {
        self.next_boards.clear();
        self.next_states.clear();
        let record = self.record();
        for &number in &self.order {
            let child = &self.children[number as usize];
            if !self.seen.insert(child.state.hash) {
                continue;
            }
            let parent = (child.origin >> 2) as usize;
            let at = self.next_boards.len();
            self.next_boards.extend_from_slice(&self.boards[parent * record..][..record]);
            let board = &mut self.next_boards[at..];
            board.swap(self.states[parent].blank.into(), child.state.blank.into());
            board[usize::from(child.place)] = child.conflicts;
            self.history.push(child.origin >> 2, Direction::from_index(child.origin as u8));
            self.next_states.push(child.state);
            if self.next_states.len() == self.width {
                break;
            }
        }
        core::mem::swap(&mut self.boards, &mut self.next_boards);
        core::mem::swap(&mut self.states, &mut self.next_states);
        self.history.end_level();
    }

    /// Accounts for the memory.
    fn hold(&mut self, control: &mut Control) -> Result<(), Stop> {
        let states = (self.states.capacity() + self.next_states.capacity()) * size_of::<RearrangeState>();
        let children = self.children.capacity() * size_of::<RearrangeChild>()
            + 4 * (self.order.capacity() + self.ranks.capacity());
        let boards = self.boards.capacity() + self.next_boards.capacity();
        let bytes = (states + children + boards + self.history.bytes() + self.seen.bytes()) as u64;
        match bytes.checked_sub(self.held) {
            Some(more) => control.hold(more)?,
            None => control.release(self.held - bytes),
        }
        self.held = bytes;
        Ok(())
    }

    /// Gives back the memory.
    pub(super) fn release(&mut self, control: &mut Control) {
        control.release(core::mem::take(&mut self.held));
    }

    /// The moves that lead to a state of the last level.
    pub(super) fn moves(&self, state: usize) -> Vec<Direction> {
        self.history.moves(self.history.level(), state)
    }
}

/// The number of tiles that have to leave a line of these cells.
#[inline]
fn conflicts(board: &[u8], cells: &[u8], places: &[[u8; 2]; MAX_CELLS + 1], axis: usize, line: usize) -> u8 {
    let goals = cells.iter().map(|&cell| places[usize::from(board[usize::from(cell)])]);
    removals(goals.filter(|goal| usize::from(goal[axis]) == line).map(|goal| goal[1 - axis]))
}

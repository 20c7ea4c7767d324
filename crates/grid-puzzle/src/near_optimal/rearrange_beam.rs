//! The beam that solves a small board: of the boards after each number of moves, the best survive,
//! wherever their blanks are, or in each region of the blank.
//!
//! States are ranked by the [weights](Ranking) of the tiles' distances and the linear conflicts.
//! States that cannot be solved in the moves that are left are dropped.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{SeenBoards, cell_key, hold_instead, tile_hash};
use super::beam_history::BeamHistory;
use super::line_conflicts::removals;
use super::small_board::{MAX_CELLS, MAX_LINES, NONE, SmallBoard};
use super::weights::{STEP_WEIGHT, power};

/// Ranks that are greater than the least one of their region by at least this much are not told
/// apart.
const RANKS: u32 = 1 << 12;

/// Children are looked at in steps of this prime number.
const STEP: usize = 7_919;

/// What makes a state better than another one.
#[derive(Clone)]
pub(super) struct Ranking {
    /// The weight of a tile that is this far from its goal, row and column apart.
    weights: [u32; MAX_LINES],
    /// The weight of a tile that has to leave its line.
    conflict: u32,
}

impl Ranking {
    /// By the squares of the distances, the distances, and the conflicts. The squares matter most:
    /// with 2,000 states, random boards of 5×5 take 108 moves on average, but 114 by distances and
    /// conflicts alone.
    pub(super) fn squares() -> Self {
        Self { weights: core::array::from_fn(|steps| (steps * steps + steps) as u32), conflict: 7 }
    }

    /// By the distances to the power 7/4, and the conflicts.
    pub(super) fn far_first() -> Self {
        const UNIT: i64 = 8;
        let weight = |steps| (power(steps as u64, 7) * UNIT / STEP_WEIGHT).cast_unsigned() as u32;
        Self { weights: core::array::from_fn(weight), conflict: 5 * UNIT.cast_unsigned() as u32 / 2 }
    }

    const fn of(&self, state: &RearrangeState) -> u32 {
        state.weight + self.conflict * state.conflicts
    }
}

/// A state without its board.
#[derive(Clone, Copy)]
struct RearrangeState {
    hash: u64,
    distance: u32,
    weight: u32,
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
    /// The number of states in a region.
    width: usize,
    ranking: Ranking,
    /// The region of the blank in each cell, and their number.
    regions: Vec<u8>,
    region_count: usize,
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
    /// Region by region, the number of children of each rank above the least, then where they begin
    /// in `order`.
    ranks: Vec<u32>,
    /// The least rank in each region, and its end in `order`.
    least: Vec<u32>,
    ends: Vec<u32>,
    /// The best children, region by region, in the order of their ranks.
    order: Vec<u32>,
    history: BeamHistory,
    seen: SeenBoards,
    /// The memory held in the control.
    held: u64,
}

impl RearrangeBeam {
    /// A beam with one state; one region, ranked by squares.
    pub(super) fn new(board: SmallBoard, width: usize) -> Self {
        let lines = [0, 1].map(|axis| Lines::new(&board, axis));
        assert!(
            board.places.len() <= MAX_CELLS && lines.iter().all(|lines| lines.len() <= MAX_LINES),
            "invariant: cells and lines have small numbers"
        );
        let mut places = [[NONE; 2]; MAX_CELLS + 1];
        places[..board.places.len()].copy_from_slice(&board.places);
        let tiles = (0..).zip(&board.goals).filter(|&(_, &goal)| goal != NONE);
        let distance = tiles.flat_map(|(cell, &goal)| board.steps(cell, goal)).sum();
        let mut record = board.goals;
        for (axis, lines) in lines.iter().enumerate() {
            for line in 0..lines.len() {
                record.push(conflicts(&record, lines.cells(line), &places, axis, line));
            }
        }
        let all = record[board.places.len()..].iter().map(|&count| u32::from(count)).sum();
        let state =
            RearrangeState { hash: 0, distance, weight: 0, conflicts: all, blank: board.blank, last: 4 };
        let mut beam = Self {
            width: 0,
            ranking: Ranking::squares(),
            regions: Vec::new(),
            region_count: 0,
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
            least: Vec::new(),
            ends: Vec::new(),
            order: Vec::new(),
            history: BeamHistory::default(),
            seen: SeenBoards::new(32 * width),
            held: 0,
        };
        beam.divide(width, Ranking::squares(), |_| 0);
        beam
    }

    /// From now on, states compete with those whose blank is in the same region, and this number of
    /// each survive. A region is given by row and column of its cells.
    pub(super) fn divide(&mut self, width: usize, ranking: Ranking, region: impl Fn([u8; 2]) -> u8) {
        let cells = self.keys.len();
        self.width = width;
        self.regions = self.places[..cells].iter().map(|&place| region(place)).collect();
        self.region_count = self.regions.iter().map(|&region| usize::from(region) + 1).max().unwrap_or(0);
        let boards = self.boards.chunks_exact(self.record());
        for (state, board) in self.states.iter_mut().zip(boards) {
            let tiles = self.places[..cells].iter().zip(board).filter(|&(_, &goal)| goal != NONE);
            let weights = tiles.map(|(place, &goal)| {
                let goal = self.places[usize::from(goal)];
                [0, 1].map(|axis| ranking.weights[usize::from(place[axis].abs_diff(goal[axis]))])
            });
            state.weight = weights.flatten().sum();
        }
        self.ranking = ranking;
    }

    /// The least sum of distances of a state.
    pub(super) fn least_distance(&self) -> u32 {
        self.states.iter().map(|state| state.distance).min().unwrap_or(0)
    }

    /// The state of the least rank.
    pub(super) fn state_of_least_rank(&self) -> usize {
        (0..self.states.len()).min_by_key(|&state| self.ranking.of(&self.states[state])).unwrap_or(0)
    }

    /// Rows and columns.
    pub(super) const fn size(&self) -> [usize; 2] {
        [self.lines[0].len(), self.lines[1].len()]
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
                let [before, after] = [from, blank].map(|cell| line.abs_diff(along(cell)));
                let distance = state.distance + after - before;
                if distance > left {
                    continue;
                }
                let tile = u32::from(goal);
                let hash = state.hash ^ tile_hash(tile, self.keys[from]) ^ tile_hash(tile, self.keys[blank]);
                // With one region this costs more than it gains.
                if self.region_count > 1 && self.seen.contains(hash) {
                    continue;
                }
                let weights = &self.ranking.weights;
                let weight = state.weight + weights[after as usize] - weights[before as usize];
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
                let state =
                    RearrangeState { hash, distance, weight, conflicts: all, blank: next, last: index };
                self.children.push(RearrangeChild {
                    state,
                    rank: self.ranking.of(&state),
                    origin: parent << 2 | u32::from(index),
                    place: place as u16,
                    conflicts: count,
                });
            }
        }
    }

    /// Sorts the best children of each region by their ranks.
    fn sort(&mut self) {
        self.order.clear();
        self.ends.clear();
        self.least.clear();
        self.least.resize(self.region_count, u32::MAX);
        let region = |child: &RearrangeChild| usize::from(self.regions[usize::from(child.state.blank)]);
        for child in &self.children {
            let least = &mut self.least[region(child)];
            *least = child.rank.min(*least);
        }
        let above = |child: &RearrangeChild| (child.rank - self.least[region(child)]).min(RANKS - 1) as usize;
        let ranks = self.children.iter().map(above).max().map_or(0, |greatest| greatest + 1);
        self.ranks.clear();
        self.ranks.resize(self.region_count * ranks, 0);
        for child in &self.children {
            self.ranks[region(child) * ranks + above(child)] += 1;
        }
        // Some of them are duplicates.
        let most = (self.width + self.width / 2 + 8) as u32;
        let mut end = 0;
        for counts in self.ranks.chunks_exact_mut(ranks.max(1)) {
            let first = end;
            let mut begin = end;
            for count in counts {
                if begin - first < most {
                    end = begin + *count;
                }
                begin += core::mem::replace(count, begin);
            }
            self.ends.push(end);
        }
        self.order.resize(end as usize, 0);
        // Of equal ranks, neither the first parents' nor the last ones' come first.
        let count = self.children.len();
        let step = if count.is_multiple_of(STEP) { 1 } else { STEP };
        let mut number = 0;
        for _ in 0..count {
            let child = &self.children[number];
            let region = region(child);
            let place = &mut self.ranks[region * ranks + above(child)];
            if *place < self.ends[region] {
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
        let mut begin = 0;
        for &end in &self.ends {
            let most = self.next_states.len() + self.width;
            for &number in &self.order[begin..end as usize] {
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
                if self.next_states.len() == most {
                    break;
                }
            }
            begin = end as usize;
        }
        core::mem::swap(&mut self.boards, &mut self.next_boards);
        core::mem::swap(&mut self.states, &mut self.next_states);
        self.history.end_level();
    }

    /// Accounts for the memory.
    fn hold(&mut self, control: &mut Control) -> Result<(), Stop> {
        let states = (self.states.capacity() + self.next_states.capacity()) * size_of::<RearrangeState>();
        let children = self.children.capacity() * size_of::<RearrangeChild>()
            + 4 * (self.order.capacity()
                + self.ranks.capacity()
                + self.least.capacity()
                + self.ends.capacity());
        let boards = self.boards.capacity() + self.next_boards.capacity();
        let bytes = (states + children + boards + self.history.bytes() + self.seen.bytes()) as u64;
        hold_instead(&mut self.held, bytes, control)
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

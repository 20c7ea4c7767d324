//! The beam that solves a small board. The best boards after each number of moves survive, either
//! overall or for each cell of the blank.
//!
//! States are ranked by the [weights](Ranking) of the tiles' distances, the linear conflicts and
//! the cycles. States that cannot be solved in the remaining moves are dropped.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{SeenBoards, cell_key, hold_instead, tile_hash};
use super::beam_history::BeamHistory;
use super::board_lines::BoardLines;
use super::line_conflicts::removals;
use super::ranking::Ranking;
use super::small_board::{MAX_LINES, NONE, SmallBoard};

/// Ranks that exceed the least one of their group by at least this much count as equal.
const RANKS: u32 = 1 << 12;

/// A history with more states than this is shortened.
const LONG_HISTORY: usize = 1 << 18;

/// The step, a prime number, in which children are visited.
const STEP: usize = 7_919;

/// A state without its board.
#[derive(Clone, Copy)]
struct RearrangeState {
    hash: u64,
    distance: u32,
    weight: u32,
    conflicts: u32,
    /// The weight of the cycles.
    cycles: u32,
    /// The blank's cell.
    blank: u16,
    /// The blank's last direction; 4 at the start.
    last: u8,
}

struct RearrangeChild {
    state: RearrangeState,
    rank: u32,
    /// Four times the number of the parent, plus the direction.
    origin: u32,
    /// The place of the line in the record whose number of conflicts may change by the move, and
    /// that number.
    place: u16,
    conflicts: u16,
}

/// The beam search on one board.
pub(super) struct RearrangeBeam {
    /// The number of states that survive, in total or for each cell of the blank.
    width: usize,
    is_by_cell: bool,
    ranking: Ranking,
    neighbours: Vec<[u16; 4]>,
    keys: Vec<u64>,
    /// Row and column of each cell, and a last entry for no cell.
    places: Vec<[u8; 2]>,
    /// The cell that is no tile's goal.
    goal_blank: usize,
    /// Rows and columns.
    lines: [BoardLines; 2],
    states: Vec<RearrangeState>,
    next_states: Vec<RearrangeState>,
    /// For each state the goals of the tiles in all cells, and the number of conflicts in every row
    /// and every column. The blank's goal is the number of cells.
    boards: Vec<u16>,
    next_boards: Vec<u16>,
    children: Vec<RearrangeChild>,
    /// For each group, the number of children of each rank above the least; then the index in
    /// `order` at which they begin. A group is all children, or those with the blank in one cell.
    ranks: Vec<u32>,
    /// The least rank in each group, and its end in `order`.
    least: Vec<u32>,
    ends: Vec<u32>,
    /// The best children, group by group, in the order of their ranks.
    order: Vec<u32>,
    history: BeamHistory,
    longest_history: usize,
    seen: SeenBoards,
    /// The memory held in the control.
    held: u64,
}

impl RearrangeBeam {
    /// Makes a beam with one state. All states compete, ranked by squares.
    pub(super) fn new(board: SmallBoard, width: usize) -> Self {
        let lines = [0, 1].map(|axis| BoardLines::new(&board, axis));
        let cells = board.places.len();
        assert!(
            cells < usize::from(NONE) && lines.iter().all(|lines| lines.len() <= MAX_LINES),
            "invariant: cells and lines have small numbers"
        );
        let mut places = board.places.clone();
        places.push([u8::MAX; 2]);
        let goals = board.goals.iter().map(|&goal| goal.min(cells as u16));
        let mut record: Vec<u16> = goals.collect();
        let tiles = (0..).zip(&record).filter(|&(_, &goal)| usize::from(goal) < cells);
        let distance = tiles.flat_map(|(cell, &goal)| board.steps(cell, goal)).sum();
        let mut has_tile = alloc::vec![false; cells + 1];
        for &goal in &record {
            has_tile[usize::from(goal)] = true;
        }
        let goal_blank = has_tile.iter().position(|has_tile| !has_tile).expect("invariant: no tile has it");
        for (axis, lines) in lines.iter().enumerate() {
            for line in 0..lines.len() {
                record.push(conflicts(&record, lines.cells(line), &places, axis, line));
            }
        }
        let all = record[cells..].iter().map(|&count| u32::from(count)).sum();
        let state = RearrangeState {
            hash: 0,
            distance,
            weight: 0,
            conflicts: all,
            cycles: 0,
            blank: board.blank,
            last: 4,
        };
        let mut beam = Self {
            width,
            is_by_cell: false,
            ranking: Ranking::squares(),
            keys: (1..).take(cells).map(cell_key).collect(),
            neighbours: board.neighbours,
            places,
            goal_blank,
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
            longest_history: LONG_HISTORY,
            seen: SeenBoards::new(32 * width),
            held: 0,
        };
        beam.rank_by(Ranking::squares());
        beam
    }

    /// Estimates the memory of a beam with this number of states on a board of this size.
    pub(super) const fn bytes([rows, columns]: [u32; 2], states: usize) -> u64 {
        let record = size_of::<u16>() * (rows * columns + rows + columns) as usize;
        let children = 3 * size_of::<RearrangeChild>();
        (states * (record + children) + 8 * LONG_HISTORY) as u64
    }

    /// Makes states compete, from now on, only with those whose blank is in the same cell. `width`
    /// states survive for each cell.
    pub(super) fn compete_by_cell(&mut self, width: usize, ranking: Ranking) {
        (self.width, self.is_by_cell) = (width, true);
        self.rank_by(ranking);
    }

    fn rank_by(&mut self, ranking: Ranking) {
        self.ranking = ranking;
        let cells = self.keys.len();
        let mut states = core::mem::take(&mut self.states);
        for (state, board) in states.iter_mut().zip(self.boards.chunks_exact(self.record())) {
            let tiles =
                self.places[..cells].iter().zip(board).filter(|&(_, &goal)| usize::from(goal) < cells);
            let weights = tiles.map(|(place, &goal)| {
                let goal = self.places[usize::from(goal)];
                [0, 1].map(|axis| self.ranking.weights[usize::from(place[axis].abs_diff(goal[axis]))])
            });
            state.weight = weights.flatten().sum();
            state.cycles = if self.ranking.has_cycles() {
                self.weight_of_cycles(&board[..cells], state.blank.into())
            } else {
                0
            };
        }
        self.states = states;
    }

    /// Returns the weight of the cycles on a board.
    fn weight_of_cycles(&self, board: &[u16], blank: usize) -> u32 {
        let mut is_known = alloc::vec![false; board.len()];
        let mut len_from = |first: usize, last: usize| {
            let (mut at, mut len) = (first, 0);
            while !core::mem::replace(&mut is_known[at], true) {
                len += 1;
                if at == last {
                    break;
                }
                at = board[at].into();
            }
            len
        };
        len_from(self.goal_blank, blank);
        (0..board.len()).map(|cell| self.ranking.of_cycle(len_from(cell, blank))).sum()
    }

    /// Returns the least sum of distances of a state.
    pub(super) fn least_distance(&self) -> u32 {
        self.states.iter().map(|state| state.distance).min().unwrap_or(0)
    }

    /// Returns the state with the least sum of distances, including the blank's.
    pub(super) fn nearest_state(&self) -> usize {
        let steps = |cell: usize| {
            let [a, b] = [cell, self.goal_blank].map(|cell| self.places[cell]);
            u32::from(a[0].abs_diff(b[0])) + u32::from(a[1].abs_diff(b[1]))
        };
        let left = |state: &RearrangeState| state.distance + steps(state.blank.into());
        (0..self.states.len()).min_by_key(|&state| left(&self.states[state])).unwrap_or(0)
    }

    /// Returns a state in which every tile is in its cell.
    pub(super) fn solved(&self) -> Option<usize> {
        self.states.iter().position(|state| state.distance == 0)
    }

    /// Makes one more move, after which `left` moves remain. Returns whether any state is left.
    pub(super) fn advance(&mut self, left: u32, control: &mut Control) -> Result<bool, Stop> {
        control.spend_many(self.states.len() as u64)?;
        self.collect(left);
        self.sort();
        self.survive();
        if self.history.len() > self.longest_history {
            self.history.shorten();
            // Avoids shortening again soon if little was gained.
            self.longest_history = LONG_HISTORY.max(2 * self.history.len());
        }
        self.hold(control)?;
        Ok(!self.states.is_empty())
    }

    /// Returns how many numbers describe a state's board and its conflicts.
    const fn record(&self) -> usize {
        self.keys.len() + self.lines[0].len() + self.lines[1].len()
    }

    /// Collects the children that can be solved in the remaining moves.
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
                // If all states compete, this costs more than it gains.
                if self.is_by_cell && self.seen.contains(hash) {
                    continue;
                }
                let weights = &self.ranking.weights;
                let weight = state.weight + weights[after as usize] - weights[before as usize];
                // Conflicts can change only in the line of the tile's goal, if the tile enters or
                // leaves it.
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
                let cycles = if self.ranking.has_cycles() {
                    self.ranking.of_cycles_after(state.cycles, board, self.goal_blank, [blank, from])
                } else {
                    0
                };
                let state = RearrangeState {
                    hash,
                    distance,
                    weight,
                    conflicts: all,
                    cycles,
                    blank: next,
                    last: index,
                };
                self.children.push(RearrangeChild {
                    state,
                    rank: self.ranking.rank(weight, all, cycles),
                    origin: parent << 2 | u32::from(index),
                    place: place as u16,
                    conflicts: count,
                });
            }
        }
    }

    /// Sorts the best children of each group by their ranks.
    fn sort(&mut self) {
        self.order.clear();
        self.ends.clear();
        self.least.clear();
        self.least.resize(if self.is_by_cell { self.keys.len() } else { 1 }, u32::MAX);
        let group = |child: &RearrangeChild| if self.is_by_cell { usize::from(child.state.blank) } else { 0 };
        for child in &self.children {
            let least = &mut self.least[group(child)];
            *least = child.rank.min(*least);
        }
        let above = |child: &RearrangeChild| (child.rank - self.least[group(child)]).min(RANKS - 1) as usize;
        let ranks = self.children.iter().map(above).max().map_or(0, |greatest| greatest + 1);
        self.ranks.clear();
        self.ranks.resize(self.least.len() * ranks, 0);
        for child in &self.children {
            self.ranks[group(child) * ranks + above(child)] += 1;
        }
        // A few more than needed, because some are duplicates.
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
        // Among equal ranks, neither the children of the first parents nor those of the last come
        // first.
        let count = self.children.len();
        let step = if count.is_multiple_of(STEP) { 1 } else { STEP };
        let mut number = 0;
        for _ in 0..count {
            let child = &self.children[number];
            let group = group(child);
            let place = &mut self.ranks[group * ranks + above(child)];
            if *place < self.ends[group] {
                self.order[*place as usize] = number as u32;
                *place += 1;
            }
            number = (number + step) % count;
        }
    }

    /// Makes the best children the states, each board once.
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
        let boards = 2 * (self.boards.capacity() + self.next_boards.capacity());
        let bytes = (states + children + boards + self.history.bytes() + self.seen.bytes()) as u64;
        hold_instead(&mut self.held, bytes, control)
    }

    /// Returns the moves that lead to a state of the last level.
    pub(super) fn moves(&self, state: usize) -> Vec<Direction> {
        self.history.moves(self.history.level(), state)
    }
}

/// Returns the number of tiles that must leave a line of these cells.
#[inline]
fn conflicts(board: &[u16], cells: &[u16], places: &[[u8; 2]], axis: usize, line: usize) -> u16 {
    let goals = cells.iter().map(|&cell| places[usize::from(board[usize::from(cell)])]);
    removals(goals.filter(|goal| usize::from(goal[axis]) == line).map(|goal| goal[1 - axis])).into()
}

#[cfg(test)]
mod tests {
    use motion_core::internal::splitmix64;

    use super::super::geometry::Geometry;
    use super::super::permutation::TilePermutation;
    use super::super::ranking::UNIT;
    use super::super::window::BoardWindow;
    use super::*;

    /// Computes the weight of the cycles on a board, one cycle after another.
    fn weight_of_cycles(board: &[u16], goal_blank: u16, blank: u16) -> u32 {
        let next = |cell: u16| if cell == blank { goal_blank } else { board[usize::from(cell)] };
        let cycle = |first: u16| {
            let mut cells = alloc::vec![first];
            while next(cells[cells.len() - 1]) != first {
                cells.push(next(cells[cells.len() - 1]));
            }
            cells
        };
        let cycles = (0..board.len() as u16).map(cycle);
        let counted = cycles.filter(|cells| cells.len() > 1 && !cells.contains(&blank));
        // Counts each cycle once, at its first cell.
        let counted = counted.filter(|cells| cells.iter().min() == cells.first());
        counted.map(|cells| if cells.len() % 2 == 0 { 6 * UNIT } else { UNIT }).sum()
    }

    #[test]
    fn weights_that_moves_change_are_those_of_the_boards() {
        let geometry = Geometry::new(5, 6, 29);
        for seed in 0..10 {
            // Half of the boards are only a little disordered, with many cycles.
            let far = if seed % 2 == 0 { 29 } else { 3 };
            let mut tiles: Vec<u32> = (0..30).collect();
            for place in (1..30_u32).rev() {
                let other = splitmix64(u64::from(place) << 8 | seed) as u32 % (far.min(place) + 1);
                tiles.swap(place as usize, (place - other) as usize);
            }
            let blank = tiles.iter().zip(0..).find(|&(&tile, _)| tile == 29).expect("the blank").1;
            let start = TilePermutation::new(tiles, blank);
            let board = SmallBoard::of_window(&geometry, &start, BoardWindow::whole(&geometry));
            let mut beam = RearrangeBeam::new(board, 100);
            beam.compete_by_cell(4, Ranking::far_first_with_cycles());
            for _ in 0..40 {
                assert_eq!(beam.advance(1_000, &mut Control::unlimited()), Ok(true));
                let boards = beam.boards.chunks_exact(beam.record());
                for (state, board) in beam.states.iter().zip(boards) {
                    assert_eq!(state.cycles, weight_of_cycles(&board[..30], 29, state.blank), "{board:?}");
                }
                let counted: Vec<_> = beam.states.iter().map(|state| (state.weight, state.cycles)).collect();
                beam.rank_by(Ranking::far_first_with_cycles());
                assert!(beam.states.iter().map(|state| (state.weight, state.cycles)).eq(counted));
            }
        }
    }
}

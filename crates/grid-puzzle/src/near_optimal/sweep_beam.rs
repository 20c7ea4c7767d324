//! The beam of the sweep phase: it keeps the best few states for every cell of the blank in a
//! window.
//!
//! All states of a level have made the same number of moves, so their blanks are in cells of one
//! colour of a chessboard. The successors for each cell of the other colour come from at most four
//! cells. A state's board becomes that of its last child; only further children copy it. With one
//! state per cell, in windows of 24×24 cells, a sweep takes two thirds of the time of the general
//! [beam](super::beam).

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{NO_CELL, SeenBoards, cell_key, hold_instead, neighbours, tile_hash};
use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::sweep_search::SweepSearch;
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// The weight that stands for no state.
const NOTHING: i64 = i64::MAX / 2;

/// The history is shortened when it is longer than this number of entries.
const LONG_HISTORY: usize = 1 << 18;

/// A state: the changes of the sums of weights and of distances since the start, a hash of the
/// board, and its number.
#[derive(Clone, Copy)]
struct SweepState {
    weight: i64,
    hash: u64,
    distance: i32,
    board: u32,
}

const NO_STATE: SweepState = SweepState { weight: NOTHING, hash: 0, distance: 0, board: 0 };

/// A successor, with its parent and the direction of the blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Successor {
    weight: i64,
    hash: u64,
    /// Four times the number of the parent, plus the direction.
    origin: u32,
    distance: i32,
}

const NO_SUCCESSOR: Successor = Successor { weight: NOTHING, hash: 0, origin: 0, distance: 0 };

/// The beam search in one window.
pub(super) struct SweepBeam<'w> {
    weights: &'w DistanceWeights,
    /// The number of states for each cell of the blank.
    width: usize,
    /// For each cell and direction, the cell that the blank comes from.
    sources: Vec<[u16; 4]>,
    keys: Vec<u64>,
    /// Row and column of each cell.
    places: Vec<[i32; 2]>,
    /// Row and column of each tile's goal, relative to the window. Tiles are numbered by their
    /// cells at the start.
    goals: Vec<[i32; 2]>,
    boards: Vec<u16>,
    unused_boards: Vec<u32>,
    /// The states: `width` for each pair of neighbouring cells of different colours, of which the
    /// blank can be in only one; and a last place without a state.
    states: Vec<SweepState>,
    next_states: Vec<SweepState>,
    /// For each state, the number of its children.
    children: Vec<u16>,
    /// For each colour and each pair of neighbouring cells, the one of that colour.
    cells_by_colour: [Vec<u16>; 2],
    /// The colour of the blank's cells.
    colour: usize,
    /// The least change of the sum of distances, of all states of all levels.
    nearest: i32,
    count: usize,
    candidates: Vec<Successor>,
    /// For each state of each level after `walk`, its parent's number times four plus its
    /// direction.
    history: Vec<u32>,
    longest_history: usize,
    /// The moves that all states have in common and that are no longer in the history.
    walk: Vec<Direction>,
    level: usize,
    seen: SeenBoards,
    held: u64,
}

impl<'w> SweepSearch<'w> for SweepBeam<'w> {
    fn new(
        geometry: &'w Geometry,
        weights: &'w DistanceWeights,
        window: BoardWindow,
        permutation: &TilePermutation,
        width: usize,
    ) -> Self {
        let cells = window.cells(geometry);
        let places = cells.len().div_ceil(2) * width;
        let goal = |&cell: &u32| {
            let tile = permutation.tiles[cell as usize];
            [
                geometry.row(tile).cast_signed() - window.row.cast_signed(),
                geometry.column(tile).cast_signed() - window.column.cast_signed(),
            ]
        };
        let columns = window.columns.cast_signed();
        let blank = window.local(geometry, permutation.blank);
        let colour_of = |cell: u32| ((cell / window.columns + cell % window.columns) % 2) as usize;
        let colour = colour_of(blank);
        let pairs = || (0..cells.len() as u32).step_by(2);
        let cells_by_colour = [0, 1].map(|colour| {
            pairs().map(|even| if colour_of(even) == colour { even } else { even + 1 } as u16).collect()
        });
        let mut states = alloc::vec![NO_STATE; places + 1];
        states[blank as usize / 2 * width] = SweepState { weight: 0, ..NO_STATE };
        let mut boards = alloc::vec![0; places * cells.len()];
        for (tile, cell) in (0..).zip(&mut boards[..cells.len()]) {
            *cell = tile;
        }
        Self {
            weights,
            width,
            sources: neighbours(window)
                .into_iter()
                .map(|[up, right, down, left]| [down, left, up, right])
                .collect(),
            keys: (1..=cells.len() as u64).map(cell_key).collect(),
            places: (0..window.len().cast_signed() as i32)
                .map(|cell| [cell / columns, cell % columns])
                .collect(),
            goals: cells.iter().map(goal).collect(),
            boards,
            unused_boards: (1..places as u32).collect(),
            next_states: alloc::vec![NO_STATE; places + 1],
            states,
            children: alloc::vec![0; places],
            cells_by_colour,
            colour,
            nearest: 0,
            count: 1,
            candidates: Vec::new(),
            history: Vec::new(),
            longest_history: LONG_HISTORY,
            walk: Vec::new(),
            level: 0,
            seen: SeenBoards::new(16 * places),
            held: 0,
        }
    }

    fn level(&self) -> usize {
        self.level
    }

    fn nearest(&self) -> i32 {
        self.nearest
    }

    fn states(&self) -> impl Iterator<Item = (usize, u32, i64, i32)> {
        let cells = &self.cells_by_colour[self.colour];
        let all = self.states.iter().enumerate().filter(|(_, state)| state.weight != NOTHING);
        all.map(|(number, state)| (number, cells[number / self.width].into(), state.weight, state.distance))
    }

    fn advance(&mut self, control: &mut Control) -> Result<bool, Stop> {
        control.spend_many(self.count as u64)?;
        self.hold(control)?;
        self.colour ^= 1;
        let begin = self.history.len();
        self.history.resize(begin + self.states.len() - 1, 0);
        self.next_states.fill(NO_STATE);
        self.children.fill(0);
        self.count = 0;
        // With an odd number of cells, the last cell has no partner of the other colour.
        let all = self.keys.len() as u16;
        let cells = core::mem::take(&mut self.cells_by_colour[self.colour]);
        for (pair, &cell) in cells.iter().enumerate().filter(|&(_, &cell)| cell < all) {
            if self.width == 1 {
                self.choose_one(begin, pair, cell);
            } else {
                self.choose(begin, pair, cell);
            }
        }
        self.cells_by_colour[self.colour] = cells;
        self.make_boards(begin);
        core::mem::swap(&mut self.states, &mut self.next_states);
        self.level += 1;
        if self.history.len() > self.longest_history {
            self.shorten_history();
        }
        Ok(self.count > 0)
    }

    fn moves(&self, state: usize) -> Vec<Direction> {
        let levels = self.history.len() / (self.states.len() - 1);
        let mut moves = self.walk.clone();
        moves.extend(self.moves_of(levels, state));
        moves
    }

    fn release(&mut self, control: &mut Control) {
        control.release(core::mem::take(&mut self.held));
    }
}

impl SweepBeam<'_> {
    /// Estimates the memory of a beam in a window of this number of cells, with a short history.
    pub(super) const fn bytes(cells: u32, width: usize) -> u64 {
        let states = cells as u64 / 2 * width as u64;
        states * (2 * cells as u64 + 2 * size_of::<SweepState>() as u64 + 256) + 4 * LONG_HISTORY as u64
    }

    /// Chooses the best new successor with the blank in this cell.
    #[inline]
    fn choose_one(&mut self, begin: usize, pair: usize, cell: u16) {
        let mut best = NO_SUCCESSOR;
        self.each_successor::<true>(cell, |successor| {
            let is_better = (successor.weight, successor.hash) < (best.weight, best.hash);
            if is_better && !self.seen.contains(successor.hash) {
                best = successor;
            }
        });
        if best.weight != NOTHING {
            self.seen.insert(best.hash);
            self.take(begin, pair, best);
        }
    }

    /// Chooses the best new successors with the blank in this cell.
    fn choose(&mut self, begin: usize, pair: usize, cell: u16) {
        let mut candidates = core::mem::take(&mut self.candidates);
        candidates.clear();
        self.each_successor::<false>(cell, |successor| {
            if !self.seen.contains(successor.hash) {
                candidates.push(successor);
            }
        });
        let mut left = &mut candidates[..];
        // A few more than needed, because some are duplicates.
        let most = self.width + self.width / 2 + 4;
        if left.len() > most {
            left = left.select_nth_unstable(most).0;
        }
        left.sort_unstable();
        let mut places = pair * self.width..(pair + 1) * self.width;
        for &successor in &*left {
            if places.is_empty() {
                break;
            }
            if self.seen.insert(successor.hash)
                && let Some(place) = places.next()
            {
                self.take(begin, place, successor);
            }
        }
        self.candidates = candidates;
    }

    /// Visits the successors with the blank in this cell.
    #[expect(clippy::inline_always, reason = "otherwise the beam takes a third longer")]
    #[inline(always)]
    fn each_successor<const ONE: bool>(&self, cell: u16, mut visit: impl FnMut(Successor)) {
        let sources = self.sources[usize::from(cell)];
        // Four copies of the code, in each of which the direction is known.
        self.each_successor_from::<0, ONE>(cell, sources[0], &mut visit);
        self.each_successor_from::<1, ONE>(cell, sources[1], &mut visit);
        self.each_successor_from::<2, ONE>(cell, sources[2], &mut visit);
        self.each_successor_from::<3, ONE>(cell, sources[3], &mut visit);
    }

    #[expect(clippy::inline_always, reason = "otherwise the beam takes a third longer")]
    #[inline(always)]
    fn each_successor_from<const DIRECTION: usize, const ONE: bool>(
        &self,
        cell: u16,
        source: u16,
        visit: &mut impl FnMut(Successor),
    ) {
        if source == NO_CELL {
            return;
        }
        let (cell, source) = (usize::from(cell), usize::from(source));
        let [row, column] = self.places[cell];
        let (first, count) = if ONE { (source / 2, 1) } else { (source / 2 * self.width, self.width) };
        for (number, state) in (first..).zip(&self.states[first..first + count]) {
            if state.weight == NOTHING {
                return;
            }
            let tile = self.boards[state.board as usize * self.keys.len() + cell];
            let [goal_row, goal_column] = self.goals[usize::from(tile)];
            // The tile moves the opposite way.
            let ahead = match DIRECTION {
                0 => goal_row - row,
                1 => column - goal_column,
                2 => row - goal_row,
                _ => goal_column - column,
            };
            let change = self.weights.step(ahead);
            let tile = u32::from(tile);
            visit(Successor {
                weight: state.weight + i64::from(change),
                hash: state.hash ^ tile_hash(tile, self.keys[cell]) ^ tile_hash(tile, self.keys[source]),
                origin: (number << 2 | DIRECTION) as u32,
                // A step nearer always lowers the weight.
                distance: state.distance + change.signum(),
            });
        }
    }

    #[inline]
    fn take(&mut self, begin: usize, at: usize, successor: Successor) {
        let Successor { weight, hash, origin, distance } = successor;
        self.next_states[at] = SweepState { weight, hash, distance, board: 0 };
        self.history[begin + at] = origin;
        self.children[origin as usize >> 2] += 1;
        self.nearest = self.nearest.min(distance);
        self.count += 1;
    }

    /// Makes the boards of the next states out of those of their parents.
    fn make_boards(&mut self, begin: usize) {
        let childless = self.states.iter().zip(&self.children);
        let childless = childless.filter(|&(state, &children)| state.weight != NOTHING && children == 0);
        self.unused_boards.extend(childless.map(|(state, _)| state.board));
        let len = self.keys.len();
        let cells = &self.cells_by_colour[self.colour];
        let origins = self.history[begin..].chunks(self.width);
        for ((&cell, states), origins) in
            cells.iter().zip(self.next_states.chunks_mut(self.width)).zip(origins)
        {
            for (state, &origin) in states.iter_mut().zip(origins) {
                if state.weight == NOTHING {
                    break;
                }
                let parent = origin as usize >> 2;
                state.board = self.states[parent].board;
                self.children[parent] -= 1;
                if self.children[parent] > 0 {
                    let from = state.board as usize * len;
                    state.board =
                        self.unused_boards.pop().expect("invariant: there is a board for each state");
                    self.boards.copy_within(from..from + len, state.board as usize * len);
                }
                let source = self.sources[usize::from(cell)][origin as usize & 3];
                self.boards[state.board as usize * len..][..len].swap(cell.into(), source.into());
            }
        }
    }

    /// Moves the part that all states have in common from the history to the walk.
    fn shorten_history(&mut self) {
        let places = self.states.len() - 1;
        let levels = self.history.len() / places;
        let mut ancestors: Vec<u32> = self.states().map(|(number, ..)| number as u32).collect();
        for level in (0..levels).rev() {
            for ancestor in &mut ancestors {
                *ancestor = self.history[level * places + *ancestor as usize] >> 2;
            }
            ancestors.sort_unstable();
            ancestors.dedup();
            if ancestors.len() == 1 {
                let moves = self.moves_of(level, ancestors[0] as usize);
                self.walk.extend(moves);
                self.history.drain(..level * places);
                break;
            }
        }
        // Avoids shortening again soon if little was gained.
        self.longest_history = LONG_HISTORY.max(2 * self.history.len());
    }

    /// Returns the moves in the history that lead to a state of one of its levels.
    fn moves_of(&self, level: usize, state: usize) -> Vec<Direction> {
        let places = self.states.len() - 1;
        let mut at = state;
        let mut moves: Vec<Direction> = (0..level)
            .rev()
            .map(|level| {
                let origin = self.history[level * places + at];
                at = origin as usize >> 2;
                Direction::from_index(origin as u8)
            })
            .collect();
        moves.reverse();
        moves
    }

    /// Accounts for the memory.
    fn hold(&mut self, control: &mut Control) -> Result<(), Stop> {
        let states = (self.states.capacity() + self.next_states.capacity()) * size_of::<SweepState>();
        let candidates = self.candidates.capacity() * size_of::<Successor>();
        let tables =
            self.keys.len() * (size_of::<[u16; 4]>() + size_of::<u64>() + 2 * size_of::<[i32; 2]>() + 2);
        let boards =
            2 * self.boards.capacity() + 4 * self.unused_boards.capacity() + 2 * self.children.capacity();
        // The history may have to grow.
        let more = if self.history.capacity() - self.history.len() < self.states.len() { 3 } else { 1 };
        let history = 4 * more * self.history.capacity().max(self.states.len()) + self.walk.capacity();
        let bytes = (states + candidates + tables + boards + history + self.seen.bytes()) as u64;
        hold_instead(&mut self.held, bytes, control)
    }
}

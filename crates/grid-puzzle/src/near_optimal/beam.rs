//! Beam search over the boards in a window, one move at a time.
//!
//! All states of a level have made the same number of moves. Their successors are divided into
//! buckets, by the blank's cell or by the number of finished tiles, and the best few of each bucket
//! survive. An [`Evaluator`] determines the bucket and the rank of each.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::internal::splitmix64;
use motion_core::{Control, Direction, Stop};

use super::beam_history::BeamHistory;
use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::window::BoardWindow;

/// Stands for no cell.
pub(super) const NO_CELL: u16 = u16::MAX;

/// Stands for no child.
const NO_CHILD: u32 = u32::MAX;

/// The greatest number of survivors of all levels that are remembered to prune duplicates.
const MAX_SEEN: usize = 1 << 18;

/// A move of a tile in the window: `from` is its cell, `to` the cell of the blank, which moves the
/// opposite way.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowSlide {
    pub(super) tile: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// An evaluator's judgement of a successor.
pub(super) struct Evaluation<M> {
    /// Successors compete within their bucket. Buckets are numbered from 0.
    pub(super) bucket: u32,
    /// Lower ranks are better.
    pub(super) rank: i64,
    /// Data of the evaluator, kept with the state.
    pub(super) memo: M,
}

/// A ranking of the successors of a beam's states.
pub(super) trait Evaluator {
    /// Data of the evaluator, kept with each state.
    type Memo: Copy;

    /// The number of buckets.
    fn buckets(&self) -> usize;

    /// The greatest number of survivors in a bucket.
    fn width(&self) -> usize;

    /// Evaluates a move from a state; returns `None` if it must not be made. `board` is the state's
    /// board in the window before the move. The call may change it temporarily.
    fn evaluate(
        &mut self,
        memo: &Self::Memo,
        board: &mut [u32],
        slide: WindowSlide,
    ) -> Option<Evaluation<Self::Memo>>;
}

/// A state without its board.
#[derive(Clone, Copy)]
pub(super) struct BeamState<M> {
    blank: u16,
    /// The blank's last direction; 4 at the start.
    last: u8,
    hash: u64,
    pub(super) memo: M,
}

impl<M> BeamState<M> {
    /// The blank's cell in the window.
    pub(super) fn blank(&self) -> u32 {
        self.blank.into()
    }
}

struct BeamChild<M> {
    bucket: u32,
    rank: i64,
    hash: u64,
    parent: u32,
    direction: Direction,
    blank: u16,
    memo: M,
}

/// Hashes of reached boards, in a table where later ones replace earlier ones.
pub(super) struct SeenBoards {
    hashes: Vec<u64>,
}

impl SeenBoards {
    /// Makes a table for about this many hashes.
    pub(super) fn new(count: usize) -> Self {
        Self { hashes: alloc::vec![0; count.next_power_of_two().clamp(1 << 10, MAX_SEEN)] }
    }

    #[inline]
    const fn place(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.hashes.len() - 1)
    }

    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.hashes[self.place(hash)] == hash
    }

    /// Inserts a hash; returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let place = self.place(hash);
        core::mem::replace(&mut self.hashes[place], hash) != hash
    }

    pub(super) const fn bytes(&self) -> usize {
        8 * self.hashes.len()
    }
}

/// The beam search in one window.
pub(super) struct WindowBeam<M> {
    cells: Vec<u32>,
    neighbours: Vec<[u16; 4]>,
    keys: Vec<u64>,
    /// The boards of the states, one after another, and a buffer for those of the next level.
    boards: Vec<u32>,
    next_boards: Vec<u32>,
    states: Vec<BeamState<M>>,
    children: Vec<BeamChild<M>>,
    next_states: Vec<BeamState<M>>,
    /// The rank, a part of the hash and the number of every child, bucket by bucket; and the end of
    /// each bucket.
    sorted: Vec<(i64, u32, u32)>,
    ends: Vec<u32>,
    history: BeamHistory,
    /// With one survivor in each bucket, the number of its best child.
    best: Vec<u32>,
    seen: SeenBoards,
    /// The memory held in the control.
    held: u64,
}

impl<M: Copy> WindowBeam<M> {
    /// Makes a beam with one state: the content of the window.
    pub(super) fn new(
        geometry: &Geometry,
        window: BoardWindow,
        permutation: &TilePermutation,
        memo: M,
        width: usize,
    ) -> Self {
        let cells = window.cells(geometry);
        let mut beam = Self {
            neighbours: neighbours(window),
            keys: (1..).take(cells.len()).map(cell_key).collect(),
            boards: cells.iter().map(|&cell| permutation.tiles[cell as usize]).collect(),
            next_boards: Vec::new(),
            states: Vec::new(),
            next_states: Vec::new(),
            children: Vec::new(),
            sorted: Vec::new(),
            ends: Vec::new(),
            history: BeamHistory::default(),
            best: Vec::new(),
            seen: SeenBoards::new(32 * width),
            cells,
            held: 0,
        };
        let blank = window.local(geometry, permutation.blank) as u16;
        beam.states.push(BeamState { blank, last: 4, hash: 0, memo });
        beam
    }

    pub(super) fn states(&self) -> &[BeamState<M>] {
        &self.states
    }

    /// The number of moves so far.
    pub(super) const fn level(&self) -> usize {
        self.history.level()
    }

    /// Forgets the reached boards.
    pub(super) fn forget(&mut self) {
        self.seen.hashes.fill(0);
    }

    /// Makes one more move; returns whether any state is left.
    pub(super) fn advance(
        &mut self,
        evaluator: &mut impl Evaluator<Memo = M>,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        control.spend_many(self.states.len() as u64)?;
        if evaluator.width() == 1 {
            self.collect_best(evaluator);
        } else {
            self.collect(evaluator);
        }
        self.sort(evaluator.buckets());
        self.survive(evaluator.width());
        self.hold(control)?;
        Ok(!self.states.is_empty())
    }

    /// Collects all children.
    fn collect(&mut self, evaluator: &mut impl Evaluator<Memo = M>) {
        let mut children = core::mem::take(&mut self.children);
        children.clear();
        self.each_child(evaluator, |child, _| children.push(child));
        self.children = children;
    }

    /// Collects the best new child of each bucket. This is a third faster than sorting all, since a
    /// bucket has at most three children.
    fn collect_best(&mut self, evaluator: &mut impl Evaluator<Memo = M>) {
        let mut children = core::mem::take(&mut self.children);
        children.clear();
        self.best.clear();
        self.best.resize(evaluator.buckets(), NO_CHILD);
        let mut best = core::mem::take(&mut self.best);
        self.each_child(evaluator, |child, seen| {
            let number = &mut best[child.bucket as usize];
            let rival = children.get_mut(*number as usize);
            let is_better =
                rival.as_ref().is_none_or(|rival| (child.rank, child.hash) < (rival.rank, rival.hash));
            if is_better && !seen.contains(child.hash) {
                if let Some(rival) = rival {
                    *rival = child;
                } else {
                    *number = children.len() as u32;
                    children.push(child);
                }
            }
        });
        (self.children, self.best) = (children, best);
    }

    fn each_child(
        &mut self,
        evaluator: &mut impl Evaluator<Memo = M>,
        mut visit: impl FnMut(BeamChild<M>, &SeenBoards),
    ) {
        let cells = self.cells.len();
        let boards = self.boards.chunks_exact_mut(cells);
        for (parent, (state, board)) in (0..).zip(self.states.iter().zip(boards)) {
            let blank = usize::from(state.blank);
            for (index, &next) in (0..).zip(&self.neighbours[blank]) {
                if next == NO_CELL || index ^ 2 == state.last {
                    continue;
                }
                let tile = board[usize::from(next)];
                let slide = WindowSlide { tile, from: u32::from(next), to: u32::from(state.blank) };
                let Some(Evaluation { bucket, rank, memo }) = evaluator.evaluate(&state.memo, board, slide)
                else {
                    continue;
                };
                let hash = state.hash
                    ^ tile_hash(tile, self.keys[usize::from(next)])
                    ^ tile_hash(tile, self.keys[blank]);
                let direction = Direction::from_index(index);
                visit(BeamChild { bucket, rank, hash, parent, direction, blank: next, memo }, &self.seen);
            }
        }
    }

    /// Sorts the children by bucket.
    fn sort(&mut self, buckets: usize) {
        self.ends.clear();
        self.ends.resize(buckets + 1, 0);
        for child in &self.children {
            self.ends[child.bucket as usize + 1] += 1;
        }
        for bucket in 0..buckets {
            self.ends[bucket + 1] += self.ends[bucket];
        }
        self.sorted.clear();
        self.sorted.resize(self.children.len(), (0, 0, 0));
        for (number, child) in (0..).zip(&self.children) {
            let place = &mut self.ends[child.bucket as usize];
            self.sorted[*place as usize] = (child.rank, child.hash as u32, number);
            *place += 1;
        }
    }

    /// Makes the best children of each bucket the states.
    fn survive(&mut self, width: usize) {
        self.next_boards.clear();
        self.next_states.clear();
        let mut begin = 0;
        for bucket in 0..self.ends.len() - 1 {
            let end = self.ends[bucket] as usize;
            self.survive_in_bucket(begin..end, width);
            begin = end;
        }
        core::mem::swap(&mut self.boards, &mut self.next_boards);
        core::mem::swap(&mut self.states, &mut self.next_states);
        self.history.end_level();
    }

    fn survive_in_bucket(&mut self, bucket: Range<usize>, width: usize) {
        let children = &self.children;
        let mut bucket = &mut self.sorted[bucket];
        // A few more than needed, because some are duplicates.
        let most = width + width / 2 + 8;
        if bucket.len() > most {
            bucket = bucket.select_nth_unstable(most).0;
        }
        bucket.sort_unstable();
        let cells = self.cells.len();
        let mut taken = 0;
        // Takes children until the bucket is full, and makes their boards.
        for &(.., number) in &*bucket {
            let child = &children[number as usize];
            if !self.seen.insert(child.hash) {
                continue;
            }
            let parent = &self.states[child.parent as usize];
            let at = self.next_boards.len();
            let board = &self.boards[child.parent as usize * cells..][..cells];
            self.next_boards.extend_from_slice(board);
            self.next_boards.swap(at + usize::from(parent.blank), at + usize::from(child.blank));
            self.history.push(child.parent, child.direction);
            let last = child.direction as u8;
            self.next_states.push(BeamState { blank: child.blank, last, hash: child.hash, memo: child.memo });
            taken += 1;
            if taken == width {
                break;
            }
        }
    }

    /// Accounts for the memory.
    fn hold(&mut self, control: &mut Control) -> Result<(), Stop> {
        let states = (self.states.capacity() + self.next_states.capacity()) * size_of::<BeamState<M>>();
        let children = self.children.capacity() * (size_of::<BeamChild<M>>() + size_of::<(i64, u32, u32)>());
        let boards = 4 * (self.boards.capacity() + self.next_boards.capacity());
        let bytes = (states + children + boards + self.history.bytes() + self.seen.bytes()) as u64;
        hold_instead(&mut self.held, bytes, control)
    }

    /// Releases the memory.
    pub(super) fn release(&mut self, control: &mut Control) {
        control.release(core::mem::take(&mut self.held));
    }

    /// Returns the moves that lead to a state of a level.
    pub(super) fn moves(&self, level: usize, state: usize) -> Vec<Direction> {
        self.history.moves(level, state)
    }
}

/// Holds this much memory in place of the amount held before.
pub(super) fn hold_instead(held: &mut u64, bytes: u64, control: &mut Control) -> Result<(), Stop> {
    match bytes.checked_sub(*held) {
        Some(more) => control.hold(more)?,
        None => control.release(*held - bytes),
    }
    *held = bytes;
    Ok(())
}

/// Returns the neighbours of each cell of a window, by direction.
pub(super) fn neighbours(window: BoardWindow) -> Vec<[u16; 4]> {
    let columns = window.columns;
    (0..window.rows * columns)
        .map(|cell| {
            let (row, column) = (cell / columns, cell % columns);
            Direction::ALL.map(|direction| {
                let (rows, across) = direction.delta();
                let (row, column) = (row.wrapping_add_signed(rows), column.wrapping_add_signed(across));
                if row < window.rows && column < columns { (row * columns + column) as u16 } else { NO_CELL }
            })
        })
        .collect()
}

/// Returns the key of a cell with this positive number: an output of `SplitMix64` with the seed 0.
pub(super) const fn cell_key(number: u64) -> u64 {
    splitmix64((number - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Returns a hash of a tile in the cell with this key.
#[inline]
pub(super) const fn tile_hash(tile: u32, key: u64) -> u64 {
    let number = (2 * tile as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93).wrapping_mul(key | 1);
    number ^ number >> 29
}

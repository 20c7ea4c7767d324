//! The distances of all boards of a small size, in two bits each.

use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::io::{self, Read, Write};

use motion_core::internal::{RankedSpace, explore_ranked_in_parallel};
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Direction, Outcome, Quality, Stop, Walk};

use super::board_ranking::{BoardRanking, RankedBoard};
use super::goal_layout::GoalLayout;
use super::metric::MoveMetric;
use super::packed_distances::{GrowingDistances, PackedDistances};
use super::ranked_boards::RankedBoards;
#[cfg(feature = "std")]
use super::table_file::{TableError, TableFileKind, TableHeader, read_table, write_table};
use crate::board::Board;
use crate::instance::Instance;

/// The greatest number of cells of boards with a complete table.
const MAX_CELLS: u32 = 12;

/// The distance of every board to the goal, for boards of at most 12 cells: 2×2 to 3×4, 2×5 and
/// 2×6, in either orientation.
///
/// One table serves all goals with the blank in the same cell. It holds distances modulo three,
/// which suffices to descend to the goal, because the distances of neighbours differ by at most
/// one.
///
/// # Guarantees
/// Every solution is a shortest one in the [`metric`](Self::metric). Of all shortest solutions in
/// moves of single tiles, it is the first in the order of the blank's directions, as with
/// [`Optimal`](crate::Optimal). If the table does not serve the instance, solving stops with
/// [`Stop::Unsupported`].
///
/// # Complexity
/// 3×4 has 239,500,800 boards: the table takes 60 MB, and 120 MB while it is made. A solution takes
/// time linear in its length.
///
/// # References
/// R. E. Korf, P. Schultze, *Large-scale parallel breadth-first search*, AAAI 2005, for two bits
/// per state and the ranking of permutations.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance, MoveMetric};
/// use grid_puzzle::tables::CompleteTable;
/// use motion_core::{Control, Solver};
///
/// let goal = Board::solved(2, 4)?;
/// let table = CompleteTable::new(&goal, MoveMetric::SingleTile, &mut Control::unlimited())?;
/// assert_eq!(table.boards_by_distance().len(), 37); // 0 to 36 moves
/// let instance: Instance = "0 4 3 2\n1 7 6 5".parse()?;
/// let moves = table.distance(&instance);
/// let walk = table.solve(&instance, &mut Control::unlimited()).plan();
/// assert_eq!(walk.map(|walk| walk.len() as u32), moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompleteTable {
    layout: GoalLayout,
    metric: MoveMetric,
    ranks: BoardRanking,
    /// Distances modulo three.
    distances: PackedDistances,
    /// The number of boards with each distance.
    boards: Vec<u64>,
}

impl fmt::Debug for CompleteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GoalLayout { rows, columns, goal_blank } = self.layout;
        f.debug_struct("CompleteTable")
            .field("rows", &rows)
            .field("columns", &columns)
            .field("goal_blank", &goal_blank)
            .field("metric", &self.metric)
            .finish_non_exhaustive()
    }
}

impl CompleteTable {
    /// Makes the table for boards of the size of `goal` and with its blank's cell, by breadth-first
    /// search.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached; [`Stop::Unsupported`] for boards of more than 12 cells or
    /// with several blanks.
    ///
    /// # Complexity
    /// A node is a board. The search uses the threads of the [budget](motion_core::Budget); the
    /// table does not depend on their number. The memory held in `control` is released at the end,
    /// because the table belongs to the caller.
    pub fn new(goal: &Board, metric: MoveMetric, control: &mut Control) -> Result<Self, Stop> {
        let layout = GoalLayout::of(goal);
        if layout.cells() > MAX_CELLS {
            return Err(Stop::Unsupported);
        }
        control.scope(|control| {
            control.hold(BoardRanking::bytes(layout))?;
            let space = RankedBoards::new(goal.clone(), metric).map_err(|_| Stop::Unsupported)?;
            control.hold(PackedDistances::bytes(space.states()))?;
            let distances = GrowingDistances::unknown(space.states())?;
            let boards = explore_ranked_in_parallel(&space, [space.goal_rank()], control, |group, depth| {
                group.ranks().for_each(|rank| distances.set(rank, depth));
            })?;
            let distances = distances.finish();
            Ok(Self { layout, metric, ranks: space.into_ranking(), distances, boards })
        })
    }

    /// The metric of its distances.
    #[doc(hidden)]
    pub const fn metric(&self) -> MoveMetric {
        self.metric
    }

    /// Whether the table serves boards with this goal: goals of the same size with the blank in the
    /// same cell.
    #[doc(hidden)]
    pub fn fits(&self, goal: &Board) -> bool {
        self.layout == GoalLayout::of(goal)
    }

    /// The numbers of boards with distance 0, 1, 2, …, up to the greatest.
    #[doc(hidden)]
    pub fn boards_by_distance(&self) -> &[u64] {
        &self.boards
    }

    /// Returns the heap memory of the table in bytes.
    #[doc(hidden)]
    pub fn bytes(&self) -> u64 {
        BoardRanking::bytes(self.layout) + self.distances.packed().len() as u64 + 8 * self.boards.len() as u64
    }

    /// Returns the least number of moves; `None` if the instance has no solution or the table does
    /// not serve the goal.
    pub fn distance(&self, instance: &Instance) -> Option<u32> {
        (instance.has_one_blank() && self.fits(instance.goal()) && instance.is_solvable()).then(|| {
            let mut position = self.start(instance);
            let mut moves = 0;
            while let Some((_, _, next)) = self.next(position) {
                position = next;
                moves += 1;
            }
            moves
        })
    }

    /// Returns the start of a solvable instance whose goal the table serves.
    fn start(&self, instance: &Instance) -> RankedBoard {
        self.ranks.position_of(&GoalLayout::start(instance))
    }

    /// Returns a move towards the goal: the direction, the number of tiles, and the next board;
    /// `None` at the goal.
    fn next(&self, position: RankedBoard) -> Option<(Direction, u32, RankedBoard)> {
        if position == self.ranks.goal() {
            return None;
        }
        let nearer = (self.distances.get(self.ranks.rank(position)) + 2) % 3;
        let next = Direction::ALL.into_iter().find_map(|direction| {
            let line = self.ranks.moves(self.metric, position, direction);
            (1..)
                .zip(line)
                .find(|&(_, next)| self.distances.get(self.ranks.rank(next)) == nearer)
                .map(|(tiles, next)| (direction, tiles, next))
        });
        Some(next.expect("invariant: every other board has a neighbour that is nearer"))
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Those of the writer.
    #[cfg(feature = "std")]
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let counts = self.boards.iter().flat_map(|count| count.to_le_bytes());
        let description = core::iter::once(self.metric as u8).chain(counts).collect();
        let len = self.distances.packed().len() as u64;
        TableHeader { kind: TableFileKind::Complete, layout: self.layout, description, len }.write(to)?;
        write_table(self.distances.packed(), to)
    }

    /// Reads a table, and leaves the reader after it. The memory held in `control` is released at
    /// the end.
    ///
    /// # Errors
    /// [`TableError`]. A damaged file is an error, as far as the checksums of its header and its
    /// distances detect the damage.
    #[cfg(feature = "std")]
    pub fn read(from: &mut impl Read, control: &mut Control) -> Result<Self, TableError> {
        let TableHeader { layout, description, len, .. } =
            TableHeader::read(from, &[TableFileKind::Complete])?;
        let [metric, counts @ ..] = description.as_slice() else { return Err(TableError::Damaged) };
        let metric = MoveMetric::ALL.into_iter().find(|known| *known as u8 == *metric);
        let metric = metric.ok_or(TableError::Damaged)?;
        let (counts, rest) = counts.as_chunks::<8>();
        let boards: Vec<u64> = counts.iter().map(|count| u64::from_le_bytes(*count)).collect();
        if layout.cells() > MAX_CELLS || !rest.is_empty() {
            return Err(TableError::Damaged);
        }
        // The numbers of a file are checked against each other before they are used.
        let all = BoardRanking::boards_of(layout);
        let counted = boards.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        if len != PackedDistances::bytes(all) || counted != Some(all) {
            return Err(TableError::Damaged);
        }
        let bytes = BoardRanking::bytes(layout) + len;
        control.hold(bytes)?;
        let distances = read_table(len as usize, from, control);
        control.release(bytes);
        Ok(Self {
            layout,
            metric,
            ranks: BoardRanking::new(layout),
            distances: PackedDistances::from_packed(distances?),
            boards,
        })
    }
}

impl StreamingSolver<Instance> for CompleteTable {
    type Move = Direction;
    type Solution = Walk;

    /// A node is a move.
    fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        if !instance.has_one_blank() || !self.fits(instance.goal()) {
            return Outcome::stopped(Stop::Unsupported);
        }
        let Some(mut left) = self.distance(instance) else { return Outcome::Unsolvable };
        let whole = Some(u64::from(left));
        let mut position = self.start(instance);
        while let Some((direction, tiles, next)) = self.next(position) {
            if let Err(why) = control.spend(1) {
                return Outcome::Stopped { why, best: None, lower_bound: whole };
            }
            (0..tiles).for_each(|_| sink.accept(direction));
            position = next;
            left -= 1;
        }
        assert_eq!(left, 0, "the walk is as long as was counted");
        Outcome::Solved { plan: (), quality: Quality::Optimal }
    }
}

//! All boards of a size as a space of ranks.

use alloc::vec::Vec;
use core::fmt;

use motion_core::Direction;
use motion_core::internal::{RankGroup, RankVisitor, RankedSpace};
use motion_core::search::fingerprint;
use motion_core::search::{PackedSpace, Space};

use super::board_ranking::{BoardRanking, MAX_CELLS};
use super::goal_layout::GoalLayout;
use super::metric::MoveMetric;
use super::ranking_error::RankingError;
use crate::board::{Board, Tile};
use crate::solvability::parity;

/// All boards that can reach a goal, numbered without gaps, for searches over whole spaces of at
/// most 20 cells.
///
/// A board's rank combines the row of the blank, the order of the tiles, and the column of the
/// blank, in this order of significance. Boards have the same ranks under all goals whose blank is
/// in the same cell, up to the names of the tiles.
///
/// As a [`RankedSpace`], it is searched with two bits per board; as a [`PackedSpace`], by engines
/// that sort and store the ranks of reached boards.
///
/// # Complexity
/// 3×4 has 239,500,800 boards, 4×4 10,461,394,944,000. The tables of the numbering take less than 2
/// MiB. A move takes constant time.
///
/// # References
/// R. E. Korf, P. Schultze, *Large-scale parallel breadth-first search*, AAAI 2005, for the ranking
/// of permutations.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, MoveMetric};
/// use grid_puzzle::internal::RankedBoards;
/// use motion_core::Control;
/// use motion_core::internal::explore_ranked;
///
/// let boards = RankedBoards::new(Board::solved(2, 4)?, MoveMetric::SingleTile)?;
/// let (goal, mut farthest) = (boards.goal_rank(), Vec::new());
/// let counts = explore_ranked(&boards, [goal], &mut Control::unlimited(), |group, depth| {
///     if depth == 36 {
///         farthest.extend(group.ranks());
///     }
/// })?;
/// assert_eq!((counts.len(), counts.iter().sum::<u64>()), (37, 20_160));
/// assert_eq!(boards.board(farthest[0]).to_string(), "0 7 2 1\n4 3 6 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankedBoards {
    ranks: BoardRanking,
    metric: MoveMetric,
    goal: Board,
}

impl fmt::Debug for RankedBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankedBoards")
            .field("goal", &self.goal)
            .field("metric", &self.metric)
            .finish_non_exhaustive()
    }
}

impl RankedBoards {
    /// Makes the space of the boards that can reach this goal.
    ///
    /// # Errors
    /// [`RankingError`] for more than 20 cells or several blanks.
    pub fn new(goal: Board, metric: MoveMetric) -> Result<Self, RankingError> {
        let layout = GoalLayout::of(&goal);
        if goal.blank_count() > 1 {
            return Err(RankingError::SeveralBlanks { blanks: goal.blank_count() });
        }
        if layout.cells() > MAX_CELLS {
            return Err(RankingError::TooManyCells { cells: layout.cells(), most: MAX_CELLS });
        }
        Ok(Self { ranks: BoardRanking::new(layout), metric, goal })
    }

    /// The goal.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// The definition of a move.
    pub const fn metric(&self) -> MoveMetric {
        self.metric
    }

    /// Returns the rank of the goal.
    pub const fn goal_rank(&self) -> u64 {
        self.ranks.rank(self.ranks.goal())
    }

    /// Returns the rank of a board; `None` if it is of another size or cannot reach the goal.
    pub fn rank(&self, board: &Board) -> Option<u64> {
        let size = |board: &Board| (board.rows(), board.columns(), board.blank_count());
        (size(board) == size(&self.goal) && parity(board) == parity(&self.goal)).then(|| {
            let cells = GoalLayout::goal_cells(board, &self.goal);
            self.ranks.rank(self.ranks.position_of(&cells))
        })
    }

    /// Returns the board with this rank.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn board(&self, rank: u64) -> Board {
        assert!(rank < self.ranks.boards(), "rank {rank} of {} boards", self.ranks.boards());
        let cells = self.ranks.cells(self.ranks.position(rank));
        let tiles: Vec<Tile> = cells.into_iter().map(|cell| self.goal.tiles()[cell as usize]).collect();
        Board::from_permutation(self.goal.rows(), self.goal.columns(), tiles)
    }

    /// Returns a lower bound on the moves from the board with this rank to the goal: the sum of the
    /// tiles' distances, divided by the greatest number of tiles that a move carries.
    ///
    /// # Complexity
    /// Quadratic in the cells at worst, without heap memory.
    pub fn lower_bound(&self, rank: u64) -> u32 {
        let distances = self.ranks.distances(self.ranks.position(rank));
        let carried = match self.metric {
            MoveMetric::SingleTile => 1,
            MoveMetric::MultiTile => self.goal.rows().max(self.goal.columns()) - 1,
        };
        distances.div_ceil(carried.max(1))
    }

    pub(super) fn into_ranking(self) -> BoardRanking {
        self.ranks
    }

    fn own_fingerprint(&self) -> u64 {
        let GoalLayout { rows, columns, goal_blank } = self.ranks.layout();
        fingerprint(*b"sliding ", [rows, columns, goal_blank, self.metric as u32].map(u64::from))
    }
}

impl RankedSpace for RankedBoards {
    type Scratch = ();

    fn states(&self) -> u64 {
        self.ranks.boards()
    }

    fn scratch(&self) {}

    #[inline]
    fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
        let position = self.ranks.position(rank);
        for direction in Direction::ALL {
            for next in self.ranks.moves(self.metric, position, direction) {
                visit(self.ranks.rank(next));
            }
        }
    }

    fn fingerprint(&self) -> u64 {
        self.own_fingerprint()
    }

    fn neighbourhood_len(&self) -> u32 {
        self.ranks.neighbourhood_len()
    }

    #[inline]
    fn expand(&self, (): &mut (), group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        self.ranks.expand(group, self.metric, visitor);
    }
}

impl Space for RankedBoards {
    /// A rank.
    type State = u64;
    /// The direction of the blank, and the number of tiles that move.
    type Action = (Direction, u32);
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &rank: &u64) -> bool {
        rank == self.goal_rank()
    }

    fn successors(&self, (): &mut (), &rank: &u64, visit: &mut impl FnMut((Direction, u32), u64, u32)) {
        let position = self.ranks.position(rank);
        for direction in Direction::ALL {
            for (tiles, next) in (1..).zip(self.ranks.moves(self.metric, position, direction)) {
                visit((direction, tiles), self.ranks.rank(next), 1);
            }
        }
    }
}

impl PackedSpace<1> for RankedBoards {
    fn pack(&self, &rank: &u64) -> [u64; 1] {
        [rank]
    }

    fn unpack(&self, &[rank]: &[u64; 1]) -> u64 {
        rank
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn fingerprint(&self) -> u64 {
        self.own_fingerprint()
    }

    /// Returns the number of the first tiles of the order, regardless of the blank. Moves along
    /// rows do not change it, nor do moves along columns behind these tiles.
    fn neighbourhood(&self, &[rank]: &[u64; 1]) -> u64 {
        self.ranks.first_tiles(rank)
    }
}

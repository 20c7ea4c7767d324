//! Parberry's algorithm with snakes: two tiles at a time where that is shorter.

use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Direction, Outcome, Plan, Walk};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{
    self, FillError, LineContext, LineStrategy, SnakeDryRun, SnakeFormation, Workspace, estimate_long,
    estimate_snake, place_first, place_long, place_singly, place_snake,
};
use crate::multi_blank::PlanSolver;
use crate::parberry::Parberry;

/// Parberry's algorithm with snakes: places two neighbours of a line together wherever that takes
/// fewer moves than placing them one after the other.
///
/// For each pair, a dry run counts the moves of single placement exactly. If the smaller of two
/// estimates for a snake – the first tile carried to the second, or the second to the first – is
/// below [1.2](Snake::with_threshold) times that number, dry runs try both snakes, and the shortest
/// of the three is carried out.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Boards of at most 3×3
/// cells are solved optimally. The papers bound the moves on n×n boards with the blank's goal at
/// the bottom right by (14/3)n³ + O(n²). For n ≤ 9, a test adds up the most moves of each pair,
/// which are fewer. On average, it takes 9 % fewer moves than [`Parberry`](crate::Parberry) at
/// n = 50, and 6 % fewer at n = 6 (measured); on a single small board it may take more.
///
/// # Complexity
/// Time O(m + k) for m moves on k cells (a dry run takes constant time for each straight leg of the
/// blank's path), memory O(k). With longer snakes of up to s tiles, O(s³) dry runs for each snake.
///
/// # References
/// Surynek & Michalík, *An improved sub-optimal algorithm for solving the (n²−1)-puzzle*, 2011,
/// Algorithm 2; repeated in their paper of 2015. Line 9 does not say where the tiles meet; here,
/// they meet at the cell with the least estimate for everything that follows. If a line has an odd
/// number of cells, the single tile is its first, so that a pair reaches the corner. Section 4.3
/// rejects longer snakes because they can be formed in many ways; with one fixed tile there are
/// few.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance, Snake};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "4 5 8 3\n9 1 2 7\n13 6 10 11\n14 15 12 0".parse()?;
/// let walk = Snake::default().solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify(&walk)?.moves, walk.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snake {
    threshold: f64,
    length: u32,
}

impl Default for Snake {
    fn default() -> Self {
        Self { threshold: 1.2, length: 2 }
    }
}

impl Snake {
    /// Sets the threshold: a snake is tried if its estimated number of moves is less than this
    /// multiple of the moves for placing the two tiles singly. The paper's value and the default
    /// are 1.2. With 0, no snakes are made.
    #[doc(hidden)]
    pub const fn with_threshold(mut self, threshold: f64) -> Self {
        self.threshold = threshold;
        self
    }

    /// Sets the greatest number of tiles in a snake. The default is 2, as in the paper; below 3,
    /// snakes have two tiles. A longer snake is tried once for each of its tiles as the one to
    /// which the others are carried. Longer snakes save two to four per cent of the moves, and take
    /// five to fifty times as long. With several blanks, snakes have two tiles.
    pub const fn with_length(mut self, length: u32) -> Self {
        self.length = length;
        self
    }
}

impl StreamingSolver<Instance> for Snake {
    type Move = Direction;
    type Solution = Walk;

    /// A node is a move made or, in the residual puzzle, a state expanded.
    fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        layers::solve(self, instance, sink, control)
    }
}

impl PlanSolver for Snake {
    fn solve_several(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        if instance.start().blank_count() as usize > layers::MAX_LISTED {
            return layers::solve_with_blanks(&Parberry::default(), instance, control);
        }
        layers::solve_with_blanks(&self.with_length(2), instance, control)
    }
}

impl LineStrategy for Snake {
    fn fill(
        &self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<(), FillError> {
        let (mut context, mut left) = (context, tiles);
        while !left.is_empty() {
            let long = if self.length > 2 { self.place_long(workspace, context, left)? } else { None };
            let placed = match long {
                Some(placed) => placed,
                None => self.place_next(workspace, context, left)?,
            };
            left = &left[placed..];
            context = context.after(placed);
        }
        Ok(())
    }
}

impl Snake {
    /// Places the first of an odd number of tiles, or else a pair; returns how many.
    fn place_next(
        self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<usize, FillError> {
        if let [first, second, ..] = *tiles
            && tiles.len().is_multiple_of(2)
        {
            workspace.track(first, second);
            self.place_pair(workspace, context)?;
            return Ok(2);
        }
        workspace.track(tiles[0], tiles[0]);
        place_first(workspace, context)?;
        Ok(1)
    }

    /// Places the snake of more than two tiles that saves most moves compared with placing its
    /// tiles in pairs, if one saves any. Returns its number of tiles.
    fn place_long(
        self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<Option<usize>, FillError> {
        let mut best = (0, None);
        for length in 3..=tiles.len().min(self.length as usize) {
            // Otherwise a single remaining tile would have to be inserted into the corner.
            if tiles.len() == length + 1 {
                continue;
            }
            let snake = &tiles[..length];
            let pairs = self.count_in_pairs(workspace, context, snake)?;
            // Each anchor is tried with a limit below which it beats the best so far.
            for anchor in 0..length {
                let limit = pairs.saturating_sub(best.0 + 1);
                if estimate_long(workspace, context.region, snake, anchor) > limit {
                    continue;
                }
                let mut dry_run = SnakeDryRun::new(workspace, snake, limit);
                if place_long(&mut dry_run, context.region, snake, anchor).is_ok() {
                    best = (pairs - dry_run.moves(), Some((length, anchor)));
                }
            }
        }
        let Some((length, anchor)) = best.1 else { return Ok(None) };
        place_long(workspace, context.region, &tiles[..length], anchor)?;
        Ok(Some(length))
    }

    /// Counts the moves of placing these tiles singly and in pairs.
    fn count_in_pairs(
        self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<u32, FillError> {
        let mut dry_run = SnakeDryRun::new(workspace, tiles, u32::MAX);
        let (mut context, mut left) = (context, tiles);
        while !left.is_empty() {
            let placed = self.place_next(&mut dry_run, context, left)?;
            left = &left[placed..];
            context = context.after(placed);
        }
        Ok(dry_run.moves())
    }

    /// Places a pair by Algorithm 2, with dry runs of both formations before one is carried out.
    fn place_pair(self, workspace: &mut dyn Workspace, context: LineContext) -> Result<(), FillError> {
        let region = context.region;
        let singly = workspace.count_moves(u32::MAX, &|mover| place_singly(mover, context))?;
        let mut best = (singly, None);
        let formations = [SnakeFormation::HeadToTail, SnakeFormation::TailToHead];
        let estimates = formations.map(|formation| estimate_snake(workspace, region, formation));
        let promising = f64::from(estimates[0].min(estimates[1])) < self.threshold * f64::from(singly);
        for formation in formations.into_iter().filter(|_| promising) {
            let limit = best.0.saturating_sub(1);
            if let Ok(moves) = workspace.count_moves(limit, &|mover| place_snake(mover, region, formation)) {
                best = (moves, Some(formation));
            }
        }
        match best {
            (_, Some(formation)) => place_snake(workspace, region, formation),
            (_, None) => place_singly(workspace, context),
        }
    }
}

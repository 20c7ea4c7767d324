//! Parberry's algorithm with snakes: two tiles at a time where that is shorter.

use motion_core::{Control, Direction, Outcome, Sink, Walk};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{
    self, FillError, LineContext, LineStrategy, MoveCounter, SnakeDryRun, SnakeFormation, Workspace,
    estimate_long, estimate_snake, place_first, place_long, place_singly, place_snake,
};
use crate::solver::Solver;

/// Parberry's algorithm with snakes: two neighbours of a line are placed together wherever that takes fewer moves
/// than placing them one after the other.
///
/// For each pair the cost of single placement is counted exactly. If the smaller of two estimates for a snake –
/// the first tile carried to the second, or the second to the first – is below [`threshold`](Snake::threshold)
/// times that cost, both ways are rehearsed, and the shortest of the three is carried out.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Boards of at most 3×3 cells are solved
/// optimally. The papers bound the moves on n×n boards with the blank's goal at the bottom right by
/// (14/3)n³ + O(n²), which is tested here, not proved. Measured, 9 % fewer moves than
/// [`Parberry`](crate::Parberry) at n = 50, 6 % at n = 6; a single small board may come out longer.
///
/// # Complexity
/// Time O(m + k) for m moves on k cells (a rehearsal takes constant time for each straight piece of way),
/// memory O(k). With longer snakes of up to s tiles, O(s³) rehearsals for each snake.
///
/// # References
/// Surynek & Michalík, *An improved sub-optimal algorithm for solving the (n²−1)-puzzle*, 2011, Algorithm 2; the
/// same in their paper of 2015. Where line 9 leaves open where the tiles meet, they meet at the cell from which
/// the whole way is estimated shortest. Where a line has an odd number of cells, the single tile is its first,
/// so that its corner is always reached by a pair. Longer snakes are what section 4.3 gives up for the number of ways in
/// which they can be formed; those with one fixed tile are few.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance, Snake, Solver};
/// use motion_core::Control;
///
/// let instance = Instance::to_standard("4 5 8 3\n9 1 2 7\n13 6 10 11\n14 15 12 0".parse()?);
/// let walk = Snake::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
/// assert_eq!(instance.verify(&walk)?, walk.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snake {
    /// A snake is rehearsed if its estimated moves are less than this multiple of what the two tiles cost singly.
    /// The paper's value and the default are 1.2.
    pub threshold: f64,
    /// The most tiles of a snake. The default is 2, the paper's; longer ones are rehearsed with each of their tiles as the
    /// one to which the others are carried. They save two to four per cent of the moves, and take five to fifty times as
    /// long. With several blanks snakes have two tiles.
    pub length: u32,
}

impl Default for Snake {
    fn default() -> Self {
        Self { threshold: 1.2, length: 2 }
    }
}

impl Snake {
    /// The same with another [`threshold`](Snake::threshold). At 0 nothing is ever a snake.
    pub const fn with_threshold(mut self, threshold: f64) -> Self {
        self.threshold = threshold;
        self
    }

    /// The same with another [`length`](Snake::length). Below 3, snakes have two tiles.
    pub const fn with_length(mut self, length: u32) -> Self {
        self.length = length;
        self
    }
}

impl Solver for Snake {
    fn solve_into<K: Sink<Direction>>(
        &self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<()> {
        layers::solve(self, instance, sink, control)
    }

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        let mut walk = Walk::new();
        self.solve_into(instance, &mut walk, control).map(|()| walk)
    }
}

impl LineStrategy for Snake {
    fn fill(
        &self,
        workspace: &mut impl Workspace,
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
    /// Places the first of an odd number of tiles, or else a pair; says how many.
    fn place_next(
        self,
        workspace: &mut impl Workspace,
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

    /// Places a snake of more than two tiles, if there is one that is shorter than the same tiles in pairs: the one that
    /// saves most. Says how many tiles it has.
    fn place_long(
        self,
        workspace: &mut impl Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<Option<usize>, FillError> {
        let mut best = (0, None);
        for length in 3..=tiles.len().min(self.length as usize) {
            // A single tile that is left would have to be inserted into the corner.
            if tiles.len() == length + 1 {
                continue;
            }
            let snake = &tiles[..length];
            let mut pairs = SnakeDryRun::new(workspace, snake, u32::MAX);
            let (mut then, mut left) = (context, snake);
            while !left.is_empty() {
                let placed = self.place_next(&mut pairs, then, left)?;
                left = &left[placed..];
                then = then.after(placed);
            }
            for anchor in 0..length {
                let limit = pairs.moves().saturating_sub(best.0 + 1);
                if estimate_long(workspace, context.region, snake, anchor) > limit {
                    continue;
                }
                let mut dry_run = SnakeDryRun::new(workspace, snake, limit);
                if place_long(&mut dry_run, context.region, snake, anchor).is_ok() {
                    best = (pairs.moves() - dry_run.moves(), Some((length, anchor)));
                }
            }
        }
        let Some((length, anchor)) = best.1 else { return Ok(None) };
        place_long(workspace, context.region, &tiles[..length], anchor)?;
        Ok(Some(length))
    }

    /// Algorithm 2, with both ways of forming the snake rehearsed before one is taken.
    fn place_pair(self, workspace: &mut impl Workspace, context: LineContext) -> Result<(), FillError> {
        let region = context.region;
        let mut singly = workspace.dry_run(u32::MAX);
        place_singly(&mut singly, context)?;
        let mut best = (singly.moves(), None);
        let formations = [SnakeFormation::HeadToTail, SnakeFormation::TailToHead];
        let estimates = formations.map(|formation| estimate_snake(workspace, region, formation));
        let promising =
            f64::from(estimates[0].min(estimates[1])) < self.threshold * f64::from(singly.moves());
        for formation in formations.into_iter().filter(|_| promising) {
            let mut dry_run = workspace.dry_run(best.0.saturating_sub(1));
            if place_snake(&mut dry_run, region, formation).is_ok() {
                best = (dry_run.moves(), Some(formation));
            }
        }
        match best {
            (_, Some(formation)) => place_snake(workspace, region, formation),
            (_, None) => place_singly(workspace, context),
        }
    }
}

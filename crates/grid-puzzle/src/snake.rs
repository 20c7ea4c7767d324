//! Parberry's algorithm with snakes: two tiles at a time where that is shorter.

use motion_core::{Control, Direction, Outcome, Sink, Walk};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{
    self, Filling, Formation, Setting, Theatre, Trial, Trouble, Troupe, estimate_long, estimate_snake,
    place_first, place_long, place_singly, place_snake,
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

impl Filling for Snake {
    fn fill(&self, theatre: &mut impl Theatre, setting: Setting, tiles: &[Tile]) -> Result<(), Trouble> {
        let (mut setting, mut left) = (setting, tiles);
        while !left.is_empty() {
            let long = if self.length > 2 { self.place_long(theatre, setting, left)? } else { None };
            let placed = match long {
                Some(placed) => placed,
                None => self.place_next(theatre, setting, left)?,
            };
            left = &left[placed..];
            setting = setting.after(placed);
        }
        Ok(())
    }
}

impl Snake {
    /// Places the first of an odd number of tiles, or else a pair; says how many.
    fn place_next(
        self,
        theatre: &mut impl Theatre,
        setting: Setting,
        tiles: &[Tile],
    ) -> Result<usize, Trouble> {
        if let [first, second, ..] = *tiles
            && tiles.len().is_multiple_of(2)
        {
            theatre.set_actors(first, second);
            self.place_pair(theatre, setting)?;
            return Ok(2);
        }
        theatre.set_actors(tiles[0], tiles[0]);
        place_first(theatre, setting)?;
        Ok(1)
    }

    /// Places a snake of more than two tiles, if there is one that is shorter than the same tiles in pairs: the one that
    /// saves most. Says how many tiles it has.
    fn place_long(
        self,
        theatre: &mut impl Theatre,
        setting: Setting,
        tiles: &[Tile],
    ) -> Result<Option<usize>, Trouble> {
        let mut best = (0, None);
        for length in 3..=tiles.len().min(self.length as usize) {
            // A single tile that is left would have to be inserted into the corner.
            if tiles.len() == length + 1 {
                continue;
            }
            let snake = &tiles[..length];
            let mut pairs = Troupe::new(theatre, snake, u32::MAX);
            let (mut then, mut left) = (setting, snake);
            while !left.is_empty() {
                let placed = self.place_next(&mut pairs, then, left)?;
                left = &left[placed..];
                then = then.after(placed);
            }
            for anchor in 0..length {
                let limit = pairs.moves().saturating_sub(best.0 + 1);
                if estimate_long(theatre, setting.region, snake, anchor) > limit {
                    continue;
                }
                let mut rehearsal = Troupe::new(theatre, snake, limit);
                if place_long(&mut rehearsal, setting.region, snake, anchor).is_ok() {
                    best = (pairs.moves() - rehearsal.moves(), Some((length, anchor)));
                }
            }
        }
        let Some((length, anchor)) = best.1 else { return Ok(None) };
        place_long(theatre, setting.region, &tiles[..length], anchor)?;
        Ok(Some(length))
    }

    /// Algorithm 2, with both ways of forming the snake rehearsed before one is taken.
    fn place_pair(self, theatre: &mut impl Theatre, setting: Setting) -> Result<(), Trouble> {
        let region = setting.region;
        let mut singly = theatre.rehearsal(u32::MAX);
        place_singly(&mut singly, setting)?;
        let mut best = (singly.moves(), None);
        let formations = [Formation::HeadToTail, Formation::TailToHead];
        let estimates = formations.map(|formation| estimate_snake(theatre, region, formation));
        let promising =
            f64::from(estimates[0].min(estimates[1])) < self.threshold * f64::from(singly.moves());
        for formation in formations.into_iter().filter(|_| promising) {
            let mut rehearsal = theatre.rehearsal(best.0.saturating_sub(1));
            if place_snake(&mut rehearsal, region, formation).is_ok() {
                best = (rehearsal.moves(), Some(formation));
            }
        }
        match best {
            (_, Some(formation)) => place_snake(theatre, region, formation),
            (_, None) => place_singly(theatre, setting),
        }
    }
}

//! Parberry's algorithm with snakes: two tiles at a time where that is shorter.

use motion_core::{Control, Direction, Outcome, Sink, Walk};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{
    self, Filling, Formation, Setting, Theatre, Trial, Trouble, estimate_snake, place_first, place_singly,
    place_snake,
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
/// memory O(k).
///
/// # References
/// Surynek & Michalík, *An improved sub-optimal algorithm for solving the (n²−1)-puzzle*, 2011, Algorithm 2; the
/// same in their paper of 2015. Where line 9 leaves open where the tiles meet, they meet at the cell from which
/// the whole way is estimated shortest. Where a line has an odd number of cells, the single tile is its first,
/// so that its corner is always reached by a pair.
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
}

impl Default for Snake {
    fn default() -> Self {
        Self { threshold: 1.2 }
    }
}

impl Snake {
    /// The same with another [`threshold`](Snake::threshold). At 0 nothing is ever a snake.
    pub const fn with_threshold(mut self, threshold: f64) -> Self {
        self.threshold = threshold;
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
        let (single, pairs) = tiles.split_at(tiles.len() % 2);
        let mut setting = setting;
        if let [tile] = *single {
            theatre.set_actors(tile, tile);
            place_first(theatre, setting)?;
            setting = setting.after(1);
        }
        for pair in pairs.chunks(2) {
            theatre.set_actors(pair[0], pair[1]);
            self.place_pair(theatre, setting)?;
            setting = setting.after(2);
        }
        Ok(())
    }
}

impl Snake {
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

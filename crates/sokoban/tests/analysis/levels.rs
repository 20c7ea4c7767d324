//! Small random levels, all their positions, and which of these can be solved.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use motion_core::Control;
use motion_core::search::explore;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::{Board, Level, Position, Pulls, Pushes};

/// What random levels look like.
pub(crate) struct Style {
    /// The greatest number of rows and of columns inside.
    pub(crate) side: usize,
    pub(crate) boxes: usize,
    /// The share of walls.
    pub(crate) walls: f64,
}

impl Style {
    /// A random level in which no box stands on a dead square.
    pub(crate) fn level(&self, rng: &mut Xoshiro256PlusPlus) -> Level {
        loop {
            let rows = rng.random_range(2..=self.side);
            let columns = rng.random_range(3..=self.side);
            let mut tiles = vec![b' '; rows * columns];
            for tile in &mut tiles {
                if rng.random_bool(self.walls) {
                    *tile = b'#';
                }
            }
            let mut put = |from: &[u8], to: &[u8]| {
                let place = rng.random_range(0..tiles.len());
                if let Some(kind) = from.iter().position(|&tile| tile == tiles[place]) {
                    tiles[place] = to[kind];
                }
            };
            for _ in 0..self.boxes {
                put(b" .", b"$*");
                put(b" $", b".*");
            }
            put(b" .", b"@+");
            let rim = "#".repeat(columns + 2);
            let mut text = rim.clone();
            for row in tiles.chunks(columns) {
                text.extend(["\n#", &String::from_utf8_lossy(row), "#"]);
            }
            if let Ok(level) = format!("{text}\n{rim}").parse::<Level>()
                && level.boxes().next().is_some()
                && Board::new(&level).starts_alive()
            {
                return level;
            }
        }
    }
}

/// All positions that come of the start, and those of them that can be solved; nothing if there are more than some.
pub(crate) struct Game {
    /// By their distance from the start.
    pub(crate) reached: Vec<Position<1>>,
    /// With the fewest pushes to a solution.
    pub(crate) solvable: HashMap<Position<1>, u32>,
}

impl Game {
    pub(crate) fn of(board: &Board, most: usize) -> Option<Self> {
        let start = Position::start(board).expect("alive");
        let reached = explored(&Pushes::new(board), vec![start], most)?;
        let pulls = Pulls::new(board).expect("alive");
        let pulled = explored(&pulls, pulls.starts(), 10 * most)?;
        let reached: Vec<_> = reached.into_iter().map(|(position, _)| position).collect();
        let all: HashSet<_> = reached.iter().copied().collect();
        let solvable = pulled.into_iter().filter(|(position, _)| all.contains(position)).collect();
        Some(Self { reached, solvable })
    }
}

fn explored<S>(space: &S, starts: Vec<Position<1>>, most: usize) -> Option<Vec<(Position<1>, u32)>>
where
    S: motion_core::search::Space<State = Position<1>>,
{
    let mut all = Vec::new();
    explore(space, starts, &mut Control::unlimited(), |position, depth| {
        all.push((*position, depth));
        if all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .expect("no limit");
    (all.len() <= most).then_some(all)
}

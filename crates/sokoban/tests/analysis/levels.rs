//! Small random levels, all their positions, and which of these can be solved.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use motion_core::Control;
use motion_core::search::{Space, breadth_first, explore};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::{Board, Level, Position, Pulls, Pushes};

/// What random levels look like.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// The greatest number of rows and of columns inside.
    pub(crate) side: usize,
    pub(crate) boxes: usize,
    /// The share of walls.
    pub(crate) walls: f64,
}

impl Style {
    /// A random level in which no box stands on a dead square.
    fn level(&self, rng: &mut Xoshiro256PlusPlus) -> Level {
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

/// Many walls, few boxes: levels for whole searches.
pub(crate) const WALLED: Style = Style { side: 6, boxes: 4, walls: 0.25 };

/// Games of more positions are not shown.
const MOST: usize = 1_000;

/// Few boxes on small boards, many boxes, many walls, each style so many times.
const STYLES: [(usize, Style); 4] = [
    (10_100, Style { side: 4, boxes: 3, walls: 0.12 }),
    (7_000, Style { side: 5, boxes: 4, walls: 0.2 }),
    (6_000, Style { side: 5, boxes: 7, walls: 0.12 }),
    (3_000, Style { side: 6, boxes: 6, walls: 0.25 }),
];

/// Random levels, so many of each style.
pub(crate) fn levels(seed: u64, styles: &[(usize, Style)]) -> impl Iterator<Item = Level> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let each = styles.iter().flat_map(|&(count, style)| std::iter::repeat_n(style, count));
    each.map(move |style| style.level(&mut rng))
}

/// Shows more than 25,000 levels, each with its game.
pub(crate) fn each_game(seed: u64, mut show: impl FnMut(&Level, &Board, &Game)) {
    let mut shown = 0;
    for level in levels(seed, &STYLES) {
        let board = Board::new(&level);
        if let Some(game) = Game::of(&board, MOST) {
            show(&level, &board, &game);
            shown += 1;
        }
    }
    assert!(shown > 25_000, "{shown}");
}

/// The fewest pushes, and the positions expanded.
pub(crate) fn solve(space: &impl Space<State = Position<1>>, start: Position<1>) -> (Option<usize>, u64) {
    let mut control = Control::unlimited();
    let path = breadth_first(space, start, &mut control).plan();
    (path.map(|path| path.actions.len()), control.stats().nodes)
}

/// All positions that come of the start, and those of them that can be solved.
pub(crate) struct Game {
    /// By their distance from the start.
    pub(crate) reached: Vec<Position<1>>,
    /// With the fewest pushes to a solution.
    pub(crate) solvable: HashMap<Position<1>, u32>,
}

impl Game {
    /// Nothing if there are more positions than some.
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

fn explored(
    space: &impl Space<State = Position<1>>,
    starts: Vec<Position<1>>,
    most: usize,
) -> Option<Vec<(Position<1>, u32)>> {
    let mut all = Vec::new();
    explore(space, starts, &mut Control::unlimited(), |position, depth| {
        all.push((*position, depth));
        if all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .expect("no limit");
    (all.len() <= most).then_some(all)
}

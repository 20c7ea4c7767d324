//! Small random levels.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::Level;
use sokoban::board::SearchBoard;

/// The inside of a level under construction.
struct Inside {
    tiles: Vec<u8>,
    columns: usize,
}

impl Inside {
    /// Creates floor, and walls with this probability.
    fn new(rng: &mut Xoshiro256PlusPlus, rows: usize, columns: usize, walls: f64) -> Self {
        let tile = |_| if rng.random_bool(walls) { b'#' } else { b' ' };
        Self { tiles: (0..rows * columns).map(tile).collect(), columns }
    }

    /// Replaces a random tile by its counterpart in `to` if it is one of `from`.
    fn put(&mut self, rng: &mut Xoshiro256PlusPlus, from: &[u8], to: &[u8]) {
        let place = rng.random_range(0..self.tiles.len());
        if let Some(kind) = from.iter().position(|&tile| tile == self.tiles[place]) {
            self.tiles[place] = to[kind];
        }
    }

    /// Returns the level in a frame of walls; `None` if it is illegal, has no box, or not this many
    /// more goals than boxes.
    fn level(&self, spare: usize) -> Option<Level> {
        let rim = "#".repeat(self.columns + 2);
        let mut text = rim.clone();
        for row in self.tiles.chunks(self.columns) {
            text.extend(["\n#", &String::from_utf8_lossy(row), "#"]);
        }
        let level = format!("{text}\n{rim}").parse::<Level>().ok();
        let boxes = |level: &Level| level.boxes().count();
        level.filter(|level| boxes(level) > 0 && level.goals().count() == boxes(level) + spare)
    }
}

/// Generates a random level with an inside of at most `side` by `side` and at most `boxes` boxes,
/// some of which may start on goals or on dead squares.
pub(crate) fn small(rng: &mut Xoshiro256PlusPlus, side: usize, boxes: usize) -> Level {
    small_with_spare_goals(rng, side, boxes, 0)
}

/// Works as [`small`], with this many more goals than boxes.
pub(crate) fn small_with_spare_goals(
    rng: &mut Xoshiro256PlusPlus,
    side: usize,
    boxes: usize,
    spare: usize,
) -> Level {
    loop {
        let (rows, columns) = (rng.random_range(2..=side), rng.random_range(2..=side));
        let mut inside = Inside::new(rng, rows, columns, 0.13);
        for _ in 0..rng.random_range(1..=boxes) {
            inside.put(rng, b" ", b"$");
            inside.put(rng, b" $", b".*");
        }
        for _ in 0..spare {
            inside.put(rng, b" $", b".*");
        }
        inside.put(rng, b" .", b"@+");
        if let Some(level) = inside.level(spare) {
            return level;
        }
    }
}

/// The parameters of random levels.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// The largest number of rows and of columns inside.
    pub(crate) side: usize,
    pub(crate) boxes: usize,
    /// The share of walls.
    pub(crate) walls: f64,
    /// The number of goals beyond the number of boxes.
    pub(crate) spare: usize,
}

/// Many walls and few boxes, for whole searches.
pub(crate) const WALLED: Style = Style { side: 6, boxes: 4, walls: 0.25, spare: 0 };

impl Style {
    /// Generates a random level without a box on a dead square.
    fn level(&self, rng: &mut Xoshiro256PlusPlus) -> Level {
        loop {
            let (rows, columns) = (rng.random_range(2..=self.side), rng.random_range(3..=self.side));
            let mut inside = Inside::new(rng, rows, columns, self.walls);
            for _ in 0..self.boxes {
                inside.put(rng, b" .", b"$*");
                inside.put(rng, b" $", b".*");
            }
            for _ in 0..self.spare {
                inside.put(rng, b" $", b".*");
            }
            inside.put(rng, b" .", b"@+");
            if let Some(level) = inside.level(self.spare)
                && SearchBoard::new(&level).starts_on_live_squares()
            {
                return level;
            }
        }
    }
}

/// Generates random levels, this many of each style.
pub(crate) fn levels(seed: u64, styles: &[(usize, Style)]) -> impl Iterator<Item = Level> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let each = styles.iter().flat_map(|&(count, style)| std::iter::repeat_n(style, count));
    each.map(move |style| style.level(&mut rng))
}

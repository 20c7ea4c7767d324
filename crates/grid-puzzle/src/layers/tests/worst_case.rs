//! The worst cases of both algorithms. The moves for a tile or a pair depend only on its places,
//! the blank and the region, so their maxima over all places add up to a bound for every board.

use alloc::vec::Vec;
use core::cell::Cell;

use motion_core::Direction;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::board::{Board, Tile};
use crate::layers::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile, Workspace};
use crate::layers::corner::CornerTable;
use crate::layers::frame::{FramePosition, OpenRegion};
use crate::layers::layer_order::Layers;
use crate::layers::long_snake::SnakeDryRun;
use crate::layers::move_pattern::MovePattern;
use crate::layers::tile_pair::place_second;
use crate::layers::{LineContext, LineStrategy};
use crate::parberry::Parberry;
use crate::snake::Snake;

type Place = (i32, i32);

/// The most moves on a board of 3×3 cells.
const EIGHT_PUZZLE: u64 = 31;

fn free(region: OpenRegion) -> impl Iterator<Item = Place> + Clone {
    let all = (0..region.rows).flat_map(move |row| (0..region.columns).map(move |column| (row, column)));
    all.filter(move |&(row, column)| region.is_free(FramePosition { row, column }))
}

/// Returns the most moves of a routine from all places of a tile and of the blank. The tile comes
/// after the others, which stand at these places.
fn worst_of_one(
    region: OpenRegion,
    others: &[Place],
    place: &dyn Fn(&mut SnakeDryRun) -> Result<(), FillError>,
) -> u32 {
    let mut most = 0;
    for tile in free(region) {
        let places = [others, &[tile]].concat();
        if others.contains(&tile) {
            continue;
        }
        for blank in free(region).filter(|blank| !places.contains(blank)) {
            let mut dry_run = SnakeDryRun::at(&places, blank);
            assert!(place(&mut dry_run).is_ok(), "{region:?}, {places:?}, {blank:?}");
            most = most.max(dry_run.moves());
        }
    }
    most
}

/// Returns the most moves for a pair of tiles from all places.
fn worst_of_two(context: LineContext) -> u32 {
    let region = context.region;
    let worst = |first: Place| {
        worst_of_one(region, &[first], &|dry_run| {
            Snake::default().fill(dry_run, context, &[Tile(1), Tile(2)])
        })
    };
    free(region).map(worst).max().unwrap_or(0)
}

fn parberry_line(context: LineContext) -> u64 {
    let first =
        worst_of_one(context.region, &[], &|dry_run| Parberry::default().fill(dry_run, context, &[Tile(1)]));
    let later = (1..context.region.columns).map(|placed| {
        let context = context.after(placed as usize);
        worst_of_one(context.region, &[(0, placed - 1)], &|dry_run| {
            dry_run.track(Tile(1), Tile(2));
            place_second(dry_run, context)
        })
    });
    u64::from(first) + later.map(u64::from).sum::<u64>()
}

fn snake_line(context: LineContext) -> u64 {
    let odd = context.region.columns % 2;
    let single = if odd == 0 {
        0
    } else {
        worst_of_one(context.region, &[], &|dry_run| Snake::default().fill(dry_run, context, &[Tile(1)]))
    };
    let pairs = (odd..context.region.columns).step_by(2);
    u64::from(single)
        + pairs.map(|placed| u64::from(worst_of_two(context.after(placed as usize)))).sum::<u64>()
}

/// Adds the worst cases of all lines of a square board.
fn bound(n: i32, line: &dyn Fn(LineContext) -> u64) -> u64 {
    let board = Board::solved(n as u32, n as u32).expect("a legal size");
    let mut layers = Layers::new(&board);
    let lines = core::iter::from_fn(|| layers.next_line());
    let lines =
        lines.map(|(_, region)| line(LineContext { region, corner: &CornerTable::new(region.columns) }));
    EIGHT_PUZZLE + lines.sum::<u64>()
}

/// For boards of 3 × 3 cells and larger, the bounds of Parberry's algorithm and of snakes.
const BOUNDS: [[u64; 2]; 7] =
    [[31, 31], [172, 165], [417, 399], [797, 756], [1343, 1278], [2086, 1981], [3057, 2905]];

/// Checks on boards up to a size that no board takes more moves than the papers' bounds: those of
/// Parberry's algorithm with the sign that gives 34 = S(3) at n = 3, and of proposition 1.
fn no_board_exceeds_the_bounds(greatest: i32) {
    for (n, expected) in (3..=greatest).zip(BOUNDS) {
        assert_eq!([bound(n, &parberry_line), bound(n, &snake_line)], expected, "n = {n}");
        let (cube, square) = (n.pow(3), n.pow(2));
        let parberry = (10 * cube - 9 * square + 19 * n - 178) / 2;
        let proposition_1 = (14 * cube + 42 * square) / 3;
        let papers = [parberry, proposition_1].map(i32::cast_unsigned).map(u64::from);
        assert!(expected[0] <= papers[0] && expected[1] <= papers[1], "n = {n}: {papers:?}");
    }
}

#[test]
fn no_small_board_exceeds_the_bound_with_a_minus_or_proposition_1() {
    no_board_exceeds_the_bounds(5);
}

#[test]
#[ignore = "exhaustive: 0.7 minutes"]
fn no_board_up_to_nine_exceeds_the_bound_with_a_minus_or_proposition_1() {
    no_board_exceeds_the_bounds(9);
}

/// The proof of proposition 1 assumes that no pair takes more than 14n + O(1) moves.
#[test]
fn a_pair_may_take_14_5n_moves() {
    for n in [20, 40, 60] {
        let corner = CornerTable::new(n);
        let moves = |placed: i32| {
            let region = OpenRegion { rows: n, columns: n, placed };
            let mut dry_run = SnakeDryRun::at(&[(n - 1, 0), (n - 1, n - 1)], (0, n - 1));
            let placed = Snake::default().fill(
                &mut dry_run,
                LineContext { region, corner: &corner },
                &[Tile(1), Tile(2)],
            );
            assert!(placed.is_ok());
            dry_run.moves()
        };
        let most = (0..n - 1).map(moves).max();
        assert_eq!(most, Some(29 * n.cast_unsigned() / 2 - 25), "n = {n}");
    }
}

/// A dry run that adds up the moves that it and all its own dry runs count.
struct Counted<'c> {
    dry_run: SnakeDryRun,
    counted: &'c Cell<u32>,
}

impl BlankMover for Counted<'_> {
    fn blank(&self) -> FramePosition {
        self.dry_run.blank()
    }

    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.dry_run.position_of(tile)
    }

    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        self.counted.update(|moves| moves + steps.cast_unsigned());
        self.dry_run.go(direction, steps)
    }

    fn repeat_pattern(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError> {
        self.counted.update(|moves| moves + pattern.moves().len() as u32 * times.cast_unsigned());
        self.dry_run.repeat_pattern(carried, pattern, times)
    }
}

impl Workspace for Counted<'_> {
    fn track(&mut self, first: Tile, second: Tile) {
        self.dry_run.track(first, second);
    }

    fn count_moves(&self, _: u32, routine: &Routine) -> Result<u32, FillError> {
        let mut trial = Self { dry_run: self.dry_run.clone(), counted: self.counted };
        routine(&mut trial)?;
        Ok(trial.dry_run.moves() - self.dry_run.moves())
    }
}

/// Proposition 2: the time is O(n³), because the moves tried for each of fewer than n² pairs are
/// O(n).
#[test]
fn the_moves_tried_for_a_pair_grow_as_n() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for n in [4, 8, 16, 32, 64, 128] {
        let corner = CornerTable::new(n);
        for _ in 0..300 {
            let region = OpenRegion { rows: n, columns: n, placed: rng.random_range(0..n - 1) };
            let mut places: Vec<_> = free(region).collect();
            let (chosen, _) = places.partial_shuffle(&mut rng, 3);
            let counted = Cell::new(0);
            let dry_run = SnakeDryRun::at(&chosen[..2], chosen[2]);
            let mut mover = Counted { dry_run, counted: &counted };
            let context = LineContext { region, corner: &corner };
            assert!(Snake::default().fill(&mut mover, context, &[Tile(1), Tile(2)]).is_ok());
            assert!(counted.get() <= 60 * n.cast_unsigned(), "n = {n}: {} moves", counted.get());
        }
    }
}

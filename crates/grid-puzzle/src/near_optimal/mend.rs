//! Mending of a walk that leaves a few tiles in each other's places.
//!
//! At the end of the walk, such tiles are far apart and take many moves. But at any time during the
//! walk, tiles that happen to be near each other can be exchanged: the later moves then bring each
//! to the place where the other would have gone. A piece of the walk is replaced by one that
//! exchanges three tiles, or two pairs, and is often no longer. Tiles that never come near enough
//! are exchanged with others whose goals are near the remaining wrong tiles.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use motion_core::{Control, Direction, Stop};
use smallvec::SmallVec;

use super::geometry::Geometry;
use super::permutation::{PartialSolution, TilePermutation};
use super::piece::Piece;
use super::rearrange::rearrange;
use super::small_board::SmallBoard;
use super::window::BoardWindow;

/// The greatest number of passes over all possible exchanges.
const PASSES: usize = 30;

/// The greatest effort. It grows by one after a pass without success.
const MAX_EFFORT: u32 = 8;

/// A pass considers each exchange at about this many moments of the walk, and tries it at the best
/// of these moments, which are at least half a piece apart.
const MOMENTS: usize = 2_000;
const BEST_MOMENTS: usize = 4;

/// The greatest number of pairs of an exchange and a moment that a pass tries, to be divided by the
/// square of the effort.
const TRIES: usize = 100;

/// The greatest number of exchanges that a pass considers.
const MAX_EXCHANGES: usize = 1_000;

/// The number of moves of a piece, and the number of additional moves that may replace them, to be
/// multiplied by the effort.
const PIECE: usize = 32;
const MORE_MOVES: u32 = 40;

/// The greatest sum of rows and columns of the rectangle around the tiles and the blank of an
/// exchange.
const FARTHEST: u32 = 12;

/// The greatest distance between the goals of a right tile that is exchanged and of another wrong
/// tile, to be multiplied by the effort above one.
const NEAR: u32 = 2;

/// The number of states of the beam, to be multiplied by the effort.
const WIDTH: usize = 100;

/// Repairs whose cost exceeds the cheapest one's by more than this, in [units](Repair::cost), wait
/// for a later pass.
const TOLERANCE: isize = 12;

/// An exchange of tiles, each of which is to end where the one beside it would: three in a cycle,
/// or two pairs.
type Exchange = SmallVec<[[u32; 2]; 4]>;

/// A moment of the walk at which an exchange is tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moment {
    /// The sum of rows and columns of the rectangle around the tiles and the blank.
    size: u32,
    /// The number of moves before it.
    moves: usize,
    exchange: usize,
}

/// The best moments of one exchange.
type BestMoments = SmallVec<[Moment; BEST_MOMENTS + 1]>;

/// The replacement of a piece.
struct Repair {
    /// Twelve times the number of moves that it adds, divided by the number of mended tiles.
    cost: isize,
    begin: usize,
    end: usize,
    moves: Vec<Direction>,
    tiles: Exchange,
}

/// Takes the blank to its goal, and exchanges tiles until every tile is in its cell, if possible.
pub(super) fn mend(
    geometry: &Geometry,
    start: &TilePermutation,
    mut partial: PartialSolution,
    control: &mut Control,
) -> Result<PartialSolution, Stop> {
    go_home(geometry, &mut partial);
    control.scope(|control| {
        let boards = 4 * PartialSolution::new(geometry, start.clone()).bytes();
        control.hold(boards + Piece::bytes(geometry) + partial.walk.len() as u64)?;
        let mut effort = 1;
        for pass in 0..PASSES {
            if partial.distance == 0 || effort > MAX_EFFORT {
                break;
            }
            let end = &partial.permutation;
            let exchanges = match effort {
                1 => exchanges(end),
                _ => exchanges_with_others(geometry, end, NEAR * (effort - 1)),
            };
            let mut walk: Vec<Direction> = partial.walk.iter().collect();
            let mending = Mending { geometry, start, walk: &walk, end, effort };
            let mut repairs = control.scope(|control| {
                control.hold((exchanges.len() * size_of::<(Exchange, BestMoments)>()) as u64)?;
                let mut moments = best_moments(geometry, start, &walk, &exchanges, pass);
                moments.truncate(TRIES / effort.pow(2) as usize);
                mending.repairs(&exchanges, moments, control)
            })?;
            if repairs.is_empty() {
                effort += 1;
                continue;
            }
            if effort > 1 {
                repairs.truncate(1);
                effort = 1;
            }
            repairs.sort_by_key(|repair| Reverse(repair.begin));
            for repair in repairs {
                walk.splice(repair.begin..repair.end, repair.moves);
            }
            partial = PartialSolution::new(geometry, start.clone());
            partial.follow(geometry, walk);
        }
        Ok(partial)
    })
}

/// Takes the blank to its goal. While the tile whose goal is the blank's cell lies beside the
/// blank, the blank moves there first; then it goes straight.
fn go_home(geometry: &Geometry, partial: &mut PartialSolution) {
    loop {
        let blank = partial.permutation.blank;
        let next = partial.permutation.cells[blank as usize];
        let leads_there = |&direction: &Direction| geometry.step(blank, direction) == next;
        let direction = Direction::ALL.into_iter().find(leads_there);
        match direction.filter(|_| geometry.distance(blank, next) == 1) {
            Some(direction) => partial.go(geometry, direction),
            None => break,
        }
    }
    partial.enter(geometry, BoardWindow::of_cell(geometry, geometry.goal_blank));
}

/// Returns the exchanges that bring at least two wrong tiles to their goals.
fn exchanges(end: &TilePermutation) -> Vec<Exchange> {
    let in_goal_of = |tile: u32| end.tiles[tile as usize];
    let wrong = || (0..end.tiles.len() as u32).filter(move |&tile| in_goal_of(tile) != tile);
    // A cycle of three is found from each of its tiles, and a pair from both.
    let circles = wrong().filter_map(|a| {
        let b = in_goal_of(a);
        let c = in_goal_of(b);
        (c != a && (in_goal_of(c) != a || a < b && a < c)).then(|| circle(a, b, c))
    });
    let is_first = move |&tile: &u32| tile < in_goal_of(tile) || in_goal_of(in_goal_of(tile)) != tile;
    let pairs = wrong().filter(is_first).flat_map(|a| {
        wrong().filter(is_first).filter_map(move |c| {
            let [b, d] = [a, c].map(in_goal_of);
            (a < c && b != c && d != a).then(|| two_pairs([a, b], [c, d]))
        })
    });
    circles.chain(pairs).take(MAX_EXCHANGES).collect()
}

/// Returns the exchanges of wrong tiles with others whose goals are near, and nearer than theirs,
/// to the goal of another wrong tile.
fn exchanges_with_others(geometry: &Geometry, end: &TilePermutation, near: u32) -> Vec<Exchange> {
    let in_goal_of = |tile: u32| end.tiles[tile as usize];
    let tiles = || (0..geometry.cells()).filter(|&tile| tile != geometry.goal_blank);
    let wrong: Vec<u32> = tiles().filter(|&tile| in_goal_of(tile) != tile).collect();
    let mut exchanges: Vec<Exchange> = Vec::new();
    for &a in &wrong {
        let b = in_goal_of(a);
        let is_near = |tile: u32| {
            let mut others = wrong.iter().filter(|&&other| other != a && other != b);
            let gets_near = |&other: &u32| {
                let steps = geometry.distance(other, tile);
                steps <= near && steps < geometry.distance(other, a)
            };
            tile != a && tile != b && others.any(gets_near)
        };
        for c in tiles().filter(|&tile| is_near(tile)) {
            if in_goal_of(b) != a {
                exchanges.push(circle(a, b, c));
            } else if a < b {
                let beside =
                    tiles().filter(|&tile| tile > c && geometry.distance(c, tile) == 1 && is_near(tile));
                exchanges.extend(beside.map(|d| two_pairs([a, b], [c, d])));
            }
        }
    }
    exchanges.truncate(MAX_EXCHANGES);
    exchanges
}

fn circle(a: u32, b: u32, c: u32) -> Exchange {
    Exchange::from_slice(&[[a, b], [b, c], [c, a]])
}

fn two_pairs([a, b]: [u32; 2], [c, d]: [u32; 2]) -> Exchange {
    Exchange::from_slice(&[[a, b], [b, a], [c, d], [d, c]])
}

/// Returns the moments at which the tiles of an exchange and the blank are nearest to each other,
/// for all exchanges; the best first.
fn best_moments(
    geometry: &Geometry,
    start: &TilePermutation,
    walk: &[Direction],
    exchanges: &[Exchange],
    pass: usize,
) -> Vec<Moment> {
    let stride = walk.len().div_ceil(MOMENTS).max(4);
    let mut best: Vec<BestMoments> = alloc::vec![SmallVec::new(); exchanges.len()];
    let mut board = start.clone();
    for (moves, &direction) in walk.iter().enumerate() {
        if moves % stride == pass % stride {
            for (exchange, best) in best.iter_mut().enumerate() {
                let around = around(geometry, &board, &exchanges[exchange]);
                let moment = Moment { size: around.rows + around.columns, moves, exchange };
                if moment.size > FARTHEST {
                    continue;
                }
                match best.iter_mut().find(|other| other.moves + PIECE / 2 > moves) {
                    Some(other) => *other = moment.min(*other),
                    None => best.push(moment),
                }
                best.sort_unstable();
                best.truncate(BEST_MOMENTS);
            }
        }
        board.go(geometry, direction);
    }
    let mut all: Vec<Moment> = best.into_iter().flatten().collect();
    all.sort_unstable();
    all
}

/// Returns the rectangle around the tiles of an exchange and the blank.
fn around(geometry: &Geometry, board: &TilePermutation, exchange: &Exchange) -> BoardWindow {
    let mut window = BoardWindow::of_cell(geometry, board.blank);
    for &[tile, _] in exchange {
        window.include(geometry, board.cells[tile as usize]);
    }
    window
}

/// A walk, and the boards before and after it.
struct Mending<'m> {
    geometry: &'m Geometry,
    start: &'m TilePermutation,
    walk: &'m [Direction],
    end: &'m TilePermutation,
    effort: u32,
}

impl Mending<'_> {
    /// Returns the cheapest repairs, the cheapest first. No two of them change the same piece or
    /// the same tile.
    fn repairs(
        &self,
        exchanges: &[Exchange],
        mut moments: Vec<Moment>,
        control: &mut Control,
    ) -> Result<Vec<Repair>, Stop> {
        moments.sort_unstable_by_key(|moment| moment.moves);
        let mut repairs = Vec::new();
        let mut piece = Piece::new(self.geometry);
        let (mut board, mut at) = (self.start.clone(), 0);
        for Moment { moves, exchange, .. } in moments {
            let begin = moves.saturating_sub(PIECE / 2);
            self.walk[at..begin].iter().for_each(|&direction| board.go(self.geometry, direction));
            at = begin;
            repairs.extend(self.repair(&mut piece, &board, begin..moves, &exchanges[exchange], control)?);
        }
        repairs.sort_by_key(|repair| (repair.cost, repair.begin));
        let most = repairs.first().map_or(0, |repair| repair.cost.max(0) + TOLERANCE);
        let mut chosen: Vec<Repair> = Vec::new();
        for repair in repairs.into_iter().take_while(|repair| repair.cost <= most) {
            let changes = |[tile, _]: &[u32; 2]| repair.tiles.iter().any(|[other, _]| other == tile);
            let is_apart = |other: &Repair| {
                (other.end <= repair.begin || repair.end <= other.begin) && !other.tiles.iter().any(changes)
            };
            if chosen.iter().all(is_apart) {
                chosen.push(repair);
            }
        }
        Ok(chosen)
    }

    /// Finds a replacement for the piece that begins with these moves, after which the tiles are
    /// near each other.
    fn repair(
        &self,
        piece: &mut Piece,
        board: &TilePermutation,
        moves: Range<usize>,
        exchange: &Exchange,
        control: &mut Control,
    ) -> Result<Option<Repair>, Stop> {
        let Self { geometry, .. } = *self;
        let len = piece.begin(geometry, board.blank, &self.walk[moves.start..], PIECE);
        let mut later = board.clone();
        self.walk[moves.clone()].iter().for_each(|&direction| later.go(geometry, direction));
        let near = around(geometry, &later, exchange);
        let both = [near, around(geometry, board, exchange)].map(|window| window.cells(geometry));
        piece.extend(geometry, both.into_iter().flatten());
        let end = moves.start + len;
        let walk = &self.walk[moves.start..end];
        let mut small = SmallBoard::of_walk(geometry, &piece.cells, &piece.numbers, board.blank, walk);
        let goals = small.goals.clone();
        let number = |tile: u32| usize::from(piece.numbers[board.cells[tile as usize] as usize]);
        for &[tile, other] in exchange {
            small.goals[number(tile)] = goals[number(other)];
        }
        let is_mended = |&&[tile, other]: &&[u32; 2]| self.end.tiles[tile as usize] == other;
        let mended = exchange.iter().filter(is_mended).count().max(1);
        let limit = len as u32 + MORE_MOVES * self.effort;
        let moves_of_piece = rearrange(small, WIDTH * self.effort as usize, limit, control)?;
        Ok(moves_of_piece.map(|replacement| Repair {
            cost: 12 * (replacement.len().cast_signed() - len.cast_signed()) / mended.cast_signed(),
            begin: moves.start,
            end,
            moves: replacement,
            tiles: exchange.clone(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_testing::cases;

    const SIDE: u32 = 10;

    /// Returns a walk through all rows and back.
    fn through_all() -> Vec<Direction> {
        let along = |direction| core::iter::repeat_n(direction, SIDE as usize - 1);
        let mut there = Vec::new();
        for row in (0..SIDE).rev() {
            there.extend(along(if row % 2 == 1 { Direction::Left } else { Direction::Right }));
            there.extend((row > 0).then_some(Direction::Up));
        }
        let back: Vec<Direction> =
            along(Direction::Left).chain(along(Direction::Down)).chain(along(Direction::Right)).collect();
        there.into_iter().chain(back).collect()
    }

    /// Mends the walk from a board after which only these tiles are wrong.
    fn mended(wrong: &[[(u32, u32); 2]]) -> (usize, PartialSolution) {
        let geometry = Geometry::new(SIDE, SIDE, SIDE * SIDE - 1);
        let walk = through_all();
        let mut start = TilePermutation::new((0..geometry.cells()).collect(), geometry.goal_blank);
        let mut blank = geometry.goal_blank;
        for &direction in &walk {
            blank = geometry.step(blank, direction);
        }
        assert_eq!(blank, geometry.goal_blank);
        for direction in walk.iter().rev() {
            start.go(&geometry, direction.opposite());
        }
        for pair in wrong {
            let [a, b] = pair.map(|(row, column)| start.cells[geometry.cell(row, column) as usize]);
            start.tiles.swap(a as usize, b as usize);
            start = TilePermutation::new(start.tiles, start.blank);
        }
        let mut partial = PartialSolution::new(&geometry, start.clone());
        partial.follow(&geometry, walk.iter().copied());
        assert!(partial.distance > 0);
        let mut control = Control::unlimited();
        let mended = mend(&geometry, &start, partial, &mut control).expect("no limit");
        assert_eq!(control.stats().bytes, 0, "all memory is given back");
        let mut end = start;
        mended.walk.iter().for_each(|direction| end.go(&geometry, direction));
        assert_eq!(end, mended.permutation);
        (walk.len(), mended)
    }

    #[test]
    fn tiles_near_each_other_are_exchanged() {
        for wrong in [
            &[[(2, 2), (3, 4)], [(2, 2), (4, 3)]][..],
            &[[(5, 5), (5, 6)], [(7, 4), (7, 6)]],
            &[[(0, 0), (1, 1)], [(0, 0), (0, 1)], [(8, 7), (8, 8)], [(8, 7), (9, 8)]],
        ] {
            let (before, PartialSolution { walk, distance, .. }) = mended(wrong);
            assert_eq!(distance, 0, "{wrong:?}");
            assert!(walk.len() <= before + 15 * wrong.len(), "{wrong:?}: {} after {before}", walk.len());
        }
    }

    #[test]
    fn tiles_that_stay_far_apart_are_exchanged_with_others() {
        for far in [(6, 2), (5, 7)].into_iter().take(cases(1, 2)) {
            let wrong = [[(1, 1), (1, 2)], [far, (far.0, far.1 + 1)]];
            let (before, PartialSolution { walk, distance, .. }) = mended(&wrong);
            assert_eq!(distance, 0, "{wrong:?}");
            assert!(walk.len() <= before + 90, "{wrong:?}: {} after {before}", walk.len());
        }
    }
}

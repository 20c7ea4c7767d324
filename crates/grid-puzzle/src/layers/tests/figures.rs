//! Figures 2 to 4 of Surynek & Michalík 2015 (section 4.1), with the fewest moves by breadth-first
//! search.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use motion_core::Direction;

use crate::board::Tile;
use crate::layers::corner::CornerTable;
use crate::layers::frame::OpenRegion;
use crate::layers::long_snake::SnakeDryRun;
use crate::layers::tile_pair::place_singly;
use crate::layers::{LineContext, LineStrategy, Workspace};
use crate::snake::Snake;

/// Row and column, from 0.
type Place = (i32, i32);
/// The places of two tiles and of the blank.
type State = [Place; 3];

/// The distances of states of an n × n board from the nearest source.
struct Distances {
    n: i32,
    moves: Vec<u16>,
}

impl Distances {
    fn from(n: i32, sources: &[State]) -> Self {
        let mut distances = Self { n, moves: alloc::vec![u16::MAX; (n * n).pow(3) as usize] };
        let mut queue: VecDeque<State> = sources.iter().copied().collect();
        for &source in sources {
            let index = distances.index(source);
            distances.moves[index] = 0;
        }
        while let Some(state) = queue.pop_front() {
            let [first, second, blank] = state;
            let moves = distances.get(state) + 1;
            for (rows, columns) in Direction::ALL.map(Direction::delta) {
                let next = (blank.0 + rows, blank.1 + columns);
                if !(0..n).contains(&next.0) || !(0..n).contains(&next.1) {
                    continue;
                }
                let moved = |place| if place == next { blank } else { place };
                let state = [moved(first), moved(second), next];
                let index = distances.index(state);
                if distances.moves[index] == u16::MAX {
                    distances.moves[index] = moves;
                    queue.push_back(state);
                }
            }
        }
        distances
    }

    fn index(&self, state: State) -> usize {
        let cells = self.n * self.n;
        state.iter().fold(0, |index, &(row, column)| index * cells + row * self.n + column) as usize
    }

    fn get(&self, state: State) -> u16 {
        self.moves[self.index(state)]
    }
}

fn places(n: i32) -> impl Iterator<Item = Place> {
    (0..n).flat_map(move |row| (0..n).map(move |column| (row, column)))
}

/// The four ways in which tiles 1 and 2 lie next to each other in the bottom right corner.
fn corner_pairs(n: i32) -> [[Place; 2]; 4] {
    let (corner, above, left) = ((n - 1, n - 1), (n - 2, n - 1), (n - 1, n - 2));
    [[corner, above], [above, corner], [corner, left], [left, corner]]
}

/// Returns the fewest moves that place tiles 1 and 2, in any way.
fn fewest_moves(n: i32) -> Distances {
    let goal = [(0, 0), (0, 1)];
    let blanks = places(n).filter(|blank| !goal.contains(blank));
    let solved: Vec<State> = blanks.map(|blank| [goal[0], goal[1], blank]).collect();
    Distances::from(n, &solved)
}

/// Returns the moves that place tiles 1 and 2 singly, and the moves of [`Snake`], while the blank
/// begins at their goals.
fn moves_from(n: i32, pair: [Place; 2]) -> [u32; 2] {
    let region = OpenRegion { rows: n, columns: n, placed: 0 };
    let context = LineContext { region, corner: &CornerTable::new(n) };
    let mut singly = SnakeDryRun::at(&pair, (0, 0));
    singly.track(Tile(1), Tile(2));
    assert!(place_singly(&mut singly, context).is_ok());
    let mut snake = SnakeDryRun::at(&pair, (0, 0));
    assert!(Snake::default().fill(&mut snake, context, &[Tile(1), Tile(2)]).is_ok());
    [singly.moves(), snake.moves()]
}

/// The paper has 16n − 20 moves singly, and 12n + O(1) in a snake, which saves up to 4n.
#[test]
fn two_tiles_in_the_far_corner_take_16n_moves_singly_and_12n_as_a_snake() {
    for n in 4..=60 {
        let snakes = if n % 2 == 0 { [14, 20, 18, 18] } else { [18, 22, 14, 22] };
        for (pair, (singly, snake)) in
            corner_pairs(n).into_iter().zip([28, 28, 26, 30].into_iter().zip(snakes))
        {
            let expected = [16 * n as u32 - singly, 12 * n as u32 - snake];
            assert_eq!(moves_from(n, pair), expected, "n = {n}: {pair:?}");
        }
    }
}

/// No way of placing both tiles, whatever else it moves, takes fewer than 12n − 22 moves.
#[test]
fn no_way_from_the_far_corner_is_shorter_than_12n_moves() {
    for n in 3..=7 {
        let fewest = fewest_moves(n);
        let less =
            corner_pairs(n).map(|[first, second]| 12 * n - i32::from(fewest.get([first, second, (0, 0)])));
        assert_eq!(less, if n % 2 == 0 { [20, 22, 20, 20] } else { [20, 22, 18, 22] }, "n = {n}");
    }
}

/// From a blank in front of the head to a blank in front of it, a straight step of two tiles takes
/// seven moves. A diagonal step takes ten if it turns the snake, which makes a staircase with steps
/// of two, and otherwise 12, as many as for two tiles singly.
#[test]
fn a_diagonal_step_of_a_snake_takes_ten_moves_everywhere() {
    const SIDE: i32 = 6;
    // Head, tail and blank of a snake that heads to the right, or up.
    for (row, column) in places(SIDE).filter(|&(row, column)| row >= 2 && (1..SIDE - 2).contains(&column)) {
        let at = |up: i32, right: i32| (row - up, column + right);
        let level = |up, right| [at(up, right), at(up, right - 1), at(up, right + 1)];
        let upright = |up, right| [at(up, right), at(up - 1, right), at(up + 1, right)];
        let from = Distances::from(SIDE, &[level(0, 0)]);
        let moves = [level(0, 1), upright(1, 1), level(1, 1)].map(|state| from.get(state));
        assert_eq!(moves, [7, 10, 12], "{row}, {column}");
    }
}

/// The paper calls its estimate admissible (section 4.2). But if two tiles are a snake already, the
/// blank's way to the head and ten moves for each diagonal step, the cheapest, are too many.
#[test]
fn the_estimate_of_a_snake_is_no_lower_bound() {
    for n in 3..=7 {
        let fewest = fewest_moves(n);
        for [head, tail] in corner_pairs(n).into_iter().step_by(2) {
            let (to_the_head, steps) = (2 * n - 3, n - 1);
            let moves = i32::from(fewest.get([head, tail, (0, 0)]));
            assert!(to_the_head + 10 * steps > moves, "n = {n}: {moves}");
        }
    }
}

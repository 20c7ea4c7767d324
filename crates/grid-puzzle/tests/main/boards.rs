//! Boards made of numbers, random boards, and all boards that can be reached by the boards' own
//! rules.

use std::ops::ControlFlow;

use grid_puzzle::{Board, Instance, MoveMetric};
use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

pub(crate) fn standard(rows: u32, columns: u32) -> Board {
    Board::solved(rows, columns).expect("a legal size")
}

/// Makes the board of these numbers, row by row.
pub(crate) fn board(tiles: &[u32], columns: u32) -> Board {
    let rows = tiles.chunks(columns as usize);
    let rows: Vec<_> = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")).collect();
    rows.join("\n").parse().expect("a board")
}

/// Returns the numbers of a board, row by row.
pub(crate) fn numbers(board: &Board) -> Vec<u32> {
    board.tiles().iter().map(|tile| tile.0).collect()
}

pub(crate) fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Returns a random board with the standard goal.
pub(crate) fn random(rows: u32, columns: u32, rng: &mut impl Rng) -> Instance {
    Instance::random(standard(rows, columns), rng)
}

/// Returns a random board and a random goal, solvable or not.
pub(crate) fn random_pair(rows: u32, columns: u32, rng: &mut impl Rng) -> Instance {
    let goal = Board::random(rows, columns, rng).expect("a legal size");
    let start = Board::random(rows, columns, rng).expect("a legal size");
    Instance::new(start, goal).expect("equal sizes")
}

/// Returns the board after this number of random moves, of which illegal ones change nothing.
pub(crate) fn walked(goal: &Board, moves: u32, rng: &mut impl Rng) -> Board {
    let mut start = goal.clone();
    for _ in 0..moves {
        start.slide(Direction::from_index(rng.random_range(0..4)));
    }
    start
}

/// Returns all orders of the numbers below this one, the ascending one last.
pub(crate) fn arrangements(numbers: u32) -> Vec<Vec<u32>> {
    (0..numbers).fold(vec![vec![]], |shorter, number| {
        let insert = |place: usize, tiles: &Vec<u32>| {
            let mut tiles = tiles.clone();
            tiles.insert(place, number);
            tiles
        };
        shorter.iter().flat_map(|tiles| (0..=tiles.len()).map(move |place| insert(place, tiles))).collect()
    })
}

/// Returns the goals of a size with the blank on every cell and the tiles in reverse.
pub(crate) fn reversed_goals(rows: u32, columns: u32) -> impl Iterator<Item = Board> {
    (0..rows * columns).map(move |blank| {
        let mut tiles: Vec<u32> = (1..rows * columns).rev().collect();
        tiles.insert(blank as usize, 0);
        board(&tiles, columns)
    })
}

/// The boards of one size, moved by the board's own rules: one blank moves in any direction; with
/// several, every tile beside one of them moves.
pub(crate) struct Boards {
    pub(crate) goal: Board,
    /// The definition of a move of a single blank.
    pub(crate) metric: MoveMetric,
}

impl Boards {
    pub(crate) fn lower_bound(&self, board: &Board) -> Option<u32> {
        let instance = Instance::new(board.clone(), self.goal.clone()).ok()?;
        let most_tiles =
            if self.metric == MoveMetric::SingleTile { 1 } else { board.rows().max(board.columns()) - 1 };
        Some(instance.manhattan_distance().div_ceil(most_tiles.into()) as u32)
    }
}

impl Space for Boards {
    type State = Board;
    type Action = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), board: &Board) -> bool {
        *board == self.goal
    }

    fn successors(&self, (): &mut (), board: &Board, visit: &mut impl FnMut((), Board, u32)) {
        // Of several blanks, none slides.
        let cells = if board.blank_count() > 1 { board.tiles().len() as u32 } else { 0 };
        for cell in (0..cells).map(Cell) {
            for direction in Direction::ALL {
                let mut next = board.clone();
                if next.shift(cell, direction).is_some() {
                    visit((), next, 1);
                }
            }
        }
        for direction in Direction::ALL {
            let mut next = board.clone();
            while next.slide(direction).is_some() {
                visit((), next.clone(), 1);
                if self.metric == MoveMetric::SingleTile {
                    break;
                }
            }
        }
    }
}

/// Returns every board from which the goal can be reached, with its distance, the nearest first.
pub(crate) fn reachable(goal: &Board, metric: MoveMetric) -> Vec<(Board, u32)> {
    let mut boards = Vec::new();
    let space = Boards { goal: goal.clone(), metric };
    let explored = explore(&space, [goal.clone()], &mut Control::unlimited(), |board, distance| {
        boards.push((board.clone(), distance));
        ControlFlow::Continue(())
    });
    assert_eq!(explored, Ok(boards.len()));
    boards
}

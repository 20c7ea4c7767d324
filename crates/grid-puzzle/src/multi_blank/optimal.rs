//! Solutions with the fewest moves for several blanks, by A*.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::Hash;

use motion_core::search::{Path, Space, a_star};
use motion_core::{Control, Direction, Move, Outcome, Plan, Stop, Token, Vertex};

use super::PlanSolver;
use crate::board::Tile;
use crate::instance::Instance;
use crate::optimal::{MoveMetric, Optimal};

impl PlanSolver for Optimal {
    fn solve_several(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        if self.metric() != MoveMetric::SingleTile {
            return Outcome::stopped(Stop::Unsupported);
        }
        let (start, goal) = (instance.start(), instance.goal());
        fewest_moves((start.rows(), start.columns()), start.tiles(), goal.tiles(), control).map(|path| {
            let moves = path.actions.into_iter().map(|TileStep { tile, from, to }| Move {
                token: Token(tile.0 - 1),
                from: Vertex(from),
                to: Vertex(to),
            });
            moves.collect()
        })
    }
}

/// A move of a tile from one cell to another.
#[derive(Clone, Copy)]
pub(crate) struct TileStep {
    pub(crate) tile: Tile,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Finds the fewest moves from one arrangement of some tiles to another, both row by row.
pub(crate) fn fewest_moves(
    (rows, columns): (u32, u32),
    start: &[Tile],
    goal: &[Tile],
    control: &mut Control,
) -> Outcome<Path<TileStep>> {
    let mut names: Vec<Tile> = start.iter().copied().filter(|&tile| tile != Tile::BLANK).collect();
    names.sort_unstable();
    names.insert(0, Tile::BLANK);
    let code = |tile: &Tile| names.binary_search(tile).ok().map(|code| code as u32);
    let coded = |tiles: &[Tile]| tiles.iter().map(code).collect::<Option<Vec<u32>>>();
    let (Some(start), Some(goal)) = (coded(start), coded(goal)) else { return Outcome::Unsolvable };
    let mut goals = alloc::vec![0; names.len()];
    for (cell, &code) in (0..).zip(&goal) {
        goals[code as usize] = cell;
    }
    let path = if start.len() <= NIBBLES && names.len() <= NIBBLES {
        let space = MultiBlankSpace { rows, columns, goals, goal: BoardNibbles::of(&goal) };
        a_star(&space, |board: &_| Some(space.lower_bound(board)), BoardNibbles::of(&start), control)
    } else {
        let space = MultiBlankSpace { rows, columns, goals, goal: BoardCodes::of(&goal) };
        a_star(&space, |board: &_| Some(space.lower_bound(board)), BoardCodes::of(&start), control)
    };
    path.map(|Path { actions, cost }| {
        let steps =
            actions.into_iter().map(|(code, from, to)| TileStep { tile: names[code as usize], from, to });
        Path { actions: steps.collect(), cost }
    })
}

/// A board with a code in each cell: 0 for a blank, or else the rank of the tile among the tiles,
/// from 1.
trait PackedBoard: Clone + Eq + Hash {
    fn of(codes: &[u32]) -> Self;
    fn get(&self, cell: u32) -> u32;
    fn moved(&self, from: u32, to: u32) -> Self;
    fn heap_bytes(&self) -> u64;
}

/// The number of cells that fit into 64 bits, four bits each.
const NIBBLES: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BoardNibbles(u64);

impl PackedBoard for BoardNibbles {
    fn of(codes: &[u32]) -> Self {
        Self(codes.iter().rev().fold(0, |bits, &code| bits << 4 | u64::from(code)))
    }

    #[inline]
    fn get(&self, cell: u32) -> u32 {
        (self.0 >> (4 * cell)) as u32 & 15
    }

    #[inline]
    fn moved(&self, from: u32, to: u32) -> Self {
        let code = self.0 >> (4 * from) & 15;
        Self(self.0 ^ code << (4 * from) ^ code << (4 * to))
    }

    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// A board of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
struct BoardCodes(Box<[u32]>);

impl PackedBoard for BoardCodes {
    fn of(codes: &[u32]) -> Self {
        Self(codes.into())
    }

    fn get(&self, cell: u32) -> u32 {
        self.0[cell as usize]
    }

    fn moved(&self, from: u32, to: u32) -> Self {
        let mut cells = self.0.clone();
        cells.swap(from as usize, to as usize);
        Self(cells)
    }

    fn heap_bytes(&self) -> u64 {
        size_of_val::<[u32]>(&self.0) as u64
    }
}

struct MultiBlankSpace<C> {
    rows: u32,
    columns: u32,
    /// The goal of each code.
    goals: Vec<u32>,
    goal: C,
}

impl<C: PackedBoard> MultiBlankSpace<C> {
    /// Counts linear conflicts: the least number of tiles that must leave this line so that the
    /// others with their goals in it are in order.
    fn conflicts(
        &self,
        cells: &C,
        line: impl Iterator<Item = (u32, u32)>,
        place: impl Fn(u32) -> (u32, u32),
    ) -> u32 {
        // For each tile with its goal in this line: the longest ascending sequence that ends there.
        let mut goals = [(0, 0); MAX_LINE];
        let mut count = 0;
        let mut longest = 0;
        for (cell, number) in line {
            let code = cells.get(cell);
            let (line, at) = place(self.goals[code as usize]);
            if code == 0 || line != number || count == MAX_LINE {
                continue;
            }
            let before =
                goals[..count].iter().filter(|&&(goal, _)| goal < at).map(|&(_, length)| length).max();
            let length = before.unwrap_or(0) + 1;
            goals[count] = (at, length);
            count += 1;
            longest = longest.max(length);
        }
        count as u32 - longest
    }
}

/// The greatest number of tiles of a line that are considered. If a line has more, the bound is
/// weaker but still valid.
const MAX_LINE: usize = 16;

impl<C: PackedBoard> MultiBlankSpace<C> {
    fn lower_bound(&self, state: &C) -> u32 {
        let (rows, columns) = (self.rows, self.columns);
        let distance = |cell: u32| match state.get(cell) {
            0 => 0,
            code => {
                let goal = self.goals[code as usize];
                (cell / columns).abs_diff(goal / columns) + (cell % columns).abs_diff(goal % columns)
            }
        };
        let distances: u32 = (0..rows * columns).map(distance).sum();
        let in_row = |row| {
            let line = (0..columns).map(move |column| (row * columns + column, row));
            self.conflicts(state, line, |goal| (goal / columns, goal % columns))
        };
        let in_column = |column| {
            let line = (0..rows).map(move |row| (row * columns + column, column));
            self.conflicts(state, line, |goal| (goal % columns, goal / columns))
        };
        let conflicts = (0..rows).map(in_row).sum::<u32>() + (0..columns).map(in_column).sum::<u32>();
        distances + 2 * conflicts
    }
}

impl<C: PackedBoard> Space for MultiBlankSpace<C> {
    type State = C;
    type Action = (u32, u32, u32);
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &C) -> bool {
        *state == self.goal
    }

    fn successors(&self, (): &mut (), state: &C, visit: &mut impl FnMut(Self::Action, C, u32)) {
        for to in (0..self.rows * self.columns).filter(|&cell| state.get(cell) == 0) {
            let (row, column) = (to / self.columns, to % self.columns);
            for direction in Direction::ALL {
                let (rows, columns) = direction.delta();
                let (row, column) = (row.wrapping_add_signed(rows), column.wrapping_add_signed(columns));
                if row >= self.rows || column >= self.columns {
                    continue;
                }
                let from = row * self.columns + column;
                let code = state.get(from);
                if code != 0 {
                    visit((code, from, to), state.moved(from, to), 1);
                }
            }
        }
    }

    fn heap_bytes(&self, state: &C) -> u64 {
        state.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn both_kinds_of_packed_boards_give_the_same_number_of_moves() {
        let tiles = |text: &str| text.parse::<Board>().expect("a board").tiles().to_vec();
        for text in ["6 7 5\n2 1 4\n3 0 0", "0 1 0\n0 5 4\n3 2 0", "7 1 6\n0 5 4\n3 2 0"] {
            let (start, goal) = (tiles(text), text.parse::<Board>().expect("a board").blank_count());
            let goal = Board::solved_with_blanks(3, 3, goal).expect("a legal size").tiles().to_vec();
            let number = |tiles: &[Tile]| tiles.iter().map(|tile| tile.0).collect::<Vec<_>>();
            let goals = (0..9).map(|code| goal.iter().position(|tile| tile.0 == code).unwrap_or(0) as u32);
            let space = MultiBlankSpace {
                rows: 3,
                columns: 3,
                goals: goals.collect(),
                goal: BoardCodes::of(&number(&goal)),
            };
            let path = a_star(
                &space,
                |board: &_| Some(space.lower_bound(board)),
                BoardCodes::of(&number(&start)),
                &mut Control::unlimited(),
            );
            let fewest_moves = fewest_moves((3, 3), &start, &goal, &mut Control::unlimited());
            assert_eq!(path.plan().map(|path| path.cost), fewest_moves.plan().map(|path| path.cost));
        }
    }
}

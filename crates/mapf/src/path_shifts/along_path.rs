//! The best steps along a long path and its chords.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::board::Board;
use super::long_path::LongPath;

/// The gain required for each vertex of a path. It favours shorter paths, which move fewer robots.
const STEP: i64 = 2;

/// How the best choice arrives at a vertex of the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Arrival {
    /// From the previous vertex.
    #[default]
    Along,
    /// By a chord. The way back goes along the path.
    ChordFirst,
    /// Along the path. The way back goes by the chord.
    ChordBack,
}

/// A choice by dynamic programming among all paths that take chords of a long path.
#[derive(Clone, Debug, Default)]
pub(super) struct AlongPath {
    /// The greatest gain so far, for each index of the path.
    gains: Vec<i64>,
    /// The origin and the kind of the best choice's arrival at each index.
    from: Vec<(u32, Arrival)>,
    /// The fall of the potential when all robots up to an index move on by one, and when they move
    /// back.
    onward: Vec<i64>,
    back: Vec<i64>,
}

impl AlongPath {
    fn begin(&mut self, length: usize, gain: i64) {
        self.gains.clear();
        self.gains.resize(length, gain);
        self.gains[0] = 0;
        self.from.clear();
        self.from.resize(length, (0, Arrival::Along));
    }

    /// Finds the path whose step lowers the potential most. Returns that fall and the index at
    /// which the path ends. Each robot on the path moves to the vertex before its own.
    pub(super) fn one_step(&mut self, board: &Board<'_>, long: &LongPath) -> (i64, usize) {
        let length = long.path.len();
        self.begin(length, i64::MIN / 2);
        let mut best = (0, 0);
        for (index, &vertex) in long.path.iter().enumerate().skip(1) {
            let robot = board.robot_at(vertex);
            let here = board.potential(robot, vertex);
            for &before in board.graph.neighbours(vertex) {
                let from = long.index[before.index()];
                if (from as usize) < index {
                    let gain = self.gains[from as usize] + here - board.potential(robot, before) - STEP;
                    if gain > self.gains[index] {
                        self.gains[index] = gain;
                        self.from[index].0 = from;
                    }
                }
            }
            best = best.max((self.gains[index], index));
        }
        best
    }

    /// The path of [`one_step`](AlongPath::one_step) that ends at an index.
    pub(super) fn step_to(&self, long: &LongPath, end: usize) -> Vec<Vertex> {
        let mut path = alloc::vec![long.path[end]];
        let mut index = end;
        while index > 0 {
            index = self.from[index].0 as usize;
            path.push(long.path[index]);
        }
        path.reverse();
        path
    }

    /// Finds the two steps, there and back, that lower the potential most. Returns that fall and
    /// the index at which the first step ends.
    ///
    /// If both steps take the same way, no robot is moved in the end. If one step takes a chord
    /// from index `i` to index `j` and the other the path, the robots of the indices `i + 1` to `j`
    /// change places: if the first step takes the chord, each moves on by one, and the last one
    /// moves to `i + 1`. Otherwise they move back. Such pieces are independent of each other.
    pub(super) fn there_and_back(&mut self, board: &Board<'_>, long: &LongPath) -> (i64, usize) {
        let length = long.path.len();
        self.begin(length, 0);
        self.sum_moves(board, long);
        for index in 1..length {
            self.gains[index] = self.gains[index - 1] - STEP;
            self.from[index] = (index as u32 - 1, Arrival::Along);
            let vertex = long.path[index];
            let last = board.robot_at(vertex);
            let last_here = board.potential(last, vertex);
            for &before in board.graph.neighbours(vertex) {
                let from = long.index[before.index()] as usize;
                if from >= index - 1 {
                    continue;
                }
                let second = long.path[from + 1];
                let first = board.robot_at(second);
                let onward =
                    self.onward[index] - self.onward[from + 1] + last_here - board.potential(last, second);
                let back = self.back[index] - self.back[from + 1] + board.potential(first, second)
                    - board.potential(first, vertex);
                for (gain, arrival) in [(onward, Arrival::ChordFirst), (back, Arrival::ChordBack)] {
                    if self.gains[from] + gain > self.gains[index] {
                        self.gains[index] = self.gains[from] + gain;
                        self.from[index] = (from as u32, arrival);
                    }
                }
            }
        }
        (0..length).map(|index| (self.gains[index], index)).max().unwrap_or((0, 0))
    }

    /// Computes sums. `onward[i]` is the fall of the potential when the robots of the indices 1 to
    /// `i - 1` move to the next vertex. `back[i]` is the fall when those of 1 to `i` move to the
    /// previous one.
    fn sum_moves(&mut self, board: &Board<'_>, long: &LongPath) {
        self.onward.clear();
        self.back.clear();
        self.onward.extend([0, 0]);
        self.back.push(0);
        for (index, &vertex) in long.path.iter().enumerate().skip(1) {
            let robot = board.robot_at(vertex);
            let here = board.potential(robot, vertex);
            let next = long.path.get(index + 1).map_or(0, |&next| here - board.potential(robot, next));
            self.onward.push(self.onward[index] + next);
            self.back.push(self.back[index - 1] + here - board.potential(robot, long.path[index - 1]));
        }
    }

    /// The paths of [`there_and_back`](AlongPath::there_and_back).
    pub(super) fn both_steps(&self, long: &LongPath, end: usize) -> [Vec<Vertex>; 2] {
        let mut index = end;
        let [mut there, mut back] = [alloc::vec![long.path[index]], alloc::vec![long.path[index]]];
        while index > 0 {
            let (from, arrival) = self.from[index];
            let from = from as usize;
            let between = long.path[from + 1..index].iter().rev();
            match arrival {
                Arrival::Along => {}
                Arrival::ChordFirst => back.extend(between),
                Arrival::ChordBack => there.extend(between),
            }
            there.push(long.path[from]);
            back.push(long.path[from]);
            index = from;
        }
        there.reverse();
        [there, back]
    }
}

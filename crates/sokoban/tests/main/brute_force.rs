//! Slow but obvious solvers, which try every step of the player on a plain grid.

use std::collections::VecDeque;
use std::fmt;

use motion_core::{Outcome, Quality};
use rustc_hash::{FxHashMap, FxHashSet};
use sokoban::{Level, Moves};

/// A level as rows in sequence, with a column of walls between them, so that a step is a difference
/// of indices. Sets of cells are bits.
struct Grid {
    width: isize,
    walls: u128,
    goals: u128,
    start: State,
}

/// The boxes, and the player's cell.
type State = (u128, usize);

const fn contains(set: u128, cell: usize) -> bool {
    set >> cell & 1 != 0
}

impl Grid {
    fn new(level: &Level) -> Self {
        let text = level.to_string();
        let width = text.lines().map(str::len).max().unwrap_or(0) + 1;
        let row = |line: &str| line.bytes().chain(std::iter::repeat(b'#')).take(width).collect::<Vec<_>>();
        let tiles: Vec<_> = text.lines().flat_map(row).collect();
        assert!(tiles.len() <= 128, "a small level");
        let player = tiles.iter().position(|tile| b"@+".contains(tile)).expect("a player");
        let set = |of: &[u8]| {
            (0..tiles.len()).filter(|&cell| of.contains(&tiles[cell])).fold(0, |set, cell| set | 1 << cell)
        };
        let start = (set(b"$*"), player);
        Self { width: width.cast_signed(), walls: set(b"#"), goals: set(b".*+"), start }
    }

    fn is_solved(&self, (boxes, _): State) -> bool {
        boxes & !self.goals == 0
    }

    /// Iterates over the states after one step, and whether the step pushes.
    fn steps(&self, (boxes, player): State) -> impl Iterator<Item = (State, bool)> {
        [-self.width, 1, self.width, -1].into_iter().filter_map(move |step| {
            let [to, beyond] = [step, 2 * step].map(|step| player.wrapping_add_signed(step));
            if contains(self.walls, to) {
                None
            } else if !contains(boxes, to) {
                Some(((boxes, to), false))
            } else if contains(self.walls | boxes, beyond) {
                None
            } else {
                Some(((boxes ^ 1 << to ^ 1 << beyond, to), true))
            }
        })
    }
}

/// Finds the fewest pushes by trying every step of the player from every position; `None` if there
/// is no solution.
pub(crate) fn brute_force(level: &Level) -> Option<u32> {
    let grid = Grid::new(level);
    let (mut seen, mut queue) = (FxHashSet::default(), VecDeque::from([(grid.start, 0)]));
    while let Some((state, pushes)) = queue.pop_front() {
        if grid.is_solved(state) {
            return Some(pushes);
        }
        if !seen.insert(state) {
            continue;
        }
        for (next, is_push) in grid.steps(state) {
            if is_push {
                queue.push_back((next, pushes + 1));
            } else {
                queue.push_front((next, pushes));
            }
        }
    }
    None
}

/// Finds the fewest steps of the player, and the fewest pushes among solutions of that many steps,
/// by trying every step from every position; `None` if there is no solution.
pub(crate) fn fewest_steps(level: &Level) -> Option<(u64, u64)> {
    let grid = Grid::new(level);
    let mut seen = FxHashSet::from_iter([grid.start]);
    // The states after a number of steps, with their fewest pushes.
    let mut layer = FxHashMap::from_iter([(grid.start, 0)]);
    for steps in 0.. {
        let solved = layer.iter().filter(|&(&state, _)| grid.is_solved(state));
        if let Some(pushes) = solved.map(|(_, &pushes)| pushes).min() {
            return Some((steps, pushes));
        }
        let mut further = FxHashMap::default();
        for (&state, &pushes) in &layer {
            for (next, is_push) in grid.steps(state) {
                if !seen.contains(&next) {
                    let least = further.entry(next).or_insert(u64::MAX);
                    *least = (pushes + u64::from(is_push)).min(*least);
                }
            }
        }
        seen.extend(further.keys().copied());
        if further.is_empty() {
            return None;
        }
        layer = further;
    }
    None
}

/// Checks the verdict of a solver that promises few pushes against the fewest, and returns whether
/// its solution takes more.
pub(crate) fn judge(
    solver: &dyn fmt::Display,
    level: &Level,
    least: Option<u32>,
    outcome: Outcome<Moves>,
) -> bool {
    match outcome {
        Outcome::Solved { plan, quality } => {
            let verified = level.verify(&plan);
            let pushes = verified.unwrap_or_else(|why| panic!("{solver}: {why}: {plan} in\n{level}")).pushes;
            let least = u64::from(least.unwrap_or_else(|| panic!("{solver}: {plan} in\n{level}")));
            match quality {
                Quality::Optimal => assert_eq!(pushes, least, "{solver}: {plan} in\n{level}"),
                Quality::Bounded { lower_bound } => {
                    assert!(lower_bound <= least && lower_bound < pushes, "{solver} in\n{level}");
                }
                Quality::Feasible => panic!("{solver} claims nothing"),
            }
            pushes > least
        }
        Outcome::Unsolvable => {
            assert_eq!(least, None, "{solver} in\n{level}");
            false
        }
        Outcome::Stopped { why, .. } => panic!("{solver}: {why} in\n{level}"),
    }
}

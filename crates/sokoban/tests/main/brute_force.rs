//! Slow, obvious solvers: every step of the player, on a plain grid of characters.

use std::collections::{HashMap, HashSet, VecDeque};

use sokoban::Level;

/// A level as rows in sequence, with a column of walls between them, so that a step is a difference
/// of indices.
struct Grid {
    start: Vec<u8>,
    width: isize,
}

impl Grid {
    fn new(level: &Level) -> Self {
        let text = level.to_string();
        let width = text.lines().map(str::len).max().unwrap_or(0) + 1;
        let row = |line: &str| line.bytes().chain(std::iter::repeat(b'#')).take(width).collect::<Vec<_>>();
        Self { start: text.lines().flat_map(row).collect(), width: width.cast_signed() }
    }

    /// The states after one step, and whether the step pushes.
    fn steps(&self, state: &[u8]) -> Vec<(Vec<u8>, bool)> {
        let player = state.iter().position(|tile| b"@+".contains(tile)).expect("a player");
        let mut all = Vec::new();
        for step in [-self.width, 1, self.width, -1] {
            let [to, beyond] = [step, 2 * step].map(|step| player.wrapping_add_signed(step));
            let (mut next, mut pushes) = (state.to_vec(), false);
            if b"$*".contains(&state[to]) {
                if !b" .".contains(&state[beyond]) {
                    continue;
                }
                next[beyond] = if state[beyond] == b' ' { b'$' } else { b'*' };
                next[to] = if state[to] == b'$' { b' ' } else { b'.' };
                pushes = true;
            }
            next[to] = match next[to] {
                b' ' => b'@',
                b'.' => b'+',
                _ => continue,
            };
            next[player] = if state[player] == b'@' { b' ' } else { b'.' };
            all.push((next, pushes));
        }
        all
    }
}

/// The fewest pushes, by trying every step of the player from every position; `None` if there is no
/// solution.
pub(crate) fn brute_force(level: &Level) -> Option<u32> {
    let grid = Grid::new(level);
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([(grid.start.clone(), 0)]));
    while let Some((state, pushes)) = queue.pop_front() {
        if !state.contains(&b'$') {
            return Some(pushes);
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        for (next, is_push) in grid.steps(&state) {
            if is_push {
                queue.push_back((next, pushes + 1));
            } else {
                queue.push_front((next, pushes));
            }
        }
    }
    None
}

/// The fewest steps of the player and, of the solutions with these, the fewest pushes, by trying
/// every step from every position; `None` if there is no solution.
pub(crate) fn fewest_steps(level: &Level) -> Option<(u64, u64)> {
    let grid = Grid::new(level);
    let mut seen = HashSet::from([grid.start.clone()]);
    // The states after a number of steps, with the fewest pushes.
    let mut layer = HashMap::from([(grid.start.clone(), 0)]);
    for steps in 0.. {
        let solved = layer.iter().filter(|(state, _)| !state.contains(&b'$'));
        if let Some(pushes) = solved.map(|(_, &pushes)| pushes).min() {
            return Some((steps, pushes));
        }
        let mut further = HashMap::new();
        for (state, pushes) in &layer {
            for (next, is_push) in grid.steps(state) {
                if !seen.contains(&next) {
                    let least = further.entry(next).or_insert(u64::MAX);
                    *least = (pushes + u64::from(is_push)).min(*least);
                }
            }
        }
        seen.extend(further.keys().cloned());
        if further.is_empty() {
            return None;
        }
        layer = further;
    }
    None
}

//! A slow, obvious solver: every step of the player, on a plain grid of characters.

use std::collections::{HashSet, VecDeque};

use sokoban::Level;

/// The fewest pushes, by trying every step of the player from every position; `None` if there is no
/// solution.
pub(crate) fn brute_force(level: &Level) -> Option<u32> {
    let text = level.to_string();
    let width = text.lines().map(str::len).max().unwrap_or(0) + 1;
    // Rows in sequence, with a column of walls between them, so that a step is a difference of
    // indices.
    let start: Vec<u8> =
        text.lines().flat_map(|line| line.bytes().chain(std::iter::repeat(b'#')).take(width)).collect();
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([(start, 0)]));
    while let Some((state, pushes)) = queue.pop_front() {
        if !state.contains(&b'$') {
            return Some(pushes);
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        let player = state.iter().position(|tile| b"@+".contains(tile)).expect("a player");
        for step in [-width.cast_signed(), 1, width.cast_signed(), -1] {
            let [to, beyond] = [step, 2 * step].map(|step| player.wrapping_add_signed(step));
            let (mut next, mut cost) = (state.clone(), 0);
            if b"$*".contains(&state[to]) {
                if !b" .".contains(&state[beyond]) {
                    continue;
                }
                next[beyond] = if state[beyond] == b' ' { b'$' } else { b'*' };
                next[to] = if state[to] == b'$' { b' ' } else { b'.' };
                cost = 1;
            }
            next[to] = match next[to] {
                b' ' => b'@',
                b'.' => b'+',
                _ => continue,
            };
            next[player] = if state[player] == b'@' { b' ' } else { b'.' };
            if cost == 0 {
                queue.push_front((next, pushes));
            } else {
                queue.push_back((next, pushes + 1));
            }
        }
    }
    None
}

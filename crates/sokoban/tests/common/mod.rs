//! Small random levels, and a referee that tries everything on a plain grid of characters.

use std::collections::{HashSet, VecDeque};

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::Level;

/// A random level with an inside of at most `side` by `side`, and up to `boxes` boxes; sometimes one of them starts
/// solved.
pub(crate) fn small(rng: &mut Xoshiro256PlusPlus, side: usize, boxes: usize) -> Level {
    loop {
        let (rows, columns) = (rng.random_range(2..=side), rng.random_range(2..=side));
        let mut tiles = vec![b' '; rows * columns];
        for tile in &mut tiles {
            if rng.random_bool(0.13) {
                *tile = b'#';
            }
        }
        let boxes = rng.random_range(1..=boxes);
        let mut put = |from: &[u8], to: &[u8]| {
            let place = rng.random_range(0..tiles.len());
            if let Some(kind) = from.iter().position(|&tile| tile == tiles[place]) {
                tiles[place] = to[kind];
            }
        };
        for _ in 0..boxes {
            put(b" ", b"$");
            put(b" $", b".*");
        }
        put(b" .", b"@+");
        let rim = "#".repeat(columns + 2);
        let mut text = rim.clone();
        for row in tiles.chunks(columns) {
            text.extend(["\n#", &String::from_utf8_lossy(row), "#"]);
        }
        if let Ok(level) = format!("{text}\n{rim}").parse::<Level>()
            && level.boxes().next().is_some()
        {
            return level;
        }
    }
}

/// The fewest pushes, by trying every step of the player from every position; nothing where no number is enough.
pub(crate) fn brute_force(level: &Level) -> Option<u32> {
    let text = level.to_string();
    let width = text.lines().map(str::len).max().unwrap_or(0) + 1;
    // Rows one after another with a column of nothing between them, so that a step is a difference of indices.
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

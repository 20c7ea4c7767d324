//! Compares tables of two and three boxes with all positions of as many boxes, step by step.

use std::collections::BTreeMap;

use motion_core::{Budget, CancelFlag, Control, Direction, Stop};
use motion_testing::cases;
use sokoban::analysis::BoxTables;
use sokoban::board::{BoxSet, SearchBoard, Square};

use crate::random_levels::{Style, levels};

const SMALL: Style = Style { side: 5, boxes: 4, walls: 0.25, spare: 0 };

/// Some boxes, ascending, and the player.
type State = (Vec<Square>, Square);

/// Returns every choice of `count` of these squares.
fn choices(squares: &[Square], count: usize) -> Vec<Vec<Square>> {
    let Some(left) = count.checked_sub(1) else { return vec![vec![]] };
    let firsts = 0..squares.len();
    firsts
        .flat_map(|first| {
            let rest = choices(&squares[first + 1..], left);
            rest.into_iter().map(move |rest| [vec![squares[first]], rest].concat())
        })
        .collect()
}

/// Returns the state after one step of the player, with or without a push.
fn step(board: &SearchBoard, (boxes, player): &State, direction: Direction) -> Option<State> {
    let to = board.step(*player, direction);
    if board.is_wall(to) {
        return None;
    }
    let mut boxes = boxes.clone();
    if let Some(pushed) = boxes.iter_mut().find(|at| **at == to) {
        *pushed = board.step(to, direction);
        let at = *pushed;
        if !board.is_live(at) || boxes.iter().filter(|&&other| other == at).count() > 1 {
            return None;
        }
        boxes.sort_unstable();
    }
    Some((boxes, to))
}

/// Returns all states of `count` boxes on live squares, each with its number.
fn states(board: &SearchBoard, count: usize) -> BTreeMap<State, usize> {
    let squares: Vec<_> = (0..board.square_count() as u16).map(Square).collect();
    let sets = choices(&squares[..board.live_square_count()], count);
    let players = |set: Vec<Square>| {
        let free = squares.iter().filter(|&square| !set.contains(square)).copied().collect::<Vec<_>>();
        free.into_iter().map(move |player| (set.clone(), player))
    };
    sets.into_iter().flat_map(players).zip(0..).collect()
}

/// Returns for each state whether it leads to an end, by steps or by undone steps.
fn closed(
    board: &SearchBoard,
    states: &BTreeMap<State, usize>,
    is_end: impl Fn(&State) -> bool,
    backward: bool,
) -> Vec<bool> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (state, &number) in states {
        for after in Direction::ALL.into_iter().filter_map(|direction| step(board, state, direction)) {
            let after = states[&after];
            if backward { next[number].push(after) } else { next[after].push(number) }
        }
    }
    let mut reached = vec![false; states.len()];
    let mut stack: Vec<_> =
        states.iter().filter(|(state, _)| is_end(state)).map(|(_, &number)| number).collect();
    while let Some(number) = stack.pop() {
        if !std::mem::replace(&mut reached[number], true) {
            stack.extend(&next[number]);
        }
    }
    reached
}

/// Compares every state of a board in which the player is beside a box. Returns the numbers of lost
/// states and of others.
fn compare(board: &SearchBoard, tables: &BoxTables<4>, count: usize, backward: bool) -> [usize; 2] {
    let states = states(board, count);
    let is_end = |(boxes, player): &State| {
        let ends = if backward { board.boxes() } else { board.goals() };
        boxes.iter().all(|at| ends.contains(at)) && (!backward || *player == board.player())
    };
    let reached = closed(board, &states, is_end, backward);
    let mut seen = [0; 2];
    for ((boxes, player), &number) in &states {
        let set: BoxSet<4> = boxes.iter().copied().collect();
        for &at in boxes {
            let sides = Direction::ALL.into_iter().filter(|&side| board.step(at, side) == *player);
            for side in sides {
                let is_lost = tables.is_lost_at(&set, at, side);
                assert_eq!(is_lost, !reached[number], "{set:?} at {at:?}, {side} {backward}");
                seen[usize::from(is_lost)] += 1;
            }
        }
    }
    seen
}

#[test]
fn boxes_are_in_a_table_if_and_only_if_they_are_lost() {
    let count = cases(10, 300);
    let (mut boards, mut seen) = (0, [[0; 2]; 4]);
    for level in levels(61, &[(100 * count, SMALL)]) {
        let board = SearchBoard::new(&level);
        if board.boxes().len() < 3 {
            continue;
        }
        let mut control = Control::unlimited();
        for (backward, seen) in [false, true].into_iter().zip(seen.chunks_mut(2)) {
            let made = if backward { BoxTables::for_pulls } else { BoxTables::for_pushes };
            let tables = made(&board, &mut control).expect("no limit");
            assert_eq!(tables.largest(), 3);
            for (boxes, seen) in [2, 3].into_iter().zip(seen) {
                let found = compare(&board, &tables, boxes, backward);
                (0..2).for_each(|lost| seen[lost] += found[lost]);
            }
            tables.release(&mut control);
        }
        assert_eq!(control.stats().bytes, 0);
        boards += 1;
        if boards == count {
            break;
        }
    }
    assert_eq!(boards, count);
    assert!(seen.as_flattened().iter().all(|&seen| seen > 30 * count), "{seen:?}");
}

#[test]
fn tables_keep_to_limits_and_give_memory_back() {
    let text = include_str!("../../../testdata/crossing.xsb");
    let board = SearchBoard::new(&text.parse().expect("a level"));
    assert_eq!(board.word_count(), 1);
    let mut control = Control::unlimited();
    let tables = BoxTables::<4>::for_pushes(&board, &mut control).expect("no limit");
    let (bytes, squares) = (control.stats().bytes, board.live_square_count() as u64);
    assert_eq!((tables.largest(), bytes), (3, 4 * 32 * (squares + squares * squares)));
    assert_eq!(control.stats().nodes, 0);
    tables.release(&mut control);
    assert_eq!(control.stats().bytes, 0);

    // Triples exist only if they take at most a quarter of the memory, pairs if there is memory for
    // them.
    for (limit, largest) in [(5 * bytes, 3), (3 * bytes, 2), (40 * squares, 0), (0, 0)] {
        let mut control = Control::new(Budget::new().with_bytes(limit));
        let tables = BoxTables::<4>::for_pushes(&board, &mut control).expect("no limit of time");
        assert_eq!(tables.largest(), largest, "{limit}");
        assert!(control.stats().peak_bytes <= limit);
        tables.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }

    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    assert_eq!(BoxTables::<4>::for_pushes(&board, &mut control).err(), Some(Stop::Cancelled));
    assert_eq!(control.stats().bytes, 0);
}

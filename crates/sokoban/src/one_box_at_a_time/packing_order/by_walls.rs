//! The thesis's order: by walls, from the entrances one after another, with backtracking.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use crate::analysis::{GoalRoom, Structure};
use crate::board::BlockedSquares;
use crate::board::{SearchBoard, Square, UNREACHABLE};

/// The largest number of choices from an entrance.
const CHOICES: usize = 1_000;

/// The goals that come next of several with equally many walls; the sources do not say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Equals {
    /// All of them, in reading order.
    All,
    /// The last one in reading order.
    LastAlone,
}

/// Finds the order, if there is one: from the first entrance of each room, otherwise from the next.
pub(super) fn order(
    board: &SearchBoard,
    structure: &Structure,
    control: &mut Control,
) -> Result<Option<Vec<Square>>, Stop> {
    let goals = preferred(board, Equals::All);
    let rooms = GoalRoom::all(board, structure);
    let entrances = |room: &GoalRoom| room.entrances.len();
    for number in 0..rooms.iter().map(entrances).max().unwrap_or(0).max(1) {
        let entrance = |goal: &Square| {
            let room = rooms.iter().find(|room| room.goals.contains(goal));
            let entrance = room.and_then(|room| room.entrances.get(number).or(room.entrances.last()));
            entrance.or(board.boxes().first()).copied()
        };
        let entrances: Vec<_> = goals.iter().map(|goal| entrance(goal).unwrap_or(*goal)).collect();
        if let Some(order) = order_from(board, &goals, &entrances, control)? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

/// Finds an order in which a box can be pushed to each goal from its entrance.
fn order_from(
    board: &SearchBoard,
    goals: &[Square],
    entrances: &[Square],
    control: &mut Control,
) -> Result<Option<Vec<Square>>, Stop> {
    // The sets of filled goals from which no order was found.
    let mut failed = BTreeSet::new();
    let mut is_filled = alloc::vec![false; goals.len()];
    let (mut chosen, mut first) = (Vec::new(), 0);
    for _ in 0..CHOICES {
        if chosen.len() == goals.len() {
            return Ok(Some(chosen.into_iter().map(|number: usize| goals[number]).collect()));
        }
        control.poll()?;
        let walled = BlockedSquares::new(board, chosen.iter().map(|&number| goals[number]));
        let is_open = |number: usize| {
            let table = walled.pushes_to(goals[number], |_| true);
            table[entrances[number].index()].iter().any(|&pushes| pushes != UNREACHABLE)
        };
        let mut may_succeed = |number: usize| {
            is_filled[number] = true;
            let may_succeed = !failed.contains(&is_filled);
            is_filled[number] = false;
            may_succeed
        };
        let next = (first..goals.len())
            .find(|&number| !chosen.contains(&number) && may_succeed(number) && is_open(number));
        if let Some(number) = next {
            chosen.push(number);
            is_filled[number] = true;
            first = 0;
        } else {
            failed.insert(is_filled.clone());
            let Some(last) = chosen.pop() else { return Ok(None) };
            is_filled[last] = false;
            first = last + 1;
        }
    }
    Ok(None)
}

/// Sorts the goals by the walls around them; goals already chosen count as walls. Goals with three
/// walls come first, otherwise those in a corner, otherwise the one with most walls.
pub(super) fn preferred(board: &SearchBoard, equals: Equals) -> Vec<Square> {
    let mut order: Vec<Square> = Vec::new();
    let mut left = board.goals().to_vec();
    if equals == Equals::LastAlone {
        left.reverse();
    }
    while !left.is_empty() {
        let is_closed = |square: Square| board.is_wall(square) || order.contains(&square);
        let closed = |goal: Square| Direction::ALL.map(|side| is_closed(board.step(goal, side)));
        let walls = |goal: Square| closed(goal).into_iter().filter(|&is_closed| is_closed).count();
        let is_corner = |goal: Square| {
            let closed = closed(goal);
            (0..4).any(|side| closed[side] && closed[(side + 1) % 4])
        };
        let mut next: Vec<_> = left.iter().copied().filter(|&goal| walls(goal) > 2).collect();
        if next.is_empty() {
            next.extend(left.iter().copied().filter(|&goal| is_corner(goal)));
        }
        if next.is_empty() {
            next.extend(left.iter().rev().copied().max_by_key(|&goal| walls(goal)));
        }
        if equals == Equals::LastAlone {
            next.truncate(1);
        }
        left.retain(|goal| !next.contains(goal));
        order.extend(next);
    }
    order
}

//! The moves of paths on which one robot stops the target robot on two sides, for the [bound by
//! blockers](super::blocker_bound).

use alloc::vec::Vec;

use crate::line_costs::{LineCosts, UNREACHABLE};
use crate::lines::{LineOfCell, Lines};
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// Returns the least possible value of [`two_sided_moves`]: a move to the first of the two stops,
/// and the fewest moves from there to the other.
pub(super) const fn least_two_sided_moves(slides: &SlideTable) -> u16 {
    if slides.has_diagonals() { 2 } else { 4 }
}

/// Returns, for each cell, a lower bound on the moves of a path on which one robot stops the target
/// robot on two of its sides, given the fewest moves from each cell.
pub(super) fn two_sided_moves(slides: &SlideTable, class: RobotClass, moves: &[u16]) -> Vec<u16> {
    let lines = slides.lines(class);
    let rest = if slides.has_diagonals() {
        rest_with_diagonals(slides, class, moves)
    } else {
        rest_on_straight_lines(slides, lines, moves)
    };
    let mut costs = LineCosts::new(lines);
    for (line, &rest) in (0..).zip(&rest).filter(|&(_, &rest)| rest != UNREACHABLE) {
        costs.relax_line(line, rest + 1);
    }
    costs.run(1)
}

/// Returns, for each line, the fewest moves of a path from a stop on it that is followed by another
/// stop at the same robot, on a board without diagonals.
fn rest_on_straight_lines(slides: &SlideTable, lines: &Lines, moves: &[u16]) -> Vec<u16> {
    let mut rest = alloc::vec![UNREACHABLE; lines.len()];
    for blocker in 0..slides.size() as CellIndex {
        let moves = stops_beside(slides, blocker, moves).map(|(_, moves)| moves);
        // A line through the blocker leads to the stops on two opposite sides.
        for (axis, &LineOfCell { line, .. }) in (0..).zip(lines.of_cell(blocker)) {
            let (one, opposite) = (moves[axis], moves[axis + 2]);
            let beside = moves[1 - axis].min(moves[3 - axis]);
            let known = &mut rest[usize::from(line)];
            if one.min(opposite) != UNREACHABLE {
                *known = (*known).min(beside.saturating_add(3));
            }
            if one.max(opposite) != UNREACHABLE {
                *known = (*known).min(one.min(opposite) + 4);
            }
        }
    }
    rest
}

/// As [`rest_on_straight_lines`], on any board.
fn rest_with_diagonals(slides: &SlideTable, class: RobotClass, moves: &[u16]) -> Vec<u16> {
    let lines = slides.lines(class);
    let mut rest = alloc::vec![UNREACHABLE; lines.len()];
    // For each cell, whether a diagonal bends one of its lines.
    let mut is_bent = alloc::vec![false; slides.size()];
    for line in (0..lines.len() as u16).filter(|&line| lines.is_bent(line)) {
        lines.order(line).iter().for_each(|&cell| is_bent[usize::from(cell)] = true);
    }
    for blocker in 0..slides.size() as CellIndex {
        let stops = stops_beside(slides, blocker, moves);
        for (side, &(stop, _)) in stops.iter().enumerate().filter(|(_, stop)| stop.1 != UNREACHABLE) {
            let after = |turn: usize, unbent: u16| match stops[side ^ turn] {
                (_, UNREACHABLE) => UNREACHABLE,
                (next, after) if is_bent[usize::from(stop)] || is_bent[usize::from(next)] => {
                    after + moves_between(lines, stop, next)
                }
                (_, after) => after + unbent,
            };
            let least = after(1, 3).min(after(3, 3)).min(after(2, 4));
            let line = lines.ahead(slides.slope(class, stop), stop, side as u8 ^ 2);
            let known = &mut rest[usize::from(line)];
            *known = (*known).min(least);
        }
    }
    rest
}

/// Returns the cells beside a blocker with their moves, by side; [`UNREACHABLE`] behind a wall.
fn stops_beside(slides: &SlideTable, blocker: CellIndex, moves: &[u16]) -> [(CellIndex, u16); 4] {
    [0, 1, 2, 3].map(|side| {
        if !slides.is_open(blocker, side) {
            return (0, UNREACHABLE);
        }
        let stop = slides.ahead(blocker, side, 1);
        (stop, moves[usize::from(stop)])
    })
}

/// Returns a lower bound on the moves from a stop at a robot to a stop at another side of it, if a
/// diagonal bends a line through one of the two. Otherwise the moves are three, or four to the
/// opposite side.
fn moves_between(lines: &Lines, stop: CellIndex, next: CellIndex) -> u16 {
    let [of_stop, of_next] =
        [stop, next].map(|cell| lines.of_cell(cell).each_ref().map(|of_cell| of_cell.line));
    let is_one_move = of_stop.into_iter().any(|line| lines.is_bent(line) && of_next.contains(&line));
    if is_one_move { 1 } else { 2 }
}

//! The path data of the [bound by blockers](super::blocker_bound): the least cost of the target
//! robot's paths on an empty board, and the moves of paths on which one robot stops it on two
//! sides.

use alloc::vec::Vec;

use crate::free_stop_bound::costs_to;
use crate::line_costs::{LineCosts, UNREACHABLE};
use crate::lines::{LineOfCell, Lines};
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// Returns the base cost of each cell.
pub(super) fn base_costs(slides: &SlideTable, class: RobotClass, targets: &[CellIndex]) -> Vec<u16> {
    costs_to(slides, class, targets).run(2)
}

/// Returns, for each cost, the cells with at most that cost.
pub(super) fn cells_within(costs: &[u16], words: usize) -> Vec<u64> {
    let most = costs.iter().filter(|&&cost| cost != UNREACHABLE).max();
    let mut sets = alloc::vec![0; (usize::from(*most.unwrap_or(&0)) + 1) * words];
    for (cell, &cost) in costs.iter().enumerate().filter(|&(_, &cost)| cost != UNREACHABLE) {
        sets[usize::from(cost) * words + cell / 64] |= 1 << (cell % 64);
    }
    for word in words..sets.len() {
        sets[word] |= sets[word - words];
    }
    sets
}

/// Returns a number that [`two_sided_moves`] are never less than: a move to the first of the two
/// stops, and those to the other.
pub(super) const fn least_two_sided_moves(slides: &SlideTable) -> u16 {
    if slides.has_diagonals() { 2 } else { 4 }
}

/// Returns, for each cell, a lower bound on the moves of a path on which one robot stops the target
/// robot on two of its sides, given the fewest moves from each cell.
pub(super) fn two_sided_moves(slides: &SlideTable, class: RobotClass, moves: &[u16]) -> Vec<u16> {
    let lines = slides.lines(class);
    // For each line, the fewest moves of a path from a stop on it that is followed by another stop
    // at the same robot.
    let mut rest = alloc::vec![UNREACHABLE; lines.len()];
    // For each cell, whether a diagonal bends one of its lines.
    let mut is_bent = Vec::new();
    if slides.has_diagonals() {
        is_bent.resize(slides.size(), false);
        for line in (0..lines.len() as u16).filter(|&line| lines.is_bent(line)) {
            lines.order(line).iter().for_each(|&cell| is_bent[usize::from(cell)] = true);
        }
    }
    for blocker in 0..slides.size() as CellIndex {
        let runs = slides.runs(0, blocker);
        let mut stops = [(0, UNREACHABLE); 4];
        for (side, stop) in (0..4).zip(&mut stops) {
            if runs[usize::from(side)] > 0 {
                let cell = slides.ahead(blocker, side, 1);
                *stop = (cell, moves[usize::from(cell)]);
            }
        }
        let moves = stops.map(|(_, moves)| moves);
        if !slides.has_diagonals() {
            // The line of the blocker leads to the stops on its opposite sides.
            for (axis, &LineOfCell { line, .. }) in (0..).zip(lines.of_cell(blocker)) {
                let (one, other) = (moves[axis], moves[axis + 2]);
                let beside = moves[1 - axis].min(moves[3 - axis]);
                let known = &mut rest[usize::from(line)];
                if one.min(other) != UNREACHABLE {
                    *known = (*known).min(beside.saturating_add(3));
                }
                if one.max(other) != UNREACHABLE {
                    *known = (*known).min(one.min(other) + 4);
                }
            }
            continue;
        }
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
    let mut costs = LineCosts::new(lines);
    for (line, &rest) in (0..).zip(&rest).filter(|&(_, &rest)| rest != UNREACHABLE) {
        costs.relax_line(line, rest + 1);
    }
    costs.run(1)
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

//! Removal of moves that a plan does not need.

use alloc::vec::Vec;

use motion_core::internal::splitmix64;
use motion_core::{Control, Move, Plan, Token, Vertex};

use crate::instance::Instance;

/// The memory per move of the plan: another plan, the hashes and their positions.
const BYTES_A_MOVE: u64 = 56;

/// Removes the moves of tiles that return to a cell before another tile has entered it, and the
/// moves between two visits to the same board, until none is left.
///
/// If a limit is reached, returns the plan as it is at that time.
///
/// # Complexity
/// Time O(m log m) for each of a few rounds over m moves, memory O(m + cells).
pub(super) fn without_redundant_moves(instance: &Instance, mut plan: Plan, control: &mut Control) -> Plan {
    let bytes = BYTES_A_MOVE * plan.len() as u64 + 8 * instance.start().tiles().len() as u64;
    control.scope(|control| {
        if control.hold(bytes).is_err() {
            return plan;
        }
        loop {
            let length = plan.len();
            if plan.remove_redundant_moves(control, |_, _| Ok(())).is_err() {
                return plan;
            }
            let cut = without_loops(&plan);
            // Guards against a hash collision.
            plan = if instance.verify_plan(&cut).is_ok() { cut } else { plan };
            if plan.len() == length {
                return plan;
            }
        }
    })
}

/// Removes loops by jumping from each board to its last occurrence.
fn without_loops(plan: &Plan) -> Plan {
    let mut board = 0;
    let mut seen: Vec<(u64, usize)> = Vec::with_capacity(plan.len() + 1);
    seen.push((board, 0));
    for (index, Move { token, from, to }) in (1..).zip(plan) {
        board ^= hash(token, from) ^ hash(token, to);
        seen.push((board, index));
    }
    // For each move of the plan, the last index with the same board as before it.
    let mut last: Vec<usize> = (0..seen.len()).collect();
    seen.sort_unstable();
    for same in seen.chunk_by(|a, b| a.0 == b.0) {
        for &(_, index) in same {
            last[index] = same[same.len() - 1].1;
        }
    }
    let mut cut = Plan::new();
    let mut at = last[0];
    while let Some(&next) = plan.moves().get(at) {
        cut.push(next);
        at = last[at + 1];
    }
    cut
}

/// Returns a hash of a token on a vertex.
const fn hash(token: Token, vertex: Vertex) -> u64 {
    splitmix64((token.0 as u64) << 32 | vertex.0 as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Tile};
    use crate::multi_blank::TileMoves;
    use alloc::string::{String, ToString};
    use motion_core::{Cell, Direction};
    use proptest::prelude::*;

    fn shortened(start: &str, moves: &str) -> String {
        let start: Board = start.parse().expect("a board");
        let plan = moves.parse::<TileMoves>().expect("moves").to_plan(&start).expect("legal moves");
        let mut goal = start.clone();
        for Move { from, to, .. } in &plan {
            let from = Cell(from.0);
            let towards = |&direction: &Direction| goal.neighbour(from, direction) == Some(Cell(to.0));
            let direction = Direction::ALL.into_iter().find(towards).expect("a step");
            goal.shift(from, direction).expect("a legal move");
        }
        let instance = Instance::new(start, goal).expect("several blanks");
        let plan = without_redundant_moves(&instance, plan, &mut Control::unlimited());
        assert!(instance.verify_plan(&plan).is_ok());
        TileMoves::from_plan(instance.start(), &plan).expect("steps").to_string()
    }

    #[test]
    fn redundant_moves_are_removed() {
        // A tile returns at once; it returns while another one moves; another one has been there in
        // between.
        assert_eq!(shortened("1 2 0\n3 0 4", "2R 2L 4L"), "4L");
        assert_eq!(shortened("1 2 0\n3 0 4", "2R 4L 2L 4R"), "");
        assert_eq!(shortened("1 2 0\n3 0 4", "4LRL"), "4L");
        assert_eq!(shortened("1 2 0\n3 0 4", "2D 1R 1L 2U"), "");
        assert_eq!(shortened("1 2 0\n0 0 0", "2D 1RR 2U"), "2D 1RR 2U");
        // All tiles go around a ring.
        assert_eq!(shortened("1 2 0\n3 0 4", "2D 1R 3U 2L 1D 3R 2U 1L 3D 2R 1U 3L"), "");
    }

    proptest! {
        #[test]
        fn any_walk_can_be_shortened_and_leads_to_the_same_board(
            sides in proptest::collection::vec((0u32..9, 0u8..4), 0..400), blanks in 2u32..8,
        ) {
            let start = Board::solved_with_blanks(3, 3, blanks).expect("a legal size");
            let mut board = start.clone();
            let made = sides.into_iter().filter_map(|(cell, side)| {
                let direction = Direction::from_index(side);
                Some((board.shift(Cell(cell), direction)?, direction))
            });
            let plan = made.collect::<TileMoves>().to_plan(&start).expect("moves that were made");
            let instance = Instance::new(start, board).expect("several blanks");
            let length = plan.len();
            let shortened = without_redundant_moves(&instance, plan, &mut Control::unlimited());
            let moves = instance.verify_plan(&shortened).map(|metrics| metrics.moves);
            prop_assert_eq!(moves, Ok(shortened.len() as u64));
            prop_assert!(shortened.len() <= length);
            // No board occurs twice.
            let mut board = instance.start().clone();
            let mut boards = alloc::collections::BTreeSet::from([board.to_string()]);
            let moves = TileMoves::from_plan(instance.start(), &shortened).expect("steps");
            for &(tile, direction) in moves.moves() {
                let cell = board.cells_of_tiles()[tile.index()];
                prop_assert_eq!(board.shift(cell, direction), Some(tile));
                prop_assert!(tile != Tile::BLANK && boards.insert(board.to_string()));
            }
        }
    }
}

//! Runs through one-way tunnels keep the fewest pushes.

use motion_core::Control;
use motion_core::search::{NoHeuristic, a_star, breadth_first};
use motion_testing::cases;
use sokoban::Level;
use sokoban::analysis::{DeadlockRule, PrunedPushes};
use sokoban::board::SearchBoard;
use sokoban::search::{Position, Pushes, Run, Runs};

use crate::random_levels::{Style, levels};

/// Mazes, in which most squares are one square wide.
const MAZE: Style = Style { side: 8, boxes: 2, walls: 0.38, spare: 0 };
const MAZE_OF_THREE: Style = Style { side: 8, boxes: 3, walls: 0.33, spare: 0 };

/// Returns the fewest pushes by breadth-first search; `None` if there is no solution.
fn fewest_pushes(board: &SearchBoard, start: Position<4>) -> Option<u64> {
    breadth_first(&Pushes::new(board), start, &mut Control::unlimited()).plan().map(|path| path.cost)
}

/// Returns the spaces of pushes to be searched by runs: pruned by rules and by corrals, by neither,
/// by each, and by both.
fn spaces(board: &SearchBoard) -> [PrunedPushes<'_, 4>; 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(by_rules, by_corrals)| {
        let rules: &[DeadlockRule] = if by_rules { &DeadlockRule::ALL } else { &[] };
        PrunedPushes::new(board).with_rules(rules).with_corrals(by_corrals)
    })
}

/// Returns the fewest pushes by runs, and counts the runs of more than one push.
fn by_runs(level: &Level, board: &SearchBoard, space: PrunedPushes<'_, 4>, long: &mut usize) -> Option<u64> {
    let start = Position::start(board).expect("on live squares");
    let space = Runs::new(board, space);
    let path = a_star(&space, NoHeuristic, start, &mut Control::unlimited()).plan()?;
    *long += usize::from(path.actions.iter().any(|run: &Run| run.length.get() > 1));
    let path = space.to_pushes(path);
    assert_eq!(path.actions.len() as u64, path.cost);
    let moves = board.moves(path.actions).unwrap_or_else(|| panic!("illegal pushes in\n{level}"));
    assert_eq!(level.verify(&moves).map(|metrics| metrics.pushes), Ok(path.cost), "in\n{level}");
    Some(path.cost)
}

#[test]
fn the_fewest_pushes_of_mazes_are_kept() {
    let count = cases(150, 15_000);
    let (mut solvable, mut long) = (0, [0; 4]);
    for level in levels(51, &[(count, MAZE), (count, MAZE_OF_THREE)]) {
        let board = SearchBoard::new(&level);
        let start = Position::start(&board).expect("on live squares");
        let least = fewest_pushes(&board, start);
        solvable += usize::from(least.is_some_and(|least| least > 0));
        for (space, long) in spaces(&board).into_iter().zip(&mut long) {
            assert_eq!(by_runs(&level, &board, space, long), least, "in\n{level}");
        }
    }
    assert!(solvable > count / 2 && long.iter().all(|&long| long > solvable / 20), "{solvable}, {long:?}");
}

#[test]
fn the_fewest_pushes_are_kept_where_tunnels_matter() {
    let two_rooms =
        |row: &str| format!("############\n#    ####  #\n{row}\n#  $ ####  #\n#    ####  #\n############");
    for (row, pushes) in [
        // With a goal in the tunnel, the other box has to pass first.
        ("#@ $  .  . #", 10),
        // A box may block the exit.
        ("#@ $     ..#", 14),
        // Two boxes stay in the tunnel.
        ("#@ $  . .  #", 9),
    ] {
        let level: Level = two_rooms(row).parse().expect("a level");
        let board = SearchBoard::new(&level);
        let start = Position::start(&board).expect("on live squares");
        let least = fewest_pushes(&board, start);
        let mut long = 0;
        for space in spaces(&board) {
            assert_eq!(by_runs(&level, &board, space, &mut long), least, "in\n{level}");
        }
        assert!(long == 4, "{long} in\n{level}");
        assert_eq!(least, Some(pushes), "in\n{level}");
    }
}

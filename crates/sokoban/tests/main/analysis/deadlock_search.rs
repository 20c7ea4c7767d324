//! Small searches for deadlocks: their proofs and their costs.

use motion_core::{Budget, CancelFlag, Control, Stop};
use motion_testing::cases;
use sokoban::Level;
use sokoban::analysis::{Corrals, DeadlockSearch, Deadlocks, PrunedPushes};
use sokoban::board::SearchBoard;
use sokoban::search::{MoveGenerator, Position, Pushes};

use crate::games::{Game, each_game, solve};
use crate::random_levels::{WALLED, levels};

/// The counts of answers for pushes.
#[derive(Debug, Default)]
struct Said {
    /// The number of pushes to positions with a solution.
    kept: usize,
    lost: usize,
    /// The numbers of lost pushes detected by the rules and, of the rest, by corrals, by searches
    /// after every push, and by searches of whole positions.
    by_rules: usize,
    by_corrals: usize,
    by_pushes: usize,
    by_positions: usize,
}

/// Judges every push of every position.
fn judge(level: &Level, board: &SearchBoard, game: &Game, said: &mut Said) {
    let mut rules = Deadlocks::<4>::new(board);
    let mut corrals = Corrals::<4>::new(board);
    let mut searches = [10, 25].map(|nodes| DeadlockSearch::<4>::new(board).with_nodes(nodes));
    let mut generators = [MoveGenerator::new(board), MoveGenerator::new(board)];
    let [generator, further] = &mut generators;
    let mut control = Control::unlimited();
    for position in &game.reached {
        generator.enter(position);
        let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
        for push in pushes {
            let after = generator.after_push(&position.boxes, push);
            let is_solvable = game.solvable.contains_key(&after);
            let [said_kept, said_lost] = [&mut said.kept, &mut said.lost];
            *(if is_solvable { said_kept } else { said_lost }) += 1;
            if rules.after_push(&after.boxes, push).is_some() {
                said.by_rules += 1;
                continue;
            }
            further.enter(&after);
            let forced = corrals.forced(further.reach());
            said.by_corrals += usize::from(forced.is_some_and(<[_]>::is_empty));
            let [by_push, by_position] = &mut searches;
            let found = [(by_push, Some(push)), (by_position, None)].map(|(search, last)| {
                let is_lost = search.is_lost(&after, last, &mut control).expect("no limit");
                assert!(!(is_lost && is_solvable), "{push} in {position:?} of\n{level}");
                assert_eq!(search.is_known(&after), is_lost, "{push} in {position:?} of\n{level}");
                is_lost
            });
            said.by_pushes += usize::from(found[0]);
            said.by_positions += usize::from(found[1]);
        }
    }
    for search in searches {
        search.release(&mut control);
    }
    assert_eq!(control.stats().bytes, 0);
}

#[test]
fn no_solvable_position_is_called_lost() {
    let part = cases(199, 1);
    let mut said = Said::default();
    each_game(11, part, |level, board, game| judge(level, board, game, &mut said));
    println!("{said:?}");
    assert!(said.kept > 100_000 / part, "{said:?}");
    let left = said.lost - said.by_rules;
    assert!(said.by_corrals < left / 2, "{said:?}");
    assert!(said.by_pushes > left * 17 / 20 && said.by_positions > left * 3 / 5, "{said:?}");
}

/// Whichever box is pushed down first blocks the side from which the other has to be pushed.
const ROW: &str = "5#|#--@#|#$$##|#.-.#|5#";

#[test]
fn searches_keep_to_limits_and_give_memory_back() {
    let board = SearchBoard::new(&ROW.parse().expect("a level"));
    let start = Position::<4>::start(&board).expect("alive");
    let mut control = Control::unlimited();
    let mut search = DeadlockSearch::new(&board);
    assert_eq!(search.is_lost(&start, None, &mut control), Ok(true));
    assert_eq!((search.is_known(&start), search.sets()), (true, 1));
    let needed = control.stats().nodes;
    assert!(needed > 2 && control.stats().bytes > 0);
    search.release(&mut control);
    assert_eq!(control.stats().bytes, 0);

    for nodes in 0..needed {
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        let mut search = DeadlockSearch::new(&board);
        assert_eq!(search.is_lost(&start, None, &mut control), Err(Stop::Nodes));
        assert_eq!((control.stats().nodes, search.sets()), (nodes, 0));
        // An interrupted search does not change later answers.
        assert_eq!(search.is_lost(&start, None, &mut Control::unlimited()), Ok(true));
    }
    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    assert_eq!(DeadlockSearch::new(&board).is_lost(&start, None, &mut control), Err(Stop::Cancelled));

    let proved = (0..20).filter(|size| {
        let limit = 1 << size;
        let mut control = Control::new(Budget::new().with_bytes(limit));
        let mut search = DeadlockSearch::new(&board);
        let is_lost = search.is_lost(&start, None, &mut control).expect("less proved, but no stop");
        assert!(control.stats().peak_bytes <= limit);
        search.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
        is_lost
    });
    assert!((1..20).contains(&proved.count()));
}

#[test]
fn pruned_searches_need_as_many_pushes() {
    let mut nodes = [0; 2];
    for level in levels(19, &[(cases(200, 2_000), WALLED)]) {
        let board = SearchBoard::new(&level);
        let start = Position::start(&board).expect("alive");
        let (pushes, _) = solve(&Pushes::new(&board), start);
        let pruned = PrunedPushes::new(&board);
        let found = [solve(&pruned, start), solve(&pruned.clone().with_search(10), start)];
        for (nodes, (found, expanded)) in nodes.iter_mut().zip(found) {
            assert_eq!(found, pushes, "{level}");
            *nodes += expanded;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

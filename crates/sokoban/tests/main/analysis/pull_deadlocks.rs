//! No pull that leads on to the start may be reported as lost.

use std::collections::HashSet;
use std::ops::ControlFlow;

use motion_core::search::{Space, breadth_first_from, explore};
use motion_core::{Control, Outcome};
use motion_testing::cases;
use sokoban::Level;
use sokoban::analysis::{PrunedPulls, PullDeadlocks};
use sokoban::board::SearchBoard;
use sokoban::search::{Position, Pulls};

use crate::games::{Game, each_game};

/// The counts of answers for pulls.
#[derive(Debug, Default)]
struct Said {
    /// The number of pulls from which the start can be reached.
    kept: usize,
    lost: usize,
    /// The number of lost pulls that are detected.
    noticed: usize,
    /// The number of lost pulls that are not detected, but after which the player is shut out.
    shut_out: usize,
    /// The nodes of backward searches without and with pruning.
    nodes: [u64; 2],
}

/// Judges every pull of every position that is reached backward.
fn judge(level: &Level, board: &SearchBoard, game: &Game, said: &mut Said) {
    let pulls = Pulls::<4>::new(board).expect("alive");
    let mut pulled = Vec::new();
    explore(&pulls, pulls.starts(), &mut Control::unlimited(), |position, _| {
        pulled.push(*position);
        ControlFlow::Continue(())
    })
    .expect("no limit");
    let alive: HashSet<&Position<4>> = game.reached.iter().collect();
    let (mut deadlocks, mut scratch) = (PullDeadlocks::<4>::new(board), pulls.scratch());
    for position in &pulled {
        let was_lost = deadlocks.is_lost(&position.boxes);
        assert!(!was_lost || !alive.contains(position), "{position:?} of\n{level}");
        pulls.successors(&mut scratch, position, &mut |push, before, _| {
            let found = deadlocks.after_pull(&before.boxes, push);
            if alive.contains(&before) {
                assert!(!found, "{push} to {before:?} of\n{level}");
                assert!(!deadlocks.is_shut_out(&before), "{push} to {before:?} of\n{level}");
                said.kept += 1;
            } else {
                said.lost += 1;
                said.noticed += usize::from(found);
                said.shut_out += usize::from(!found && deadlocks.is_shut_out(&before));
            }
            // A deadlock that a pull completes is also detected in the whole position, and vice
            // versa.
            assert!(
                was_lost || found == deadlocks.is_lost(&before.boxes),
                "{push} to {before:?} of\n{level}"
            );
        });
    }
    let pruned = PrunedPulls::<4>::new(board).expect("alive");
    let mut controls = [Control::unlimited(), Control::unlimited()];
    let found = [
        breadth_first_from(&pulls, pulls.starts(), &mut controls[0]).map(|path| path.actions.len()),
        breadth_first_from(&pruned, pruned.starts(), &mut controls[1]).map(|path| path.actions.len()),
    ];
    let lengths = found.map(Outcome::plan);
    assert_eq!(lengths[0], lengths[1], "pruned, in\n{level}");
    for (nodes, control) in said.nodes.iter_mut().zip(controls) {
        *nodes += control.stats().nodes;
    }
}

#[test]
fn no_pull_is_called_lost_that_leads_to_the_start() {
    let part = cases(197, 1);
    let mut said = Said::default();
    each_game(17, part, |level, board, game| judge(level, board, game, &mut said));
    println!("{said:?}");
    assert!(said.kept > 50_000 / part && 2 * said.noticed > said.lost, "{said:?}");
    assert!(said.nodes[1] < said.nodes[0] && 30 * said.shut_out > said.lost, "{said:?}");
}

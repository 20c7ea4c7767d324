//! No rule may report a solvable position as lost.

use motion_testing::cases;
use sokoban::Level;
use sokoban::analysis::{DeadlockRule, Deadlocks};
use sokoban::board::SearchBoard;
use sokoban::search::{MoveGenerator, Position};

use crate::brute_force::brute_force;
use crate::games::{Game, each_game};

/// The counts of the rules' answers for pushes.
#[derive(Debug, Default)]
struct Said {
    /// The number of pushes to positions with a solution.
    kept: usize,
    lost: usize,
    /// The numbers of lost pushes detected by each rule alone, and by all of them together.
    noticed: [usize; 4],
}

/// Judges every push of every position by each rule alone and by all together.
fn judge(level: &Level, board: &SearchBoard, game: &Game, said: &mut Said) {
    let rules = DeadlockRule::ALL;
    let sets: [&[DeadlockRule]; 4] = [&rules[..1], &rules[1..2], &rules[2..], &rules];
    let mut judges = sets.map(|rules| Deadlocks::<4>::from_rules(board, rules));
    let mut generator = MoveGenerator::new(board);
    for position in &game.reached {
        generator.enter(position);
        let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
        let here = judges.each_mut().map(|judge| judge.position(position));
        assert!(here == [None; 4] || !game.solvable.contains_key(position), "{position:?} of\n{level}");
        for push in pushes {
            let after = generator.after_push(&position.boxes, push);
            let is_solvable = game.solvable.contains_key(&after);
            let found = judges.each_mut().map(|judge| judge.after_push(&after.boxes, push));
            let [said_kept, said_lost] = [&mut said.kept, &mut said.lost];
            *(if is_solvable { said_kept } else { said_lost }) += 1;
            for ((judge, found), noticed) in judges.iter_mut().zip(found).zip(&mut said.noticed) {
                let whole = judge.position(&after);
                if is_solvable {
                    assert_eq!((found, whole), (None, None), "{push} in {position:?} of\n{level}");
                } else {
                    *noticed += usize::from(found.is_some());
                }
            }
            // A deadlock that a push completes is also detected in the whole position, and vice
            // versa.
            for ((judge, here), found) in judges.iter_mut().zip(here).zip(found) {
                if here.is_none() {
                    assert_eq!(
                        judge.position(&after).is_some(),
                        found.is_some(),
                        "{push} in {position:?} of\n{level}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_solvable_position_is_called_lost() {
    let part = cases(41, 1);
    let mut said = Said::default();
    each_game(11, part, |level, board, game| judge(level, board, game, &mut said));
    assert!(said.kept > 100_000 / part, "{said:?}");
    let least = [said.lost / 5, said.lost / 5, said.lost / 3, said.lost / 2];
    assert!(said.noticed.iter().zip(least).all(|(&noticed, least)| noticed > least), "{said:?}");
}

/// Boxes on both goals would leave no place for the player behind the last of them, though each box
/// alone reaches either goal.
#[test]
fn goals_of_which_none_can_be_the_last_are_lost() {
    let level: Level = "5#|#.-.#|#---#|##-##|#---#|#-$-#|#---#|#-$-#|#--@#|5#".parse().expect("a level");
    assert_eq!(brute_force(&level), None);
    let board = SearchBoard::new(&level);
    let start = Position::start(&board).expect("alive");
    for rule in DeadlockRule::ALL {
        let found = Deadlocks::<4>::from_rules(&board, &[rule]).position(&start);
        assert_eq!(found, (rule == DeadlockRule::FrozenGoals).then_some(rule));
    }
}

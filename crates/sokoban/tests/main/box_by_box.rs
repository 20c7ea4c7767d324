//! The reversed solver of F. Takes with its conditions.

use motion_core::{Control, Outcome, Quality, Solver, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::board::SearchBoard;
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder};
use sokoban::search::Position;
use sokoban::solver::ReverseBreadthFirst;
use sokoban::solver::{BoxByBox, LetGo, NextBox};
use sokoban::{Level, Moves};

use crate::brute_force::brute_force;
use crate::random_levels::small;

const LET_GO: [LetGo; 7] = [
    LetGo::EachPull,
    LetGo::After(1),
    LetGo::After(3),
    LetGo::OnStart,
    LetGo::NearStart(2),
    LetGo::NearStart(u8::MAX),
    LetGo::AtRandom,
];

fn solve(level: &Level, let_go: LetGo, next: NextBox) -> (Outcome<Moves>, u64) {
    let mut control = Control::unlimited();
    let outcome = BoxByBox { let_go, next }.solve(level, &mut control);
    assert_eq!(control.stats().bytes, 0);
    (outcome, control.stats().nodes)
}

fn solves(level: &Level, let_go: LetGo, next: NextBox) -> bool {
    solve(level, let_go, next).0.plan().is_some()
}

#[test]
fn one_pull_of_any_box_is_breadth_first_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..400 {
        let level = small(&mut rng, 5, 3);
        let mut control = Control::unlimited();
        let outcome = ReverseBreadthFirst::default().solve(&level, &mut control);
        let pushes = |outcome: Outcome<Moves>| outcome.map(|moves| moves.pushes());
        let (found, nodes) = solve(&level, LetGo::EachPull, NextBox::Any);
        assert_eq!((pushes(found), nodes), (pushes(outcome), control.stats().nodes), "{level}");
    }
}

#[test]
fn no_condition_claims_too_much() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut solved = [[0; NextBox::ALL.len()]; LET_GO.len()];
    for _ in 0..250 {
        let level = small(&mut rng, 5, 3);
        let least = brute_force(&level).map(u64::from);
        for (solved, let_go) in solved.iter_mut().zip(LET_GO) {
            for (solved, next) in solved.iter_mut().zip(NextBox::ALL) {
                let (outcome, nodes) = solve(&level, let_go, next);
                assert_eq!(solve(&level, let_go, next), (outcome.clone(), nodes));
                match outcome {
                    Outcome::Solved { plan, quality } => {
                        let pushes = level.verify(&plan).expect("a solution").pushes;
                        let least = least.expect("solvable");
                        match quality {
                            Quality::Optimal => assert_eq!(pushes, least),
                            Quality::Bounded { lower_bound } => assert!(lower_bound <= least),
                            Quality::Feasible => panic!("a bound is known"),
                        }
                        *solved += 1;
                    }
                    Outcome::Unsolvable => assert_eq!(least, None, "{level}"),
                    Outcome::Stopped { why, lower_bound, .. } => {
                        assert_eq!(why, Stop::GaveUp);
                        let is_proved = |bound: u64| least.is_none_or(|least| bound <= least);
                        assert!(lower_bound.is_some_and(is_proved));
                    }
                }
            }
        }
    }
    // The first two conditions both let go after each pull, and the order decides which solutions
    // are found.
    assert_eq!(solved[0], solved[1]);
    assert!(solved.iter().flatten().all(|&less| 20 < less && less <= solved[0][0]), "{solved:?}");
    assert!(solved.iter().flatten().any(|&less| less < solved[0][0]), "{solved:?}");
}

#[test]
fn on_starts_and_not_placed_solves_what_can_be_solved_one_box_at_a_time() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut by_both, mut by_pulls) = (0, 0);
    for _ in 0..3_000 {
        let level = small(&mut rng, 6, 4);
        let board = SearchBoard::new(&level);
        let Some(start) = Position::<4>::start(&board) else { continue };
        let method = OneBoxAtATime::new(&board, &PackingOrder::new(&board));
        let is_in_subclass = method.solve(&mut method.scratch(), &start).is_some();
        let is_solved = solves(&level, LetGo::OnStart, NextBox::NotPlaced);
        assert!(is_solved || !is_in_subclass, "{level}");
        by_both += u32::from(is_in_subclass);
        by_pulls += u32::from(is_solved);
        // A box that is let go only on start squares is also let go near them.
        assert!(!is_solved || solves(&level, LetGo::NearStart(u8::MAX), NextBox::NotPlaced), "{level}");
    }
    assert!(by_both > 500 && by_pulls > by_both, "{by_both}, {by_pulls}");
}

#[test]
fn boxes_let_go_everywhere_are_complete_if_any_is_taken_and_with_two_boxes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut solvable = 0;
    for _ in 0..500 {
        let level = small(&mut rng, 6, 2);
        let expected = brute_force(&level).is_some();
        for next in [NextBox::Any, NextBox::NotPlaced] {
            assert_eq!(solves(&level, LetGo::NearStart(u8::MAX), next), expected, "{level}");
        }
        solvable += u32::from(expected);
    }
    assert!(solvable > 100, "{solvable}");
}

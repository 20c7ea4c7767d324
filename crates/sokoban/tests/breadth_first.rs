//! The breadth-first solver and both search spaces against a referee that tries everything.

mod common;

use common::{brute_force, small};
use motion_core::search::{Bidirectional, breadth_first_from};
use motion_core::{Budget, Control, Outcome, Quality, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::{Board, BreadthFirst, Level, Position, Pulls, Pushes};

/// The fewest pushes, found by pulls and from both ends.
fn backward(level: &Level) -> Option<u64> {
    let board = Board::new(level);
    let (start, pushes) = (Position::start(&board)?, Pushes::<1>::new(&board));
    let (pulls, mut control) = (Pulls::new(&board)?, Control::unlimited());
    let pulled =
        breadth_first_from(&pulls, pulls.starts(), &mut control).plan().map(|path| path.turned(&pulls));
    let met = Bidirectional::default().search(&pushes, &start, &pulls, &pulls.starts(), &mut control).plan();
    let [pulled, met] = [pulled, met].map(|path| {
        let moves = board.moves(path?.actions).expect("pushes that are possible");
        Some(level.verify(&moves).expect("a solution").pushes)
    });
    assert_eq!(pulled, met, "in\n{level}");
    pulled
}

#[test]
fn small_levels_are_solved_as_by_trying_everything() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut solvable = 0;
    for number in 0..20_000 {
        let level = small(&mut rng, 3 + number % 3, 3);
        let least = brute_force(&level);
        match BreadthFirst::default().solve(&level, &mut Control::unlimited()) {
            Outcome::Solved { plan, quality } => {
                let tally = level.verify(&plan).unwrap_or_else(|error| panic!("{error}: {plan} in\n{level}"));
                assert_eq!(Some(tally.pushes as u32), least, "{plan} in\n{level}");
                assert_eq!((tally.pushes, tally.moves), (plan.pushes() as u64, plan.len() as u64));
                assert_eq!(quality, Quality::Optimal);
                assert_eq!(level.replay(&plan).expect("legal").0, plan);
                solvable += 1;
            }
            Outcome::Unsolvable => assert_eq!(least, None, "of\n{level}"),
            Outcome::Stopped { why, .. } => panic!("{why}"),
        }
        assert_eq!(backward(&level), least.map(u64::from), "pulls in\n{level}");
    }
    assert!(solvable > 3000, "only {solvable} have a solution");
}

#[test]
fn limits_are_kept_and_nothing_leaks() {
    let level: Level = include_str!("../testdata/crossing.xsb").parse().expect("a level");
    let mut control = Control::unlimited();
    let pushes =
        BreadthFirst::default().solve(&level, &mut control).plan().expect("a solution").pushes() as u64;
    let nodes = control.stats().nodes;
    assert_eq!(control.stats().bytes, 0);
    assert!(nodes > 1000, "{nodes}");

    let mut control = Control::new(Budget::unlimited().nodes(nodes / 2));
    let outcome = BreadthFirst::default().solve(&level, &mut control);
    let Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) } = outcome else {
        panic!("{outcome:?}")
    };
    assert!((1..=pushes).contains(&bound), "{bound} of {pushes}");
    assert_eq!((control.stats().nodes, control.stats().bytes), (nodes / 2, 0));

    let mut control = Control::new(Budget::unlimited().bytes(50_000));
    let outcome = BreadthFirst::default().solve(&level, &mut control);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Bytes, .. }), "{outcome:?}");
    assert!(control.stats().peak_bytes <= 50_000 && control.stats().bytes == 0);
}

#[test]
fn what_is_solved_takes_nothing_and_dead_boxes_are_hopeless() {
    let solve = |text: &str| {
        let level: Level = text.parse().expect("a level");
        BreadthFirst::default().solve(&level, &mut Control::unlimited())
    };
    assert_eq!(solve("#####\n#@ *#\n#####").plan().map(|plan| plan.len()), Some(0));
    assert_eq!(solve("###\n#@#\n###").plan().map(|plan| plan.len()), Some(0));
    assert_eq!(solve("######\n#@ .$#\n######"), Outcome::Unsolvable);
}

#[test]
fn levels_of_more_than_a_thousand_live_squares_are_not_treated() {
    let side = |inner: usize| {
        let (rim, row) = ("#".repeat(inner + 2), " ".repeat(inner));
        let rows = format!("#{row}#\n").repeat(inner - 3);
        let text = format!("{rim}\n#@{}#\n# $.{}#\n{rows}#{row}#\n{rim}", &row[1..], &row[3..]);
        text.parse::<Level>().expect("a level")
    };
    let limit = || Control::new(Budget::unlimited().nodes(1000));
    let large = side(60);
    assert!(Board::new(&large).live_square_count() > 1024);
    assert_eq!(BreadthFirst::default().solve(&large, &mut limit()), Outcome::stopped(Stop::Untreated));
    let fits = side(25);
    assert!(Board::new(&fits).word_count() > 8);
    let outcome = BreadthFirst::default().solve(&fits, &mut limit());
    assert_eq!(outcome.plan().map(|plan| plan.to_string()).as_deref(), Some("dR"));
}

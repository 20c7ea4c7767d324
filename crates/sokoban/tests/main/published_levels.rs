//! Tests with the levels used in the literature.
//!
//! The files are not part of the repository. If they are absent, these tests print a message and do
//! nothing.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;

use motion_core::search::explore;
use motion_core::{Budget, Control, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use sokoban::analysis::Structure;
use sokoban::board::SearchBoard;
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder};
use sokoban::search::{Position, Pushes};
use sokoban::solver::{AStar, BreadthFirst, ReverseFeatureSearch};
use sokoban::solver::{Enhancement, Enhancements};
use sokoban::{AnySolver, Collection, Level};

use motion_testing::published;

/// Reads a file of levels; `None`, with a message, if it is absent.
fn data(file: &str) -> Option<String> {
    let file = published(&format!("sokoban/{file}"))?;
    Some(fs::read_to_string(file).expect("a readable file"))
}

/// Reads the numbers of pushes known to be the fewest.
fn known(file: &str) -> Option<HashMap<usize, u64>> {
    let text = data(file)?;
    let line = |line: &str| {
        let mut fields = line.split('\t');
        let level = fields.next()?.parse().ok()?;
        Some((level, fields.next()?.parse().ok()?))
    };
    Some(text.lines().filter_map(line).collect())
}

#[test]
fn collections_are_read_and_print_back() {
    for (file, levels) in [("microban_1.xsb", 155), ("xsokoban_90.xsb", 90)] {
        let Some(text) = data(file) else { return };
        let collection: Collection = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(collection.entries().len(), levels);
        // Some levels have a margin, which is cut off.
        let is_row = |line: &&str| line.starts_with('#');
        let rows = |text: &str| text.lines().map(str::trim).filter(is_row).collect::<String>();
        assert!(rows(&collection.to_string()) == rows(&text), "{file} does not print back");
        for entry in collection.entries() {
            let level = entry.level();
            assert_eq!(level.to_rle().parse().as_ref(), Ok(level), "{:?}", entry.title());
            let board = SearchBoard::new(level);
            assert!(board.starts_on_live_squares() && board.word_count() <= 3, "{:?}", entry.title());
        }
    }
}

#[test]
fn decoration_of_microban_is_no_part_of_the_puzzle() {
    let Some(text) = data("microban_1.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let boxes = |number| {
        let level = collection.get(number).expect("155 levels").level();
        (level.boxes().count(), level.to_string().matches(['$', '*']).count())
    };
    assert_eq!(boxes(155), (1, 11));
    assert_eq!(boxes(1), (2, 2));
}

/// Compares one in `step` of the levels of Microban; at least `least` have to take the known number
/// of pushes.
#[test]
fn microban_takes_the_known_numbers_of_pushes() {
    let step = cases(10, 1);
    let least = cases([13, 14, 14], [130, 140, 140]);
    let (Some(text), Some(known)) = (data("microban_1.xsb"), known("known_pushes_microban1.tsv")) else {
        return;
    };
    let collection: Collection = text.parse().expect("levels");
    let solvers = ["BFS", "BBFS", "A*"].map(|name| name.parse().expect("a solver"));
    for (solver, least) in solvers.into_iter().zip(least) {
        let compared = compare(solver, &collection, step, &known);
        assert!(compared >= least, "{solver}: {compared}");
    }
}

/// Solves one in `step` of the levels, if they take few positions, and returns how many took the
/// known number of pushes.
fn compare(solver: AnySolver, collection: &Collection, step: usize, known: &HashMap<usize, u64>) -> usize {
    let mut compared = 0;
    for (number, entry) in (1..).zip(collection.entries()).step_by(step) {
        let mut control = Control::new(Budget::new().with_nodes(100_000));
        match solver.solve(entry.level(), &mut control) {
            Outcome::Solved { plan, quality } => {
                let metrics =
                    entry.level().verify(&plan).unwrap_or_else(|error| panic!("level {number}: {error}"));
                assert_eq!(quality, Quality::Optimal);
                if let Some(&known) = known.get(&number) {
                    assert_eq!(metrics.pushes, known, "level {number}");
                    compared += 1;
                }
            }
            Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } => {
                let known = known.get(&number).copied();
                assert!(known.is_none() || lower_bound <= known, "level {number}: {lower_bound:?}");
            }
            outcome => panic!("level {number}: {outcome:?}"),
        }
    }
    compared
}

/// Solves one in `step` of the levels of each collection, at least `least` of them.
#[test]
fn the_default_solver_solves_levels_of_microban_and_of_xsokoban() {
    let step = cases(10, 1);
    let least = cases([16, 4], [155, 45]);
    let files = [("microban_1.xsb", 2_000_000), ("xsokoban_90.xsb", 20_000)];
    for ((file, nodes), least) in files.into_iter().zip(least) {
        let Some(text) = data(file) else { return };
        let collection: Collection = text.parse().expect("levels");
        let mut solved = 0;
        for (number, entry) in (1..).zip(collection.entries()).step_by(step) {
            let mut control = Control::new(Budget::new().with_nodes(nodes));
            match AnySolver::default().solve(entry.level(), &mut control) {
                Outcome::Solved { plan, .. } => {
                    let verified = entry.level().verify(&plan);
                    assert!(verified.is_ok(), "level {number}: {verified:?}");
                    solved += 1;
                }
                Outcome::Stopped { why: Stop::Nodes, .. } => {}
                outcome => panic!("level {number}: {outcome:?}"),
            }
            assert_eq!(control.stats().bytes, 0, "level {number}");
        }
        assert!(solved >= least, "{file}: {solved}");
    }
}

/// Solves levels of `XSokoban` with the default solver, within these numbers of nodes.
fn solve_of_xsokoban(levels: &[(usize, u64)]) {
    let Some(text) = data("xsokoban_90.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    for &(number, nodes) in levels {
        let level = collection.get(number).expect("90 levels").level();
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        let outcome = AnySolver::default().solve(level, &mut control);
        let Outcome::Solved { plan, .. } = outcome else { panic!("level {number}: {outcome:?}") };
        assert!(level.verify(&plan).is_ok(), "level {number}");
        assert_eq!(control.stats().bytes, 0, "level {number}");
    }
}

/// Boxes have to be parked, or brought out of closets, in a certain order.
#[test]
fn the_plan_by_sinks_solves_levels_that_need_a_plan() {
    solve_of_xsokoban(&[(14, 40_000), (50, 40_000), (69, 40_000), (90, 40_000)]);
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn the_plan_by_sinks_solves_levels_that_need_more_advisors_and_fewer_moves() {
    solve_of_xsokoban(&[(16, 400_000), (23, 150_000), (52, 450_000), (66, 100_000), (89, 150_000)]);
}

/// The goals of the 29th are easy to empty: a search from them solves it.
#[test]
fn the_29th_of_xsokoban_is_solved_from_the_goals() {
    let Some(text) = data("xsokoban_90.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let level = collection.get(29).expect("90 levels").level();
    let only = Enhancements::new(&[Enhancement::StaticDeadlocks]);
    let solver = ReverseFeatureSearch::default().with_enhancements(only);
    let mut control = Control::unlimited();
    let plan = solver.solve(level, &mut control).plan().expect("a solution");
    assert_eq!(level.verify(&plan).map(|metrics| metrics.pushes), Ok(238));
    assert_eq!((control.stats().nodes, control.stats().bytes), (9_780, 0));
}

/// Section 7.1 of the thesis names these levels and M144. The numbers are the fewest pushes, and
/// the nodes without and with images as one position, at most 1,100,000.
#[test]
fn symmetric_levels_of_microban_take_fewer_nodes() {
    let Some(text) = data("microban_1.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let all = [(145, 18, [528, 508]), (146, 14, [1_755, 407]), (93, 34, [1_100_000, 1_053_569])];
    for &(number, pushes, expected) in &all[..cases(2, 3)] {
        let level = collection.get(number).expect("155 levels").level();
        let nodes = ["A*+pruned", "A*+pruned+sym"].map(|name| {
            let mut control = Control::new(Budget::new().with_nodes(1_100_000));
            let solver: AnySolver = name.parse().expect("a solver");
            if let Some(plan) = solver.solve(level, &mut control).plan() {
                assert_eq!(level.verify(&plan).map(|metrics| metrics.pushes), Ok(pushes), "{name}");
            }
            control.stats().nodes
        });
        assert_eq!(nodes, expected, "level {number}");
    }
}

/// Returns the first level of `XSokoban`.
fn first_of_xsokoban() -> Option<Level> {
    let collection: Collection = data("xsokoban_90.xsb")?.parse().expect("levels");
    Some(collection.get(1).expect("90 levels").level().clone())
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn breadth_first_search_finds_the_97_pushes_of_the_first_of_xsokoban() {
    let Some(level) = first_of_xsokoban() else { return };
    let mut control = Control::unlimited();
    let plan = BreadthFirst::default().solve(&level, &mut control).plan().expect("a solution");
    assert_eq!(level.verify(&plan).map(|metrics| metrics.pushes), Ok(97));
    // The limit is 80 bytes for each position that was reached.
    let board = SearchBoard::new(&level);
    let start = Position::<4>::start(&board).expect("alive");
    let is_solved = |position: &Position<4>, _| {
        let is_solved = board.goals().iter().all(|&goal| position.boxes.contains(goal));
        if is_solved { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let reached = explore(&Pushes::new(&board), [start], &mut Control::unlimited(), is_solved);
    let (bytes, reached) = (control.stats().peak_bytes, reached.expect("no limit") as u64);
    assert!(bytes <= 80 * reached, "{bytes} bytes for {reached} positions");
}

#[test]
fn the_matching_leads_almost_straight_to_the_97_pushes_of_the_first_of_xsokoban() {
    let Some(level) = first_of_xsokoban() else { return };
    let mut control = Control::new(Budget::new().with_nodes(1000));
    let plan = AStar::default().solve(&level, &mut control).plan().expect("a solution");
    assert_eq!(level.verify(&plan).map(|metrics| metrics.pushes), Ok(97));
}

/// Section 4.5 names four levels of Microban. The thesis's order, by walls, solves these and three
/// more in which placements have to be undone. Our order, which is found backward, does not solve
/// M126: lone boxes can fill both orders, but with the seven boxes in place only the thesis's
/// order, from left to right, can be filled.
#[test]
fn microban_is_solved_one_box_at_a_time_where_the_thesis_says_so() {
    let Some(text) = data("microban_1.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let solved = |by_walls: bool| -> Vec<usize> {
        let is_solved = |number: &usize| {
            let board = SearchBoard::new(collection.get(*number).expect("155 levels").level());
            let start = Position::<4>::start(&board).expect("alive");
            let structure = Structure::new(&board);
            let order = by_walls.then(|| PackingOrder::by_walls(&board, &structure)).flatten();
            let method = OneBoxAtATime::new(&board, &order.unwrap_or_else(|| PackingOrder::new(&board)));
            method.solve(&mut method.scratch(), &start).is_some()
        };
        (1..=155).filter(is_solved).collect()
    };
    assert_eq!(solved(true), [5, 7, 31, 44, 126, 154, 155]);
    assert_eq!(solved(false), [5, 7, 25, 30, 31, 44, 154, 155]);
}

/// The first levels of Microban take the numbers of steps that its players know as the fewest.
#[test]
fn microban_takes_the_known_numbers_of_steps() {
    let Some(text) = data("microban_1.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let solver = AStar::default().with_enhancements(Enhancements::new(&[Enhancement::Steps]));
    for (number, known) in (1..).zip([33, 16, 41, 23, 25, 107, 26, 97, 30, 89]) {
        let level = collection.get(number).expect("155 levels").level();
        let plan = solver.solve(level, &mut Control::unlimited()).plan().expect("a solution");
        assert_eq!(level.verify(&plan).map(|metrics| metrics.steps), Ok(known), "level {number}");
    }
}

/// The quick test takes one level in five, among them the two that are solved from the start.
#[test]
fn xsokoban_is_solved_one_box_at_a_time_where_the_thesis_says_so() {
    let Some(text) = data("xsokoban_90.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let (mut sound, mut by_walls, mut sound_by_walls, mut sound_by_walls_only) = (0, 0, 0, 0);
    for number in (3..=90).step_by(5).chain((1..=90).filter(|number| number % 5 != 3 && cases(false, true))) {
        let board = SearchBoard::new(collection.get(number).expect("90 levels").level());
        let start = Position::<4>::start(&board).expect("alive");
        let (ours, only) = (PackingOrder::new(&board), PackingOrder::by_walls_only(&board));
        let of_thesis = PackingOrder::by_walls(&board, &Structure::new(&board));
        sound += usize::from(ours.is_sound());
        sound_by_walls_only += usize::from(only.is_sound());
        by_walls += usize::from(of_thesis.is_some());
        sound_by_walls += usize::from(of_thesis.as_ref().is_some_and(PackingOrder::is_sound));
        // Only these two are solved from the start, in our order and in the thesis's.
        for order in of_thesis.into_iter().chain([ours]) {
            let method = OneBoxAtATime::new(&board, &order);
            let is_solved = method.solve(&mut method.scratch(), &start).is_some();
            assert_eq!(is_solved, [53, 78].contains(&number), "level {number}");
        }
    }
    // The thesis counts 48 by walls.
    let expected = cases((16, 12, 11, 6), (76, 51, 46, 34));
    assert_eq!((sound, by_walls, sound_by_walls, sound_by_walls_only), expected);
}

/// Those that Van Lishout's solver solves, and X53, are solved within few positions.
#[test]
fn xsokoban_is_solved_one_box_at_a_time_where_van_lishout_says_so() {
    const NINE: [usize; 9] = [1, 2, 3, 5, 6, 51, 54, 78, 82];
    solve_one_box_at_a_time(Enhancement::OneBoxAtATime, NINE.into_iter().chain([53]));
    solve_one_box_at_a_time(Enhancement::OneBoxThesisOrder, NINE.into_iter().chain([53]));
    solve_one_box_at_a_time(Enhancement::OneBoxVanLishoutOrder, NINE);
}

fn solve_one_box_at_a_time(order: Enhancement, levels: impl IntoIterator<Item = usize>) {
    let Some(text) = data("xsokoban_90.xsb") else { return };
    let collection: Collection = text.parse().expect("levels");
    let enhancements = Enhancements::new(&[Enhancement::StaticDeadlocks, order]);
    let solver = BreadthFirst::default().with_enhancements(enhancements);
    for number in levels {
        let level = collection.get(number).expect("90 levels").level();
        let mut control = Control::new(Budget::new().with_nodes(60));
        let Outcome::Solved { plan, quality } = solver.solve(level, &mut control) else {
            panic!("level {number}")
        };
        let pushes = level.verify(&plan).map(|metrics| metrics.pushes).expect("a solution");
        let bound = match quality {
            Quality::Optimal => pushes,
            Quality::Bounded { lower_bound } => lower_bound,
            Quality::Feasible => panic!("level {number} claims nothing"),
        };
        assert!(bound <= pushes && (pushes - bound).is_multiple_of(2), "level {number}: {bound} of {pushes}");
    }
}

/// The levels of `XSokoban` are known to be harder than those of Microban.
#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn levels_are_more_difficult_in_xsokoban_than_in_microban() {
    let mut measured = Vec::new();
    for file in ["microban_1.xsb", "xsokoban_90.xsb"] {
        let Some(text) = data(file) else { return };
        let collection: Collection = text.parse().expect("levels");
        let difficulty = |level: &Level| {
            let mut control = Control::new(Budget::new().with_nodes(30_000));
            level.difficulty(&mut control).plan().unwrap_or(u64::MAX)
        };
        let some = collection.entries().iter().step_by(4);
        measured.push(some.map(|entry| difficulty(entry.level())).collect::<Vec<_>>());
    }
    let pairs = measured[0].iter().flat_map(|easy| measured[1].iter().map(move |hard| easy < hard));
    let (right, all) = (pairs.clone().filter(|&is_right| is_right).count(), pairs.count());
    assert!(10 * right > 9 * all, "{right} of {all}");
}

//! Tests of the levels of `RandomLevel`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, Cell, Control, Direction, Outcome, Solver, Stop};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::error::RandomLevelError;
use sokoban::{Auto, GoalPlacement, Level, Moves, RandomLevel};

/// The second level with four boxes, equal on every platform.
const LEVEL: &str = "5#|#3-7#|#-$-2#4-#|#8-2#|#-#-3#3-#|#3-#-5#|#-3#|#-3#|#2-@#|#-$*#|#.*.#|5#";

fn generate(boxes: usize, goals: GoalPlacement, seed: u64) -> Result<Level, RandomLevelError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    RandomLevel::default().with_boxes(boxes).with_goals(goals).generate(&mut rng)
}

/// Returns the cells inside that steps reach from one of them, over cells that `is_free` admits.
fn reached(level: &Level, from: Cell, is_free: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([from]);
    let mut stack = vec![from];
    while let Some(at) = stack.pop() {
        let next = Direction::ALL.into_iter().filter_map(|side| level.grid().step(at, side));
        stack.extend(next.filter(|&cell| is_free(cell) && reached.insert(cell)).collect::<Vec<_>>());
    }
    reached
}

#[test]
fn levels_are_as_configured_and_most_boxes_start_off_the_goals() {
    for goals in [GoalPlacement::Block, GoalPlacement::Scattered] {
        let mut together = 0;
        for seed in 0..cases(4, 12) {
            let boxes = 1 + seed as usize;
            let level = generate(boxes, goals, seed).expect("a level");
            assert_eq!(level.boxes().count(), boxes);
            let off = level.boxes().filter(|&at| level.goals().all(|goal| goal != at)).count();
            assert!(2 * off >= boxes, "{level}");
            // All floor is inside, since the rooms are joined.
            let floor = level.grid().cells().filter(|&cell| level.is_inside(cell)).count();
            assert_eq!(reached(&level, level.player(), |cell| !level.grid().is_closed(cell)).len(), floor);
            let all: BTreeSet<_> = level.goals().collect();
            let first = level.goals().next().expect("a goal");
            let is_block = reached(&level, first, |cell| all.contains(&cell)).len() == boxes;
            assert!(is_block || goals == GoalPlacement::Scattered, "{level}");
            together += u32::from(is_block);
        }
        assert!(together < 8 || goals == GoalPlacement::Block, "goals are scattered");
    }
}

#[test]
fn levels_have_solutions() {
    for seed in 0..cases(5, 40) {
        let goals = [GoalPlacement::Block, GoalPlacement::Scattered][seed as usize % 2];
        let level = generate(1 + seed as usize % 5, goals, 100 + seed).expect("a level");
        let mut control = Control::new(Budget::new().with_nodes(200_000));
        let moves = Auto::default().solve(&level, &mut control).into_result();
        let moves = moves.unwrap_or_else(|why| panic!("{why:?}\n{level}"));
        assert!(level.verify(&moves).is_ok() && moves.pushes() > 0, "{level}");
    }
}

#[test]
fn equal_generators_give_equal_levels() {
    let levels: Vec<_> = (0..4).map(|seed| generate(4, GoalPlacement::Block, seed)).collect();
    let again: Vec<_> = (0..4).map(|seed| generate(4, GoalPlacement::Block, seed)).collect();
    assert_eq!(levels, again);
    assert!(levels.iter().enumerate().all(|(number, level)| !levels[..number].contains(level)));
    assert_eq!(levels[1].as_ref().map(Level::to_rle).as_deref(), Ok(LEVEL));
}

#[test]
fn wrong_numbers_of_boxes_are_refused() {
    for boxes in [0, 101] {
        let refused = generate(boxes, GoalPlacement::Block, 1);
        assert_eq!(refused, Err(RandomLevelError::BoxCount { boxes }));
        let message = format!("a random level has 1 to 100 boxes, not {boxes}");
        assert_eq!(refused.expect_err("refused").to_string(), message);
    }
}

/// Stores the solutions that an observer receives.
#[derive(Default)]
struct Solutions(Vec<(u64, Moves)>);

impl Observer for Solutions {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let moves = improvement.solution().expect("a solution of Sokoban");
        self.0.push((improvement.cost, moves));
        ControlFlow::Continue(())
    }
}

#[test]
#[ignore = "exhaustive: 0.04 minutes"]
fn observers_see_the_solution_that_a_proof_starts_with() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut unproved = 0;
    for _ in 0..6 {
        let level = RandomLevel::default().with_boxes(14).generate(&mut rng).expect("a level");
        let mut solutions = Solutions::default();
        let mut control = Control::new(Budget::new().with_nodes(30_000)).with_observer(&mut solutions);
        let outcome = Auto::default().with_optimal(true).solve(&level, &mut control);
        // The first solution may already have the fewest pushes.
        if let Outcome::Stopped { why: Stop::Nodes, best: Some(best), .. } = outcome {
            let [(pushes, moves)] = &*solutions.0 else { panic!("one solution") };
            assert_eq!((moves, level.verify(moves).map(|metrics| metrics.pushes)), (&best, Ok(*pushes)));
            unproved += 1;
        }
    }
    assert!(unproved > 0, "all were proved");
}

#[test]
fn levels_are_at_most_as_large_as_asked_for() {
    for seed in 0..20 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let small = RandomLevel::default().with_boxes(3).with_size(12, 14);
        let text = small.generate(&mut rng).expect("a level").to_string();
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(text.lines().count() <= 12 && widest <= Some(14), "{text}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let refused = RandomLevel::default().with_size(4, 14).generate(&mut rng);
    assert_eq!(refused, Err(RandomLevelError::NoLevel));
}

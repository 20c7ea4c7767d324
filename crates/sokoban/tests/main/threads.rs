//! Tests the default solver on several threads; without the feature `rayon` it uses only one.

use std::num::NonZero;
use std::ops::ControlFlow;

use motion_core::observer::Progress;
use motion_core::{Budget, CancelFlag, Control, Outcome, Solver, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::{Auto, GoalPlacement, Level, RandomLevel};

/// The nodes of A*, with which the default solver begins.
const A_STAR: u64 = 10_000;

fn random(boxes: usize, seed: u64) -> Level {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let kind = RandomLevel::default().with_boxes(boxes).with_goals(GoalPlacement::Scattered);
    kind.generate(&mut rng).expect("a level")
}

fn threads(count: usize) -> Budget {
    Budget::new().with_threads(NonZero::new(count).expect("not zero"))
}

/// Compares answers and counts for one, two and four threads. Returns the number of levels solved
/// by searches by features, and of those that were stopped.
fn compare(levels: impl Iterator<Item = Level>, nodes: u64) -> (u32, u32) {
    let (mut solved, mut stopped) = (0, 0);
    for level in levels {
        let [one, two, four] = [1, 2, 4].map(|count| {
            let mut control = Control::new(threads(count).with_nodes(nodes));
            let outcome = Auto::default().solve(&level, &mut control);
            (outcome, control.stats().nodes)
        });
        assert_eq!((&two, &four), (&one, &one), "{level}");
        match one {
            (Outcome::Solved { .. }, nodes) => solved += u32::from(nodes > A_STAR),
            _ => stopped += 1,
        }
    }
    (solved, stopped)
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn threads_do_not_change_the_answer() {
    let levels = [(10, 7), (12, 10), (14, 11), (14, 4), (16, 8)];
    let levels = levels.into_iter().map(|(boxes, seed)| random(boxes, seed));
    let (solved, stopped) = compare(levels, A_STAR + 1_200);
    assert!(solved > 0 && stopped > 0, "{solved} solved by features, {stopped} stopped");
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn threads_do_not_change_the_answer_of_longer_searches() {
    let levels = || (0..16).map(|seed| random(16 + seed as usize % 5, seed));
    let answers = [12_000, 60_000].map(|nodes| compare(levels(), nodes));
    let [solved, stopped] = [answers[1].0, answers[0].1];
    assert!(solved > 5 && stopped > 0, "{solved} solved by features, {stopped} stopped");
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn a_raised_flag_ends_all_threads_soon() {
    let flag = CancelFlag::new();
    let mut raised = None;
    let mut raising = |progress: &Progress| {
        if progress.stats.nodes > A_STAR + 500 && raised.is_none() {
            flag.raise();
            raised = Some(progress.stats.nodes);
        }
        ControlFlow::Continue(())
    };
    let budget = threads(4).with_cancel(flag.clone()).with_nodes(200_000);
    let mut control = Control::new(budget).with_observer(&mut raising);
    let outcome = Auto::default().solve(&random(30, 2), &mut control);
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
    let nodes = control.stats().nodes;
    let raised = raised.expect("searches by features were running");
    // About the number of nodes in 100 milliseconds.
    assert!(nodes < raised + 10_000, "raised after {raised}, ended after {nodes}");
}

//! The paper's methods against shortest solutions.

mod common;

use std::ops::ControlFlow;

use common::{brute_force, small};
use motion_core::{Budget, Control, Observer, Outcome, Quality, Stats, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::{Approach, Deal, Goal, GraphMethod, GraphSolver, Instance, Optimal, QuadrantSet};

const METHODS: [GraphMethod; 4] = [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined];

fn solve(method: GraphMethod, game: &Instance) -> Outcome<usize> {
    let mut control = Control::unlimited();
    let outcome = GraphSolver::new(method).solve(game, &mut control);
    assert_eq!(control.stats().bytes, 0);
    outcome.map(|moves| {
        assert_eq!(game.verify(&moves), Ok(moves.len() as u64), "{moves} by {method:?} on\n{game}");
        moves.len()
    })
}

#[test]
fn graph_v1_and_the_combination_are_optimal_and_graph_dp_is_under_its_assumption() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut longer, mut missed, mut treated) = (0, 0, 0);
    while treated < 1000 {
        let game = small(&mut rng, 4..=7, 3);
        let plain = game.board().diagonals().next().is_none()
            && game.approach() == Approach::Free
            && matches!(game.target().goal, Goal::Robot(_));
        if !plain {
            assert!(METHODS.iter().all(|&method| solve(method, &game) == Outcome::stopped(Stop::Untreated)));
            continue;
        }
        treated += 1;
        let least = brute_force(&game).map(|moves| moves.len());
        let expected =
            least.map_or(Outcome::Unsolvable, |plan| Outcome::Solved { plan, quality: Quality::Optimal });
        assert_eq!(solve(GraphMethod::V1, &game), expected, "{game}");
        assert_eq!(solve(GraphMethod::Combined, &game), expected, "{game}");
        let dp = solve(GraphMethod::Dp, &game);
        let bounded = solve(GraphMethod::V2, &game);
        match (&dp, least) {
            (Outcome::Solved { plan, quality }, Some(least)) => {
                assert!(*plan >= least && (*quality == Quality::Feasible || *plan == least), "{game}");
                assert!(matches!(bounded, Outcome::Solved { plan: same, .. } if same == *plan), "{game}");
                longer += u32::from(*plan > least);
            }
            // What was searched without success has a bound.
            (Outcome::Stopped { why: Stop::NotFound, lower_bound: Some(bound), .. }, _) => {
                assert!(least.is_none_or(|least| least as u64 >= *bound), "{game}");
                let none = matches!(
                    bounded,
                    Outcome::Unsolvable | Outcome::Stopped { why: Stop::NotFound, lower_bound: Some(_), .. }
                );
                assert!(none, "{bounded:?} on\n{game}");
                missed += u32::from(least.is_some());
            }
            outcome => panic!("{outcome:?} on\n{game}"),
        }
    }
    assert!(longer > 10 && missed > 0, "{longer} longer, {missed} missed");
}

/// The first games of a seed.
fn standard(seed: u64, games: usize) -> Vec<Instance> {
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(seed), QuadrantSet::standard());
    (0..games).map(|_| Deal::default().game(&set, &mut rng).expect("a game")).collect()
}

/// The figures are pinned, since nothing else would tell whether the assumption is the paper's.
#[test]
fn graph_dp_is_longer_on_one_standard_game_in_seven() {
    let mut more = Vec::new();
    for game in standard(1, 100) {
        let least =
            Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("solvable").len();
        let [dp, bounded] = [GraphMethod::Dp, GraphMethod::V2].map(|method| solve(method, &game).plan());
        assert_eq!(dp, bounded, "{game}");
        more.push(dp.expect("none is missed") - least);
    }
    more.retain(|&more| more > 0);
    more.sort_unstable();
    assert_eq!(more, [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 5]);
}

/// Hears of every solution, and breaks off at the last one it asks for.
struct Listener {
    lengths: Vec<u64>,
    content: usize,
}

impl Observer for Listener {
    fn improved(&mut self, length: u64, _: &Stats) -> ControlFlow<()> {
        self.lengths.push(length);
        if self.lengths.len() == self.content { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn observers_hear_of_every_better_solution_and_may_be_content_with_it() {
    let mut improved = 0;
    for game in standard(2, 40) {
        for method in [GraphMethod::Dp, GraphMethod::V2] {
            let mut all = Listener { lengths: Vec::new(), content: usize::MAX };
            let mut control = Control::unlimited().observed_by(&mut all);
            let last = GraphSolver::new(method).solve(&game, &mut control).plan().expect("solvable");
            assert!(all.lengths.is_sorted_by(|former, latter| former > latter), "{:?}", all.lengths);
            assert_eq!(all.lengths.last(), Some(&(last.len() as u64)));
            improved += all.lengths.len() - 1;

            for content in 1..=all.lengths.len() {
                let mut listener = Listener { lengths: Vec::new(), content };
                let mut control = Control::unlimited().observed_by(&mut listener);
                let outcome = GraphSolver::new(method).solve(&game, &mut control);
                assert_eq!(control.stats().bytes, 0);
                let Outcome::Stopped { why: Stop::Cancelled, best: Some(best), .. } = outcome else {
                    panic!("{outcome:?} on\n{game}")
                };
                assert_eq!(game.verify(&best), Ok(all.lengths[content - 1]));
                assert_eq!(listener.lengths, all.lengths[..content]);
            }
        }
    }
    assert!(improved > 20, "{improved} improvements");
}

#[test]
fn limits_are_kept_and_nothing_leaks() {
    let game = &standard(4, 1)[0];
    for method in METHODS {
        for limit in [0, 1, 10, 100] {
            let mut control = Control::new(Budget::unlimited().nodes(limit));
            let _ = GraphSolver::new(method).solve(game, &mut control);
            assert!(control.stats().nodes <= limit);
            assert_eq!(control.stats().bytes, 0);
        }
        for limit in [0, 1 << 10, 1 << 16, 1 << 18] {
            let mut control = Control::new(Budget::unlimited().bytes(limit));
            let _ = GraphSolver::new(method).solve(game, &mut control);
            assert!(control.stats().peak_bytes <= limit);
            assert_eq!(control.stats().bytes, 0);
        }
    }
}

//! Comparison of the paper's methods with shortest solutions.

use std::ops::ControlFlow;

use motion_core::observer::{Improvement, Observer};
use motion_core::{Control, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::internal::{GraphMethod, GraphSolver};
use ricochet::{Approach, Instance, Moves, Optimal, Target, TargetRobot};

use crate::brute_force::brute_force;
use crate::random_games::{small, standard, verified_moves};

const METHODS: [GraphMethod; 4] = [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined];

fn solve(method: GraphMethod, game: &Instance) -> Outcome<usize> {
    let mut control = Control::unlimited();
    let outcome = GraphSolver::default().with_method(method).solve(game, &mut control);
    assert_eq!(control.stats().bytes, 0);
    outcome.map(|moves| {
        assert_eq!(verified_moves(game, &moves), Some(moves.len()), "{moves} by {method:?} on\n{game}");
        moves.len()
    })
}

#[test]
fn several_targets_are_not_supported() {
    let game = "+---+---+---+\n| r       R |\n+   +   +   +\n|           |\n+   +   +   +\n| R         |\n+---+---+---+";
    let game: Instance = game.parse().expect("a game");
    assert!(METHODS.iter().all(|&method| solve(method, &game) == Outcome::stopped(Stop::Unsupported)));
}

#[test]
fn graph_v1_and_the_combination_are_optimal_and_graph_dp_is_under_its_assumption() {
    let games = cases(150, 1_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut longer, mut missed, mut treated) = (0, 0, 0);
    while treated < games {
        let game = small(&mut rng, 4..=7, 3);
        let plain = game.board().diagonals().next().is_none()
            && game.approach() == Approach::Free
            && matches!(game.targets(), [Target { robot: TargetRobot::Only(_), .. }]);
        if !plain {
            assert!(
                METHODS.iter().all(|&method| solve(method, &game) == Outcome::stopped(Stop::Unsupported))
            );
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
                longer += usize::from(*plan > least);
            }
            // A search without a solution still has a lower bound.
            (Outcome::Stopped { why: Stop::GaveUp, lower_bound: Some(bound), .. }, _) => {
                assert!(least.is_none_or(|least| least as u64 >= *bound), "{game}");
                let none = matches!(
                    bounded,
                    Outcome::Unsolvable | Outcome::Stopped { why: Stop::GaveUp, lower_bound: Some(_), .. }
                );
                assert!(none, "{bounded:?} on\n{game}");
                missed += usize::from(least.is_some());
            }
            outcome => panic!("{outcome:?} on\n{game}"),
        }
    }
    assert!(100 * longer > games && missed > 0, "{longer} longer, {missed} missed");
}

/// Returns how many more moves than the shortest solution Graph-DP needs, for those of the first
/// games where it needs more.
fn excesses(games: usize) -> Vec<usize> {
    let mut more = Vec::new();
    for game in standard(1, games) {
        let least =
            Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("solvable").len();
        let [dp, bounded] = [GraphMethod::Dp, GraphMethod::V2].map(|method| solve(method, &game).plan());
        assert_eq!(dp, bounded, "{game}");
        more.push(dp.expect("every game is solved") - least);
    }
    more.retain(|&more| more > 0);
    more.sort_unstable();
    more
}

/// Placements and cells of the goal robot are the nodes of Graph-DP and v2. Graph v1 has neither.
#[test]
fn placements_and_cells_of_the_goal_robot_are_counted_apart() {
    for game in standard(3, 20) {
        let [dp, v1, v2, both] = METHODS.map(|method| {
            let mut control = Control::unlimited();
            let (_, counts) = GraphSolver::default().with_method(method).solve_and_count(&game, &mut control);
            (counts.placements, counts.goal_robot_cells, control.stats().nodes)
        });
        assert!([dp, v2].iter().all(|(placements, cells, nodes)| placements + cells == *nodes));
        assert!(dp.0 > 0 && dp.1 >= dp.0 && v2.0 <= dp.0 && v2.1 <= dp.1, "{dp:?}, {v2:?}");
        assert_eq!(((v1.0, v1.1), (both.0, both.1)), ((0, 0), (v2.0, v2.1)));
    }
}

/// Pins the figures, because no other test checks that the assumption is the paper's.
#[test]
fn graph_dp_is_longer_on_some_standard_games() {
    assert_eq!(excesses(20), [1, 1]);
}

#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn graph_dp_is_longer_on_one_standard_game_in_seven() {
    assert_eq!(excesses(100), [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 5]);
}

/// Records the length of every solution, and breaks after a number of them.
struct LengthRecorder {
    lengths: Vec<u64>,
    last: Option<Moves>,
    break_after: usize,
}

impl Observer for LengthRecorder {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        self.lengths.push(improvement.cost);
        self.last = improvement.solution().ok();
        if self.lengths.len() == self.break_after {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn observers_are_shown_every_better_solution_and_may_break() {
    let mut improved = 0;
    for game in standard(2, 40) {
        for method in [GraphMethod::Dp, GraphMethod::V2] {
            let mut all = LengthRecorder { lengths: Vec::new(), last: None, break_after: usize::MAX };
            let mut control = Control::unlimited().with_observer(&mut all);
            let last = GraphSolver::default()
                .with_method(method)
                .solve(&game, &mut control)
                .plan()
                .expect("solvable");
            assert!(all.lengths.is_sorted_by(|former, latter| former > latter), "{:?}", all.lengths);
            assert_eq!(all.lengths.last(), Some(&(last.len() as u64)));
            assert_eq!(all.last, Some(last));
            improved += all.lengths.len() - 1;

            for break_after in 1..=all.lengths.len() {
                let mut recorder = LengthRecorder { lengths: Vec::new(), last: None, break_after };
                let mut control = Control::unlimited().with_observer(&mut recorder);
                let outcome = GraphSolver::default().with_method(method).solve(&game, &mut control);
                assert_eq!(control.stats().bytes, 0);
                let Outcome::Stopped { why: Stop::Cancelled, best: Some(best), .. } = outcome else {
                    panic!("{outcome:?} on\n{game}")
                };
                assert_eq!(verified_moves(&game, &best), Some(all.lengths[break_after - 1] as usize));
                assert_eq!(recorder.lengths, all.lengths[..break_after]);
            }
        }
    }
    assert!(improved > 20, "{improved} improvements");
}

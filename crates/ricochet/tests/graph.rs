//! The paper's methods against shortest solutions.

mod common;

use common::{brute_force, small};
use motion_core::{Budget, Control, Outcome, Quality, Stop};
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
            (Outcome::Stopped { why: Stop::Untreated, .. }, _) => missed += u32::from(least.is_some()),
            outcome => panic!("{outcome:?} on\n{game}"),
        }
    }
    assert!(longer > 10 && missed > 0, "{longer} longer, {missed} missed");
}

#[test]
fn graph_dp_is_often_longer_on_standard_games() {
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(4), QuadrantSet::standard());
    let (mut longer, games) = (0, 100);
    for _ in 0..games {
        let game = Deal::default().game(&set, &mut rng).expect("a game");
        let least =
            Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("solvable").len();
        let Outcome::Solved { plan, .. } = solve(GraphMethod::V2, &game) else { continue };
        assert!(plan >= least);
        longer += u32::from(plan > least);
    }
    assert!((5..50).contains(&longer), "{longer} of {games}");
}

#[test]
fn limits_are_kept_and_nothing_leaks() {
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(4), QuadrantSet::standard());
    let game = Deal::default().game(&set, &mut rng).expect("a game");
    for method in METHODS {
        for limit in [0, 1, 10, 100] {
            let mut control = Control::new(Budget::unlimited().nodes(limit));
            let _ = GraphSolver::new(method).solve(&game, &mut control);
            assert!(control.stats().nodes <= limit);
            assert_eq!(control.stats().bytes, 0);
        }
        for limit in [0, 1 << 10, 1 << 16, 1 << 18] {
            let mut control = Control::new(Budget::unlimited().bytes(limit));
            let _ = GraphSolver::new(method).solve(&game, &mut control);
            assert!(control.stats().peak_bytes <= limit);
            assert_eq!(control.stats().bytes, 0);
        }
    }
}

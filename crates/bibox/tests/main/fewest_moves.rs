//! Instances small enough for an exhaustive search are solved with the fewest moves.

use bibox::{EarBeam, EarInsertion, EarInstance};
use motion_core::{Control, Outcome, Plan, Quality, Solver};
use motion_testing_robots::cases::permutation;

#[test]
fn small_graphs_are_solved_by_the_fewest_moves() {
    for (rows, columns, blanks) in [(2, 2, 1), (3, 3, 1), (2, 4, 2), (3, 3, 5)] {
        let instance = permutation(rows, columns, blanks, 3);
        let problem = EarInstance::new(&instance).expect("a grid");
        let [insertion, beam] =
            [&EarInsertion::default() as &dyn Solver<EarInstance, Solution = Plan>, &EarBeam::default()]
                .map(|solver| solver.solve(&problem, &mut Control::unlimited()));
        assert!(matches!(&insertion, Outcome::Solved { quality: Quality::Optimal, .. }));
        assert_eq!(insertion, beam);
    }
}

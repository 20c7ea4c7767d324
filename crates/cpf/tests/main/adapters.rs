//! Solvers of special instances, applied to instances of other kinds.

use cpf::motion_core::Stop;
use cpf::solvers::bibox::{BlockByBlock, BlockInstance, EarInsertion, EarInstance};
use cpf::solvers::push_swap::{Elimination, PushInstance};
use cpf::solvers::{ByBlocks, ByEars, ByPushing};
use cpf::{Control, Outcome, Plan, Solver};
use motion_testing_robots::cases;

use crate::solvers::of_ears;

#[test]
fn instances_of_another_kind_are_unsupported() {
    for case in cases::small() {
        let instance = &case.instance;
        let check = |solver: &dyn Solver<cpf::Instance, Solution = Plan>, fits: bool| {
            let outcome = solver.solve(instance, &mut Control::unlimited());
            let unsupported = outcome == Outcome::stopped(Stop::Unsupported);
            assert_eq!(unsupported, !fits, "{}: {outcome:?}", case.name);
            assert!(unsupported || outcome.is_solved() == case.feasibility.is_ok(), "{}", case.name);
        };
        check(&of_ears(), EarInstance::new(instance).is_ok());
        check(&ByPushing::new(Elimination::default()), PushInstance::new(instance).is_ok());
        check(&ByBlocks::new(BlockByBlock::default()), BlockInstance::new(instance).is_ok());
    }
}

#[test]
fn rows_are_the_ears_of_open_grids_and_the_default_elsewhere() {
    let grid = cases::permutation(5, 6, 1, 1);
    let plan = |solver: ByEars<EarInsertion>, instance| {
        solver.solve(instance, &mut Control::unlimited()).into_result().expect("solvable")
    };
    let rows = plan(ByEars::row_by_row(EarInsertion::default()), &grid);
    assert!(grid.verify(&rows).is_ok());
    assert_ne!(rows, plan(of_ears(), &grid));
    let graph =
        cpf::Instance::new(grid.graph().clone(), &[(cpf::Vertex(0), cpf::Vertex(9))]).expect("a robot");
    let by_rows = plan(ByEars::row_by_row(EarInsertion::default()), &graph);
    assert_eq!(by_rows, plan(of_ears(), &graph));
}

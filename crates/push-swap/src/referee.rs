//! What every solver is asked to do, whatever its manner of working.

use alloc::vec::Vec;

use cpf_core::exhaustive::connected_graphs;
use cpf_core::{Instance, Solver};
use motion_core::{Budget, CancelFlag, Control, Move, Outcome, Plan, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::PushInstance;
use crate::samples::{corridors, random_instance};

/// Solves an instance, or finds that it is infeasible; says which.
fn is_solved(instance: &Instance, solver: &impl for<'i> Solver<PushInstance<'i>>) -> bool {
    let problem = PushInstance::new(instance).expect("two blanks or more");
    let feasible = instance.feasibility().is_ok();
    match solver.solve(&problem, &mut Control::unlimited()) {
        Outcome::Solved { plan, .. } => assert!(instance.verify_plan(&plan).is_ok(), "{instance:?}"),
        outcome => assert!(outcome == Outcome::Unsolvable && !feasible, "{instance:?}: {outcome:?}"),
    }
    feasible
}

/// An instance with each number of blanks on every connected graph with four to six vertices, the solvers in turn.
pub(crate) fn small_graphs_are_solved(solvers: &[impl for<'i> Solver<PushInstance<'i>>]) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut feasible = 0;
    for graph in (4..=6).flat_map(connected_graphs) {
        for (blanks, solver) in (2..graph.vertex_count()).zip(solvers.iter().cycle()) {
            feasible += usize::from(is_solved(&random_instance(&graph, blanks, rng), solver));
        }
    }
    assert!(feasible > 50_000, "{feasible}");
}

/// Sparse graphs with few blanks, the solvers in turn.
pub(crate) fn corridors_are_solved(solvers: &[impl for<'i> Solver<PushInstance<'i>>]) {
    let mut feasible = 0;
    for (seed, solver) in (0..3000).zip(solvers.iter().cycle()) {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = random_instance(&corridors(seed), 2 + seed as usize % 5, rng);
        feasible += usize::from(is_solved(&instance, solver));
    }
    assert!(feasible > 500, "{feasible}");
}

/// Limits of nodes stop a solver where they say, with the beginning of the same plan, and nothing stays held.
pub(crate) fn node_limits_are_kept(instance: &Instance, solver: &impl for<'i> Solver<PushInstance<'i>>) {
    let problem = PushInstance::new(instance).expect("room enough");
    let mut unlimited = Control::unlimited();
    let whole: Plan = solver.solve(&problem, &mut unlimited).plan().expect("solvable");
    assert!(instance.verify_plan(&whole).is_ok());
    let needed = unlimited.stats().nodes;
    assert_eq!(unlimited.stats().bytes, 0);
    assert!(unlimited.stats().peak_bytes >= size_of_val(whole.moves()) as u64);
    for limit in [0, 1, needed / 9, needed / 3, needed - 1] {
        let mut control = Control::new(Budget::unlimited().nodes(limit));
        let mut written: Vec<Move> = Vec::new();
        let outcome = solver.solve_into(&problem, &mut written, &mut control);
        assert!(control.stats().nodes <= limit && control.stats().bytes == 0);
        assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
        assert!(whole.moves().starts_with(&written));
    }
}

/// Limits of memory that are far too small stop a solver, and nothing stays held.
pub(crate) fn memory_limits_are_kept(
    instance: &Instance,
    solver: &impl for<'i> Solver<PushInstance<'i>>,
    limits: [u64; 3],
) {
    let problem = PushInstance::new(instance).expect("room enough");
    for limit in limits {
        let mut control = Control::new(Budget::unlimited().bytes(limit));
        assert_eq!(solver.solve(&problem, &mut control), Outcome::stopped(Stop::Bytes));
        assert_eq!(control.stats().bytes, 0);
    }
}

/// A flag that is raised already stops a solver.
pub(crate) fn raised_flags_are_seen(instance: &Instance, solver: &impl for<'i> Solver<PushInstance<'i>>) {
    let problem = PushInstance::new(instance).expect("room enough");
    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::unlimited().cancel(flag));
    assert_eq!(solver.solve(&problem, &mut control), Outcome::stopped(Stop::Cancelled));
}

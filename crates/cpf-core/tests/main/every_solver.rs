//! The suite that every solver of cooperative path-finding runs. Included by the tests of the
//! crates that have solvers; they name these in `solvers::all`.

use std::collections::BTreeSet;
use std::thread;

use cpf_core::Instance;
use cpf_core::exhaustive::{connected_graphs, connected_kinds};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cases::{self, TestCase};
use crate::promises::{AnswerCounts, AttemptResult, Promise};
use crate::samples::random_instance;
use crate::solvers;

#[test]
fn solvers_have_names_of_their_own() {
    let solvers = solvers::all();
    let names: BTreeSet<_> = solvers.iter().map(|solver| solver.name).collect();
    assert_eq!(names.len(), solvers.len(), "{names:?}");
}

#[test]
fn the_cases_are_what_they_are_called() {
    let cases: Vec<_> = cases::small().into_iter().chain(cases::large()).collect();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name[..]).collect();
    assert_eq!(names.len(), cases.len(), "{names:?}");
    for TestCase { name, instance, feasibility } in &cases {
        assert_eq!(instance.feasibility(), *feasibility, "{name}");
    }
}

/// Answers, limits of nodes and of memory, flags, deadlines, progress, and a second run that is
/// like the first. Each solver must solve as many cases at least, and prove as many unsolvable.
fn check(cases: &[TestCase], [least_solved, least_unsolvable]: [usize; 2]) {
    let check = |number: usize| {
        let solver = &solvers::all()[number];
        let (mut solved, mut unsolvable) = (0, 0);
        for TestCase { name, instance, .. } in cases {
            println!("{} on {name}", solver.name);
            match solver.check(instance) {
                Some(AttemptResult::Solved) => solved += 1,
                Some(AttemptResult::Unsolvable) => unsolvable += 1,
                Some(AttemptResult::GaveUp) | None => {}
            }
        }
        let enough = solved >= least_solved && unsolvable >= least_unsolvable;
        assert!(enough, "{}: {solved} and {unsolvable}", solver.name);
    };
    thread::scope(|scope| {
        for number in 0..solvers::all().len() {
            scope.spawn(move || check(number));
        }
    });
}

#[test]
fn every_promise_is_kept_in_the_smallest_cases() {
    let is_small = |case: &TestCase| case.instance.graph().vertex_count() <= 8;
    let few: Vec<_> = cases::small().into_iter().filter(is_small).collect();
    check(&few, [1, 1]);
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn every_promise_is_kept_in_small_cases() {
    check(&cases::small(), [9, 4]);
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn every_promise_is_kept_in_large_cases() {
    check(&cases::large(), [2, 0]);
}

/// Where plans take more memory than the rest.
fn solve_large_grids(side: u32) {
    for instance in [1, 2].map(|blanks| cases::permutation(side, side, blanks, 1)) {
        for solver in solvers::all().iter().filter(|solver| solver.is_quick()) {
            assert!(
                matches!(solver.answer(&instance), Some(AttemptResult::Solved) | None),
                "{}",
                solver.name
            );
        }
    }
}

#[test]
fn long_plans_count_as_memory() {
    solve_large_grids(11);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn longer_plans_count_as_memory() {
    solve_large_grids(20);
}

#[test]
fn flags_that_another_thread_raises_stop_the_run() {
    for instance in [1, 2].map(|blanks| cases::permutation(20, 20, blanks, 1)) {
        for solver in solvers::all() {
            solver.check_raising(&instance);
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn deadlines_that_have_passed_stop_the_run() {
    for instance in [1, 2].map(|blanks| cases::permutation(30, 30, blanks, 1)) {
        for solver in solvers::all() {
            solver.check_deadlines(&instance);
        }
    }
}

/// Lets every solver answer. There must be as many answers as `solved` and `unsolvable` at least.
fn answer(instances: &[Instance], [solved, unsolvable]: [usize; 2]) -> AnswerCounts {
    let mut total = AnswerCounts::default();
    for solver in solvers::all() {
        let counts = solver.answer_all(instances);
        println!("{}: {counts:?}", solver.name);
        assert!(solver.promise == Promise::Incomplete || counts.gave_up == 0, "{}", solver.name);
        total.solved += counts.solved;
        total.unsolvable += counts.unsolvable;
        total.gave_up += counts.gave_up;
    }
    assert!(total.solved >= solved && total.unsolvable >= unsolvable, "{total:?}");
    total
}

/// All goals from robots in the order of the vertices, with any number of blanks, on one of each
/// kind of graphs.
fn answer_everything(vertices: u32) {
    let instances: Vec<_> = connected_kinds(vertices).iter().flat_map(cases::every_instance).collect();
    answer(&instances, [instances.len() / 4, instances.len() / 16]);
}

#[test]
fn everything_on_connected_graphs_with_four_vertices() {
    (1..=4).for_each(answer_everything);
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn everything_on_connected_graphs_with_five_vertices() {
    answer_everything(5);
}

/// One instance with each number of blanks on every `stride`-th connected graph.
fn answer_samples(stride: usize) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut instances = Vec::new();
    for graph in (4..=6).flat_map(connected_graphs).step_by(stride) {
        let blanks = 1..graph.vertex_count();
        instances.extend(blanks.map(|blanks| random_instance(&graph, blanks, rng)));
    }
    answer(&instances, [instances.len() / 4, instances.len() / 16]);
}

#[test]
fn samples_of_six_vertices() {
    answer_samples(499);
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn a_sample_of_each_connected_graph_with_six_vertices() {
    answer_samples(1);
}

fn answer_corridors(seeds: u64) {
    let instances: Vec<_> = (0..seeds).flat_map(cases::on_corridors).collect();
    let total = answer(&instances, [seeds as usize, seeds as usize / 4]);
    let is_complete = solvers::all().iter().all(|solver| solver.promise != Promise::Incomplete);
    assert_eq!(total.gave_up == 0, is_complete, "{total:?}");
}

#[test]
fn corridors_are_solved() {
    answer_corridors(24);
}

#[test]
#[ignore = "exhaustive: 0.7 minutes"]
fn many_corridors_are_solved() {
    answer_corridors(1000);
}

fn answer_ears(seeds: u64) {
    let instances: Vec<_> = (0..seeds).flat_map(cases::on_ears).collect();
    answer(&instances, [seeds as usize, 0]);
}

#[test]
fn bi_connected_graphs_are_solved() {
    answer_ears(4);
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn many_bi_connected_graphs_are_solved() {
    answer_ears(400);
}

//! The suite that every solver of cooperative path-finding runs.

use std::collections::BTreeSet;
use std::thread;

use cpf_core::Instance;
use cpf_core::internal::connected_graphs;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cases::{self, TestCase};
use crate::promises::{AnswerCounts, AttemptResult, NamedSolver, Promise};
use crate::samples::random_instance;

/// The checks of all solvers of a crate, which this function creates. [`every_solver!`] turns each
/// check into a test.
///
/// [`every_solver!`]: crate::every_solver
#[derive(Clone, Copy)]
pub struct Suite(pub fn() -> Vec<NamedSolver>);

impl Suite {
    /// Checks that no two solvers have the same name.
    pub fn check_names(self) {
        let solvers = self.0();
        let names: BTreeSet<_> = solvers.iter().map(|solver| solver.name).collect();
        assert_eq!(names.len(), solvers.len(), "{names:?}");
    }

    /// Checks answers, limits of nodes and of memory, flags, deadlines, progress, and that a second
    /// run equals the first. Each solver must solve at least this many cases, and prove at least
    /// this many unsolvable.
    pub fn check(self, cases: &[TestCase], [least_solved, least_unsolvable]: [usize; 2]) {
        let check = |number: usize| {
            let solver = &self.0()[number];
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
            for number in 0..self.0().len() {
                scope.spawn(move || check(number));
            }
        });
    }

    /// Checks the small cases, or only the smallest of them.
    pub fn check_small(self) {
        let (most_vertices, least) = motion_testing::cases((8, [1, 1]), (usize::MAX, [9, 4]));
        let mut cases = cases::small();
        cases.retain(|case| case.instance.graph().vertex_count() <= most_vertices);
        self.check(&cases, least);
    }

    /// Solves grids whose plans take most of the memory.
    pub fn solve_large_grids(self) {
        let side = motion_testing::cases(11, 20);
        for instance in [1, 2].map(|blanks| cases::permutation(side, side, blanks, 1)) {
            for solver in self.0().iter().filter(|solver| solver.is_quick()) {
                let answer = solver.answer(&instance);
                assert!(matches!(answer, Some(AttemptResult::Solved) | None), "{}", solver.name);
            }
        }
    }

    /// Checks every solver on two large grids.
    pub fn check_on_grids(self, side: u32, check: fn(&NamedSolver, &Instance)) {
        for instance in [1, 2].map(|blanks| cases::permutation(side, side, blanks, 1)) {
            for solver in self.0() {
                check(&solver, &instance);
            }
        }
    }

    /// Runs every solver. There must be at least `solved` and `unsolvable` such answers.
    fn answer(self, instances: &[Instance], [solved, unsolvable]: [usize; 2]) -> AnswerCounts {
        let mut total = AnswerCounts::default();
        for solver in self.0() {
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

    /// Runs all goals of robots placed in the order of the vertices, with any number of blanks, on
    /// one graph of each kind.
    pub fn answer_everything(self) {
        let instances: Vec<_> = cases::every_small_instance(motion_testing::cases(4, 5)).collect();
        self.answer(&instances, [instances.len() / 4, instances.len() / 16]);
    }

    /// Runs one instance with each number of blanks on every connected graph, or on some of them.
    pub fn answer_samples(self) {
        let stride = motion_testing::cases(499, 1);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut instances = Vec::new();
        for graph in (4..=6).flat_map(connected_graphs).step_by(stride) {
            let blanks = 1..graph.vertex_count();
            instances.extend(blanks.map(|blanks| random_instance(&graph, blanks, rng)));
        }
        self.answer(&instances, [instances.len() / 4, instances.len() / 16]);
    }

    /// Runs instances on sparse graphs; only solvers that may give up do so.
    pub fn answer_corridors(self) {
        let seeds = motion_testing::cases(24, 1000);
        let instances: Vec<_> = (0..seeds).flat_map(cases::on_corridors).collect();
        let total = self.answer(&instances, [seeds as usize, seeds as usize / 4]);
        let is_complete = self.0().iter().all(|solver| solver.promise != Promise::Incomplete);
        assert_eq!(total.gave_up == 0, is_complete, "{total:?}");
    }

    /// Runs feasible instances on larger graphs, with solvers that need no limit.
    pub fn answer_larger_graphs(self) {
        let instances: Vec<_> = (0..motion_testing::cases(3, 60)).flat_map(cases::on_larger_graphs).collect();
        for solver in self.0().iter().filter(|solver| solver.is_quick()) {
            let counts = solver.answer_all(&instances);
            assert_eq!(counts.unsolvable, 0, "{}", solver.name);
            assert!(solver.promise == Promise::Incomplete || counts.gave_up == 0, "{}", solver.name);
        }
    }

    /// Runs instances on bi-connected graphs.
    pub fn answer_ears(self) {
        let seeds = motion_testing::cases(4, 400);
        let instances: Vec<_> = (0..seeds).flat_map(cases::on_ears).collect();
        self.answer(&instances, [seeds as usize, 0]);
    }
}

/// Defines the module `every_solver`, with a test of each check of [`Suite`], for the solvers that
/// a function creates.
#[macro_export]
macro_rules! every_solver {
    ($solvers:path) => {
        mod every_solver {
            use $crate::cases;
            use $crate::promises::NamedSolver;
            use $crate::suite::Suite;

            const SUITE: Suite = Suite($solvers);

            #[test]
            fn solvers_have_names_of_their_own() {
                SUITE.check_names();
            }

            #[test]
            fn every_promise_is_kept_in_small_cases() {
                SUITE.check_small();
            }

            #[test]
            #[ignore = "exhaustive: 0.2 minutes"]
            fn every_promise_is_kept_in_large_cases() {
                SUITE.check(&cases::large(), [2, 0]);
            }

            #[test]
            fn long_plans_count_as_memory() {
                SUITE.solve_large_grids();
            }

            #[test]
            fn flags_that_another_thread_raises_stop_the_run() {
                SUITE.check_on_grids(20, NamedSolver::check_raising);
            }

            #[test]
            fn deadlines_that_have_passed_stop_the_run() {
                SUITE.check_on_grids(30, NamedSolver::check_deadlines);
            }

            #[test]
            fn everything_on_connected_graphs_is_solved() {
                SUITE.answer_everything();
            }

            #[test]
            fn samples_of_six_vertices_are_solved() {
                SUITE.answer_samples();
            }

            #[test]
            fn corridors_are_solved() {
                SUITE.answer_corridors();
            }

            #[test]
            fn larger_graphs_are_solved() {
                SUITE.answer_larger_graphs();
            }

            #[test]
            fn bi_connected_graphs_are_solved() {
                SUITE.answer_ears();
            }
        }
    };
}

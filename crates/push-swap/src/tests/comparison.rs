//! Solvers against exhaustive search on small graphs, and against the feasibility test on larger
//! ones.

use alloc::vec::Vec;

use cpf_core::exhaustive::{Reachability, connected_graphs, connected_kinds};
use cpf_core::{Instance, generate};
use motion_core::{Control, Graph, Outcome, Plan, Solver};
use motion_testing_robots::samples::{
    Scattered, corridors, cycle, path, random_instance, scattered, wandering,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::PushInstance;

/// Variants of a solver, which take turns, and the check of one of them on an instance, feasible or
/// not.
pub(crate) struct Comparison<S, const VARIANTS: usize> {
    pub(crate) solvers: [S; VARIANTS],
    pub(crate) check: fn(&Instance, bool, S),
    /// The number of instances on each sparse graph.
    pub(crate) rounds: usize,
}

impl<S, const VARIANTS: usize> Comparison<S, VARIANTS>
where
    S: for<'i> Solver<PushInstance<'i>, Solution = Plan> + Copy,
{
    fn check(&self, instance: &Instance, feasible: bool, turn: usize) {
        (self.check)(instance, feasible, self.solvers[turn % VARIANTS]);
    }

    /// Every `stride`-th instance with that many blanks; `count` is how many there were.
    fn compare(&self, graph: &Graph, blanks: usize, stride: usize, count: &mut usize) {
        let reachability = Reachability::new(graph, graph.vertex_count() - blanks).expect("a small graph");
        let goals: Vec<_> = reachability.placements().collect();
        for start in goals.iter().filter(|places| places.is_sorted()) {
            for goal in &goals {
                *count += 1;
                if count.is_multiple_of(stride) {
                    let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
                    let instance = Instance::new(graph.clone(), &robots).expect("distinct vertices");
                    self.check(&instance, reachability.connected(start, goal), *count / stride);
                }
            }
        }
    }

    /// All instances on graphs with four vertices or fewer, each in all variants.
    pub(crate) fn four_vertices(&self) {
        for (vertices, expected) in [(2, 1), (3, 4 * (3 * 3 + 1)), (4, 38 * (6 * 12 + 4 * 4 + 1))] {
            for first in 0..VARIANTS {
                let mut count = first;
                for graph in connected_graphs(vertices) {
                    (2..=vertices as usize).for_each(|blanks| self.compare(&graph, blanks, 1, &mut count));
                }
                assert_eq!(count - first, expected, "{vertices} vertices");
            }
        }
    }

    pub(crate) fn five_vertices(&self, stride: usize) {
        let mut count = 0;
        for graph in connected_graphs(5) {
            (2..=5).for_each(|blanks| self.compare(&graph, blanks, stride, &mut count));
        }
        assert_eq!(count, 728 * (10 * 60 + 10 * 20 + 5 * 5 + 1));
    }

    /// On each kind of graphs under four numberings.
    pub(crate) fn six_vertices(&self, stride: usize) {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
        let mut count = 0;
        for kind in connected_kinds(6) {
            for _ in 0..4 {
                let graph = renamed(&kind, rng);
                (2..=5).for_each(|blanks| self.compare(&graph, blanks, stride, &mut count));
            }
        }
        assert_eq!(count, 112 * 4 * (15 * 360 + 20 * 120 + 15 * 30 + 6 * 6));
    }

    /// All instances on short paths and cycles, and samples on longer cycles.
    pub(crate) fn lines(&self) {
        let mut count = 0;
        for vertices in 2..=6u32 {
            for blanks in 1..=vertices as usize {
                self.compare(&path(vertices), blanks, 1, &mut count);
                if vertices > 2 {
                    self.compare(&cycle(vertices), blanks, 1, &mut count);
                }
            }
        }
        assert!(count > 10_000);
        for seed in 0..300 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let vertices = rng.random_range(7..40);
            let cycle = renamed(&cycle(vertices), rng);
            let blanks = rng.random_range(1..vertices as usize);
            let made = wandering(&random_instance(&cycle, blanks, rng), rng);
            self.check(&made, true, seed as usize);
        }
    }

    /// Several instances on each of many sparse graphs, most of them with few blanks.
    pub(crate) fn corridors(&self, seeds: u64) {
        let rounds = self.rounds;
        let (mut feasible, mut all) = (0, 0);
        for seed in 0..seeds {
            let graph = corridors(seed);
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            for round in 0..rounds {
                let most = graph.vertex_count() / 2;
                let is_few = round < rounds - rounds / 3;
                let few = 2 + (seed as usize + round) % 4;
                let blanks = if is_few { few } else { rng.random_range(2..=most.max(2)) };
                let mut instance = random_instance(&graph, blanks, rng);
                if round % 2 == 0 {
                    instance = wandering(&instance, rng);
                }
                let is_feasible = instance.feasibility().is_ok();
                self.check(&instance, is_feasible, all);
                all += 1;
                feasible += usize::from(is_feasible);
            }
        }
        assert!(all == rounds * seeds as usize && 2 * feasible > all, "{feasible} of {all}");
    }

    pub(crate) fn larger_graphs(&self, seeds: u64) {
        for seed in 0..seeds {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let vertices = rng.random_range(30..=80);
            let graph = generate::connected(vertices, rng.random_range(0..40), rng).expect("legal");
            for blanks in [2, 3, 6] {
                let instance = wandering(&random_instance(&graph, blanks, rng), rng);
                self.check(&instance, true, seed as usize);
            }
        }
    }

    /// An instance with six components, which are solved one by one, and two that are infeasible.
    pub(crate) fn components(&self) {
        let Scattered { solved, stuck, elsewhere, .. } = scattered();
        for solver in self.solvers {
            (self.check)(&solved, true, solver);
            for unsolvable in [&stuck, &elsewhere] {
                let problem = PushInstance::new(unsolvable).expect("room enough");
                assert_eq!(solver.solve(&problem, &mut Control::unlimited()), Outcome::Unsolvable);
            }
        }
    }
}

/// The same graph under other numbers.
fn renamed(graph: &Graph, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut names: Vec<_> = graph.vertices().collect();
    names.shuffle(rng);
    let edges = graph.edges().map(|(a, b)| (names[a.index()], names[b.index()]));
    Graph::from_edges(names.len(), edges).expect("a simple graph")
}

/// A test of each comparison, with a few and with many sparse graphs, and some larger ones.
macro_rules! comparison_tests {
    ($comparison:expr, $few:literal, $many:literal, $larger:literal) => {
        #[test]
        fn all_connected_graphs_with_four_vertices_or_fewer() {
            $comparison.four_vertices();
        }

        #[test]
        fn samples_of_five_vertices() {
            $comparison.five_vertices(31);
        }

        #[test]
        #[ignore = "exhaustive: 0.1 minutes"]
        fn all_connected_graphs_with_five_vertices() {
            $comparison.five_vertices(1);
        }

        #[test]
        fn samples_of_six_vertices() {
            $comparison.six_vertices(401);
        }

        #[test]
        #[ignore = "exhaustive: 0.1 minutes"]
        fn many_samples_of_six_vertices() {
            $comparison.six_vertices(17);
        }

        #[test]
        fn paths_and_cycles() {
            $comparison.lines();
        }

        #[test]
        fn corridors_agree_with_the_feasibility_test() {
            $comparison.corridors($few);
        }

        #[test]
        #[ignore = "exhaustive: 0.1 minutes"]
        fn many_corridors_agree_with_the_feasibility_test() {
            $comparison.corridors($many);
        }

        #[test]
        fn larger_random_graphs() {
            $comparison.larger_graphs($larger);
        }

        #[test]
        fn components_are_solved_one_by_one() {
            $comparison.components();
        }
    };
}

pub(crate) use comparison_tests;

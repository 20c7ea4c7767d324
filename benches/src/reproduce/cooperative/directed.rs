//! Snakes on directed graphs, the future work of the paper's section 7.

use cpf::solvers::bibox::DiBox;
use cpf_core::directed::{DirectedGraph, DirectedInstance};
use cpf_core::generate;
use motion_core::{Budget, Vertex};
use rand::seq::SliceRandom as _;
use rand::{Rng, RngExt as _};

use super::attempt::{Solved, solved};
use super::saving::{Saving, with_saving};
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;

const SIZES: [u32; 5] = [20, 50, 100, 150, 200];
const QUICK_SIZES: [u32; 2] = [20, 50];
/// The eighths of the edges that lead both ways.
const BOTH_WAYS: [u32; 3] = [0, 2, 4];
const NODES: u64 = 2_000_000_000;

/// The solutions of an instance: without detours, and with detours without and with snakes.
struct Run {
    without_detours: Option<Solved>,
    attempts: [Option<Solved>; 2],
}

/// All instances of a kind.
struct Kind {
    vertices: u32,
    both_ways: u32,
    without_detours: Option<f64>,
    saving: Saving,
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (sizes, instances) = runner.size((&SIZES[..], 40), (&QUICK_SIZES[..], 5));
    let kinds: Vec<_> = sizes.iter().flat_map(|&size| BOTH_WAYS.map(|eighths| (size, eighths))).collect();
    let numbers: Vec<u32> = (1..=instances).collect();
    let runs = runner.map_pairs("instances", &kinds, &numbers, |&kind, &number| {
        run(&instance(runner.seed(), kind, number))
    });
    let kinds = kinds.iter().zip(runs).map(|(&(vertices, both_ways), runs)| Kind {
        vertices,
        both_ways,
        without_detours: mean(runs.iter().filter_map(|run| Some(run.without_detours?.moves as f64))),
        saving: Saving::of(runs.iter().map(|run| run.attempts)),
    });
    let table = Rows::of(kinds)
        .column("vertices", |kind| kind.vertices)
        .number("both ways, %", 0, |kind| 12.5 * f64::from(kind.both_ways))
        .number("without detours", 1, |kind| kind.without_detours);
    let table = with_saving(table, "", |kind| &kind.saving)
        .column("instances", |kind| kind.saving.solved())
        .column("longer with snakes", |kind| kind.saving.longer())
        .shown("", "`DiBox` on random graphs");
    Findings::of([table]).with_figure("instances", instances)
}

/// Generates the instance with this number: random starts and goals on all vertices but two.
fn instance(seed: Seed, (vertices, both_ways): (u32, u32), number: u32) -> DirectedInstance {
    let mut rng = seed.generator([3, vertices, both_ways, number]);
    let graph = graph(vertices, both_ways, &mut rng);
    let [starts, goals] = [0, 1].map(|_| {
        let mut places: Vec<_> = graph.underlying().vertices().collect();
        places.shuffle(&mut rng);
        places
    });
    let ways: Vec<_> = starts.into_iter().zip(goals).skip(2).collect();
    DirectedInstance::new(graph, &ways).expect("invariant: every vertex is on a directed cycle")
}

/// Generates a strongly bi-connected graph: a directed cycle with directed ears.
fn graph(vertices: u32, both_ways: u32, rng: &mut impl Rng) -> DirectedGraph {
    let (cycle, mean_ear) = (rng.random_range(3..9), rng.random_range(1..6));
    let made = generate::biconnected(cycle, mean_ear, vertices, rng).expect("invariant: legal ears");
    let around = made.cycle.iter().copied().zip(made.cycle.iter().copied().cycle().skip(1));
    let ears = made.ears.iter().flat_map(|ear| ear.windows(2).map(|pair| (pair[0], pair[1])));
    let arcs: Vec<(Vertex, Vertex)> = around.chain(ears).collect();
    let back: Vec<_> =
        arcs.iter().filter(|_| rng.random_range(0..8) < both_ways).map(|&(from, to)| (to, from)).collect();
    let count = made.graph.vertex_count();
    DirectedGraph::from_arcs(count, arcs.into_iter().chain(back)).expect("invariant: legal arcs")
}

fn run(instance: &DirectedInstance) -> Run {
    let budget = Budget::new().with_nodes(NODES);
    let solve = |solver: DiBox| solved(&solver, instance, &budget);
    Run {
        without_detours: solve(DiBox::default().with_detours(false)),
        attempts: [false, true].map(|snakes| solve(DiBox::default().with_snakes(snakes))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_strongly_biconnected_and_two_vertices_are_vacant() {
        for (number, both_ways) in (1..=20).zip([0, 2, 4].into_iter().cycle()) {
            let instance = instance(Seed(1), (30, both_ways), number);
            assert!(instance.graph().is_strongly_biconnected());
            assert_eq!(instance.underlying().vacant_count(), 2);
        }
    }
}

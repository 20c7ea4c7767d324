//! Directed graphs: ears are arranged on the underlying graph, along arcs where possible and by
//! turns of directed cycles elsewhere.

use cpf_core::Instance;
use cpf_core::directed::{Directed, DirectedGraph, DirectedInstance};
use motion_core::internal::Metered;
use motion_core::{Control, Move, Outcome, Plan, Solver, Stop, Vertex};

use crate::ears::{EarDecomposition, NotBiconnectedError};
use crate::feasibility_first;
use crate::insertion::EarInsertion;
use crate::instance::EarInstance;

/// A solver for robots on strongly bi-connected directed graphs, with any number of blanks.
///
/// The robots are arranged ear by ear on the underlying graph, as by [`EarInsertion::fast`], and
/// robots and blanks take detours along arcs. Where a robot would still move against an arc, a
/// directed cycle through the arc turns instead.
///
/// # Guarantees
/// Complete: if the goal can be reached along the arcs, a plan is found; otherwise the answer is
/// `Unsolvable`. See [`cpf_core::directed`] for the proof. With two or more blanks every instance
/// can be solved, unless the underlying graph is a cycle; with one blank, Wilson's theorem decides.
/// A graph whose underlying graph is not bi-connected is [`Stop::Unsupported`].
///
/// # Complexity
/// O(V³) moves on the underlying graph, like [`EarInsertion`]; in the worst case each of them takes
/// a turn of a directed cycle of L vertices, which is L² moves.
///
/// # References
/// A. Botea, D. Bonusi and P. Surynek, *Solving multi-agent path finding on strongly biconnected
/// digraphs*, Journal of Artificial Intelligence Research 62, 2018, pages 273–314. Unlike their
/// diBOX, this solver uses ears of the underlying graph, and one blank is enough where a plan with
/// one exists.
///
/// # Examples
/// ```
/// use bibox::DiBox;
/// use cpf_core::directed::{DirectedGraph, DirectedInstance};
/// use motion_core::{Control, Outcome, Solver, Vertex};
///
/// // Two robots exchange their positions on a directed square with an arc across.
/// let arcs = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 0)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let robots = [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(0))];
/// let instance = DirectedInstance::new(DirectedGraph::from_arcs(4, arcs)?, &robots)?;
/// match DiBox::default().solve(&instance, &mut Control::unlimited()) {
///     Outcome::Solved { plan, .. } => assert!(instance.verify(&plan).is_ok()),
///     outcome => panic!("two blanks are enough: {outcome:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiBox {
    detours: bool,
    snakes: bool,
}

impl DiBox {
    /// Sets whether robots and blanks take detours along arcs. Without them, ears are arranged as
    /// if arcs led both ways, and plans are two to four times as long.
    pub const fn with_detours(self, detours: bool) -> Self {
        Self { detours, ..self }
    }

    /// Sets whether to try, for each ear, whether bringing the robot that is needed next along like
    /// a snake saves moves on the underlying graph.
    pub const fn with_snakes(self, snakes: bool) -> Self {
        Self { snakes, ..self }
    }
}

impl Default for DiBox {
    /// Takes detours.
    fn default() -> Self {
        Self { detours: true, snakes: false }
    }
}

impl Solver<DirectedInstance> for DiBox {
    type Solution = Plan;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Plan> {
        let ears = EarsWithArcs { options: *self, arcs: problem.graph() };
        Directed::new(ears).solve(problem, control)
    }
}

/// Ear insertion on the underlying graph.
struct EarsWithArcs<'a> {
    options: DiBox,
    arcs: &'a DirectedGraph,
}

impl EarsWithArcs<'_> {
    /// Makes the instance with its ears, each in the direction of most of its arcs.
    fn ears<'i>(&self, instance: &'i Instance) -> Result<EarInstance<'i>, NotBiconnectedError> {
        let chosen = EarDecomposition::for_instance(instance)?;
        let along = |pair: &&[Vertex]| self.arcs.has_arc(pair[0], pair[1]);
        let against = |pair: &&[Vertex]| self.arcs.has_arc(pair[1], pair[0]);
        let ears = chosen.ears().map(|ear| {
            let mut ear = ear.to_vec();
            if ear.windows(2).filter(against).count() > ear.windows(2).filter(along).count() {
                ear.reverse();
            }
            ear
        });
        let ears = EarDecomposition::new(instance.graph(), chosen.cycle().to_vec(), ears)
            .expect("invariant: turned around, ears are ears");
        Ok(EarInstance::with_ears(instance, ears).expect("invariant: these are ears of the graph"))
    }
}

impl Solver<Instance> for EarsWithArcs<'_> {
    type Solution = Plan;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        let Ok(problem) = self.ears(instance) else { return Outcome::stopped(Stop::Unsupported) };
        let mut plan = Plan::new();
        let run = |sink: &mut Metered<'_, Move>, control: &mut Control| {
            let insertion = EarInsertion::fast().with_snakes(self.options.snakes);
            insertion.run(&problem, self.options.detours.then_some(self.arcs), sink, control)
        };
        feasibility_first::outcome(&problem, &mut plan, control, run).map(|()| plan)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use motion_testing::cases;

    use cpf_core::generate;
    use cpf_core::internal::{Reachability, strongly_connected_kinds};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Solves with and without snakes every `stride`-th goal for all starts with ascending robots,
    /// on every `step`-th strongly bi-connected kind of graph. Returns the numbers of all and of
    /// solvable instances.
    fn compare(vertices: u32, step: usize, stride: usize) -> [u64; 2] {
        let mut count = [0, 0];
        let kinds = strongly_connected_kinds(vertices).into_iter();
        for graph in kinds.filter(DirectedGraph::is_strongly_biconnected).step_by(step) {
            for robots in 1..=graph.vertex_count() {
                let reachability = Reachability::new(graph.underlying(), robots).expect("a small graph");
                let goals: Vec<_> = reachability.placements().collect();
                for start in goals.iter().filter(|places| places.is_sorted()) {
                    for goal in goals.iter().step_by(stride) {
                        let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
                        let instance = DirectedInstance::new(graph.clone(), &robots).expect("an instance");
                        let expected = reachability.connected(start, goal);
                        for snakes in [false, true] {
                            let solver = DiBox::default().with_snakes(snakes);
                            match solver.solve(&instance, &mut Control::unlimited()) {
                                Outcome::Solved { plan, .. } => assert!(instance.verify(&plan).is_ok()),
                                outcome => {
                                    let found = (outcome, expected);
                                    assert_eq!(found, (Outcome::Unsolvable, false), "{instance:?}");
                                }
                            }
                        }
                        count[0] += 1;
                        count[1] += u64::from(expected);
                    }
                }
            }
        }
        count
    }

    #[test]
    #[ignore = "exhaustive: 0.02 minutes"]
    fn all_instances_on_up_to_four_vertices() {
        let counts = [3, 4].map(|vertices| compare(vertices, 1, 1));
        assert_eq!((counts, compare(5, 40, 11)), ([[132, 112], [15_184, 13_217]], [17_969, 16_703]));
    }

    /// All goals have also been tried once: 7,312,485 instances, of which 6,732,658 can be solved.
    #[test]
    #[ignore = "exhaustive: 0.3 minutes"]
    fn many_instances_on_all_graphs_with_five_vertices() {
        assert_eq!(compare(5, 1, 7), [1_102_789, 1_019_864]);
    }

    /// Makes a random strongly bi-connected graph: the cycle and ears of a random bi-connected
    /// graph become directed, and some edges lead both ways.
    fn strongly_biconnected(vertices: u32, rng: &mut Xoshiro256PlusPlus) -> DirectedGraph {
        let made = generate::biconnected(rng.random_range(3..9), rng.random_range(1..6), vertices, rng);
        let made = made.expect("a graph");
        let around = made.cycle.iter().copied().zip(made.cycle.iter().copied().cycle().skip(1));
        let ears = made.ears.iter().flat_map(|ear| ear.windows(2).map(|pair| (pair[0], pair[1])));
        let arcs: Vec<(Vertex, Vertex)> = around.chain(ears).collect();
        let both = rng.random_range(0..4);
        let back: Vec<_> =
            arcs.iter().filter(|_| rng.random_range(0..8) < both).map(|&(a, b)| (b, a)).collect();
        let count = made.graph.vertex_count();
        DirectedGraph::from_arcs(count, arcs.into_iter().chain(back)).expect("a directed graph")
    }

    /// Solves random goals with two blanks on random graphs with these numbers of vertices. Returns
    /// the numbers of moves by default, without detours and with snakes.
    fn solve_random(sizes: impl Iterator<Item = u32>) -> [usize; 3] {
        let mut moves = [0; 3];
        let solver = DiBox::default();
        let solvers = [solver, solver.with_detours(false), solver.with_snakes(true)];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(62);
        for vertices in sizes {
            let graph = strongly_biconnected(vertices, &mut rng);
            assert!(graph.is_strongly_biconnected());
            let mut places: [Vec<_>; 2] = [0, 1].map(|_| graph.underlying().vertices().collect());
            for places in &mut places {
                places.shuffle(&mut rng);
                places.truncate(graph.vertex_count() - 2);
            }
            let robots: Vec<_> = places[0].iter().copied().zip(places[1].iter().copied()).collect();
            let instance = DirectedInstance::new(graph, &robots).expect("an instance");
            for (moves, solver) in moves.iter_mut().zip(solvers) {
                let outcome = solver.solve(&instance, &mut Control::unlimited());
                let plan = outcome.plan().expect("two blanks are enough");
                assert!(instance.verify(&plan).is_ok());
                *moves += plan.len();
            }
        }
        moves
    }

    #[test]
    fn random_graphs_with_two_blanks() {
        assert_eq!(
            solve_random((20..=cases(80, 200)).step_by(12)),
            [cases(49_062, 332_555), cases(122_764, 1_129_369), cases(50_416, 316_511)]
        );
    }
}

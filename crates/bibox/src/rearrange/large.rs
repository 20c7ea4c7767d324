//! Rearranges robots on ten or more vertices, three robots at a time.
//!
//! One blank moves. Other vacant vertices count as interchangeable robots, whose moves are omitted
//! in the end. The blank goes to a base vertex, makes closed walks that rearrange the robots, and
//! goes to its goal.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Move, Plan, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::closed_walks::{ClosedWalk, ClosedWalks};
use super::parity::is_odd;
use super::placing::place_by_three_cycles;
use super::three_cycle;
use super::triples::Triples;

/// Finds a plan on a bi-connected graph that is neither a cycle nor Wilson's exception, if parity
/// allows it.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// For k vertices, O(k³) time for the table and for each of a constant number of attempts, and
/// O(k³) memory: an entry for each of the k³ / 6 sets of three vertices.
///
/// # Guarantees
/// Complete. Several first closed walks are tried, and the shortest plan is kept.
///
/// # References
/// R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
/// Theory B 16, 1974: 3-cycles of any three places can be made. D. Kornhauser, G. Miller and P.
/// Spirakis, *Coordinating pebble motion on graphs, the diameter of permutation groups, and
/// applications*, 25th Annual Symposium on Foundations of Computer Science, 1984, pages 241–250:
/// O(k³) moves are enough, and needed on some graphs.
pub(super) fn solve(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Plan, Stop> {
    let closed_walks = ClosedWalks::new(graph, control)?;
    let (sources, mut pool) = three_cycle::find(&closed_walks, control)?;
    let vertices = graph.vertex_count();
    let bytes = Triples::bytes(vertices);
    control.hold(bytes)?;
    let problem = BasedProblem::new(graph, start, goal, closed_walks.base);
    let walk = (|| {
        let mut triples = Triples::new(vertices, &sources, &pool, control)?;
        if triples.len() < sets_of_three(vertices - 1) {
            // If the shortest closed walks do not generate all permutations, the generators do.
            drop(triples);
            pool.extend_from_slice(&closed_walks.generators);
            triples = Triples::new(vertices, &sources, &pool, control)?;
        }
        let first_odd = closed_walks.generators.iter().find(|closed| closed.permutation.is_odd());
        problem.solve(&triples, pool.iter().chain(first_odd), control)
    })();
    control.release(bytes);
    let walk = walk?;
    Ok(moves(start, &walk, problem.last))
}

const fn sets_of_three(vertices: usize) -> usize {
    vertices * (vertices - 1) / 2 * (vertices - 2) / 3
}

/// The total work for choosing the first closed walk. One attempt takes work cubic in the number of
/// vertices.
const FIRST_WALK_WORK: usize = 3_000_000;

/// The start and the goal, each with the blank moved to the base.
struct BasedProblem {
    base: Vertex,
    start: AtBase,
    goal: AtBase,
    /// The last move of the plan, if the plan goes on after the blank's walk.
    last: Option<Move>,
}

/// A configuration with one of its blanks moved to the base, and the walk there.
struct AtBase {
    now: Configuration,
    walk: BlankWalk,
}

impl AtBase {
    fn new(graph: &Graph, configuration: &Configuration, blank: Vertex, base: Vertex) -> Self {
        let path = graph.shortest_path(blank, base).expect("invariant: a bi-connected graph is connected");
        let mut now = configuration.clone();
        for step in path.windows(2) {
            if let Some(robot) = now.token_at(step[1]) {
                now.relocate(robot, step[0]);
            }
        }
        Self { now, walk: path.into_iter().collect() }
    }
}

impl BasedProblem {
    fn new(graph: &Graph, start: &Configuration, goal: &Configuration, base: Vertex) -> Self {
        let distances = graph.distances([base]);
        let blanks = |configuration: &Configuration| {
            let mut blanks: Vec<_> = configuration.vacant().collect();
            blanks.sort_by_key(|&blank| distances.get(blank));
            blanks
        };
        let start_at_base = AtBase::new(graph, start, blanks(start)[0], base);
        let ends = blanks(goal);
        let goal_at_base = AtBase::new(graph, goal, ends[0], base);
        let mut problem = Self { base, start: start_at_base, goal: goal_at_base, last: None };
        let [first, second] = ends[..] else { return problem };
        if !problem.is_odd() {
            return problem;
        }
        // With two blanks, the other one may be moved to the base instead. On a bipartite graph,
        // this changes the parity only if both blanks are on the same side. If they are not, a move
        // puts them on the same side.
        problem.goal = AtBase::new(graph, goal, second, base);
        if problem.is_odd() && graph.bipartition().is_ok() {
            let other = |&&vertex: &&Vertex| vertex != second;
            let from = *graph
                .neighbours(first)
                .iter()
                .find(other)
                .expect("invariant: in a bi-connected graph every vertex has two neighbours");
            let mut before = goal.clone();
            let token = goal.token_at(from).expect("invariant: only two vertices are vacant");
            before.relocate(token, first);
            problem.last = Some(Move { token, from: first, to: from });
            for blank in [from, second] {
                if problem.is_odd() {
                    problem.goal = AtBase::new(graph, &before, blank, base);
                }
            }
        }
        problem
    }

    /// The target of the robot on each vertex after this closed walk. If there are two blanks
    /// besides the one at the base, they are assigned so that the permutation is even.
    fn targets(&self, closed: Option<&ClosedWalk>) -> Vec<Vertex> {
        let after = |vertex| closed.map_or(vertex, |closed| closed.permutation.image(vertex));
        let [start, goal] = [&self.start.now, &self.goal.now];
        let mut targets: Vec<Vertex> = (0..start.vertex_count() as u32).map(Vertex).collect();
        for (&place, &target) in start.places().iter().zip(goal.places()) {
            targets[after(place).index()] = target;
        }
        let vacant =
            |now: &Configuration| now.vacant().filter(|&vertex| vertex != self.base).collect::<Vec<_>>();
        let mut from: Vec<Vertex> = vacant(start).into_iter().map(after).collect();
        let mut to = vacant(goal);
        // Blanks on goals of blanks stay; the others are interchangeable.
        let stay: Vec<Vertex> = from.iter().copied().filter(|place| to.contains(place)).collect();
        from.retain(|place| !stay.contains(place));
        to.retain(|place| !stay.contains(place));
        from.sort_unstable();
        for (&place, &target) in from.iter().zip(&to).chain(stay.iter().zip(&stay)) {
            targets[place.index()] = target;
        }
        if is_odd_permutation(&targets) {
            let mut pair = from.iter().chain(&stay).copied();
            if let (Some(first), Some(second)) = (pair.next(), pair.next()) {
                targets.swap(first.index(), second.index());
            }
        }
        targets
    }

    fn is_odd(&self) -> bool {
        is_odd_permutation(&self.targets(None))
    }

    /// Returns the shortest of the solutions that begin with at most one of these closed walks.
    fn solve<'t>(
        &self,
        triples: &Triples,
        closed_walks: impl Iterator<Item = &'t ClosedWalk>,
        control: &mut Control,
    ) -> Result<BlankWalk, Stop> {
        let attempts = (FIRST_WALK_WORK / self.start.now.vertex_count().pow(3)).max(1);
        let first = core::iter::once(None).chain(closed_walks.map(Some));
        let even = first
            .map(|closed| (closed, self.targets(closed)))
            .filter(|(_, targets)| !is_odd_permutation(targets));
        let mut best: Option<BlankWalk> = None;
        for (closed, targets) in even.take(attempts) {
            let mut walk = self.start.walk.clone();
            if let Some(closed) = closed {
                walk.append(&closed.walk);
            }
            walk.append(&place_by_three_cycles(triples, self.base, targets, control)?);
            walk.append_reversed(&self.goal.walk);
            if best.as_ref().is_none_or(|best| walk.len() < best.len()) {
                best = Some(walk);
            }
        }
        Ok(best.expect(
            "invariant: where parity forbids the goal, the caller knows, and else some closed mends it",
        ))
    }
}

fn is_odd_permutation(targets: &[Vertex]) -> bool {
    is_odd(targets.len(), |vertex| targets[vertex.index()])
}

/// Returns the moves made by a walk of one blank; where it meets another blank, nothing moves.
fn moves(start: &Configuration, walk: &BlankWalk, last: Option<Move>) -> Plan {
    let mut now = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut append = |action: Move| {
        if moves.last() == Some(&action.reversed()) {
            moves.pop();
        } else {
            moves.push(action);
        }
    };
    for step in walk.vertices().windows(2) {
        if let Some(token) = now.token_at(step[1]) {
            now.relocate(token, step[0]);
            append(Move { token, from: step[1], to: step[0] });
        }
    }
    last.into_iter().for_each(append);
    Plan::from(moves)
}

//! Rearranging on ten vertices and more: three robots at a time.
//!
//! One blank moves, other vacant vertices count as robots that may stand in for each other: their moves are left
//! out in the end. The blank goes home, makes closed walks that put the robots right, and goes where it belongs.

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Graph, Move, Plan, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::parity::is_odd;
use super::placing::place;
use super::three_cycle;
use super::tours::{Tour, Tours};
use super::triples::Triples;

/// Finds a plan on a bi-connected graph that is neither a cycle nor Wilson's exception, where parity allows it.
///
/// # Errors
/// [`Stop`] where a limit is reached or the run is cancelled.
///
/// # Complexity
/// For k vertices O(k³) time for the table and O(k³) for each of a constant number of attempts; about 40 bytes of
/// memory for each of the k³ / 6 sets of three vertices.
///
/// # Guarantees
/// Complete. Of several tours to begin with, that which leads to the shortest plan is taken.
///
/// # References
/// R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial Theory B 16, 1974:
/// 3-cycles of any three places can be made. D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion
/// on graphs, the diameter of permutation groups, and applications*, 25th Annual Symposium on Foundations of
/// Computer Science, 1984, pages 241–250: O(k³) moves are enough, and needed on some graphs.
pub(super) fn solve(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Plan, Stop> {
    let tours = Tours::new(graph, control)?;
    let (sources, mut pool) = three_cycle::find(&tours, control)?;
    let vertices = graph.vertex_count();
    let bytes = Triples::bytes(vertices);
    control.hold(bytes)?;
    let task = Task::new(graph, start, goal, tours.home);
    let walk = (|| {
        let mut triples = Triples::new(vertices, &sources, &pool, control)?;
        if triples.len() < sets_of_three(vertices - 1) {
            // The shortest tours do not lead everywhere; the generators do.
            drop(triples);
            pool.extend_from_slice(&tours.generators);
            triples = Triples::new(vertices, &sources, &pool, control)?;
        }
        let first_odd = tours.generators.iter().find(|tour| tour.permutation.is_odd());
        task.solve(&triples, pool.iter().chain(first_odd), control)
    })();
    control.release(bytes);
    let walk = walk?;
    Ok(moves(start, &walk, task.last))
}

const fn sets_of_three(vertices: usize) -> usize {
    vertices * (vertices - 1) / 2 * (vertices - 2) / 3
}

/// The work of choosing a 3-cycle grows with the cube of the vertices; this much is spent on the choice of the
/// first tour.
const PATIENCE: usize = 3_000_000;

/// The start and the goal, each with the blank taken home.
struct Task {
    home: Vertex,
    start: Gathered,
    goal: Gathered,
    /// The last move of the plan, where the blank's way does not end it.
    last: Option<Move>,
}

/// A configuration with one of its vacant vertices taken home, and the way there.
struct Gathered {
    now: Configuration,
    walk: BlankWalk,
}

impl Gathered {
    fn new(graph: &Graph, configuration: &Configuration, blank: Vertex, home: Vertex) -> Self {
        let path = graph.shortest_path(blank, home).expect("invariant: a bi-connected graph is connected");
        let mut now = configuration.clone();
        for step in path.windows(2) {
            if let Some(robot) = now.token_at(step[1]) {
                now.relocate(robot, step[0]);
            }
        }
        Self { now, walk: path.into_iter().collect() }
    }
}

impl Task {
    fn new(graph: &Graph, start: &Configuration, goal: &Configuration, home: Vertex) -> Self {
        let distances = graph.distances([home]);
        let blanks = |configuration: &Configuration| {
            let mut blanks: Vec<_> = configuration.vacant().collect();
            blanks.sort_by_key(|&blank| distances.get(blank));
            blanks
        };
        let gathered = Gathered::new(graph, start, blanks(start)[0], home);
        let ends = blanks(goal);
        let goal_gathered = Gathered::new(graph, goal, ends[0], home);
        let mut task = Self { home, start: gathered, goal: goal_gathered, last: None };
        let [first, second] = ends[..] else { return task };
        if !task.is_odd() {
            return task;
        }
        // With two vacant vertices, the other one may come from home; on a bipartite graph that changes the
        // parity where both are on the same side, to which a move brings them.
        task.goal = Gathered::new(graph, goal, second, home);
        if task.is_odd() && graph.bipartition().is_ok() {
            let other = |&&vertex: &&Vertex| vertex != second;
            let from = *graph
                .neighbours(first)
                .iter()
                .find(other)
                .expect("invariant: in a bi-connected graph every vertex has two neighbours");
            let mut before = goal.clone();
            let token = goal.token_at(from).expect("invariant: only two vertices are vacant");
            before.relocate(token, first);
            task.last = Some(Move { token, from: first, to: from });
            for blank in [from, second] {
                if task.is_odd() {
                    task.goal = Gathered::new(graph, &before, blank, home);
                }
            }
        }
        task
    }

    /// After this tour has been made, where the robot on each vertex has to go. Where two vacant vertices beside
    /// the one at home allow it, the permutation is even.
    fn targets(&self, tour: Option<&Tour>) -> Vec<Vertex> {
        let after = |vertex| tour.map_or(vertex, |tour| tour.permutation.image(vertex));
        let [start, goal] = [&self.start.now, &self.goal.now];
        let mut targets: Vec<Vertex> = (0..start.vertex_count() as u32).map(Vertex).collect();
        for (&place, &target) in start.places().iter().zip(goal.places()) {
            targets[after(place).index()] = target;
        }
        let vacant =
            |now: &Configuration| now.vacant().filter(|&vertex| vertex != self.home).collect::<Vec<_>>();
        let mut from: Vec<Vertex> = vacant(start).into_iter().map(after).collect();
        let mut to = vacant(goal);
        // Those that are at places for them stay; the others are alike.
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

    /// The shortest of the ways that begin with no tour or one of these.
    fn solve<'t>(
        &self,
        triples: &Triples,
        tours: impl Iterator<Item = &'t Tour>,
        control: &mut Control,
    ) -> Result<BlankWalk, Stop> {
        let attempts = (PATIENCE / self.start.now.vertex_count().pow(3)).max(1);
        let first = core::iter::once(None).chain(tours.map(Some));
        let even =
            first.map(|tour| (tour, self.targets(tour))).filter(|(_, targets)| !is_odd_permutation(targets));
        let mut best: Option<BlankWalk> = None;
        for (tour, targets) in even.take(attempts) {
            let mut walk = self.start.walk.clone();
            if let Some(tour) = tour {
                walk.append(&tour.walk);
            }
            walk.append(&place(triples, self.home, targets, control)?);
            walk.append_reversed(&self.goal.walk);
            if best.as_ref().is_none_or(|best| walk.len() < best.len()) {
                best = Some(walk);
            }
        }
        Ok(best.expect(
            "invariant: where parity forbids the goal, the caller knows, and else some tour mends it",
        ))
    }
}

fn is_odd_permutation(targets: &[Vertex]) -> bool {
    is_odd(targets.len(), |vertex| targets[vertex.index()])
}

/// The moves that a way of one of the vacant vertices makes; where it meets another one, nothing moves.
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

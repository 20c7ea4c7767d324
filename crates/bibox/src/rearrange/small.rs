//! Rearranges robots on at most nine vertices, by a search over all arrangements.

use alloc::vec::Vec;

use motion_core::graph::Distances;
use motion_core::graph::Graph;
use motion_core::search::{Path, Space, a_star};
use motion_core::{Configuration, Control, Move, Outcome, Plan, Stop, Vertex};

/// The largest number of vertices: 9! arrangements, half of them reachable if the graph is
/// bipartite.
pub(super) const MOST_VERTICES: usize = 9;

/// The bits for each vertex in a packed arrangement: 0, or a robot's number plus one.
const BITS: u32 = 4;
const MASK: u64 = (1 << BITS) - 1;

/// Finds a plan of the fewest moves on any graph of at most [`MOST_VERTICES`] vertices, or `None`
/// if there is no plan.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// Exponential in the vertices, but at most 9! = 362,880 arrangements are searched.
///
/// # Guarantees
/// Complete and optimal: the sum of the robots' distances to their goals is an admissible and
/// consistent bound.
pub(super) fn solve(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Option<Plan>, Stop> {
    assert!(graph.vertex_count() <= MOST_VERTICES);
    let distances = goal.places().iter().map(|&place| graph.distances([place])).collect();
    let mut blanks = goal.vacant();
    let only_blank = blanks.next().filter(|_| blanks.next().is_none());
    let space = ArrangementSpace { graph, goal: pack(goal), only_blank, distances };
    match a_star(&space, |&state: &u64| space.lower_bound(state), pack(start), control) {
        Outcome::Solved { plan, .. } => Ok(Some(space.moves(start, &plan))),
        Outcome::Unsolvable => Ok(None),
        Outcome::Stopped { why, .. } => Err(why),
    }
}

struct ArrangementSpace<'a> {
    graph: &'a Graph,
    goal: u64,
    /// The goal of a single blank; `None` if there are several blanks.
    only_blank: Option<Vertex>,
    /// The distances from each robot's goal.
    distances: Vec<Distances>,
}

/// A robot's step between two vertices, together with all forced steps after it, where a single
/// blank cannot turn off.
#[derive(Clone, Copy)]
struct BlankRun {
    from: u8,
    to: u8,
}

impl Space for ArrangementSpace<'_> {
    type State = u64;
    type Action = BlankRun;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &state: &u64) -> bool {
        state == self.goal
    }

    fn successors(&self, (): &mut (), &state: &u64, visit: &mut impl FnMut(BlankRun, u64, u32)) {
        for to in self.graph.vertices().filter(|&to| content(state, to) == 0) {
            for &from in self.graph.neighbours(to) {
                if content(state, from) != 0 {
                    let (mut successor, mut steps) = (state, 0);
                    self.follow(BlankRun { from: from.0 as u8, to: to.0 as u8 }, |from, to| {
                        let robot = content(successor, from);
                        successor ^= robot << (BITS * from.0) ^ robot << (BITS * to.0);
                        steps += 1;
                    });
                    visit(BlankRun { from: from.0 as u8, to: to.0 as u8 }, successor, steps);
                }
            }
        }
    }
}

impl ArrangementSpace<'_> {
    /// The sum of the robots' distances to their goals.
    fn lower_bound(&self, state: u64) -> Option<u32> {
        let robot_on = |vertex| (content(state, vertex) as usize).checked_sub(1).map(|robot| (robot, vertex));
        let robots = self.graph.vertices().filter_map(robot_on);
        robots.map(|(robot, vertex)| self.distances[robot].get(vertex)).sum()
    }

    /// Visits the robots' steps. A single blank on a vertex of degree two that is not its goal
    /// moves on. Thus two thirds of the arrangements of a theta graph are never stored.
    fn follow(&self, BlankRun { from, to }: BlankRun, mut step: impl FnMut(Vertex, Vertex)) {
        let [mut from, mut to] = [from, to].map(|vertex| Vertex(vertex.into()));
        step(from, to);
        // Visit every vertex at most once, because on a cycle the blank would come back.
        for _ in 1..self.graph.vertex_count() {
            let passes = self.only_blank.is_some_and(|blank| blank != from);
            let &[first, second] = self.graph.neighbours(from) else { return };
            if !passes {
                return;
            }
            (from, to) = (if first == to { second } else { first }, from);
            step(from, to);
        }
    }

    fn moves(&self, start: &Configuration, path: &Path<BlankRun>) -> Plan {
        let mut now = start.clone();
        let mut plan = Plan::new();
        for &action in &path.actions {
            self.follow(action, |from, to| {
                let token = now.token_at(from).expect("invariant: the search moves robots only");
                now.relocate(token, to);
                plan.push(Move { token, from, to });
            });
        }
        plan
    }
}

/// The robot on a vertex plus one, or 0.
fn content(state: u64, vertex: Vertex) -> u64 {
    state >> (BITS * vertex.0) & MASK
}

fn pack(configuration: &Configuration) -> u64 {
    let robots = (1u64..).zip(configuration.places());
    robots.fold(0, |state, (robot, place)| state | robot << (BITS * place.0))
}

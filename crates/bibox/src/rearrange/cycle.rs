//! Rearranging on a cycle: nobody can pass, so the only freedom is how far everybody turns.

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Graph, Move, Plan, Stop, Token, Vertex};

/// Finds a plan of the fewest moves on a cycle, or `None` where the robots' cyclic orders differ.
///
/// # Errors
/// [`Stop`] where a limit is reached or the run is cancelled.
///
/// # Complexity
/// For r robots on k vertices O(k²) moves and at most O(r) time for each of them, in practice constant time.
///
/// # Guarantees
/// Complete and optimal: with a given winding every robot makes as many moves as lie between its place and its
/// goal, and the distances' sum is convex in the winding and least where
/// the middle one of the distances is, between one turn forward and two turns back.
pub(super) fn solve(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Option<Plan>, Stop> {
    let around = around(graph);
    let length = i64::from(around.len() as u32);
    let mut place_on_cycle = alloc::vec![0; around.len()];
    for (place, vertex) in (0..).zip(&around) {
        place_on_cycle[vertex.index()] = place;
    }
    // Robots by place, with their places unrolled: numbers grow by `length` with each time round.
    let robots: Vec<Token> = around.iter().filter_map(|&vertex| start.token_at(vertex)).collect();
    let mut now: Vec<i64> =
        robots.iter().map(|&robot| place_on_cycle[start.vertex_of(robot).index()]).collect();
    let mut targets: Vec<i64> = Vec::new();
    for &robot in &robots {
        let place: i64 = place_on_cycle[goal.vertex_of(robot).index()];
        let behind_first = targets.first().is_some_and(|&first| place < first);
        targets.push(if behind_first { place + length } else { place });
    }
    if !targets.is_sorted() {
        return Ok(None);
    }
    let total = |&winding: &i64| {
        let distances = now.iter().zip(&targets).map(|(now, target)| (target + winding - now).abs());
        distances.sum::<i64>()
    };
    let winding = [0, -length, length, -2 * length].into_iter().min_by_key(total).unwrap_or(0);

    let vertex = |place: i64| around[place.rem_euclid(length) as usize];
    let mut arrangement = start.clone();
    let mut plan = Plan::new();
    let mut work = || -> Result<(), Stop> {
        let mut is_busy = true;
        // A robot that is held up is so by one that goes the same way, for the orders agree; and these cannot hold up
        // each other all around, for there is a vacant vertex. So every round makes a move.
        while is_busy {
            is_busy = false;
            // Forwards and backwards: those ahead must go first, whichever way that is.
            for index in (0..robots.len()).rev().chain(0..robots.len()) {
                loop {
                    let next = now[index] + (targets[index] + winding - now[index]).signum();
                    let [from, to] = [vertex(now[index]), vertex(next)];
                    if next == now[index] || !arrangement.relocate(robots[index], to) {
                        break;
                    }
                    control.spend(1)?;
                    control.hold(size_of::<Move>() as u64)?;
                    plan.push(Move { token: robots[index], from, to });
                    now[index] = next;
                    is_busy = true;
                }
            }
        }
        Ok(())
    };
    let worked = work();
    control.release((plan.len() * size_of::<Move>()) as u64);
    worked.map(|()| Some(plan))
}

/// The vertices once around, from vertex 0 towards its smaller neighbour.
fn around(graph: &Graph) -> Vec<Vertex> {
    let first = Vertex(0);
    let mut around = alloc::vec![first];
    let mut ahead = graph.neighbours(first).first().copied();
    while let Some(vertex) = ahead.filter(|&vertex| vertex != first) {
        let before = around[around.len() - 1];
        around.push(vertex);
        ahead = graph.neighbours(vertex).iter().copied().find(|&next| next != before);
    }
    around
}

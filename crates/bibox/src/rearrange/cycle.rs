//! Rearranges robots on a cycle: they cannot pass each other, so only the number of turns is free.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Move, Plan, Stop, Token, Vertex};

/// Finds a plan of the fewest moves on a cycle, or `None` if the robots' cyclic orders differ.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// For r robots on k vertices, O(k²) moves, and at most O(r) time for each of them, in practice
/// constant time.
///
/// # Guarantees
/// Complete and optimal. For a given number of turns, every robot makes as many moves as lie
/// between its place and its goal. The sum of these distances is convex in the number of turns, and
/// least at the median, which is between one turn forwards and two turns backwards.
pub(super) fn solve(
    graph: &Graph,
    start: &Configuration,
    goal: &Configuration,
    control: &mut Control,
) -> Result<Option<Plan>, Stop> {
    let around = around(graph);
    let Some(mut robots) = unroll(&around, start, goal) else { return Ok(None) };
    wind(&mut robots, around.len() as u32);
    let mut plan = Plan::new();
    let worked = arrange(&around, start.clone(), &mut robots, &mut plan, control);
    control.release((plan.len() * size_of::<Move>()) as u64);
    worked.map(|()| Some(plan))
}

/// A robot on the unrolled cycle, where places that differ by the length of the cycle are the same
/// vertex.
struct CycleRobot {
    robot: Token,
    here: i64,
    target: i64,
}

/// Returns the robots in their order around the cycle, with targets in the same order; `None` if
/// the orders differ.
fn unroll(around: &[Vertex], start: &Configuration, goal: &Configuration) -> Option<Vec<CycleRobot>> {
    let length = i64::from(around.len() as u32);
    let mut place_on_cycle = alloc::vec![0; around.len()];
    for (place, vertex) in (0..).zip(around) {
        place_on_cycle[vertex.index()] = place;
    }
    let mut robots: Vec<CycleRobot> = Vec::new();
    for robot in around.iter().filter_map(|&vertex| start.token_at(vertex)) {
        let here = place_on_cycle[start.vertex_of(robot).index()];
        let place: i64 = place_on_cycle[goal.vertex_of(robot).index()];
        let before_first = robots.first().is_some_and(|first| place < first.target);
        let target = if before_first { place + length } else { place };
        robots.push(CycleRobot { robot, here, target });
    }
    robots.is_sorted_by_key(|robot| robot.target).then_some(robots)
}

/// Shifts all targets by the number of turns with the least total distance, which is between one
/// turn forwards and two turns backwards.
fn wind(robots: &mut [CycleRobot], length: u32) {
    let length = i64::from(length);
    let total = |&winding: &i64| {
        let distances = robots.iter().map(|robot| (robot.target + winding - robot.here).abs());
        distances.sum::<i64>()
    };
    let winding = [0, -length, length, -2 * length].into_iter().min_by_key(total).unwrap_or(0);
    for robot in robots {
        robot.target += winding;
    }
}

/// Moves every robot to its target.
///
/// A blocked robot is blocked by one that moves in the same direction, because the orders agree.
/// The robots cannot all block each other around the cycle, because a vertex is vacant. So every
/// sweep makes a move.
fn arrange(
    around: &[Vertex],
    mut arrangement: Configuration,
    robots: &mut [CycleRobot],
    plan: &mut Plan,
    control: &mut Control,
) -> Result<(), Stop> {
    let length = i64::from(around.len() as u32);
    let vertex = |place: i64| around[place.rem_euclid(length) as usize];
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        // Sweep in both orders, because the robots ahead must move first, in either direction.
        for index in (0..robots.len()).rev().chain(0..robots.len()) {
            let CycleRobot { robot: token, here, target } = &mut robots[index];
            loop {
                let next = *here + (*target - *here).signum();
                let [from, to] = [vertex(*here), vertex(next)];
                if next == *here || !arrangement.relocate(*token, to) {
                    break;
                }
                control.spend(1)?;
                control.hold(size_of::<Move>() as u64)?;
                plan.push(Move { token: *token, from, to });
                *here = next;
                has_moved = true;
            }
        }
    }
    Ok(())
}

/// The vertices around the cycle, from vertex 0 towards its smaller neighbour.
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

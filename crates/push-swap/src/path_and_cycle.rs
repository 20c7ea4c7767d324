//! Arranges paths and cycles, where robots keep their order, so each has one target.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use cpf_core::internal::{OperationError, WorkingBoard};
use motion_core::graph::Graph;
use motion_core::{Configuration, Vertex};

/// A robot on a path or an unrolled cycle.
struct LineRobot {
    here: i64,
    target: i64,
}

/// Brings the robots of a path or a cycle to their goals with the fewest moves; one blank is
/// enough.
///
/// Robots step towards their targets whenever the next vertex is vacant. This never gets stuck,
/// because a robot that blocks another one moves in the same direction, and on a cycle some robot
/// has a blank ahead.
///
/// The goal must respect the order of the robots.
pub(crate) fn arrange(
    board: &mut WorkingBoard,
    goal: &Configuration,
    component: &[Vertex],
) -> Result<(), OperationError> {
    let graph = board.graph();
    let end = component.iter().copied().find(|&vertex| graph.degree(vertex) < 2);
    let in_order = in_order(graph, end.unwrap_or(component[0]));
    let length = i64::from(in_order.len() as u32);
    let place: BTreeMap<Vertex, i64> = in_order.iter().copied().zip(0..).collect();
    let robots = in_order.iter().filter_map(|&vertex| board.robot_at(vertex));
    let mut robots: Vec<_> = robots
        .map(|robot| LineRobot {
            here: place[&board.vertex_of(robot)],
            target: place[&goal.vertex_of(robot)],
        })
        .collect();
    if end.is_none() {
        unroll(&mut robots, length);
    }
    let vertex = |place: i64| in_order[place.rem_euclid(length) as usize];
    while robots.iter().any(|robot| robot.here != robot.target) {
        board.control().spend_many(2 * robots.len() as u64)?;
        let mut advance = |robot: &mut LineRobot, step: i64| {
            while (robot.target - robot.here).signum() == step && board.is_vacant(vertex(robot.here + step)) {
                board.step(vertex(robot.here), vertex(robot.here + step))?;
                robot.here += step;
            }
            Ok::<(), OperationError>(())
        };
        robots.iter_mut().rev().try_for_each(|robot| advance(robot, 1))?;
        robots.iter_mut().try_for_each(|robot| advance(robot, -1))?;
    }
    Ok(())
}

/// Numbers the targets on the unrolled cycle so that they ascend with the robots and the total
/// distance is least.
fn unroll(robots: &mut [LineRobot], length: i64) {
    let mut before = i64::MIN;
    for robot in &mut *robots {
        if robot.target < before {
            robot.target += length;
        }
        before = robot.target;
    }
    // Each distance is now between one turn backwards and two turns forwards.
    let total = |windings: &i64| -> u64 {
        robots.iter().map(|robot| (robot.target + windings * length).abs_diff(robot.here)).sum()
    };
    let windings = (-2..=1).min_by_key(total).expect("invariant: there are four");
    for robot in robots {
        robot.target += windings * length;
    }
}

/// Returns the vertices of a path from an end, or around a cycle from any vertex.
fn in_order(graph: &Graph, first: Vertex) -> Vec<Vertex> {
    let mut in_order = alloc::vec![first];
    let (mut before, mut last) = (first, first);
    let ahead = |before: Vertex, last: Vertex| {
        graph.neighbours(last).iter().copied().find(|&next| next != before && next != first)
    };
    while let Some(next) = ahead(before, last) {
        in_order.push(next);
        (before, last) = (last, next);
    }
    in_order
}

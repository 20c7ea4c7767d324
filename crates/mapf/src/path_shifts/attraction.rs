//! Weights that attract pairs of neighbours in each other's places to each other.

use alloc::vec::Vec;

use motion_core::Vertex;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::board::{Board, NO_ROBOT, UNIT};

/// The most by which weights change at random.
const NOISE: i64 = 30;

/// The distance beyond which weights no longer grow.
const REACH: i64 = 12;

/// Sets the weights of the robots.
///
/// Turning cycles of an odd number of robots cannot exchange two robots, but it can make two
/// exchanges at once. So leftover exchanges are matched, the nearest first. A robot is lighter the
/// nearer its goal is to a vertex half way between two of them, so exchanges cost less there. A
/// single leftover exchange is attracted to a vacant vertex.
pub(super) fn set_weights(board: &mut Board<'_>, strength: i64, rng: &mut Xoshiro256PlusPlus) {
    let centres = centres(board);
    for robot in 0..board.weights.len() {
        let away = centres.iter().map(|&centre| i64::from(board.distances.get(robot, centre))).min();
        let noise = rng.random_range(-NOISE..=NOISE);
        board.weights[robot] = UNIT + strength * away.unwrap_or(0).min(REACH) + noise;
    }
}

/// The vertices half way between matched exchanges.
fn centres(board: &Board<'_>) -> Vec<Vertex> {
    let at_goal_of = |robot: u32| board.robot_at(board.goals[robot as usize]);
    // An exchange is identified by the robot whose goal is its first vertex.
    let exchanges: Vec<u32> = (0..board.goals.len() as u32)
        .filter(|&robot| {
            let other = at_goal_of(robot);
            other != NO_ROBOT && robot < other && at_goal_of(other) == robot
        })
        .collect();
    let distance = |robot: u32, vertex: Vertex| board.distances.get(robot as usize, vertex);
    let mut pairs = Vec::new();
    for (index, &first) in exchanges.iter().enumerate() {
        for &second in &exchanges[..index] {
            pairs.push((distance(first, board.goals[second as usize]), first, second));
        }
    }
    pairs.sort_unstable();
    let mut matched = alloc::vec![false; board.goals.len()];
    let mut centres = Vec::new();
    for (_, first, second) in pairs {
        if !matched[first as usize] && !matched[second as usize] {
            matched[first as usize] = true;
            matched[second as usize] = true;
            let centre = board.graph.vertices().min_by_key(|&vertex| {
                let ways = [distance(first, vertex), distance(second, vertex)];
                (ways[0].max(ways[1]), ways[0] + ways[1])
            });
            centres.extend(centre);
        }
    }
    // With several vacant vertices, one exchange can be left over.
    let alone = exchanges.iter().find(|&&robot| !matched[robot as usize]);
    centres.extend(alone.and_then(|&robot| board.vacant().min_by_key(|&vacant| distance(robot, vacant))));
    centres
}

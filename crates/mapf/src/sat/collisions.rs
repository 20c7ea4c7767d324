//! Clauses that forbid collisions.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::{Stop, Vertex};

use super::at_most_one::at_most_one;
use super::clauses::{Clauses, Literal};
use super::variables::RobotVariables;
use crate::timed_paths::place_at;

/// Forbids all collisions of two robots. All robots have the same horizon.
pub(super) fn forbid_all(
    robots: &[RobotVariables],
    model: MotionModel,
    clauses: &mut impl Clauses,
) -> Result<(), Stop> {
    let horizon = robots.first().map_or(0, RobotVariables::horizon);
    for time in 1..=horizon {
        let now = sorted_places(robots, time);
        for same in now.chunk_by(|a, b| a.0 == b.0) {
            let literals: Vec<_> = same.iter().map(|&(_, _, literal)| literal).collect();
            at_most_one(&literals, clauses)?;
        }
        if model == MotionModel::Pebble {
            forbid_following(&sorted_places(robots, time - 1), &now, clauses)?;
        } else {
            forbid_exchanges(robots, time - 1, clauses)?;
        }
    }
    Ok(())
}

/// The places of all robots at a time, sorted by vertex, each with the robot's number.
fn sorted_places(robots: &[RobotVariables], time: usize) -> Vec<(Vertex, usize, Literal)> {
    let places = |(robot, variables): (usize, &RobotVariables)| {
        variables.places(time).map(|(vertex, literal)| (vertex, robot, literal)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = robots.iter().enumerate().flat_map(places).collect();
    all.sort_unstable();
    all
}

/// Forbids that a robot enters a vertex on which another one was a step before.
fn forbid_following(
    before: &[(Vertex, usize, Literal)],
    now: &[(Vertex, usize, Literal)],
    clauses: &mut impl Clauses,
) -> Result<(), Stop> {
    for &(vertex, robot, enters) in now {
        let first = before.partition_point(|entry| entry.0 < vertex);
        for &(_, other, was) in before[first..].iter().take_while(|entry| entry.0 == vertex) {
            if other != robot {
                clauses.add(&[!enters, !was])?;
            }
        }
    }
    Ok(())
}

/// Forbids that two robots exchange their vertices in the step from this time.
fn forbid_exchanges(robots: &[RobotVariables], time: usize, clauses: &mut impl Clauses) -> Result<(), Stop> {
    let mut steps: Vec<_> = Vec::new();
    for (robot, variables) in robots.iter().enumerate() {
        let moves = variables.steps(time).filter(|(from, to, _)| from != to);
        steps.extend(moves.map(|(from, to, step)| (from.min(to), from.max(to), from < to, robot, step)));
    }
    steps.sort_unstable();
    for edge in steps.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let down = edge.partition_point(|step| !step.2);
        for &(.., robot, step) in &edge[..down] {
            for &(.., other, against) in &edge[down..] {
                if other != robot {
                    clauses.add(&[!step, !against])?;
                }
            }
        }
    }
    Ok(())
}

/// Forbids each collision of two robots on these paths, and each cycle in `Train`. Returns whether
/// there are any. All paths have the same length.
pub(super) fn forbid_violated(
    robots: &[RobotVariables],
    paths: &[Vec<Vertex>],
    model: MotionModel,
    clauses: &mut impl Clauses,
) -> Result<bool, Stop> {
    let horizon = paths.first().map_or(1, Vec::len) - 1;
    let mut found = false;
    let mut clause = Vec::new();
    let mut by_vertex: Vec<(Vertex, usize)> = Vec::new();
    for time in 0..horizon {
        let before = |robot: usize| place_at(&paths[robot], time);
        let after = |robot: usize| place_at(&paths[robot], time + 1);
        by_vertex.clear();
        by_vertex.extend((0..paths.len()).map(|robot| (before(robot), robot)));
        by_vertex.sort_unstable();
        // The other robots that were on this robot's next vertex before the step.
        let followed = |robot: usize| {
            let first = by_vertex.partition_point(|entry| entry.0 < after(robot));
            let there = by_vertex[first..].iter().take_while(move |entry| entry.0 == after(robot));
            there.map(|&(_, other)| other).filter(move |&other| other != robot)
        };
        for robot in 0..paths.len() {
            for other in followed(robot) {
                clause.clear();
                if model == MotionModel::Pebble {
                    let was = robots[other].place(time, before(other));
                    clause.extend([!robots[robot].place(time + 1, after(robot)), !was]);
                } else if after(other) == before(robot) && other < robot {
                    let step = |robot: usize| !robots[robot].step(time, before(robot), after(robot));
                    clause.extend([step(robot), step(other)]);
                } else if model == MotionModel::Train
                    && let Some(circle) = circle(robot, |robot| followed(robot).next())
                {
                    let step = |robot: usize| !robots[robot].step(time, before(robot), after(robot));
                    clause.extend(circle.into_iter().map(step));
                }
                if !clause.is_empty() {
                    clauses.add(&clause)?;
                    found = true;
                }
            }
        }
        by_vertex.clear();
        by_vertex.extend((0..paths.len()).map(|robot| (after(robot), robot)));
        by_vertex.sort_unstable();
        for same in by_vertex.chunk_by(|a, b| a.0 == b.0) {
            for (index, &(vertex, robot)) in same.iter().enumerate() {
                for &(_, other) in &same[..index] {
                    let place = |robot: usize| !robots[robot].place(time + 1, vertex);
                    clauses.add(&[place(robot), place(other)])?;
                    found = true;
                }
            }
        }
    }
    Ok(found)
}

/// The robots of the cycle through `robot`, if there is one and `robot` is its least.
fn circle(robot: usize, followed: impl Fn(usize) -> Option<usize>) -> Option<Vec<usize>> {
    let mut circle = alloc::vec![robot];
    loop {
        let next = followed(circle[circle.len() - 1])?;
        if next == robot {
            return Some(circle);
        }
        if next < robot || circle.contains(&next) {
            return None;
        }
        circle.push(next);
    }
}

//! Retiming, which makes every move as early as the order of visits allows.

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel};
use motion_core::{Move, Schedule};

/// Returns the schedule with the same order of visits to each vertex, in which every move happens
/// as early as the model allows. No move happens later than before. Robots that turn a cycle still
/// do so in one step. The schedule must be legal in the model.
///
/// # Complexity
/// Time O(m log k + n + r) for m moves, of which at most k are in a step, n vertices and r robots.
pub(crate) fn retimed(instance: &Instance, schedule: &Schedule, model: MotionModel) -> Schedule {
    let headway = usize::from(model == MotionModel::Pebble);
    // The first steps in which each vertex may be entered, and in which each robot may move.
    let mut vacant_from = alloc::vec![0usize; instance.graph().vertex_count()];
    let mut free_from = alloc::vec![0usize; instance.robot_count()];
    let mut steps: Vec<Vec<Move>> = Vec::new();
    // For each vertex that is left in a step, the number of the move that leaves it.
    let mut leaving: Vec<Option<usize>> = alloc::vec![None; instance.graph().vertex_count()];
    let mut chain = Vec::new();
    for step in schedule.steps() {
        for (number, action) in step.iter().enumerate() {
            leaving[action.from.index()] = Some(number);
        }
        for first in step {
            // Walks from a robot to those in front of it, up to one that follows no other.
            chain.clear();
            let mut next = leaving[first.from.index()].take();
            while let Some(number) = next {
                chain.push(step[number]);
                next = leaving[step[number].to.index()].take();
            }
            let Some(&front) = chain.last() else { continue };
            if front.to == first.from {
                let earliest = chain.iter().map(|action| free_from[action.token.index()]).max().unwrap_or(0);
                let together = chain.iter().map(|action| vacant_from[action.to.index()]).max();
                let time = earliest.max(together.unwrap_or(0));
                for &action in &chain {
                    place(&mut steps, time, action);
                    free_from[action.token.index()] = time + 1;
                    vacant_from[action.from.index()] = time;
                }
                continue;
            }
            for &action in chain.iter().rev() {
                let robot = action.token.index();
                let time = vacant_from[action.to.index()].max(free_from[robot]);
                place(&mut steps, time, action);
                free_from[robot] = time + 1;
                vacant_from[action.from.index()] = time + headway;
            }
        }
    }
    let mut retimed = Schedule::new();
    for mut step in steps {
        step.sort_unstable_by_key(|action| action.token);
        retimed.push_step(step);
    }
    retimed
}

fn place(steps: &mut Vec<Vec<Move>>, time: usize, action: Move) {
    if steps.len() <= time {
        steps.resize_with(time + 1, Vec::new);
    }
    steps[time].push(action);
}

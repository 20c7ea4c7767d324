//! Branching for two robots that meet in a corridor, going opposite ways.

use cpf_core::MotionModel;
use motion_core::{Control, Stop, Vertex};

use super::conflict::{Conflict, Kind};
use super::conflict_robot::ConflictRobot;
use super::problem::Problem;
use super::restriction::Restriction;
use super::shared_memos::SharedMemos;
use crate::timed_paths::place_at;

/// The passage of two robots through a corridor of some length.
#[derive(Clone, Copy, Debug)]
struct Passage {
    /// The exits of the first and of the second robot. Each robot leaves where the other enters.
    exits: [Vertex; 2],
    /// The last vertex before each exit.
    necks: [Vertex; 2],
    length: u32,
}

/// The alternatives for two robots that meet in a corridor. Each demands that a robot not be at its
/// exit until the other can have passed through the corridor before it, or until it can have gone
/// round. Returns `None` unless both paths break these demands.
///
/// If both robots were at their exits earlier, both would have passed through, one after the other.
/// The second would have entered after the first had left (in the model `Pebble` one step later
/// than in the others), and would have needed the length of the corridor to pass through. This also
/// holds on arcs, where the distances to the exits are those along arcs.
///
/// # References
/// Li, Gange, Harabor, Stuckey, Ma, Koenig: *New techniques for pairwise symmetry breaking in
/// multi-agent path finding*, ICAPS 2020, section 3.
pub(super) fn restrictions(
    problem: &Problem,
    conflict: &Conflict,
    robots: [ConflictRobot; 2],
    cardinal: bool,
    memos: &mut SharedMemos,
    control: &mut Control,
) -> Result<Option<[Restriction; 2]>, Stop> {
    let passage = match through_corridor(problem, conflict, robots) {
        Some(passage) => passage,
        None if cardinal => match through_edge(conflict, robots) {
            Some(passage) => passage,
            None => return Ok(None),
        },
        None => return Ok(None),
    };
    let wait = passage.length + u32::from(problem.model == MotionModel::Pebble);
    let mut soonest = [0; 2];
    for side in 0..2 {
        let limit = robots[side].path.len() as u32;
        match arrival(problem, robots[side], (passage.exits[side], None), limit, memos, control)? {
            Some(time) => soonest[side] = time,
            None => return Ok(None),
        }
    }
    let mut demands = [Restriction::LengthAtLeast(0); 2];
    for side in 0..2 {
        let (exit, neck) = (passage.exits[side], passage.necks[side]);
        let last = soonest[1 - side] + wait;
        let last = match arrival(problem, robots[side], (exit, Some(neck)), last, memos, control)? {
            Some(0) => return Ok(None),
            Some(time) => time - 1,
            None => last,
        };
        demands[side] = Restriction::Vertex { vertex: exit, first: 0, last };
        if !demands[side].is_broken_by(robots[side].path) {
            return Ok(None);
        }
    }
    Ok(Some(demands))
}

/// The earliest time at which a robot can be at an exit without coming from the neck, or `None` if
/// it exceeds the limit.
fn arrival(
    problem: &Problem,
    robot: ConflictRobot,
    (exit, neck): (Vertex, Option<Vertex>),
    limit: u32,
    memos: &mut SharedMemos,
    control: &mut Control,
) -> Result<Option<u32>, Stop> {
    let number = robot.restricted.robot as usize;
    let distances = memos.exits.distances(problem.instance.reversed(), exit, neck);
    if distances[problem.starts[number].index()] > limit {
        return Ok(None);
    }
    let restrictions = memos.diagrams.restrictions(problem, robot.restricted);
    let cut = neck.map(|neck| (neck, exit));
    memos.low_level.arrival(problem, (number, exit), (cut, &distances), limit, restrictions, control)
}

/// The corridor that contains the conflict, if both robots pass through all of it.
fn through_corridor(problem: &Problem, conflict: &Conflict, robots: [ConflictRobot; 2]) -> Option<Passage> {
    let time = conflict.time as usize;
    // For each robot, a time at which it is on an inner vertex.
    let (vertex, times) = match conflict.kind {
        Kind::Vertex | Kind::Target => (conflict.vertex, [time, time]),
        Kind::Following => (conflict.vertex, [time, time + 1]),
        Kind::Swap { from } if problem.corridors.number(from).is_some() => (from, [time - 1, time]),
        Kind::Swap { .. } => (conflict.vertex, [time, time - 1]),
    };
    let number = problem.corridors.number(vertex)?;
    let corridor = problem.corridors.get(number);
    let inside = |&&place: &&Vertex| problem.corridors.number(place) == Some(number);
    let mut exits = [vertex; 2];
    for side in 0..2 {
        let path = robots[side].path;
        let (before, after) = (path.get(..=times[side])?, path.get(times[side]..)?);
        if inside(&path.first()?) {
            return None;
        }
        let entry = before.iter().rev().find(|place| !inside(place))?;
        let exit = after.iter().find(|place| !inside(place))?;
        if entry == exit {
            return None;
        }
        exits[side] = *exit;
    }
    let ends = corridor.ends;
    let end_of = |exit| ends.iter().position(|&end| end == exit);
    let necks = [corridor.necks[end_of(exits[0])?], corridor.necks[end_of(exits[1])?]];
    (exits[0] != exits[1]).then_some(Passage { exits, necks, length: corridor.length })
}

/// The edge along which both robots go in opposite directions, as a corridor of length one.
fn through_edge(conflict: &Conflict, robots: [ConflictRobot; 2]) -> Option<Passage> {
    let (time, vertex) = (conflict.time as usize, conflict.vertex);
    let passage = |exits: [Vertex; 2]| Passage { exits, necks: [exits[1], exits[0]], length: 1 };
    if let Kind::Swap { from } = conflict.kind {
        return Some(passage([vertex, from]));
    }
    let time = [time, time + usize::from(conflict.kind == Kind::Following)];
    let step = |side: usize, time: usize| {
        let path = robots[side].path;
        let (from, to) = (place_at(path, time.checked_sub(1)?), place_at(path, time));
        (from != to).then_some((from, to))
    };
    // One robot comes from the vertex to which the other goes.
    for side in 0..2 {
        if let (Some((from, to)), Some((back_from, back_to))) =
            (step(side, time[side]), step(1 - side, time[1 - side] + 1))
            && (from, to) == (back_to, back_from)
        {
            let mut exits = [to; 2];
            exits[1 - side] = from;
            return Some(passage(exits));
        }
    }
    None
}

//! Branching for two robots that cross a rectangle of a grid in the same two directions.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::Vertex;

use super::conflict::{Conflict, Kind};
use super::conflict_robot::{ConflictRobot, bars_all};
use super::problem::Problem;
use super::restriction::Restriction;
use crate::mdd::Mdd;

/// A vertex relative to the conflict: the distances in the two directions.
type Offset = (i64, i64);

/// The alternatives for two robots that cross a rectangle. Each demands that a robot not leave the
/// rectangle where paths without delay leave it. Returns `None` unless both paths break these
/// demands.
///
/// At some time all paths of a robot's diagram are on the same vertex, its *entry*. From there the
/// robot goes on without delay in two directions. So it can be on a vertex of the rectangle at one
/// time only, which is the same for both robots. One robot enters no lower and no farther right
/// than the other, and they leave by the right and the upper side, so their ways cross at a vertex.
/// A vertex of a side is barred only where the diagram has it at its time, because then every path
/// that is there at that time comes through the entry.
///
/// # References
/// Li, Harabor, Stuckey, Ma, Koenig: *Symmetry-breaking constraints for grid-based multi-agent path
/// finding*, AAAI 2019; barriers on diagrams as in section 5.
pub(super) fn restrictions(
    problem: &Problem,
    conflict: &Conflict,
    robots: [ConflictRobot; 2],
) -> Option<[Vec<Restriction>; 2]> {
    let coordinates = problem.coordinates.as_ref().filter(|_| problem.model != MotionModel::Pebble)?;
    if conflict.kind != Kind::Vertex {
        return None;
    }
    let (time, vertex) = (conflict.time as usize, conflict.vertex);
    if robots.iter().any(|robot| robot.mdd.cost() < time || !robot.mdd.contains(time, vertex)) {
        return None;
    }
    let mut best: Option<(usize, i64, [Vec<Restriction>; 2])> = None;
    for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (row, column) = coordinates[vertex.index()];
        let offset = |vertex: Vertex| {
            let (r, c) = coordinates[vertex.index()];
            ((r - row) * down, (c - column) * right)
        };
        let singles = robots.map(|robot| singles_on_the_way(robot.mdd, time, &offset));
        for &first in &singles[0].0 {
            for &second in &singles[1].0 {
                for &leave_first in &singles[0].1 {
                    for &leave_second in &singles[1].1 {
                        let Some((area, barriers)) = barriers([first, second], [leave_first, leave_second])
                        else {
                            continue;
                        };
                        let demands =
                            [0, 1].map(|side| barred(robots[side].mdd, time, &offset, barriers[side]));
                        let broken = (0..2).all(|side| {
                            demands[side].iter().any(|demand| demand.is_broken_by(robots[side].path))
                        });
                        if !broken {
                            continue;
                        }
                        let raised =
                            (0..2).filter(|&side| bars_all(robots[side].mdd, &demands[side])).count();
                        if best.as_ref().is_none_or(|&(most, largest, _)| (most, largest) < (raised, area)) {
                            best = Some((raised, area, demands));
                        }
                    }
                }
            }
        }
    }
    best.map(|(_, _, demands)| demands)
}

/// The vertices on which the robot certainly is before and after the conflict, if it moves without
/// delay in the two directions on the way. The conflict's own vertex is in both lists if it is
/// certain.
fn singles_on_the_way(
    mdd: &Mdd,
    time: usize,
    offset: &impl Fn(Vertex) -> Offset,
) -> (Vec<Offset>, Vec<Offset>) {
    let single = |at: usize| {
        let (x, y) = mdd.single(at).map(offset)?;
        let delay = i64::from(at as u32) - i64::from(time as u32);
        (x + y == delay && x.signum() * delay.signum() >= 0 && y.signum() * delay.signum() >= 0)
            .then_some((x, y))
    };
    // The nearest and the farthest suffice, because those between give smaller rectangles.
    let ends = |offsets: Vec<Offset>| match offsets[..] {
        [] | [_] => offsets,
        [nearest, .., farthest] => alloc::vec![nearest, farthest],
    };
    let before = (0..=time).rev().filter_map(single).collect();
    let after = (time..=mdd.cost()).filter_map(single).collect();
    (ends(before), ends(after))
}

/// A line of vertices, given by its two ends.
type Line = (Offset, Offset);

/// The sides by which the two robots leave the rectangle, and its area, or `None` if their ways do
/// not cross.
fn barriers(entries: [Offset; 2], exits: [Offset; 2]) -> Option<(i64, [Line; 2])> {
    let [first, second] = entries;
    let from = (first.0.max(second.0), first.1.max(second.1));
    let to = (exits[0].0.min(exits[1].0), exits[0].1.min(exits[1].1));
    if to.0 < from.0 || to.1 < from.1 || entries[0] == entries[1] {
        return None;
    }
    let area = (to.0 - from.0 + 1) * (to.1 - from.1 + 1);
    // The robot that enters at the smaller first coordinate moves along it.
    let along_first = ((to.0, from.1), to);
    let along_second = ((from.0, to.1), to);
    if first.0 <= second.0 && first.1 >= second.1 {
        Some((area, [along_first, along_second]))
    } else if second.0 <= first.0 && second.1 >= first.1 {
        Some((area, [along_second, along_first]))
    } else {
        None
    }
}

/// Bars the vertices of a line that a diagram has at their times.
fn barred(
    mdd: &Mdd,
    time: usize,
    offset: &impl Fn(Vertex) -> Offset,
    (begin, end): Line,
) -> Vec<Restriction> {
    let (first, last) = (begin.0 + begin.1, end.0 + end.1);
    let mut demands = Vec::new();
    for delay in first..=last {
        let Ok(at) = usize::try_from(i64::from(time as u32) + delay) else { continue };
        let at_line =
            |(x, y): Offset| x + y == delay && begin.0 <= x && x <= end.0 && begin.1 <= y && y <= end.1;
        for &vertex in mdd.level(at).iter().filter(|&&vertex| at <= mdd.cost() && at_line(offset(vertex))) {
            demands.push(Restriction::Vertex { vertex, first: at as u32, last: at as u32 });
        }
    }
    demands
}

//! Restrictions on one robot, and those on all others that follow from them.

use cpf_core::MotionModel;
use motion_core::Vertex;

use crate::timed_paths::place_at;

/// A restriction on the path of one robot. The *length* of a path is the time from which the robot
/// stays at its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Restriction {
    /// Not on the vertex at the times `first..=last`; for ever if `last` is `u32::MAX`.
    Vertex { vertex: Vertex, first: u32, last: u32 },
    /// Not along the edge by a step that arrives at the time.
    Step { from: Vertex, to: Vertex, time: u32 },
    /// A length of at most this. From that time on no other robot is on the goal.
    LengthAtMost(u32),
    /// A length of at least this.
    LengthAtLeast(u32),
    /// On the vertex at the time, where no other robot is then.
    At { vertex: Vertex, time: u32 },
}

impl Restriction {
    /// The restriction on all other robots that follows from this one on a robot with this goal.
    pub(super) fn on_others(self, goal: Vertex, model: MotionModel) -> Option<Self> {
        // In the model `Pebble` a robot enters a vertex only if it was vacant before.
        let before = u32::from(model == MotionModel::Pebble);
        match self {
            Self::LengthAtMost(length) => {
                let first = length.saturating_sub(before);
                Some(Self::Vertex { vertex: goal, first, last: u32::MAX })
            }
            Self::At { vertex, time } => {
                Some(Self::Vertex { vertex, first: time.saturating_sub(before), last: time + before })
            }
            _ => None,
        }
    }

    /// Returns whether a path breaks the restriction. The robot stays at the path's end.
    pub(super) fn is_broken_by(self, path: &[Vertex]) -> bool {
        let length = path.len() - 1;
        match self {
            Self::Vertex { vertex, first, last } => {
                let (first, last) = (first as usize, last as usize);
                (path[length] == vertex && last >= length)
                    || path.iter().take(last.saturating_add(1)).skip(first).any(|&place| place == vertex)
            }
            Self::Step { from, to, time } => {
                let time = time as usize;
                time >= 1 && time <= length && path[time - 1] == from && path[time] == to
            }
            Self::LengthAtMost(most) => length > most as usize,
            Self::LengthAtLeast(least) => length < least as usize,
            Self::At { vertex, time } => place_at(path, time as usize) != vertex,
        }
    }
}

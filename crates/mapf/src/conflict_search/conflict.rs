//! Conflicts: pairs of actions that two robots must not both take.

use motion_core::Vertex;

use super::restriction::Restriction;

/// The ways in which two robots conflict. The model `Pebble` has no `Swap`; only it has
/// `Following`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// Both robots are on the vertex at the time.
    Vertex,
    /// The first robot goes from this vertex to the conflict's vertex, where it arrives at the
    /// time. The second goes the opposite way.
    Swap { from: Vertex },
    /// The first robot is on the vertex at the time, the second one step later.
    Following,
    /// The first robot rests on the vertex, its goal, when the second is there at the time.
    Target,
}

/// A conflict of two robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Conflict {
    pub(super) robots: [u32; 2],
    pub(super) kind: Kind,
    pub(super) vertex: Vertex,
    pub(super) time: u32,
}

impl Conflict {
    pub(super) const fn vertex(first: usize, second: usize, vertex: Vertex, time: usize) -> Self {
        Self { robots: [first as u32, second as u32], kind: Kind::Vertex, vertex, time: time as u32 }
    }

    pub(super) const fn target(resting: usize, passing: usize, vertex: Vertex, time: usize) -> Self {
        Self { robots: [resting as u32, passing as u32], kind: Kind::Target, vertex, time: time as u32 }
    }

    pub(super) const fn following(leader: usize, follower: usize, vertex: Vertex, time: usize) -> Self {
        Self { robots: [leader as u32, follower as u32], kind: Kind::Following, vertex, time: time as u32 }
    }

    /// The two robots, the smaller number first.
    pub(super) fn pair(&self) -> (u32, u32) {
        let [first, second] = self.robots;
        (first.min(second), first.max(second))
    }

    /// The two alternatives that resolve the conflict: a restriction of the first robot, or one of
    /// the second.
    pub(super) fn restrictions(&self) -> [Restriction; 2] {
        let Self { vertex, time, .. } = *self;
        let at = |time| Restriction::Vertex { vertex, first: time, last: time };
        match self.kind {
            Kind::Vertex | Kind::Target => [at(time), at(time)],
            Kind::Following => [at(time), at(time + 1)],
            Kind::Swap { from } => [
                Restriction::Step { from, to: vertex, time },
                Restriction::Step { from: vertex, to: from, time },
            ],
        }
    }
}

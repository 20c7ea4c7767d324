//! The ways of robots from goal to goal.

use motion_core::Vertex;

use super::goal_costs::{FAR, Source};
use super::ways::Ways;

/// The number of goals of a robot that are planned for at once.
pub(super) const AHEAD: usize = 3;

/// The next goals of a robot, up to the first that it cannot reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legs {
    legs: [Leg; AHEAD],
    len: u8,
}

/// The way to one goal, and on from there.
#[derive(Clone, Copy, Debug)]
struct Leg {
    goal: Vertex,
    source: Source,
    /// The cost of the ways from this goal to the others in order.
    rest: u32,
}

impl Legs {
    /// The legs of a robot without goals.
    pub(super) const NONE: Self =
        Self { legs: [Leg { goal: Vertex(0), source: Source::Bound, rest: 0 }; AHEAD], len: 0 };

    /// The legs from a vertex to these goals, with the sources of their costs.
    pub(super) fn new(place: Vertex, goals: impl Iterator<Item = (Vertex, Source)>, ways: Ways<'_>) -> Self {
        let mut made = Self::NONE;
        let mut lengths = [0; AHEAD];
        let mut from = place;
        for (number, (goal, source)) in goals.take(AHEAD).enumerate() {
            lengths[number] = ways.cost_of_way((goal, source), from);
            if lengths[number] == FAR {
                break;
            }
            made.legs[number] = Leg { goal, source, rest: 0 };
            made.len += 1;
            from = goal;
        }
        for number in (1..usize::from(made.len)).rev() {
            made.legs[number - 1].rest = made.legs[number].rest + lengths[number];
        }
        made
    }

    /// The number of goals.
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the costs to the first goal are lower bounds.
    pub(super) fn is_bound(&self) -> bool {
        self.legs[0].source == Source::Bound
    }

    /// The goal after some others have been visited.
    #[inline]
    pub(super) fn goal(&self, visited: usize) -> Option<Vertex> {
        self.legs[..self.len()].get(visited).map(|leg| leg.goal)
    }

    /// The cost from a vertex through all goals but those visited.
    #[inline]
    pub(super) fn cost_through(&self, visited: usize, place: Vertex, ways: Ways<'_>) -> u32 {
        let Some(leg) = self.legs[..self.len()].get(visited) else { return 0 };
        ways.cost_of_way((leg.goal, leg.source), place).saturating_add(leg.rest)
    }

    /// The cost from a vertex to the goal after those visited.
    #[inline]
    pub(super) fn cost_to_next(&self, visited: usize, place: Vertex, ways: Ways<'_>) -> u32 {
        let Some(leg) = self.legs[..self.len()].get(visited) else { return 0 };
        ways.cost_of_way((leg.goal, leg.source), place)
    }
}

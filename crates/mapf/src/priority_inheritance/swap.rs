//! The test whether two robots that block each other must exchange their places.
//!
//! In a corridor, no order of priorities lets two robots pass each other. One of them pulls the
//! other backwards to a vertex with two more neighbours, where they part.

use motion_core::Vertex;

use super::StepCosts;

/// Marks the absence of a robot.
pub(super) const NO_ROBOT: u32 = u32::MAX;

/// The data for the decision.
pub(super) struct View<'a, C> {
    pub(super) costs: &'a C,
    pub(super) places: &'a [Vertex],
    pub(super) occupants: &'a [u32],
    pub(super) next: &'a [Vertex],
}

impl<C: StepCosts> View<'_, C> {
    /// The number of ways on from `at` for a robot that came from `from`, and the last of these
    /// ways. Dead ends whose robots are at their goals do not count.
    fn ways_on(&self, from: Vertex, at: Vertex) -> (usize, Vertex) {
        let (mut ways, mut last) = (0, at);
        for &to in self.costs.targets(at) {
            let occupant = self.occupants[to.index()];
            let is_closed = !self.costs.may_enter(to)
                || self.costs.targets(to).len() == 1
                    && occupant != NO_ROBOT
                    && self.costs.stays(occupant as usize, to);
            if to != from && !is_closed {
                (ways, last) = (ways + 1, to);
            }
        }
        (ways, last)
    }

    /// Returns whether the pusher, which is behind the puller, cannot pass it because they have to
    /// go opposite ways along a corridor.
    fn is_required(&self, pusher: u32, puller: u32, (behind, ahead): (Vertex, Vertex)) -> bool {
        let costs = self.costs;
        let (mut behind, mut ahead) = (behind, ahead);
        let (pusher, puller) = (pusher as usize, puller as usize);
        // Each iteration brings `ahead` closer to the pusher's goal, so the loop ends.
        while costs.distance(pusher, ahead) < costs.distance(pusher, behind) {
            match self.ways_on(behind, ahead) {
                (0, _) => break,
                (1, on) => (behind, ahead) = (ahead, on),
                _ => return false,
            }
        }
        costs.distance(puller, behind) < costs.distance(puller, ahead)
            && (costs.distance(pusher, behind) == 0
                || costs.distance(pusher, ahead) < costs.distance(pusher, behind))
    }

    /// Returns whether the corridor from `ahead`, away from `behind`, leads to a vertex where two
    /// robots can part.
    fn is_possible(&self, (behind, ahead): (Vertex, Vertex)) -> bool {
        let start = behind;
        let (mut behind, mut ahead) = (behind, ahead);
        while ahead != start {
            match self.ways_on(behind, ahead) {
                (0, _) => return false,
                (1, on) => (behind, ahead) = (ahead, on),
                _ => return true,
            }
        }
        false
    }
}

/// Returns the robot with which `robot`, whose best vertex is `best`, must exchange its place, or
/// [`NO_ROBOT`].
///
/// # References
/// K. Okumura, *Improving `LaCAM` for scalable eventually optimal multi-agent pathfinding*, IJCAI
/// 2023, section on PIBT with swaps.
pub(super) fn partner<C: StepCosts>(view: &View<'_, C>, robot: u32, best: Vertex) -> u32 {
    let place = view.places[robot as usize];
    if best == place {
        return NO_ROBOT;
    }
    let open = |other: u32| view.next[other as usize] == Vertex(u32::MAX);
    let blocker = view.occupants[best.index()];
    if blocker != NO_ROBOT
        && open(blocker)
        && view.is_required(robot, blocker, (place, best))
        && view.is_possible((best, place))
    {
        return blocker;
    }
    // A robot beside this one may have to pass it, which it could not if this one went on.
    for &side in view.costs.targets(place) {
        let other = view.occupants[side.index()];
        if other == NO_ROBOT || side == best {
            continue;
        }
        if view.is_required(other, robot, (place, best)) && view.is_possible((best, place)) {
            return other;
        }
    }
    NO_ROBOT
}

//! Chooses the 3-cycles that bring all robots to their goals.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::triples::Triples;

/// Decomposes an even permutation into 3-cycles: the robot on `v` has to go to `targets[v]`, and
/// the blank returns to `base`.
///
/// Each step chooses among all 3-cycles that bring a robot to its goal and move no robot away from
/// its goal. It takes the one with the fewest moves for each robot brought to its goal.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// At most one 3-cycle for each robot that is not at its goal, each chosen among O(V²).
///
/// # Guarantees
/// Terminates: robots stay at their goals, and an even permutation other than the identity moves at
/// least three robots, so there is always a third place.
pub(super) fn place_by_three_cycles(
    triples: &Triples,
    base: Vertex,
    mut targets: Vec<Vertex>,
    control: &mut Control,
) -> Result<BlankWalk, Stop> {
    let mut walk = BlankWalk::new(base);
    let mut route = Vec::new();
    while let Some(places) = best(triples, &targets, &route, control)? {
        let (next, next_route) = triples.walk(places, base);
        walk.append(&next);
        route = next_route;
        let moved = places.map(|place| targets[place.index()]);
        for (place, target) in places.into_iter().cycle().skip(1).zip(moved) {
            targets[place.index()] = target;
        }
    }
    Ok(walk)
}

/// The best 3-cycle, or `None` if all robots are at their goals.
fn best(
    triples: &Triples,
    targets: &[Vertex],
    route: &[u32],
    control: &mut Control,
) -> Result<Option<[Vertex; 3]>, Stop> {
    let target = |place: Vertex| targets[place.index()];
    let places = (0..targets.len() as u32).map(Vertex);
    let displaced: Vec<Vertex> = places.filter(|&place| target(place) != place).collect();
    let mut best: Option<(u64, u64, [Vertex; 3])> = None;
    for &first in &displaced {
        let second = target(first);
        control.spend(1)?;
        for &third in displaced.iter().filter(|&&third| third != first && third != second) {
            let places = [first, second, third];
            let placed = 1 + u64::from(target(second) == third) + u64::from(target(third) == first);
            let cost = triples.cost(places, route).expect("invariant: every set of three has a 3-cycle");
            if best.is_none_or(|(least, by, _)| cost * by < least * placed) {
                best = Some((cost, placed, places));
            }
        }
    }
    assert!(best.is_some() || displaced.is_empty());
    Ok(best.map(|(_, _, places)| places))
}

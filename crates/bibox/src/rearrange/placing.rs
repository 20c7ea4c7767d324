//! Which 3-cycles bring everybody base.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::triples::Triples;

/// Makes an even permutation by 3-cycles: the robot on `v` has to go to `targets[v]`, the blank stays at base.
///
/// Each step takes, of all 3-cycles that bring a robot base and move nobody who is base already, the one that
/// makes the fewest moves for each robot it brings base.
///
/// # Errors
/// [`Stop`] where a limit is reached or the run is cancelled.
///
/// # Complexity
/// At most as many 3-cycles as robots are not base, each chosen among O(V²).
///
/// # Guarantees
/// Ends: an even permutation that is not the identity moves three at least, so that a third place is always to be
/// had, and everyone's base keeps its robot once that is there.
pub(super) fn place(
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

/// `None` where everybody is base.
fn best(
    triples: &Triples,
    targets: &[Vertex],
    route: &[u32],
    control: &mut Control,
) -> Result<Option<[Vertex; 3]>, Stop> {
    let target = |place: Vertex| targets[place.index()];
    let places = (0..targets.len() as u32).map(Vertex);
    let astray: Vec<Vertex> = places.filter(|&place| target(place) != place).collect();
    let mut best: Option<(u64, u64, [Vertex; 3])> = None;
    for &first in &astray {
        let second = target(first);
        control.spend(1)?;
        for &third in astray.iter().filter(|&&third| third != first && third != second) {
            let places = [first, second, third];
            let brought_home = 1 + u64::from(target(second) == third) + u64::from(target(third) == first);
            let cost = triples.cost(places, route).expect("invariant: every set of three has a 3-cycle");
            if best.is_none_or(|(least, by, _)| cost * by < least * brought_home) {
                best = Some((cost, brought_home, places));
            }
        }
    }
    debug_assert!(best.is_some() || astray.is_empty());
    Ok(best.map(|(_, _, places)| places))
}

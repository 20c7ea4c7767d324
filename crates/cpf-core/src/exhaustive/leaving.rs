//! The least costs of schedules of robots that leave at their goals.

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::Vertex;
use motion_core::internal::Arcs;

use super::steps::for_each_step;
use crate::motion_model::MotionModel;
use crate::objective::Objective;

/// Marks a robot that has left.
const LEFT: Vertex = Vertex(u32::MAX);

/// Returns the least cost of a schedule in which each of these robots goes from its start to its
/// goal and leaves there, if there is one.
///
/// All steps are tried. A robot that has come to its goal is still there before the next step, in
/// which it does not move, and in `Pebble` no other robot may enter its vertex then. After that
/// step it is gone. This shares no code with [`LeavingInstance`](crate::LeavingInstance).
///
/// # Panics
/// If two robots start on the same vertex, or on one that does not exist.
///
/// # Complexity
/// Dijkstra's algorithm on at most (V + 2)^r states for r robots. Suitable for up to about five
/// vertices.
///
/// # Examples
/// ```
/// use cpf_core::internal::least_cost_of_leaving;
/// use cpf_core::{MotionModel, Objective};
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Both robots leave at the end of a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let robots = [(Vertex(0), Vertex(2)), (Vertex(1), Vertex(2))];
/// let [pebble, _, standard] = MotionModel::ALL
///     .map(|model| least_cost_of_leaving(path.arcs(), &robots, model, Objective::Makespan));
/// assert_eq!((pebble, standard), (Some(3), Some(2)));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
pub fn least_cost_of_leaving(
    arcs: &Arcs,
    robots: &[(Vertex, Vertex)],
    model: MotionModel,
    objective: Objective,
) -> Option<u32> {
    let (start, goals): (Vec<_>, Vec<_>) = robots.iter().copied().unzip();
    let mut done = BTreeSet::new();
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, places))) = queue.pop() {
        if !done.insert(places.clone()) {
            continue;
        }
        let on_the_way = on_the_way(&places, &goals).count();
        if on_the_way == 0 {
            return Some(cost);
        }
        for_each_next(arcs, &goals, &places, model, &mut |next| {
            let moved = places.iter().zip(&next).filter(|(from, to)| from != to && **to != LEFT);
            let step = match objective {
                Objective::Makespan => 1,
                Objective::Moves => moved.count(),
                Objective::SumOfCosts => on_the_way,
            };
            queue.push(Reverse((cost + step as u32, next)));
        });
    }
    None
}

/// The robots that have not arrived.
fn on_the_way(places: &[Vertex], goals: &[Vertex]) -> impl Iterator<Item = usize> {
    (0..places.len()).filter(|&robot| places[robot] != goals[robot] && places[robot] != LEFT)
}

/// Visits the places of all robots after every legal step.
fn for_each_next(
    arcs: &Arcs,
    goals: &[Vertex],
    places: &[Vertex],
    model: MotionModel,
    visit: &mut impl FnMut(Vec<Vertex>),
) {
    let moving: Vec<_> = on_the_way(places, goals).collect();
    let from: Vec<_> = moving.iter().map(|&robot| places[robot]).collect();
    for_each_step(arcs, &from, model, &mut |to| {
        let mut arrived = (0..places.len()).filter(|robot| !moving.contains(robot));
        if model != MotionModel::Pebble || !arrived.any(|robot| to.contains(&places[robot])) {
            let mut next = alloc::vec![LEFT; places.len()];
            moving.iter().zip(to).for_each(|(&robot, &place)| next[robot] = place);
            visit(next);
        }
    });
}

#[cfg(test)]
mod tests {
    use motion_core::{Move, Schedule, Token};

    use super::*;
    use crate::LeavingInstance;
    use crate::directed::DirectedVerifyError;
    use crate::error::VerifyError;
    use crate::exhaustive::connected_kinds;

    /// Returns the number from 0 to `base` to the power of `length`, in its digits.
    fn digits(number: usize, base: usize, length: usize) -> Vec<Vertex> {
        (0..length).map(|digit| Vertex((number / base.pow(digit as u32) % base) as u32)).collect()
    }

    type Way = (Vec<Vertex>, Schedule);

    /// Returns the legal ways that go on from this one by one step of three robots on three
    /// vertices. Fails unless the referee allows the same.
    fn ways_on(
        arcs: &Arcs,
        goals: &[Vertex],
        (places, schedule): &Way,
        (instance, model): (&LeavingInstance, MotionModel),
    ) -> Vec<Way> {
        let mut allowed = BTreeSet::new();
        for_each_next(arcs, goals, places, model, &mut |next| {
            allowed.insert(next);
        });
        let mut ways = Vec::new();
        for to in (0..27).map(|number| digits(number, 3, 3)) {
            let moves = (0..).map(Token).zip(places.iter().zip(&to));
            let moves = moves.filter(|(_, (from, to))| from != to && **from != LEFT);
            let mut longer = schedule.clone();
            longer.push_step(moves.map(|(token, (&from, &to))| Move { token, from, to }));
            let after = |((&from, &to), &goal): ((&Vertex, &Vertex), &Vertex)| {
                if from == LEFT || from == goal && from == to { LEFT } else { to }
            };
            let next: Vec<_> = places.iter().zip(&to).zip(goals).map(after).collect();
            let verdict = instance.verify_schedule(&longer, model);
            let not_arrived = |why| matches!(why, DirectedVerifyError::Plan(VerifyError::NotAtGoal { .. }));
            let is_legal = verdict.map_or_else(not_arrived, |_| true);
            assert_eq!(is_legal, allowed.contains(&next), "{places:?} to {to:?} in {model}");
            if is_legal {
                ways.push((next, longer));
            }
        }
        ways
    }

    #[test]
    fn the_referee_allows_the_same_steps() {
        let [mut legal, mut illegal] = [0, 0];
        for (graph, number) in
            connected_kinds(3).iter().flat_map(|graph| (0..27).map(move |number| (graph, number)))
        {
            let (start, goals) = ([0, 1, 2].map(Vertex), digits(number, 3, 3));
            let robots: Vec<_> = start.into_iter().zip(goals.iter().copied()).collect();
            let instance = LeavingInstance::new(graph, &robots).expect("distinct starts");
            for model in MotionModel::ALL {
                let mut ways = alloc::vec![(start.to_vec(), Schedule::new())];
                let mut turn = 0;
                while let Some(way) = ways.get(turn) {
                    turn += 1;
                    let on = ways_on(graph.arcs(), &goals, way, (&instance, model));
                    (legal, illegal) = (legal + on.len(), illegal + 27 - on.len());
                    for way in on {
                        if !ways.iter().any(|(known, _)| *known == way.0) {
                            ways.push(way);
                        }
                    }
                }
            }
        }
        assert_eq!([legal, illegal], [15_445, 13_526]);
    }
}

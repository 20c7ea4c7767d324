//! 3-cycles of any three places, made by conjugating those found.
//!
//! If a closed walk w moves the robots of three places and x is any closed walk, then x⁻¹ w x moves
//! the robots of the three places to which x takes these. The conjugates with the fewest moves are
//! shortest paths among the sets of three vertices. The order of the three does not matter, because
//! a walk and its reverse give both orders.

use alloc::vec::Vec;

use motion_core::internal::BucketQueue;
use motion_core::{Control, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::closed_walks::ClosedWalk;
use super::three_cycle::ThreeCycle;

/// The cheapest 3-cycle found for each set of three vertices.
pub(super) struct Triples<'a> {
    sources: &'a [ThreeCycle],
    closed_walks: &'a [ClosedWalk],
    /// By [`rank`].
    entries: Vec<TripleEntry>,
}

#[derive(Clone, Copy)]
struct TripleEntry {
    /// The number of steps of the walk, before any cancellation.
    cost: u32,
    origin: TripleOrigin,
}

#[derive(Clone, Copy)]
enum TripleOrigin {
    /// One of the 3-cycles found.
    Source(u32),
    /// A conjugate by this closed walk.
    ClosedWalk(u32),
}

const UNKNOWN: TripleEntry = TripleEntry { cost: u32::MAX, origin: TripleOrigin::Source(u32::MAX) };

impl<'a> Triples<'a> {
    /// The bytes of a table for this many vertices.
    pub(super) fn bytes(vertices: usize) -> u64 {
        let vertices = vertices as u64;
        // Saturating, for fewer than three vertices.
        let sets = vertices.saturating_mul(vertices.saturating_sub(1)) / 2;
        (sets.saturating_mul(vertices.saturating_sub(2)) / 3).saturating_mul(size_of::<TripleEntry>() as u64)
    }

    /// Conjugates the sources by these closed walks as far as possible, by Dijkstra's algorithm.
    /// The caller must have been granted [`bytes`](Triples::bytes).
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached or the run is cancelled.
    ///
    /// # Complexity
    /// O(V³) sets, each conjugated by every closed walk.
    pub(super) fn new(
        vertices: usize,
        sources: &'a [ThreeCycle],
        closed_walks: &'a [ClosedWalk],
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let count = (Self::bytes(vertices) / size_of::<TripleEntry>() as u64) as usize;
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).map_err(|_| Stop::Memory)?;
        entries.resize(count, UNKNOWN);
        let mut triples = Self { sources, closed_walks, entries };
        let mut queue = BucketQueue::new();
        let end = triples.fill(&mut queue, control);
        queue.release(control);
        end.map(|()| triples)
    }

    fn fill(&mut self, queue: &mut BucketQueue<[Vertex; 3]>, control: &mut Control) -> Result<(), Stop> {
        for (source, cycle) in (0..).map(TripleOrigin::Source).zip(self.sources) {
            self.reach(cycle.places, cycle.walk.len() as u64, source, queue, control)?;
        }
        while let Some((cost, places)) = queue.pop() {
            if self.entries[rank(places)].cost < cost {
                continue;
            }
            control.spend(1)?;
            for (origin, closed) in (0..).map(TripleOrigin::ClosedWalk).zip(self.closed_walks) {
                let carried = places.map(|place| closed.permutation.image(place));
                self.reach(carried, u64::from(cost) + 2 * closed.len() as u64, origin, queue, control)?;
            }
        }
        Ok(())
    }

    fn reach(
        &mut self,
        places: [Vertex; 3],
        cost: u64,
        origin: TripleOrigin,
        queue: &mut BucketQueue<[Vertex; 3]>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let entry = &mut self.entries[rank(places)];
        if cost < u64::from(entry.cost) {
            let cost = cost as u32;
            *entry = TripleEntry { cost, origin };
            queue.push(cost, places, control)?;
        }
        Ok(())
    }

    /// The number of sets of three vertices that have a 3-cycle.
    pub(super) fn len(&self) -> usize {
        self.entries.iter().filter(|entry| entry.cost != UNKNOWN.cost).count()
    }

    /// The number of steps of a 3-cycle made after one with the route `before`; the common part of
    /// the two walks where they meet is cancelled.
    pub(super) fn cost(&self, places: [Vertex; 3], before: &[u32]) -> Option<u64> {
        let entry = self.entries[rank(places)];
        if entry.cost == UNKNOWN.cost {
            return None;
        }
        let shared = self.route(places).zip(before).take_while(|((closed, _), before)| closed == *before);
        let cancelled: usize = shared.map(|((closed, _), _)| self.closed_walks[closed as usize].len()).sum();
        Some(u64::from(entry.cost).saturating_sub(2 * cancelled as u64))
    }

    /// The closed walks by which the 3-cycle of these places was conjugated, the last one first,
    /// each with the places before it.
    fn route(&self, places: [Vertex; 3]) -> impl Iterator<Item = (u32, [Vertex; 3])> {
        let mut places = places;
        core::iter::from_fn(move || {
            let TripleOrigin::ClosedWalk(closed) = self.entries[rank(places)].origin else { return None };
            places = places.map(|place| self.closed_walks[closed as usize].inverse.image(place));
            Some((closed, places))
        })
    }

    /// Returns the walk that takes the robot on each place to the next one, and the third to the
    /// first, with the route for [`cost`](Triples::cost). The set must have a 3-cycle.
    pub(super) fn walk(&self, places: [Vertex; 3], base: Vertex) -> (BlankWalk, Vec<u32>) {
        let (route, carried): (Vec<u32>, Vec<_>) = self.route(places).unzip();
        let from = carried.last().copied().unwrap_or(places);
        let TripleOrigin::Source(source) = self.entries[rank(from)].origin else {
            unreachable!("invariant: a route ends at a source")
        };
        let source = &self.sources[source as usize];
        let position = source.places.iter().position(|&place| place == from[0]);
        let next = source.places[position.map_or(0, |position| (position + 1) % 3)];
        let mut walk = BlankWalk::new(base);
        for &closed in &route {
            walk.append_reversed(&self.closed_walks[closed as usize].walk);
        }
        if next == from[1] {
            walk.append(&source.walk);
        } else {
            walk.append_reversed(&source.walk);
        }
        for &closed in route.iter().rev() {
            walk.append(&self.closed_walks[closed as usize].walk);
        }
        (walk, route)
    }
}

/// The number of a set of three vertices, ordered by the largest, then the middle, then the
/// smallest vertex.
fn rank(places: [Vertex; 3]) -> usize {
    let mut places = places.map(Vertex::index);
    places.sort_unstable();
    let [a, b, c] = places;
    a + b * b.saturating_sub(1) / 2 + c * c.saturating_sub(1) / 2 * c.saturating_sub(2) / 3
}

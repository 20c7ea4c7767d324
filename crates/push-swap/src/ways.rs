//! Searches that the board does not have: from one vertex over the free ones, with what they found kept for later.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Graph, Stop, Vertex};

/// What is known of a vertex; valid only where the stamp is that of the search.
#[derive(Clone, Copy, Debug)]
struct Place {
    stamp: u32,
    cost: u32,
    /// The next vertex on the way to the source.
    towards: Vertex,
}

/// A search from a source, and what it found out.
pub(crate) struct Ways {
    places: Vec<Place>,
    stamp: u32,
    queue: Vec<Vertex>,
    heap: BinaryHeap<Reverse<(u32, Vertex)>>,
}

impl Ways {
    /// Places, a queue that takes each vertex once, and a heap that as good as never takes one twice.
    pub(crate) const BYTES_PER_VERTEX: usize =
        size_of::<Place>() + size_of::<Vertex>() + size_of::<(u32, Vertex)>();

    pub(crate) fn new(vertices: usize) -> Self {
        let place = Place { stamp: 0, cost: 0, towards: Vertex(0) };
        Self {
            places: alloc::vec![place; vertices],
            stamp: 0,
            queue: Vec::with_capacity(vertices),
            heap: BinaryHeap::with_capacity(vertices),
        }
    }

    fn begin(&mut self) {
        self.queue.clear();
        self.heap.clear();
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.places.iter_mut().for_each(|place| place.stamp = 0);
            1
        });
    }

    /// The cost of the way from a vertex to the source, if the search came there.
    pub(crate) fn cost(&self, vertex: Vertex) -> Option<u32> {
        let place = self.places[vertex.index()];
        (place.stamp == self.stamp).then_some(place.cost)
    }

    /// The next vertex on the way to the source, which is itself at the source.
    pub(crate) fn towards(&self, vertex: Vertex) -> Vertex {
        self.places[vertex.index()].towards
    }

    /// The vertices that the last breadth-first search has met, in the order of their distance.
    pub(crate) fn met(&self) -> &[Vertex] {
        &self.queue
    }

    fn reach(&mut self, vertex: Vertex, cost: u32, towards: Vertex) -> bool {
        let place = &mut self.places[vertex.index()];
        let better = place.stamp != self.stamp || cost < place.cost;
        if better {
            *place = Place { stamp: self.stamp, cost, towards };
        }
        better
    }

    /// Breadth-first from a source over passable vertices to the first one that is wanted.
    pub(crate) fn breadth_first(
        &mut self,
        graph: &Graph,
        source: Vertex,
        passable: impl Fn(Vertex) -> bool,
        wanted: impl Fn(Vertex) -> bool,
    ) -> Option<Vertex> {
        self.begin();
        self.reach(source, 0, source);
        self.queue.push(source);
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            if wanted(vertex) {
                return Some(vertex);
            }
            next += 1;
            let cost = self.places[vertex.index()].cost + 1;
            for &neighbour in graph.neighbours(vertex) {
                if passable(neighbour) && self.cost(neighbour).is_none() {
                    self.reach(neighbour, cost, vertex);
                    self.queue.push(neighbour);
                }
            }
        }
        None
    }

    /// Dijkstra's search for the cheapest ways to a target, until that from `last` is known, where each vertex
    /// entered costs something; says whether there is one.
    ///
    /// Afterwards [`cost`](Ways::cost) is exact wherever it is less than that of `last`.
    pub(crate) fn cheapest(
        &mut self,
        graph: &Graph,
        target: Vertex,
        last: Vertex,
        passable: impl Fn(Vertex) -> bool,
        price: impl Fn(Vertex) -> u32,
        mut spend: impl FnMut() -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        self.begin();
        self.reach(target, 0, target);
        self.heap.push(Reverse((0, target)));
        while let Some(Reverse((cost, vertex))) = self.heap.pop() {
            if self.places[vertex.index()].cost < cost {
                continue;
            }
            spend()?;
            if vertex == last {
                return Ok(true);
            }
            let cost = cost + price(vertex);
            for &neighbour in graph.neighbours(vertex) {
                if passable(neighbour) && self.reach(neighbour, cost, vertex) {
                    self.heap.push(Reverse((cost, neighbour)));
                }
            }
        }
        Ok(false)
    }
}

//! Guidance: steps against and into the traffic of the last steps cost more.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::internal::Arcs;

use super::network::Network;

/// The cost of a step without traffic, and of a wait.
pub(super) const STEP: u32 = 16;
/// The most that traffic of one kind adds to a step.
const MOST: u32 = 32;
/// The greatest cost of a step.
pub(super) const MOST_OF_STEP: u32 = STEP + 2 * MOST;
/// The number of steps after which costs follow the counts.
const PERIOD: u32 = 64;

/// The costs of all arcs, by the number of moves against them and into their ends.
///
/// Counts are halved every few steps, so that old moves are forgotten. Ways that many robots use in
/// one direction become dear in the other, and robots drift into lanes.
///
/// # References
/// * Z. Chen, D. Harabor, J. Li and P. Stuckey, *Traffic flow optimisation for lifelong multi-agent
///   path finding*, AAAI 2024.
/// * Y. Zhang, H. Jiang, V. Bhatt, S. Nikolaidis and J. Li, *Guidance graph optimization for
///   lifelong multi-agent path finding*, IJCAI 2024.
#[derive(Clone, Debug, Default)]
pub(super) struct Traffic {
    /// The cost of each arc, and of each reversed arc. Empty without guidance.
    weights: Vec<u8>,
    weights_reversed: Vec<u8>,
    /// For each reversed arc, the number of the arc.
    arc_of: Vec<u32>,
    /// For each arc, the number of the arc back.
    back: Vec<u32>,
    /// The moves along each arc, in sixteenths.
    along: Vec<u32>,
    steps: u32,
}

/// Marks an arc without one back.
const NO_ARC: u32 = u32::MAX;

impl Traffic {
    /// Begins to count.
    pub(super) fn counted(network: &Network) -> Self {
        let (arcs, reversed) = (network.arcs(), network.reversed());
        let count = arcs.arc_count();
        let number = |from: Vertex, to: Vertex| {
            let turn = arcs.successors(from).binary_search(&to).ok()?;
            Some((arcs.first_arc(from) + turn) as u32)
        };
        let arc_of = arcs_of(reversed).map(|(to, from)| number(from, to).expect("invariant: an arc"));
        let arc_of = arc_of.collect();
        let back = arcs_of(arcs).map(|(from, to)| number(to, from).unwrap_or(NO_ARC)).collect();
        Self {
            weights: alloc::vec![STEP as u8; count],
            weights_reversed: alloc::vec![STEP as u8; count],
            arc_of,
            back,
            along: alloc::vec![0; count],
            steps: 0,
        }
    }

    /// Takes given costs.
    pub(super) fn given(network: &Network, cost: impl Fn(Vertex, Vertex) -> u32) -> Self {
        let weight = |(from, to)| cost(from, to).clamp(STEP, MOST_OF_STEP) as u8;
        Self {
            weights: arcs_of(network.arcs()).map(weight).collect(),
            weights_reversed: arcs_of(network.reversed()).map(|(to, from)| weight((from, to))).collect(),
            ..Self::default()
        }
    }

    /// The cost of an arc, by its number.
    #[inline]
    pub(super) fn weight(&self, arc: usize) -> u32 {
        self.weights.get(arc).map_or(STEP, |&weight| u32::from(weight))
    }

    /// The cost of the arc that belongs to a reversed one.
    #[inline]
    pub(super) fn weight_reversed(&self, arc: usize) -> u32 {
        self.weights_reversed.get(arc).map_or(STEP, |&weight| u32::from(weight))
    }

    /// Counts the moves of a step. Returns whether the costs have changed.
    pub(super) fn count(&mut self, network: &Network, moves: impl Iterator<Item = (Vertex, Vertex)>) -> bool {
        if self.along.is_empty() {
            return false;
        }
        let arcs = network.arcs();
        for (from, to) in moves {
            if let Ok(turn) = arcs.successors(from).binary_search(&to) {
                self.along[arcs.first_arc(from) + turn] += 1 << 8;
            }
        }
        self.steps += 1;
        let is_due = self.steps.is_multiple_of(PERIOD);
        if is_due {
            self.weigh(network);
        }
        is_due
    }

    fn weigh(&mut self, network: &Network) {
        let arcs = network.arcs();
        let mut into = alloc::vec![0_u32; network.vertex_count()];
        for vertex in (0..network.vertex_count() as u32).map(Vertex) {
            let first = arcs.first_arc(vertex);
            for (turn, to) in arcs.successors(vertex).iter().enumerate() {
                into[to.index()] += self.along[first + turn];
            }
        }
        // After long, a move a step sums up to 2 · PERIOD · 256.
        let full = (2 * PERIOD) << 8;
        for vertex in (0..network.vertex_count() as u32).map(Vertex) {
            let first = arcs.first_arc(vertex);
            for (turn, to) in arcs.successors(vertex).iter().enumerate() {
                let back = self.back[first + turn];
                let against = self.along.get(back as usize).map_or(0, |&moves| moves);
                let against = (AGAINST * against / full).min(MOST);
                let through = (THROUGH * into[to.index()] / full).min(MOST);
                self.weights[first + turn] = (STEP + against + through) as u8;
            }
        }
        for (weight, &arc) in self.weights_reversed.iter_mut().zip(&self.arc_of) {
            *weight = self.weights[arc as usize];
        }
        for moves in &mut self.along {
            *moves /= 2;
        }
    }
}

/// All arcs in the order of their numbers.
fn arcs_of(arcs: &Arcs) -> impl Iterator<Item = (Vertex, Vertex)> {
    let vertices = (0..arcs.vertex_count() as u32).map(Vertex);
    vertices.flat_map(|from| arcs.successors(from).iter().map(move |&to| (from, to)))
}

/// The amounts that a move a step against an arc, and into its end, adds to its cost.
const AGAINST: u32 = 128;
const THROUGH: u32 = 16;

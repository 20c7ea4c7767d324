//! All placements of the robots of an instance, as a search space.

use alloc::vec::Vec;

use motion_core::graph::Distances;
use motion_core::search::fingerprint;
use motion_core::search::{PackedFields, PackedSpace, Space};
use motion_core::{Move, Token, Vertex};

use crate::instance::Instance;

/// The search space of an instance's placements, where each move takes one robot to a vacant
/// neighbour.
///
/// A placement is the robots' vertices in `N` words. Every move can be undone.
///
/// # Examples
/// The diameter of a small pebble graph: the greatest distance from the start.
/// ```
/// use core::ops::ControlFlow;
/// use cpf_core::internal::Placements;
/// use cpf_core::Instance;
/// use motion_core::search::explore;
/// use motion_core::graph::Graph;
/// use motion_core::{Control, Vertex};
///
/// let square = Graph::from_edges(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
/// let robots = [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(0))];
/// let instance = Instance::new(square, &robots)?;
/// let space = Placements::<1>::new(&instance).expect("two robots fit into a word");
/// let mut greatest = 0;
/// let placements = explore(&space, [space.start()], &mut Control::unlimited(), |_, depth| {
///     greatest = depth;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((placements, greatest), (12, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Placements<'i, const N: usize> {
    instance: &'i Instance,
    fields: PackedFields,
    goal: [u64; N],
    /// The distances from the goal of each robot.
    distances: Vec<Distances>,
}

/// Returns the number of words that a placement of this instance takes.
fn words(instance: &Instance) -> usize {
    fields(instance).words(instance.robots().len())
}

fn fields(instance: &Instance) -> PackedFields {
    PackedFields::below(instance.graph().vertex_count() as u32)
}

impl<'i, const N: usize> Placements<'i, N> {
    /// Makes the space of an instance; `None` if its placements do not fit into `N` words.
    pub fn new(instance: &'i Instance) -> Option<Self> {
        (words(instance) <= N).then(|| {
            let mut space = Self { instance, fields: fields(instance), goal: [0; N], distances: Vec::new() };
            let goals = instance.goal().places();
            space.goal = space.packed(goals);
            space.distances = goals.iter().map(|&goal| instance.graph().distances([goal])).collect();
            space
        })
    }

    /// The placement at the start.
    pub fn start(&self) -> [u64; N] {
        self.packed(self.instance.start().places())
    }

    /// The vertices of the robots in a placement.
    pub fn places(&self, placement: &[u64; N]) -> impl Iterator<Item = Vertex> {
        let (placement, fields) = (*placement, self.fields);
        (0..self.instance.robots().len()).map(move |robot| Vertex(fields.get(&placement, robot)))
    }

    /// The sum of the robots' distances to their goals; `None` if one cannot reach its goal.
    pub fn lower_bound(&self, placement: &[u64; N]) -> Option<u32> {
        let mut distances = self.distances.iter().zip(self.places(placement));
        distances.try_fold(0, |sum, (distances, place)| Some(sum + distances.get(place)?))
    }

    fn packed(&self, places: &[Vertex]) -> [u64; N] {
        let mut words = [0; N];
        for (robot, place) in places.iter().enumerate() {
            self.fields.set(&mut words, robot, place.0);
        }
        words
    }
}

impl<const N: usize> Space for Placements<'_, N> {
    type State = [u64; N];
    type Action = Move;
    /// The occupied vertices, one bit each.
    type Scratch = Vec<u64>;

    fn scratch(&self) -> Vec<u64> {
        alloc::vec![0; self.instance.graph().vertex_count().div_ceil(64)]
    }

    fn is_goal(&self, _: &mut Vec<u64>, placement: &[u64; N]) -> bool {
        *placement == self.goal
    }

    fn successors(
        &self,
        taken: &mut Vec<u64>,
        placement: &[u64; N],
        visit: &mut impl FnMut(Move, [u64; N], u32),
    ) {
        taken.fill(0);
        for place in self.places(placement) {
            taken[place.index() / 64] |= 1 << (place.index() % 64);
        }
        for (robot, from) in self.places(placement).enumerate() {
            for &to in self.instance.graph().neighbours(from) {
                if taken[to.index() / 64] >> (to.index() % 64) & 1 == 0 {
                    let mut next = *placement;
                    self.fields.set(&mut next, robot, to.0);
                    visit(Move { token: Token(robot as u32), from, to }, next, 1);
                }
            }
        }
    }
}

impl<const N: usize> PackedSpace<N> for Placements<'_, N> {
    fn pack(&self, placement: &[u64; N]) -> [u64; N] {
        *placement
    }

    fn unpack(&self, words: &[u64; N]) -> [u64; N] {
        *words
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn fingerprint(&self) -> u64 {
        let edges = self.instance.graph().edges();
        let edges = edges.flat_map(|(a, b)| [u64::from(a.0), u64::from(b.0)]);
        fingerprint(*b"placings", edges.chain([u64::MAX]).chain(self.goal))
    }
}

impl Instance {
    /// The number of 64-bit words that a [placement](Placements) of the robots takes.
    #[doc(hidden)]
    pub fn placement_words(&self) -> usize {
        words(self)
    }
}

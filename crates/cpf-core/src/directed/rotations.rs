//! The model `Standard`, in which directed cycles without a vacant vertex also turn.
//!
//! **Where a component has a vacant vertex, the placements reachable along the arcs are those
//! reachable if the arcs could be used both ways.** Without a vacant vertex they may be fewer: the
//! robots of two directed triangles with a common arc can only be permuted evenly, whereas the
//! square that the triangles form could turn.
//!
//! *Proof.* Moves [can be undone](crate::directed), and so can turns, by further turns of the same
//! cycle. It remains to replace the turn of a cycle against an arc. Directed cycles stay within
//! blocks, so every block is strongly connected. A block that is a cycle turns in at least one
//! direction. Let B be a block with n vertices that is not a cycle. Vacant vertices count as robots
//! here, because a cycle with a vacant vertex turns by moves.
//!
//! *Through every vertex x of B leads a directed cycle of at least three vertices.* Let q be a
//! successor and p ≠ q a predecessor of x. If B without x is strongly connected, take a path from q
//! to p. Otherwise, take a path from a strong component without a predecessor to one without a
//! successor: x has an arc to the first and one from the second.
//!
//! *Some directed cycle of at least three vertices misses a vertex of B.* If one leads through all
//! vertices, an arc across it closes a shorter one; B is not a cycle, so there is such an arc.
//!
//! *With a vacant vertex at a vertex x of B, the n − 1 robots can be permuted arbitrarily.* By
//! Wilson's theorem moves permute them arbitrarily, or evenly if B is bipartite. In the latter case
//! a directed cycle that misses the vacant vertex has an even length, so its turn is odd. The one
//! exception, theta zero, was checked by trying all steps.
//!
//! *The n robots of B can be permuted arbitrarily if a vertex outside B is vacant.* Moves bring the
//! vacant vertex to a vertex x of B, where the robots left in B are permuted, and back. A directed
//! cycle through x moves the robot that was not permuted. ∎

use motion_core::{Control, Stop};

use super::instance::DirectedInstance;
use crate::motion_model::MotionModel;

impl DirectedInstance {
    /// Returns whether [`Instance::feasibility_in`](crate::Instance::feasibility_in) of the
    /// underlying instance is exact for this one. If not, it can be `Ok` although no schedule
    /// exists; its errors are always right.
    ///
    /// If every arc lies on a directed cycle, it is exact in `Pebble` and `Train`, and in
    /// `Standard` if every component without a vacant vertex has arcs both ways only.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    ///
    /// # Complexity
    /// Time and memory O(V + A).
    #[doc(hidden)]
    pub fn underlying_decides_within(&self, model: MotionModel, control: &mut Control) -> Result<bool, Stop> {
        let components = self.underlying().graph().components_within(control)?;
        control.advance(self.graph().arc_count() as u64)?;
        let all_on_cycles = self.graph().one_way().is_none();
        if !all_on_cycles || model != MotionModel::Standard {
            return Ok(all_on_cycles);
        }
        let mut vacant = components.sizes().to_vec();
        for &place in self.underlying().start().places() {
            vacant[components.component_of(place)] -= 1;
        }
        control.advance(self.graph().arc_count() as u64)?;
        let may_differ =
            |(from, to)| vacant[components.component_of(from)] == 0 && !self.graph().has_arc(to, from);
        Ok(!self.graph().arcs().any(may_differ))
    }
}

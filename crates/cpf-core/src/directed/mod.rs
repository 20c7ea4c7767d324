//! Instances on graphs with arcs: a robot moves along an arc to a vacant vertex, and back only if
//! there is an arc back.
//!
//! | item | what |
//! |---|---|
//! | [`DirectedGraph`] | vertices and arcs; whether it is strongly connected, and strongly bi-connected |
//! | [`DirectedInstance`] | robots on a graph every arc of which lies on a directed cycle; feasibility and the referee of plans and schedules |
//! | [`Directed`] | solves directed instances by a solver of undirected ones |
//!
//! # Feasibility
//! Where every arc lies on a directed cycle, in other words where every component is strongly
//! connected, a robot can go back. **The configurations reachable along the arcs are those
//! reachable if the arcs could be used both ways**, with any number of blanks.
//!
//! *Proof.* Let a robot move along the arc from u to v, and take a directed cycle of L vertices
//! through that arc; u is now vacant. Let each robot on the cycle make L steps around it, but the
//! robot that came from u only L − 1, in any order that the vacant vertices allow. The targets have
//! the same cyclic order as the robots, so a robot is blocked only by one that has not arrived;
//! since a vertex of the cycle is vacant, they are never all blocked. These steps undo the move. So
//! every move along an arc can be undone by moves along arcs. Every move against an arc undoes a
//! move along it, and can therefore be replaced by these. ∎
//!
//! Hence [`Instance::feasibility`](crate::Instance::feasibility) of the underlying graph is exact.
//! Any solver of the underlying instance solves the directed one if its moves against arcs are
//! replaced by turns of directed cycles; it remains complete. In particular, on a strongly
//! bi-connected graph two blanks make every goal reachable, unless the underlying graph is a cycle:
//! there the cyclic order is invariant, whether its arcs lead one way or both. With one blank,
//! Wilson's theorem decides.
//!
//! This holds in the models `Pebble` and `Train`, and in the model
//! [`Standard`](crate::MotionModel::Standard) if every component has a vacant vertex. Without a
//! vacant vertex, cycles of the underlying graph that are not directed cannot turn, so an instance
//! can be infeasible although the underlying one is feasible in that model.
//!
//! Where an arc lies on no directed cycle, robots that have moved along it cannot return. Deciding
//! feasibility is then NP-hard in general (Nebel), and such graphs are refused.
//!
//! # References
//! * A. Botea, D. Bonusi and P. Surynek, *Solving multi-agent path finding on strongly biconnected
//!   digraphs*, Journal of Artificial Intelligence Research 62, 2018, pages 273–314: diBOX, for
//!   strongly bi-connected graphs with two blanks or more.
//! * S. Ardizzoni, I. Saccani, L. Consolini and M. Locatelli, *Multi-agent path finding on strongly
//!   connected digraphs: feasibility and solution algorithms*, 2022, arXiv 2209.04286: strongly
//!   connected graphs with two blanks or more.
//! * B. Nebel, *The computational complexity of multi-agent pathfinding on directed graphs*,
//!   Artificial Intelligence 328, 2024: NP-complete in general, polynomial on strongly connected
//!   graphs.
//!
//! The proof above is our own; unlike diBOX it needs no ears of arcs.

mod graph;
mod instance;
mod rotations;
mod solver;
mod turns;

#[cfg(test)]
mod tests;

pub use graph::DirectedGraph;
pub use instance::{DirectedError, DirectedInstance, DirectedVerifyError};
pub use solver::Directed;

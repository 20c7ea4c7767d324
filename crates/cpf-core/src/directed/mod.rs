//! Graphs with arcs: robots move along an arc to a vacant vertex, and back only where there is an
//! arc back.
//!
//! | item | what |
//! |---|---|
//! | [`DirectedGraph`] | vertices and arcs; whether it is strongly connected, and strongly bi-connected |
//! | [`DirectedInstance`] | robots on a graph every arc of which lies on a directed cycle; feasibility and the referee of plans |
//! | [`Directed`] | a solver of undirected instances as a solver of directed ones |
//!
//! # Feasibility
//! Where every arc lies on a directed cycle – where every component is strongly connected –, a
//! robot can go back: **what can be reached along the arcs is what can be reached if they could be
//! used both ways**, with any number of blanks.
//!
//! *Proof.* Let a robot move along the arc from u to v, and take a directed cycle through it, of L
//! vertices, on which u is now vacant. Let the robots on the cycle go around it until each has made
//! L steps, but L − 1 for the one that came from u, in the order of their places: the targets have
//! the same cyclic order, so a robot is blocked only by one that has not arrived, and not all of
//! them are, since a vertex of the cycle is vacant. That undoes the move. So every move along an
//! arc can be undone by moves along arcs, and every move against an arc, which undoes one along it,
//! can be replaced by these. ∎
//!
//! Hence [`Instance::feasibility`](crate::Instance::feasibility) of the underlying graph is exact,
//! and any solver of it, with its moves against arcs replaced by turns of directed cycles, is a
//! solver of the directed instance, complete if the solver is. In particular, on a strongly
//! bi-connected graph two blanks suffice for everything, unless the underlying graph is a cycle,
//! where the cyclic order remains, whether its arcs lead one way or both; with one blank the
//! theorem of Wilson decides.
//!
//! Where an arc lies on no directed cycle, robots that have moved along it cannot return; to decide
//! feasibility is then NP-hard in general (Nebel). Such graphs are refused.
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
//! The proof above is our own; it departs from diBOX in that no ears of arcs are needed.

mod graph;
mod instance;
mod solver;
mod turns;

#[cfg(test)]
mod tests;

pub use graph::DirectedGraph;
pub use instance::{DirectedError, DirectedInstance, DirectedVerifyError};
pub use solver::Directed;

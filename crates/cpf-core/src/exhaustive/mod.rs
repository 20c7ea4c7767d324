//! All small graphs, and the placements that can be reached on them with their costs, found by
//! trying every move from every placement.
//!
//! | item | what |
//! |---|---|
//! | [`Reachability`] | all placements of some robots on a graph, and the components into which
//! moves, or steps in a motion model, join them |
//! | [`JointSteps`] | all steps of all robots that a motion model allows |
//! | [`LeastCosts`] | the least costs from one placement to every other one |
//! | [`least_cost_of_leaving`] | the least cost of robots that leave at their goals |
//! | [`all_graphs`], [`connected_graphs`] | every graph with this many vertices, under every numbering |
//! | [`connected_kinds`] | one of each kind of connected graphs |
//! | [`strongly_connected_kinds`], [`reached_along_arcs`] | the same for directed graphs |
//!
//! This is the referee of [`Instance::feasibility`](crate::Instance::feasibility), of solvers and
//! of schedulers in tests, and shares no code with them. It is for graphs of up to about seven
//! vertices: with v vertices and r robots there are v! / (v − r)! placements.
//!
//! # Examples
//! Every instance with two robots on every connected graph with four vertices:
//! ```
//! use cpf_core::Instance;
//! use cpf_core::internal::{Reachability, connected_graphs};
//!
//! let mut feasible = 0;
//! for graph in connected_graphs(4) {
//!     let reachability = Reachability::new(&graph, 2)?;
//!     for start in reachability.placements() {
//!         for goal in reachability.placements() {
//!             let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
//!             let verdict = Instance::new(graph.clone(), &robots)?.feasibility();
//!             assert_eq!(
//!                 verdict.is_ok(),
//!                 reachability.connected(&start, &goal),
//!                 "{robots:?} on {graph:?}"
//!             );
//!             feasible += u32::from(verdict.is_ok());
//!         }
//!     }
//! }
//! // All of 12 × 12 on 26 graphs, half of them on the 12 paths.
//! assert_eq!(feasible, 26 * 144 + 12 * 72);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digraphs;
mod graphs;
mod joint_steps;
mod least_costs;
mod leaving;
mod reachability;
mod steps;

pub use digraphs::{reached_along_arcs, strongly_connected_kinds};
pub use graphs::{all_graphs, connected_graphs, connected_kinds};
pub use joint_steps::JointSteps;
pub use least_costs::LeastCosts;
pub use leaving::least_cost_of_leaving;
pub use reachability::{Reachability, TooManyPlacements};

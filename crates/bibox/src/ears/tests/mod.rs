//! Compares decompositions and cycles with definitions and exhaustive searches.

mod breadth_first;
mod cycles;
mod given;
mod instances;
mod oracle;
mod rectangles;

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Vertex};

fn shortest_cycle(graph: &Graph, near: impl IntoIterator<Item = Vertex>) -> Option<Vec<Vertex>> {
    crate::ears::cycles::shortest_cycle(graph, near, &mut Control::unlimited()).expect("without limits")
}

fn shortest_odd_cycle(graph: &Graph, near: impl IntoIterator<Item = Vertex>) -> Option<Vec<Vertex>> {
    crate::ears::cycles::shortest_odd_cycle(graph, near, &mut Control::unlimited()).expect("without limits")
}

//! Decompositions and cycles against definitions and exhaustive searches.

mod breadth_first;
mod cycles;
mod given;
mod instances;
mod oracle;
mod rectangles;

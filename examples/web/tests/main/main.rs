//! Tests of the protocol of the page, family by family, on the native engine.

mod by_hand;
mod collections;
mod engine;
mod fleet;
mod samples;
mod solvers;
mod wrong_texts;

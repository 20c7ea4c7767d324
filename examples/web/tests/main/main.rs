//! The protocol of the page, field by field, on the native engine.

mod by_hand;
mod engine;
mod samples;
mod solvers;
mod wrong_texts;

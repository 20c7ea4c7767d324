//! The stone-by-stone method against plain definitions of it.

#[path = "../common/mod.rs"]
mod common;

mod orders;
mod subclass;

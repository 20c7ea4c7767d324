//! The stone-by-stone method against plain definitions of it.

mod orders;
mod subclass;

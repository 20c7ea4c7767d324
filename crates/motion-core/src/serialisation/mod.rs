//! Serialisation by serde: of values as their parts, which reading checks, or as their text.

mod as_text;
mod by_parts;

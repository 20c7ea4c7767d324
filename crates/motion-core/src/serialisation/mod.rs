//! Serialisation by serde: values by their parts, which are checked when they are read, or by their
//! text.

mod as_text;
mod by_parts;

//! The examples are short and listed, and the repository's pages lead where they say.

mod book;
mod rules;

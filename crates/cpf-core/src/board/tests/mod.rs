//! The board against slow, obvious oracles.

mod blanks;
mod carrying;
mod cycles;
mod homes;
mod limits;
mod record;
mod scenes;

//! The board against slow, obvious oracles.

mod blanks;
mod carrying;
mod cycles;
mod homes;
mod limits;
mod locks;
mod record;
mod scenes;

//! Checks solvers with referees that share no code with them, and feeds malformed files to the
//! readers.

#[cfg(all(feature = "std", feature = "rand"))]
mod average_case;
#[cfg(all(feature = "std", feature = "rand"))]
mod boards;
#[cfg(all(feature = "std", feature = "rand"))]
mod clockwise;
#[cfg(all(feature = "std", feature = "rand"))]
mod complete_table;
#[cfg(feature = "std")]
mod fuzz;
#[cfg(all(feature = "std", feature = "rand"))]
mod golden_tables;
#[cfg(all(feature = "std", feature = "rand"))]
mod layers;
#[cfg(all(feature = "std", feature = "rand"))]
mod limits;
#[cfg(all(feature = "std", feature = "rand"))]
mod multi_blank;
#[cfg(all(feature = "std", feature = "rand"))]
mod multi_tile;
#[cfg(all(feature = "std", feature = "rand"))]
mod near_optimal;
#[cfg(all(feature = "std", feature = "rand"))]
mod optimal;
#[cfg(all(feature = "std", feature = "rand"))]
mod properties;
#[cfg(all(feature = "std", feature = "rand"))]
mod ranked_boards;
#[cfg(feature = "serde")]
mod serde;
#[cfg(all(feature = "std", feature = "rand"))]
mod verified;

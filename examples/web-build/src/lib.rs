#![doc = include_str!("../README.md")]

mod build;
mod compile;
mod error;
mod modules;
mod server;
mod single_file;
mod size;
mod wrapper;

pub use build::{MOST_COMPRESSED_BYTES, SINGLE_FILE, build};
pub use error::BuildError;
pub use server::Server;
pub use size::Size;

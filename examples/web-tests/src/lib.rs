#![doc = include_str!("../README.md")]

pub mod browser;
pub mod checks;
pub mod driver;
pub mod page;
pub mod samples;
pub mod site;
pub mod speed;

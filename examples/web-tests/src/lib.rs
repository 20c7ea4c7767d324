#![doc = include_str!("../README.md")]

pub mod board_input;
pub mod browser;
pub mod checks;
pub mod difference;
pub mod driver;
pub mod gestures;
pub mod keys;
pub mod page;
pub mod panel;
pub mod samples;
pub mod site;
pub mod speed;
pub mod start;
pub mod workers;

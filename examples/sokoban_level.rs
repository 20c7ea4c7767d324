//! Searches for solutions of Sokoban levels with the fewest pushes, for one second each, and prints
//! the results.
//!
//! `cargo run --example sokoban_level`

use std::error::Error;
use std::time::Duration;

use motion_core::{Budget, Control, Outcome, Solver};
use sokoban::{Auto, Level};

const EASY: &str = include_str!("../crates/sokoban/testdata/crossing.xsb");

/// A solution is found at once, but proving that it is the shortest takes longer.
const HARD: &str = "
#############
##   ###    #
## #  $     #
#...   $$$$ #
#...  $ #   #
#...# $   $ #
# #   $ # @ #
##     # #  #
#############";

fn main() -> Result<(), Box<dyn Error>> {
    for text in [EASY, HARD] {
        let level: Level = text.parse()?;
        println!("{level}");
        let mut control = Control::new(Budget::new().with_time(Duration::from_secs(1)));
        let best = match Auto::default().with_optimal(true).solve(&level, &mut control) {
            Outcome::Solved { plan, quality } => {
                println!("solved, {quality:?}");
                Some(plan)
            }
            Outcome::Unsolvable => {
                println!("proved unsolvable");
                None
            }
            Outcome::Stopped { why, best, lower_bound } => {
                println!("stopped, {why}; no solution has fewer than {} pushes", lower_bound.unwrap_or(0));
                best
            }
        };
        match best {
            Some(moves) => println!("{} pushes: {moves}\n", level.verify(&moves)?.pushes),
            None => println!("no solution was found\n"),
        }
    }
    Ok(())
}

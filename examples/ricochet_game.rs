//! Solves a game of Ricochet Robots, drawn as text, by the fewest moves.
//!
//! `cargo run --example ricochet_game`

use std::error::Error;

use motion_core::{Control, Outcome, Solver};
use ricochet::{Instance, Optimal};

/// Small letters are robots; the capital letter is the target of the red one.
const GAME: &str = "
+---+---+---+---+---+---+
| r         |           |
+   +   +   +   +   +---+
|   |               | b |
+   +   +   +   +   +   +
|             R         |
+   +---+   +   +   +   +
|                       |
+   +   +   +   +---+   +
|       | g             |
+   +   +   +   +   +   +
|               |       |
+---+---+---+---+---+---+
";

fn main() -> Result<(), Box<dyn Error>> {
    let game: Instance = GAME.parse()?;
    match Optimal::default().solve(&game, &mut Control::unlimited()) {
        // A robot and a direction for each move: `rU` moves the red robot up.
        Outcome::Solved { plan, .. } => println!("{} moves: {plan}", game.verify(&plan)?.moves),
        Outcome::Unsolvable => println!("proved unsolvable"),
        Outcome::Stopped { why, lower_bound, .. } => {
            println!("stopped, {why}; a solution has {} moves or more", lower_bound.unwrap_or(0));
        }
    }
    Ok(())
}

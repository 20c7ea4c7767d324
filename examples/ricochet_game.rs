//! Solves a game of Ricochet Robots, drawn as text, with the fewest moves.
//!
//! `cargo run --example ricochet_game`

use std::error::Error;

use motion_core::{Control, Outcome, Solver};
use ricochet::{Instance, Optimal};

/// Small letters are robots. The capital letter is the target of the red robot.
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
        // Each move has a robot and a direction: `rU` moves the red robot up.
        Outcome::Solved { plan, .. } => println!("{} moves: {plan}", game.verify(&plan)?.moves),
        Outcome::Unsolvable => println!("proved unsolvable"),
        Outcome::Stopped { why, lower_bound, .. } => {
            println!("stopped, {why}; a solution has {} moves or more", lower_bound.unwrap_or(0));
        }
    }
    Ok(())
}

//! Solves a game of Ricochet Robots with the fewest moves.

use motion_core::{Control, Solver};
use ricochet::{Instance, Optimal};

use super::Done;

const GAME: &str = "
+---+---+---+
| r     |   |
+   +   +---+
|       | bR|
+   +   +   +
|           |
+---+---+---+";

pub(super) fn program() -> Done {
    // begin
    let game: Instance = GAME.parse()?;
    let moves = Optimal::default().solve(&game, &mut Control::unlimited()).into_result()?;
    println!("{} moves: {moves}", game.verify(&moves)?.moves);
    // end
    assert_eq!(moves.len(), 6);
    Ok(())
}

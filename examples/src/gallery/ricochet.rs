//! Ricochet Robots.

use std::time::Duration;

use motion_core::Control;
use motion_core::draw::{DrawError, Timing, animated, still};
use ricochet::{Instance, Optimal};

use super::Picture;

/// Red has to reach the cell in the middle, where nothing but another robot stops it.
const GAME: &str = "
+---+---+---+---+---+---+---+---+
|               |           | b |
+   +   +   +   +   +   +   +   +
|     r     |               |   |
+   +---+   +   +   +---+   +   +
|               |           |   |
+   +   +   +---+   +   +   +   +
|           |###|     R     |   |
+   +   +   +---+   +   +   +   +
|                               |
+   +---+   +   +   +   +---+   +
|       |               |       |
+   +   +   +   +   +   +   +   +
| y         |                   |
+   +   +   +   +---+   +   +   +
|               |         g     |
+---+---+---+---+---+---+---+---+";

pub(super) fn pictures() -> Result<[Picture; 2], DrawError> {
    let game: Instance = GAME.parse().expect("a game");
    let moves = Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("solvable");
    assert!(game.verify(&moves).is_ok(), "a solution");
    let plan = game.plan(&moves).expect("a solution");
    let (scene, start) = (game.scene(), game.configuration());
    let timing = Timing::default().step(Duration::from_millis(700));
    Ok([
        Picture { file: "ricochet-board.svg", svg: still(&scene, &start)? },
        Picture { file: "ricochet.svg", svg: animated(&scene, &start, &plan, &timing)? },
    ])
}

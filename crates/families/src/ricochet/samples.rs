//! Sample games, made for the page.

use crate::Sample;

const TWO_ROBOTS: &str = "\
+---+---+---+---+---+
| r         |       |
+   +   +   +   +   +
|               | b |
+   +---+   +   +   +
|         R         |
+   +   +   +---+   +
|   |               |
+   +   +   +   +   +
|               |   |
+---+---+---+---+---+";

const DIAGONALS: &str = "\
+---+---+---+---+---+---+
| r       \\ |           |
+   +   +   +   +   +   +
|               |       |
+   +   +   +   +   +   +
|  /        |   |  \\    |
+   +---+   +   +   +   +
|           | G         |
+   +   +   +   +   +---+
|         /         | g |
+   +   +   +   +   +   +
|       |               |
+---+---+---+---+---+---+
diagonal 0 2 b
diagonal 2 0 g
diagonal 2 4 r
diagonal 4 2 r";

const ANY: &str = "\
+---+---+---+---+---+---+---+---+
| r                         | g |
+   +   +   +   +   +   +   +   +
|       |               |       |
+   +   +   +   +---+   +   +   +
|           |                   |
+   +---+   +   +   +   +---+   +
|               | *             |
+   +   +   +   +---+   +   +   +
|   |                   |       |
+   +   +   +---+   +   +   +   +
|               |               |
+   +   +   +   +   +   +   +---+
|       |               |       |
+---+   +   +   +   +   +   +   +
| b                 |         y |
+---+---+---+---+---+---+---+---+";

pub(super) fn samples() -> Vec<Sample> {
    vec![
        Sample { name: "16×16, 4 robots: 9 moves", text: include_str!("../../samples/nine-moves.txt") },
        Sample { name: "8×8, any robot: 4 moves", text: ANY },
        Sample { name: "5×5, stop in the middle: 9 moves", text: TWO_ROBOTS },
        Sample { name: "6×6, coloured diagonals: 7 moves", text: DIAGONALS },
        Sample { name: "16×16, 4 robots: 12 moves", text: include_str!("../../samples/twelve-moves.txt") },
        Sample { name: "16×16, hard", text: include_str!("../../samples/longest.txt") },
    ]
}

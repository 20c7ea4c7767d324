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

const THREE_MOVES: &str = "\
+---+---+---+
| r     |   |
+   +   +---+
|       | bR|
+   +   +   +
|           |
+---+---+---+";

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
        Sample { name: "3×3, two robots", text: THREE_MOVES },
        Sample { name: "5×5, stop in the middle", text: TWO_ROBOTS },
        Sample { name: "6×6, coloured diagonals", text: DIAGONALS },
        Sample { name: "8×8, any robot", text: ANY },
        Sample { name: "16×16, hard", text: include_str!("../../samples/longest.txt") },
    ]
}

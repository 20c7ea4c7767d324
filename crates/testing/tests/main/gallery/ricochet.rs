//! Pictures of Ricochet Robots.

use std::time::Duration;

use motion_core::draw::{Hue, Line, Paint, Point, Timing, VertexShape, animated, still};
use motion_core::error::DrawError;
use motion_core::{Cell, Control, Direction, Solver, Vertex};
use ricochet::internal::MoveGraph;
use ricochet::{Instance, Optimal};

use super::Picture;

/// The red robot has to reach the cell in the middle, where only another robot stops it.
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

pub(super) fn pictures() -> Result<[Picture; 3], DrawError> {
    let game: Instance = GAME.parse().expect("a game");
    let moves = Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("solvable");
    assert!(game.verify(&moves).is_ok(), "a solution");
    let plan = game.plan(&moves).expect("a solution");
    let (scene, start) = (game.scene(), game.configuration());
    let timing = Timing::default().with_step(Duration::from_millis(700));
    Ok([
        Picture { file: "ricochet-board.svg", svg: still(&scene, &start)? },
        Picture { file: "ricochet.svg", svg: animated(&scene, &start, &plan, &timing)? },
        Picture { file: "ricochet-graph.svg", svg: graph(&game)? },
    ])
}

/// Draws the edges of the move graph for the red robot's first two moves, while the others do not
/// move.
fn graph(game: &Instance) -> Result<String, DrawError> {
    let grid = game.board().grid();
    let mut graph = MoveGraph::new(grid.clone());
    let (ours, others): (Vec<_>, Vec<_>) =
        game.robots().iter().partition(|&&(robot, _)| game.may_reach_target(robot));
    for (_, cell) in others {
        graph.place_robot(cell);
    }
    let centre = |cell: Cell| Point::new(grid.column(cell) as f32 + 0.5, grid.row(cell) as f32 + 0.5);
    let mut known: Vec<Cell> = ours.iter().map(|&(_, cell)| cell).collect();
    let mut last = known.clone();
    let (mut lines, mut stops) = (Vec::new(), Vec::new());
    for paint in [150, 300].map(|angle| Paint::Hue(Hue::degrees(angle))) {
        let mut next = Vec::new();
        for &from in &last {
            for to in Direction::ALL.into_iter().filter_map(|direction| graph.edge(from, direction)) {
                if !known.contains(&to) {
                    lines.push(Line::wall(centre(from), centre(to)).with_paint(paint));
                    stops.push((Vertex(to.0), VertexShape::Cell(paint)));
                    known.push(to);
                    next.push(to);
                }
            }
        }
        last = next;
    }
    still(&game.scene().with_shapes(stops).with_lines(lines), &game.configuration())
}

//! Pictures of Sokoban.

use std::time::Duration;

use motion_core::draw::{Hue, Line, Paint, Point, Timing, VertexShape, animated, still};
use motion_core::error::DrawError;
use motion_core::{Control, Solver as _, Vertex};
use sokoban::analysis::Corrals;
use sokoban::board::{SearchBoard, Square};
use sokoban::search::{MoveGenerator, Position};
use sokoban::solver::AStar;
use sokoban::{Level, MapKind};

use super::Picture;

const CROSSING: &str = include_str!("../../../../sokoban/testdata/crossing.xsb");
const WAREHOUSE: &str = include_str!("../../../../sokoban/testdata/warehouse.xsb");
/// The box in the door can be pushed into the room on the left and nowhere else.
const DOOR: &str = "
##########
#   #    #
#   $  $ #
# . #    #
# . #  @ #
##########";

pub(super) fn pictures() -> Result<[Picture; 5], DrawError> {
    let level: Level = CROSSING.parse().expect("a level");
    let moves = AStar::default().solve(&level, &mut Control::unlimited()).plan().expect("solvable");
    assert!(level.verify(&moves).is_ok(), "a solution");
    let schedule = level.schedule(&moves).expect("a solution");
    let timing = Timing::default().with_step(Duration::from_millis(300));
    let analysis = WAREHOUSE.parse::<Level>().expect("a level").analysis();
    Ok([
        Picture {
            file: "sokoban.svg",
            svg: animated(&level.scene(), &level.configuration(), &schedule, &timing)?,
        },
        Picture { file: "sokoban-dead.svg", svg: analysis.svg(MapKind::Dead) },
        Picture { file: "sokoban-rooms.svg", svg: analysis.svg(MapKind::Rooms) },
        Picture { file: "sokoban-pushes.svg", svg: analysis.svg(MapKind::Pushes) },
        Picture { file: "sokoban-corral.svg", svg: corral()? },
    ])
}

/// Draws the plan by sinks of a level.
pub(super) fn plan(level: &Level) -> Picture {
    Picture { file: "sokoban-plan.svg", svg: level.analysis().svg(MapKind::Plan) }
}

/// Draws a corral in blue, and the pushes that must come first.
fn corral() -> Result<String, DrawError> {
    let level: Level = DOOR.parse().expect("a level");
    let board = SearchBoard::new(&level);
    let position = Position::<1>::start(&board).expect("no box on a dead square");
    let mut generator = MoveGenerator::new(&board);
    generator.enter(&position);
    let reach = generator.reach();
    let shut = (0..board.square_count() as u16).map(Square);
    let shut = shut.filter(|&square| !reach.contains(square) && !reach.has_box(square));
    let blue = VertexShape::Cell(Paint::Hue(Hue::degrees(240)));
    let shut = shut.filter(|square| !board.goals().contains(square));
    let places: Vec<_> = shut.map(|square| (Vertex(board.cell(square).0), blue)).collect();
    let centre = |square| {
        let (row, column) = board.coordinates(square);
        Point::new(column as f32 + 0.5, row as f32 + 0.5)
    };
    let mut corrals = Corrals::<1>::new(&board);
    let forced = corrals.forced(reach).expect("a corral").iter();
    let lines = forced.map(|push| {
        let to = board.step(push.from, push.direction);
        Line::wall(centre(push.from), centre(to)).with_paint(Paint::Hue(Hue::degrees(150)))
    });
    still(&level.scene().with_shapes(places).with_lines(lines), &level.configuration())
}

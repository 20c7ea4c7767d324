//! Scenes and plans for the tests of this module.

use alloc::vec::Vec;

use proptest::prelude::*;

use crate::configuration::{Configuration, Token};
use crate::direction::Direction;
use crate::draw::{Goal, Hue, Line, Paint, Scene, Shape, TokenStyle, VertexShape};
use crate::graph::Vertex;
use crate::grid::{Cell, Grid};
use crate::plan::{Move, Schedule};

/// Text that tries to break out of every context.
pub(super) const HOSTILE: &str = "]]></title></script><script>alert(1)</script>&amp;\"'{{story}}\0\u{b}";

pub(super) fn step(token: u32, from: u32, to: u32) -> Move {
    Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
}

pub(super) fn numbered(vertices: &[u32]) -> Vec<Vertex> {
    vertices.iter().copied().map(Vertex).collect()
}

/// Returns a 3 × 3 grid with every kind of vertex shape, line, paint, token shape and goal, and
/// with four tokens in the corners.
pub(super) fn zoo() -> (Scene, Configuration) {
    let mut grid = Grid::new(3, 3).expect("nine cells");
    grid.build_wall(Cell(0), Direction::Down);
    let paints = [Paint::Floor, Paint::Wall, Paint::Goal, Paint::Ink, Paint::Hue(Hue::degrees(200))];
    let cells = paints.iter().zip(1..).map(|(&paint, vertex)| (Vertex(vertex), VertexShape::Cell(paint)));
    let dots = [(Vertex(6), VertexShape::Dot(Paint::Goal)), (Vertex(7), VertexShape::Dot(Paint::Floor))];
    let lines = paints.map(|paint| Line::wall((0, 0), (1, 1)).with_paint(paint));
    let scene = Scene::cells(&grid)
        .with_title(HOSTILE)
        .with_shapes(cells.chain(dots))
        .with_shapes([(Vertex(8), VertexShape::Bare)])
        .with_edges([(Vertex(0), Vertex(4)), (Vertex(4), Vertex(8))])
        .with_lines(lines)
        .with_tokens([
            TokenStyle::tile(Hue::nth(0)).with_label(HOSTILE).with_goal(Goal::At(Vertex(8))),
            TokenStyle::disc(Hue::nth(1)).with_label(1).with_goal(Goal::At(Vertex(4))),
            TokenStyle::new(Shape::Box, Paint::Ink).with_goal(Goal::Painted),
            TokenStyle::new(Shape::Disc, Paint::Ink).with_label("p"),
        ]);
    (scene, Configuration::new(9, &numbered(&[0, 2, 6, 8])).expect("four corners"))
}

/// Returns schedules for the [`zoo`] that move tokens to any vacant cells and contain some waiting
/// steps.
pub(super) fn schedules() -> impl Strategy<Value = Schedule> {
    let wishes = proptest::collection::vec((0u32..4, 0u32..9), 0..4);
    proptest::collection::vec(wishes, 0..30).prop_map(|steps| {
        let mut configuration = zoo().1;
        let mut schedule = Schedule::new();
        for wishes in steps {
            let before = configuration.clone();
            let mut moves: Vec<Move> = Vec::new();
            for (token, to) in wishes {
                let fresh = moves.iter().all(|action| action.token.0 != token);
                if fresh && before.is_vacant(Vertex(to)) && configuration.relocate(Token(token), Vertex(to)) {
                    moves.push(step(token, before.vertex_of(Token(token)).0, to));
                }
            }
            schedule.push_step(moves);
        }
        schedule
    })
}

/// Returns the configuration after this many steps.
pub(super) fn after(start: &Configuration, schedule: &Schedule, steps: usize) -> Configuration {
    let mut configuration = start.clone();
    for action in schedule.steps().take(steps).flatten() {
        assert!(configuration.relocate(action.token, action.to), "a sample moves to vacant cells only");
    }
    configuration
}

//! Pictures of sliding puzzles.

use grid_puzzle::clockwise::verify_clockwise;
use grid_puzzle::{Board, Instance, NearOptimal, SeveralBlanks, Snake};
use motion_core::draw::{Hue, Line, Paint, Scene, Shape, Timing, TokenStyle, VertexShape, animated};
use motion_core::error::DrawError;
use motion_core::{Cell, Control, Plan, Solver, Vertex, Walk};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::Picture;

pub(super) fn pictures() -> Result<[Picture; 6], DrawError> {
    Ok([
        Picture { file: "sliding-4x4.svg", svg: solution()? },
        // A diagonal step is two turns of three moves; a straight step is five moves.
        Picture { file: "carry.svg", svg: walk((6, 7), (4, 4), &[(4, 5)], "R ULDLUR ULDLUR DLLUR DLLUR")? },
        // First seven moves straight on, then a staircase with steps of two.
        Picture {
            file: "snake.svg",
            svg: walk((6, 8), (4, 7), &[(4, 5), (4, 6)], "ULLLDRR ULLDR UULDD LUURD LLURR ULLLDRR")?,
        },
        Picture { file: "clockwise.svg", svg: laps()? },
        Picture { file: "short.svg", svg: short()? },
        Picture { file: "blanks.svg", svg: several_blanks()? },
    ])
}

/// Draws a whole solution by snakes.
fn solution() -> Result<String, DrawError> {
    let goal = Board::solved(4, 4).expect("a legal size");
    let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let walk = Snake::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
    let plan: Plan = instance.start().moves(&walk).collect();
    animated(&instance.scene(), &instance.start().configuration(), &plan, &Timing::default())
}

/// Draws a whole short solution.
fn short() -> Result<String, DrawError> {
    let goal = Board::solved(6, 6).expect("a legal size");
    let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let walk = NearOptimal::default().with_rounds(2).solve(&instance, &mut Control::unlimited()).plan();
    let plan: Plan = instance.start().moves(&walk.expect("solvable")).collect();
    animated(&instance.scene(), &instance.start().configuration(), &plan, &Timing::default())
}

/// Draws a whole solution with three blanks; the nearest one is used for every step.
fn several_blanks() -> Result<String, DrawError> {
    let goal = Board::solved_with_blanks(4, 5, 3).expect("a legal size");
    let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let solver = SeveralBlanks(Snake::default());
    let plan = solver.solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
    animated(&instance.scene(), &instance.start().configuration(), &plan, &Timing::default())
}

/// Draws a walk of the blank, with some tiles in colour.
fn walk(
    (rows, columns): (u32, u32),
    blank: (u32, u32),
    marked: &[(u32, u32)],
    walk: &str,
) -> Result<String, DrawError> {
    let cells = rows * columns;
    let blank = blank.0 * columns + blank.1;
    let numbers = (0..cells).map(|cell| match cell {
        _ if cell == blank => 0,
        _ if cell < blank => cell + 1,
        _ => cell,
    });
    let numbers: Vec<_> = numbers.collect();
    let lines = numbers
        .chunks(columns as usize)
        .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    let start: Board = lines.collect::<Vec<_>>().join("\n").parse().expect("a board");
    let walk: Walk = walk.parse().expect("a walk");
    let scene = Scene::grid(rows, columns);
    let hues = scene.hues();
    let marked: Vec<_> =
        marked.iter().map(|&(row, column)| numbers[(row * columns + column) as usize]).collect();
    let looks = (1..cells).map(|number| match (1..).zip(&marked).find(|&(_, &mark)| mark == number) {
        Some((label, _)) => TokenStyle::tile(hues[0]).with_label(label),
        None => TokenStyle::new(Shape::Tile, Paint::Floor),
    });
    let plan: Plan = start.moves(&walk).collect();
    assert_eq!(plan.len(), walk.len(), "the walk stays on the board");
    animated(&scene.with_tokens(looks), &start.configuration(), &plan, &Timing::default())
}

/// Draws one step of the clockwise procedure: a narrow lap brings tile 2 to the bottom row, and
/// five wider ones bring it to its goal. The choice squares are marked, and both laps are drawn.
fn laps() -> Result<String, DrawError> {
    let start = Board::solved(4, 4).expect("a legal size");
    let walk: Walk = ["LUUURDDD", &"LLUUURRDDD".repeat(5)].concat().parse().expect("a walk");
    assert_eq!(verify_clockwise(&walk), Ok(walk.len() as u64));
    let mut end = start.clone();
    walk.iter().for_each(|step| assert!(end.slide(step).is_some(), "the walk stays on the board"));
    // Tile 2 comes from the middle, and tile 1 does not change.
    let [first, second] = [Cell(0), Cell(10)].map(|cell| start.tile(cell));
    assert_eq!([Cell(0), Cell(1)].map(|cell| end.tile(cell)), [first, second]);

    let scene = Scene::grid(4, 4);
    let hues = scene.hues();
    let looks = (1..16).map(|number| match number {
        _ if number == first.0 => TokenStyle::tile(hues[0]).with_label(1),
        _ if number == second.0 => TokenStyle::tile(hues[0]).with_label(2),
        _ => TokenStyle::new(Shape::Disc, Paint::Floor),
    });
    let choices = [13, 14].map(|cell| (Vertex(cell), VertexShape::Cell(Paint::Goal)));
    let lines = [(1.5, Hue::nth(1)), (2.5, Hue::nth(2))].into_iter().flat_map(|(left, hue)| {
        let corners = [(3.5, 3.5), (left, 3.5), (left, 0.5), (3.5, 0.5), (3.5, 3.5)];
        let side = move |side: [(f32, f32); 2]| Line::wall(side[0], side[1]).with_paint(Paint::Hue(hue));
        (0..4).map(move |corner| side([corners[corner], corners[corner + 1]]))
    });
    let scene = scene.with_shapes(choices).with_lines(lines).with_tokens(looks);
    let plan: Plan = start.moves(&walk).collect();
    animated(&scene, &start.configuration(), &plan, &Timing::default())
}

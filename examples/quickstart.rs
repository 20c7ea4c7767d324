//! Solves and verifies one puzzle of every family, and draws each solution as an HTML page that
//! plays it, into the folder `target/quickstart` of the workspace.
//!
//! `cargo run --example quickstart`

use std::error::Error;
use std::fs;
use std::path::Path;

use cpf::{Auto, Setup};
use grid_puzzle::Snake;
use motion_core::draw::{Draw, player};
use motion_core::{Control, Grid, Solver, Vertex};

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = "14 13 15 7\n11 12 9 5\n6 0 2 1\n4 8 3 10";
    let puzzle: grid_puzzle::Instance = tiles.parse()?;
    let walk = Snake::default().solve(&puzzle, &mut Control::unlimited()).into_result()?;
    println!("sliding puzzle, 4×4: {} moves", puzzle.verify(&walk)?.moves);
    draw("sliding", &puzzle, &walk)?;

    // 34 robots on 6×6 cells go to the opposite cells.
    let robots = (0..34).map(|robot| (Vertex(robot), Vertex(33 - robot))).collect();
    let instance = Setup::on_grid(Grid::new(6, 6)?, robots).instance()?;
    let plan = Auto::default().solve(&instance, &mut Control::unlimited()).into_result()?;
    println!("34 robots on 6×6 cells: {} moves", instance.verify(&plan)?.moves);
    draw("robots", &instance, &plan)?;

    let game: ricochet::Instance = include_str!("../crates/ricochet/testdata/longest.txt").parse()?;
    let moves = ricochet::Optimal::default().solve(&game, &mut Control::unlimited()).into_result()?;
    println!("Ricochet Robots: {} moves, {moves}", game.verify(&moves)?.moves);
    draw("ricochet", &game, &moves)?;

    let level: sokoban::Level = include_str!("../crates/sokoban/testdata/hall.xsb").parse()?;
    let moves = sokoban::AnySolver::default().solve(&level, &mut Control::unlimited()).into_result()?;
    println!("Sokoban: {} pushes, {moves}", level.verify(&moves)?.pushes);
    draw("sokoban", &level, &moves)?;
    println!("Every solution is verified. The pages open in a browser.");
    Ok(())
}

fn draw<P: Draw<S>, S>(name: &str, puzzle: &P, solution: &S) -> Result<(), Box<dyn Error>>
where
    P::Error: 'static,
{
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("quickstart");
    fs::create_dir_all(&folder)?;
    let file = folder.join(name).with_extension("html");
    fs::write(&file, player(&puzzle.scene(), &puzzle.configuration(), puzzle.timeline(solution)?)?)?;
    println!("  {}", file.display());
    Ok(())
}

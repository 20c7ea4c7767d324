//! Draws a Sokoban level as SVG, and its solution as animated SVG and as an HTML page that plays
//! it, into the folder `target/examples` of the workspace.
//!
//! `cargo run --example draw_solution`

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use motion_core::draw::{Timing, animated, player, still};
use motion_core::{Control, Solver};
use sokoban::{AnySolver, Level};

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = include_str!("../crates/sokoban/testdata/crossing.xsb").parse()?;
    let moves = AnySolver::default().solve(&level, &mut Control::unlimited()).into_result()?;
    println!("{} pushes", level.verify(&moves)?.pushes);

    // Every crate provides these three: the picture, the start, and the moves.
    let (scene, start, schedule) = (level.scene(), level.configuration(), level.schedule(&moves)?);
    let quick = Timing::default().with_step(Duration::from_millis(150));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("examples");
    fs::create_dir_all(&folder)?;
    for (name, picture) in [
        ("level.svg", still(&scene, &start)?),
        ("moving.svg", animated(&scene, &start, &schedule, &quick)?),
        ("player.html", player(&scene, &start, &schedule)?),
    ] {
        let file = folder.join(name);
        fs::write(&file, picture)?;
        println!("{}", file.display());
    }
    Ok(())
}

//! Solves, verifies and draws a problem of every field.

use std::error::Error;

use cpf::Auto;
use grid_puzzle::Snake;
use motion_core::draw::{Timing, animated};
use motion_core::{Control, Plan, Solver, Verify};
use sokoban::{AnySolver, Level};

use super::Done;

const GAME: &str = include_str!("../../../../crates/ricochet/testdata/longest.txt");
const LEVEL: &str = include_str!("../../../../crates/sokoban/testdata/crossing.xsb");

// begin
fn solved<P: Verify<S, Error: Error + 'static>, S>(
    problem: &P,
    solver: &dyn Solver<P, Solution = S>,
) -> Result<S, Box<dyn Error>> {
    let solution = solver.solve(problem, &mut Control::unlimited()).into_result()?;
    problem.verify(&solution)?;
    Ok(solution)
}

fn pictures() -> Result<[String; 4], Box<dyn Error>> {
    let timing = Timing::default();
    let puzzle: grid_puzzle::Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
    let walk: Plan = puzzle.start().moves(&solved(&puzzle, &Snake::default())?).collect();
    let robots: cpf::Instance = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\nr 1 3\nr 3 1".parse()?;
    let plan = solved(&robots, &Auto::default())?;
    let game: ricochet::Instance = GAME.parse()?;
    let slides = game.plan(&solved(&game, &ricochet::Optimal::default())?)?;
    let level: Level = LEVEL.parse()?;
    let schedule = level.schedule(&solved(&level, &AnySolver::default())?)?;
    Ok([
        animated(&puzzle.scene(), &puzzle.start().configuration(), &walk, &timing)?,
        animated(&robots.scene(), robots.start(), &plan, &timing)?,
        animated(&game.scene(), &game.configuration(), &slides, &timing)?,
        animated(&level.scene(), &level.configuration(), &schedule, &timing)?,
    ])
}
// end

pub(super) fn program() -> Done {
    assert!(pictures()?.iter().all(|picture| picture.contains("animateTransform")));
    Ok(())
}

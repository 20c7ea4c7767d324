//! Solves a Sokoban level within one second.

use std::time::Duration;

use motion_core::{Budget, Control, Solver};
use sokoban::{AnySolver, Level};

use super::Done;

const LEVEL: &str = include_str!("../../../../crates/sokoban/testdata/crossing.xsb");

pub(super) fn program() -> Done {
    // begin
    let level: Level = LEVEL.parse()?;
    let mut control = Control::new(Budget::new().with_time(Duration::from_secs(1)));
    let moves = AnySolver::default().solve(&level, &mut control).into_result()?;
    println!("{} pushes: {moves}", level.verify(&moves)?.pushes);
    // end
    assert!(level.verify(&moves)?.pushes > 0);
    Ok(())
}

//! Pictures of games that are not yet legal.

use motion_core::draw::Scene;
use motion_core::{Cell, Configuration};
use ricochet::{Colour, Instance, Setup, Target, TargetRobot};

/// Draws the first game of a text that lacks a target, robots, or a target's robot.
pub(super) fn scene(text: &str) -> Option<(Scene, Configuration)> {
    let setup = Setup::each(text).ok()?.into_iter().next()?.ok()?;
    let grid = setup.board().grid();
    let mut robots: Vec<_> = setup.robots().collect();
    let is_drawn = !robots.is_empty();
    if !is_drawn {
        // A scene may have styles for tokens that are not in the configuration.
        robots.push((Colour::Red, grid.cells().find(|&cell| !grid.is_closed(cell))?));
    }
    let (first, at) = robots[0];
    // A target below its robot is invisible.
    let hidden = Target { cell: at, robot: TargetRobot::Only(first) };
    let is_present = |colour| robots.iter().any(|&(robot, _)| robot == colour);
    let drawn = |target: Target| match target.robot {
        TargetRobot::Only(colour) if !is_present(colour) => Target { robot: TargetRobot::Any, ..target },
        _ => target,
    };
    let mut targets: Vec<_> = setup.targets().map(drawn).collect();
    if targets.is_empty() {
        targets.push(hidden);
    }
    let game = Instance::new(setup.board().clone(), &distinct(robots), &targets).ok()?;
    let start =
        if is_drawn { game.configuration() } else { Configuration::new(grid.cell_count(), &[]).ok()? };
    Some((game.scene(), start))
}

/// Removes robots whose colour or cell an earlier robot has.
fn distinct(robots: Vec<(Colour, Cell)>) -> Vec<(Colour, Cell)> {
    let mut kept: Vec<(Colour, Cell)> = Vec::new();
    for (robot, cell) in robots {
        if kept.iter().all(|&(other, at)| other != robot && at != cell) {
            kept.push((robot, cell));
        }
    }
    kept
}

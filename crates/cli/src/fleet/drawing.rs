//! Pictures of the steps of a fleet.

use std::path::{Path, PathBuf};

use motion_core::draw::{ANIMATION_LIMIT, PLAYER_LIMIT, Scene, Timing, TokenStyle, animated, player};
use motion_core::error::DrawError;
use motion_core::internal::Counted;
use motion_core::{Configuration, Move, Schedule};

use super::arguments::Arguments;
use super::problem::FleetProblem;
use crate::{CliError, Console, output};

/// The pictures of a run.
pub(super) struct Drawings(Vec<Drawing>);

/// A picture of the first steps, as many as its format holds.
struct Drawing {
    path: PathBuf,
    format: Format,
    schedule: Schedule,
    is_full: bool,
}

/// A function that draws, and the moves and steps that it draws at most.
#[derive(Clone, Copy)]
struct Format {
    draw: fn(&Scene, &Configuration, &Schedule) -> Result<String, DrawError>,
    limit: usize,
}

const ANIMATION: Format = Format {
    draw: |scene, start, schedule| animated(scene, start, schedule, &Timing::default()),
    limit: ANIMATION_LIMIT,
};

const PLAYER: Format =
    Format { draw: |scene, start, schedule| player(scene, start, schedule), limit: PLAYER_LIMIT };

impl Drawings {
    /// Creates the pictures that the arguments ask for.
    pub(super) fn new(arguments: &Arguments) -> Self {
        let drawing = |path: &PathBuf, format| Drawing {
            path: path.clone(),
            format,
            schedule: Schedule::new(),
            is_full: false,
        };
        let animation = arguments.svg.iter().map(|path| drawing(path, ANIMATION));
        let page = arguments.html.iter().map(|path| drawing(path, PLAYER));
        Self(animation.chain(page).collect())
    }

    /// Adds a step.
    pub(super) fn push(&mut self, moves: &[Move]) {
        for drawing in &mut self.0 {
            let limit = drawing.format.limit;
            let schedule = &mut drawing.schedule;
            drawing.is_full |= schedule.moves().len() + moves.len() > limit || schedule.makespan() == limit;
            if !drawing.is_full {
                schedule.push_step(moves.iter().copied());
            }
        }
    }

    /// Writes the pictures. A message names those that do not show all steps.
    pub(super) fn write(
        &self,
        problem: &FleetProblem,
        steps: u64,
        console: &mut Console,
    ) -> Result<(), CliError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let (scene, vertices) = (scene(problem), problem.open.graph.vertex_count());
        let start = Configuration::new(vertices, &problem.starts).map_err(CliError::instance)?;
        for Drawing { path, format, schedule, is_full } in &self.0 {
            output::write(path, (format.draw)(&scene, &start, schedule))?;
            if *is_full {
                note_part(path, schedule.makespan(), steps, console);
            }
        }
        Ok(())
    }
}

/// Prints that a picture shows only the first steps.
fn note_part(path: &Path, shown: usize, steps: u64, console: &mut Console) {
    let (path, steps) = (path.display(), Counted(steps, "step"));
    // If this cannot be written, the picture still shows how many there are.
    let _ = writeln!(console.messages, "{path}: shows the first {shown} of {steps}");
}

/// Returns the grid with robots in the colours of their starts.
fn scene(problem: &FleetProblem) -> Scene {
    let FleetProblem { grid, open, starts, .. } = problem;
    let scene = Scene::open_cells(grid);
    let hues = scene.hues();
    let robots = (1..).zip(starts);
    let robots = robots.map(|(number, start)| TokenStyle::disc(hues[start.index()]).with_label(number));
    let vertices = Counted(open.graph.vertex_count(), "vertex");
    scene.with_title(format!("{} on {vertices}", Counted(starts.len(), "robot"))).with_tokens(robots)
}

//! Solutions as picture files.

use std::fs;
use std::path::Path;

use motion_core::Configuration;
use motion_core::draw::{DrawError, Scene, Timeline, Timing, animated, player};

use crate::CliError;

/// Writes an animated SVG.
pub(crate) fn write_svg<'a>(
    path: &Path,
    scene: &Scene,
    start: &Configuration,
    plan: impl Into<Timeline<'a>>,
) -> Result<(), CliError> {
    write(path, animated(scene, start, plan, &Timing::default()))
}

/// Writes a page with a player.
pub(crate) fn write_html<'a>(
    path: &Path,
    scene: &Scene,
    start: &Configuration,
    plan: impl Into<Timeline<'a>>,
) -> Result<(), CliError> {
    write(path, player(scene, start, plan))
}

fn write(path: &Path, picture: Result<String, DrawError>) -> Result<(), CliError> {
    let file = path.display().to_string();
    let picture = picture.map_err(|why| CliError::Draw { file: file.clone(), why })?;
    fs::write(path, picture).map_err(|why| CliError::Write { file, why })
}

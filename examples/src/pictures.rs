//! Solutions as picture files.

use std::fs;
use std::path::{Path, PathBuf};

use motion_core::Configuration;
use motion_core::draw::{DrawError, Scene, Timeline, Timing, animated, player};

use crate::{CliError, Console};

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

/// Says of files that were asked for that there is nothing to write into them.
pub(crate) fn not_written<'p>(files: impl IntoIterator<Item = &'p PathBuf>, console: &mut Console) {
    for file in files {
        // Nothing is left to do where not even this can be written.
        let _ =
            writeln!(console.messages, "{}: not written, as there is no solution to show", file.display());
    }
}

/// Writes what is drawn already.
pub(crate) fn write_text(path: &Path, picture: &str) -> Result<(), CliError> {
    fs::write(path, picture).map_err(|why| CliError::Write { file: path.display().to_string(), why })
}

fn write(path: &Path, picture: Result<String, DrawError>) -> Result<(), CliError> {
    let picture = picture.map_err(|why| CliError::Draw { file: path.display().to_string(), why })?;
    write_text(path, &picture)
}

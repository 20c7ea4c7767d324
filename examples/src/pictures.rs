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

/// Refuses files to write that are also read, or that are to hold two things.
pub(crate) fn refuse_overwriting<'p>(
    read: impl IntoIterator<Item = &'p PathBuf>,
    written: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), CliError> {
    // A file that is not there yet has no other name than the one given.
    let place = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let mut taken: Vec<_> = read.into_iter().map(place).collect();
    for path in written {
        let place = place(path);
        if taken.contains(&place) {
            return Err(CliError::NamedTwice { file: path.display().to_string() });
        }
        taken.push(place);
    }
    Ok(())
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

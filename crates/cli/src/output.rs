//! The files into which answers are written.

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use motion_core::Configuration;
use motion_core::draw::{Scene, Timeline, Timing, animated, player};

use crate::options::Common;
use crate::{CliError, Console, input};

/// Draws a solution as an animated picture and as a page that plays it, if these were requested.
pub(crate) fn draw<'a>(
    common: &Common,
    scene: &Scene,
    start: &Configuration,
    plan: impl Into<Timeline<'a>>,
) -> Result<(), CliError> {
    let timeline = plan.into();
    if let Some(path) = &common.svg {
        write(path, animated(scene, start, timeline.clone(), &Timing::default()))?;
    }
    if let Some(path) = &common.html {
        write(path, player(scene, start, timeline))?;
    }
    Ok(())
}

/// Refuses files that cannot be written, are also read, or are named twice. Called before any work
/// is done.
pub(crate) fn check<'p>(
    read: impl IntoIterator<Item = &'p PathBuf>,
    written: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), CliError> {
    let mut named: Vec<_> = read.into_iter().map(|path| canonical(path)).collect();
    for path in written {
        let file = || path.display().to_string();
        if input::is_standard(path) {
            return Err(CliError::NoFile);
        }
        let name = canonical(path);
        if named.contains(&name) {
            return Err(CliError::NamedTwice { file: file() });
        }
        named.push(name);
        try_to_open(path).map_err(|why| CliError::Write { file: file(), why })?;
    }
    Ok(())
}

/// Returns a unique name for each file, whether it exists or not.
fn canonical(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// Opens a file for writing, without changing anything.
fn try_to_open(path: &Path) -> io::Result<()> {
    let is_new = path.symlink_metadata().is_err();
    OpenOptions::new().append(true).create(true).open(path)?;
    if is_new { fs::remove_file(path) } else { Ok(()) }
}

/// Prints a message that these files are not written.
pub(crate) fn not_written<'p>(files: impl IntoIterator<Item = &'p PathBuf>, console: &mut Console) {
    for file in files {
        // If this cannot be written, nothing else can be done.
        let _ = writeln!(console.messages, "{}: not written, as there is no solution to show", name(file));
    }
}

/// Returns the name of a file in messages; `-` is standard output.
fn name(path: &Path) -> String {
    if input::is_standard(path) { "standard output".to_owned() } else { path.display().to_string() }
}

/// Writes a picture.
pub(crate) fn write_text(path: &Path, picture: &str) -> Result<(), CliError> {
    fs::write(path, picture).map_err(|why| CliError::Write { file: path.display().to_string(), why })
}

/// Writes a picture, unless it could not be drawn.
pub(crate) fn write(path: &Path, picture: Result<String, impl Display>) -> Result<(), CliError> {
    let picture = picture.map_err(|why| CliError::in_file(path, why))?;
    write_text(path, &picture)
}

//! Files that others have published: puzzles, maps and levels that are not part of this project.
//! The variable `MOTION_DATA` names their folder.

use std::env;
use std::path::PathBuf;

/// Returns the path of a file or a folder; if it is absent, `None`, with a message.
pub fn published(name: &str) -> Option<PathBuf> {
    let path = env::var_os("MOTION_DATA").map(|folder| PathBuf::from(folder).join(name));
    let path = path.filter(|path| path.exists());
    if path.is_none() {
        eprintln!("skipped: {name} is not in the folder that MOTION_DATA names");
    }
    path
}

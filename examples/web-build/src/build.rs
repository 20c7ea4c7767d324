//! The build of the page, from its sources to the folder that is served.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compile::compile;
use crate::modules::Module;
use crate::single_file::{Parts, single_file};
use crate::wrapper::{SCRIPT, WASM, write_wrapper};
use crate::{BuildError, Size};

/// The file name of the single-file page.
pub const SINGLE_FILE: &str = "motion-puzzles.html";

/// The greatest number of bytes of the engine, compressed by `gzip -9`.
pub const MOST_COMPRESSED_BYTES: usize = 1_500_000;

/// The script of the page that is not a module of its window.
const WORKER: &str = "worker.js";

/// The module that plays solutions. It also stands in the HTML files of the library.
const PLAYER: &str = "player.js";

/// Builds the page into the folder `web` of the target folder. Returns that folder, and the names
/// and sizes of its files.
///
/// # Errors
///
/// If the engine does not compile or is too large, a file cannot be read or written, or the page
/// cannot be put into a single file.
pub fn build() -> Result<(PathBuf, Vec<(String, Size)>), BuildError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let compiled = compile(&root)?;
    // Built files are in target/wasm32-unknown-unknown/web.
    let target = compiled.ancestors().nth(3).ok_or(BuildError::NoModule)?;
    let folder = target.join("web");
    empty(&folder)?;
    let wasm = write_wrapper(&compiled, &folder)?;
    copy_page(&root.join("examples/web/page"), &folder)?;
    copy(&root.join("crates/motion-core/src/draw").join(PLAYER), &folder.join(PLAYER))?;
    write_single_file(&folder, &read(&wasm)?)?;
    let sizes = sizes(&folder)?;
    let engine = sizes.iter().find(|(name, _)| name == WASM).map_or(0, |(_, size)| size.compressed);
    if engine > MOST_COMPRESSED_BYTES {
        return Err(BuildError::TooLarge { bytes: engine, most: MOST_COMPRESSED_BYTES });
    }
    Ok((folder, sizes))
}

/// Makes an empty folder, and removes files of an earlier build.
fn empty(folder: &Path) -> Result<(), BuildError> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(BuildError::file(folder))?;
    }
    fs::create_dir_all(folder).map_err(BuildError::file(folder))
}

/// Copies all files of the page.
fn copy_page(page: &Path, folder: &Path) -> Result<(), BuildError> {
    for name in names(page)? {
        if [SCRIPT, WASM, PLAYER, SINGLE_FILE].contains(&name.as_str()) {
            return Err(BuildError::NameTaken { name });
        }
        copy(&page.join(&name), &folder.join(&name))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), BuildError> {
    fs::copy(from, to).map_err(BuildError::file(from)).map(|_| ())
}

fn write_single_file(folder: &Path, wasm: &[u8]) -> Result<(), BuildError> {
    let mut modules = Vec::new();
    for name in names(folder)? {
        let is_script = Path::new(&name).extension().is_some_and(|end| end == "js");
        if is_script && name != SCRIPT && name != WORKER {
            modules.push(Module { text: read_text(&folder.join(&name))?, name });
        }
    }
    let parts = Parts {
        style: &read_text(&folder.join("style.css"))?,
        modules: &modules,
        engine: &read_text(&folder.join(SCRIPT))?,
        worker: &read_text(&folder.join(WORKER))?,
        wasm,
    };
    let page = single_file(&read_text(&folder.join("index.html"))?, &parts)?;
    let path = folder.join(SINGLE_FILE);
    fs::write(&path, page).map_err(BuildError::file(&path))
}

/// Returns the files of a folder and their sizes.
fn sizes(folder: &Path) -> Result<Vec<(String, Size)>, BuildError> {
    let sizes = names(folder)?.into_iter().map(|name| {
        let size = Size::of(&read(&folder.join(&name))?);
        Ok((name, size))
    });
    sizes.collect()
}

/// Returns the names of a folder's files, in order.
fn names(folder: &Path) -> Result<Vec<String>, BuildError> {
    let entries = fs::read_dir(folder).map_err(BuildError::file(folder))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(BuildError::file(folder))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<Vec<u8>, BuildError> {
    fs::read(path).map_err(BuildError::file(path))
}

fn read_text(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path).map_err(BuildError::file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_copied_and_put_into_one_file() {
        let page = tempfile::tempdir().expect("a folder");
        let folder = tempfile::tempdir().expect("a folder");
        let index =
            "<link rel=\"stylesheet\" href=\"style.css\"><script type=\"module\" src=\"main.js\"></script>";
        for (name, text) in [("index.html", index), ("style.css", ""), ("main.js", ""), (WORKER, "")] {
            fs::write(page.path().join(name), text).expect("a file");
        }
        fs::write(folder.path().join(SCRIPT), "").expect("a file");
        copy_page(page.path(), folder.path()).expect("copied");
        write_single_file(folder.path(), b"\0asm").expect("written");
        let names: Vec<_> = sizes(folder.path()).expect("sizes").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [SCRIPT, "index.html", "main.js", SINGLE_FILE, "style.css", WORKER]);

        for taken in [SCRIPT, PLAYER] {
            let path = page.path().join(taken);
            fs::write(&path, "").expect("a file");
            let refused = copy_page(page.path(), folder.path());
            assert!(matches!(refused, Err(BuildError::NameTaken { name }) if name == taken));
            fs::remove_file(&path).expect("removed");
        }
    }

    #[test]
    fn files_of_an_earlier_build_are_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("web");
        empty(&folder).expect("made");
        fs::write(folder.join("old.js"), "").expect("a file");
        empty(&folder).expect("emptied");
        assert_eq!(names(&folder).expect("a folder"), Vec::<String>::new());
    }
}

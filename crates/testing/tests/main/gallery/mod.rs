//! Tests that the pictures of the documentation equal those that the library draws.

mod ears;
mod ricochet;
mod sliding;
mod sokoban;
mod swaps;

use motion_testing::published;
use std::fs;

use ::sokoban::{Collection, Level};
use motion_core::error::DrawError;

use crate::root;

/// A file name and its content.
struct Picture {
    /// The name within `docs/images`.
    file: &'static str,
    /// The SVG.
    svg: String,
}

/// Returns all pictures of the documentation, without those of the level that others have published
/// if it is absent.
fn pictures(published: Option<&Level>) -> Result<Vec<Picture>, DrawError> {
    let robots = swaps::pictures()?.into_iter().chain(ricochet::pictures()?).chain(sokoban::pictures()?);
    let graphs = sliding::pictures()?.into_iter().chain(ears::pictures()?);
    Ok(graphs.chain(robots).chain(published.map(sokoban::plan)).collect())
}

/// With `UPDATE_GALLERY=1` the pictures are written instead of compared.
#[test]
fn the_committed_pictures_are_up_to_date() {
    let folder = root().join("docs/images");
    // The level whose plan docs/sokoban.md shows is not part of this project.
    let text =
        published("sokoban/xsokoban_90.xsb").map(|file| fs::read_to_string(file).expect("a text file"));
    let levels = text.map(|text| text.parse::<Collection>().expect("levels"));
    let level = levels.as_ref().map(|levels| levels.get(50).expect("90 levels").level());
    for picture in pictures(level).expect("legal plans") {
        let file = folder.join(picture.file);
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            fs::create_dir_all(&folder).expect("a writable folder");
            fs::write(&file, &picture.svg).expect("a writable file");
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(committed == picture.svg, "{} is out of date: run with UPDATE_GALLERY=1", picture.file);
    }
}

//! The pictures of the documentation equal those that the library draws.

use std::fs;
use std::path::Path;

use sokoban::Collection;

use crate::published::published;

/// Run with `UPDATE_GALLERY=1` to write the pictures instead of comparing them.
#[test]
fn the_committed_pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    // The level whose plan docs/sokoban.md shows is not part of this project.
    let text = published("sokoban/xsokoban_90.xsb").map(|file| fs::read_to_string(file).expect("a text file"));
    let levels = text.map(|text| text.parse::<Collection>().expect("levels"));
    let level = levels.as_ref().map(|levels| levels.get(50).expect("90 levels").level());
    for picture in motion_benches::gallery::pictures(level).expect("legal plans") {
        let file = folder.join(picture.file);
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            fs::create_dir_all(&folder).expect("a writable folder");
            fs::write(&file, &picture.svg).expect("a writable file");
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(committed == picture.svg, "{} is out of date: run with UPDATE_GALLERY=1", picture.file);
    }
}

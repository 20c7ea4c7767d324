//! The pictures of the documentation equal those that the library draws.

use std::fs;
use std::path::Path;

/// Run with `UPDATE_GALLERY=1` to write the pictures instead of comparing them.
#[test]
fn the_committed_pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    for picture in motion_benches::gallery::pictures().expect("legal plans") {
        let file = folder.join(picture.file);
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            fs::create_dir_all(&folder).expect("a writable folder");
            fs::write(&file, &picture.svg).expect("a writable file");
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(committed == picture.svg, "{} is out of date: run with UPDATE_GALLERY=1", picture.file);
    }
}

//! Tests of the samples in files, which are copies because a package holds only its own files.

use std::fs;
use std::path::Path;

#[test]
fn samples_are_those_of_the_libraries() {
    let crates = Path::new("..");
    for (folder, names) in [
        ("cpf", &["rooms.map", "rooms.scen"][..]),
        ("ricochet", &["longest.txt"]),
        ("sokoban", &["crossing.xsb", "hall.xsb", "warehouse.xsb"]),
    ] {
        for name in names {
            let read = |path: &Path| fs::read_to_string(path).expect("a file of the workspace");
            let own = read(&Path::new("samples").join(name));
            assert_eq!(own, read(&crates.join(folder).join("testdata").join(name)), "{name}");
        }
    }
}

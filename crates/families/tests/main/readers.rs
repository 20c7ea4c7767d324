//! Tests of the inputs with which the fuzzers begin, and of those that once failed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use families::ALL;

/// The folder with all inputs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

#[test]
fn every_input_of_the_fuzzers_is_read() {
    let folders = fs::read_dir(CORPUS).expect("a folder of the workspace");
    let folders = folders.map(|entry| entry.expect("an entry").file_name().display().to_string());
    let names: BTreeSet<_> = ALL.iter().map(|family| family.name().to_owned()).collect();
    assert_eq!(folders.collect::<BTreeSet<_>>(), names, "a folder for each fuzzer");
    for family in ALL {
        let mut accepting = BTreeSet::new();
        for entry in fs::read_dir(Path::new(CORPUS).join(family.name())).expect("a folder") {
            let input = fs::read(entry.expect("an entry").path()).expect("a readable file");
            accepting.extend(family.read_input(&input));
        }
        let all: BTreeSet<_> = (0..family.readers().len()).collect();
        assert_eq!(accepting, all, "{family:?}: an input for each reader");
    }
}

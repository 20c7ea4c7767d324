//! Tests maps, scenarios and instances published by others.

use std::fs;

use cpf_core::Instance;
use cpf_core::formats::CpfText;
use cpf_core::formats::moving_ai::{Map, Scenario};

use motion_testing::published;

/// The names and texts of all files with this extension.
fn files(extension: &str) -> Vec<(String, String)> {
    let Some(folder) = published("cpf") else { return Vec::new() };
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        (path.file_name().expect("a name").to_string_lossy().into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn published_files_are_read_and_written_back() {
    let maps = files("map");
    for (name, text) in &maps {
        let map: Map = text.parse().expect(name);
        assert_eq!(map.to_string(), text.replace('T', "@"), "{name}");
    }
    for (name, text) in files("scen") {
        let scenario: Scenario = text.parse().expect(&name);
        assert_eq!(scenario.to_string().trim_end(), text.trim_end(), "{name}");
        let map = &scenario.entries()[0].map;
        let (_, map) = maps.iter().find(|(name, _)| name == map).expect("its map");
        let map: Map = map.parse().expect("a map");
        let robots = scenario.entries().len();
        let instance = scenario.instance(map, robots).expect(&name);
        assert_eq!(instance.robot_count(), robots);
        let again: Instance = instance.to_string().parse().expect("what was written");
        assert_eq!(again.start(), instance.start());
    }
    for (name, text) in files("cpf") {
        let CpfText::<Instance>(instance) = text.parse().expect(&name);
        let lines = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(String::from).collect();
            lines.sort_unstable();
            lines
        };
        // The published files do not sort the edges.
        assert_eq!(lines(&CpfText(&instance).to_string()), lines(&text), "{name}");
        assert_eq!(instance.to_string().parse(), Ok(instance), "{name} as another format");
    }
}

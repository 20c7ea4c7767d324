//! Maps, scenarios and instances that others have published.

use std::fs;

use cpf_core::formats::moving_ai::{Scenario, display_map, read_map};
use cpf_core::formats::{cpf, graph_text};

use crate::published::published;

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
        let grid = read_map(text).expect(name);
        assert_eq!(display_map(&grid).expect("no walls").to_string(), text.replace('T', "@"), "{name}");
    }
    for (name, text) in files("scen") {
        let scenario = Scenario::read(&text).expect(&name);
        assert_eq!(scenario.to_string().trim_end(), text.trim_end(), "{name}");
        let map = &scenario.entries()[0].map;
        let (_, map) = maps.iter().find(|(name, _)| name == map).expect("its map");
        let grid = read_map(map).expect("a map");
        let robots = scenario.entries().len();
        let instance = scenario.instance(grid, robots).expect(&name);
        assert_eq!(instance.robot_count(), robots);
        let text = graph_text::display(&instance).to_string();
        assert_eq!(graph_text::read(&text).expect("what was written").start(), instance.start());
    }
    for (name, text) in files("cpf") {
        let instance = cpf::read(&text).expect(&name);
        let lines = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(String::from).collect();
            lines.sort_unstable();
            lines
        };
        // Theirs do not sort the edges.
        assert_eq!(lines(&cpf::display(&instance).to_string()), lines(&text), "{name}");
        let again = graph_text::read(&graph_text::display(&instance).to_string());
        assert_eq!(again, Ok(instance), "{name} as another format");
    }
}

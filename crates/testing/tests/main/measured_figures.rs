//! Tests that every measured figure on a page has a table.
//!
//! Measured figures stand in tables that `reproduce` writes into a page between two marks, or in
//! links. A figure elsewhere is refused unless `figures-of-other-kinds.txt` lists it with the
//! reason.

use std::fs;
use std::path::{Path, PathBuf};

use crate::book::all_pages;
use crate::page_blocks::{blocks, number, without_included_tables};
use crate::root;

/// Units of what is measured, and things that are counted in measurements.
const UNITS: &str = "% per s ms µs seconds second milliseconds microseconds minutes minute hours hour days day \
    kB MB GB TB KiB MiB GiB TiB bytes times million billion thousand";
const COUNTED: &str = "moves pushes steps nodes states positions levels boards instances games plans pairs";
const NUMBERS: &str = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty \
    sixty hundred thousand million billion";

/// Returns the measured figures in a text outside links: numbers with a unit, and large counts.
/// Numbers in words count, too.
fn measured_figures(text: &str) -> Vec<String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric() && it != '%').to_owned();
    let is_unit = |list: &str, word: &str| list.split_whitespace().any(|unit| unit == word);
    let measured = |(place, word): (usize, &&str)| {
        let (figure, next) = (bare(word), bare(words.get(place + 1).copied().unwrap_or_default()));
        let value = number(&figure);
        let is_large = value.is_some_and(|value| value >= 100.0);
        let is_number = value.is_some() || NUMBERS.split_whitespace().any(|it| it == figure);
        let before = if place > 0 { words[place - 1] } else { "" };
        let is_name = ["Table", "table", "Figure", "figure"].contains(&before);
        let is_measured = figure.ends_with('%') && figure.len() > 1
            || !is_name && is_number && (is_unit(UNITS, &next) || is_large && is_unit(COUNTED, &next));
        is_measured.then(|| if figure.ends_with('%') { figure } else { format!("{figure} {next}") })
    };
    words.iter().enumerate().filter_map(measured).collect()
}

/// Figures that are not measured by `reproduce`. A line has a page and words around the figure, or
/// `§` and a heading for all figures of a section. A line that begins with `#` gives the reason for
/// those below it.
struct OtherFigures {
    lines: Vec<(String, String)>,
    used: Vec<bool>,
}

impl OtherFigures {
    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let pair = |line: &str| {
            let (page, words) = line.split_once(" | ").unwrap_or_else(|| panic!("`{line}` is no pair"));
            (page.to_owned(), words.to_owned())
        };
        let lines: Vec<_> = lines.map(pair).collect();
        Self { used: vec![false; lines.len()], lines }
    }

    /// Returns whether a figure of a text in a section is listed.
    fn contains(&mut self, page: &str, section: &str, text: &str, figure: &str) -> bool {
        let listed = self.lines.iter().position(|(listed, words)| {
            let is_section = words.strip_prefix("§ ").is_some_and(|heading| heading == section);
            listed == page && (is_section || text.contains(words.as_str()) && words.contains(figure))
        });
        if let Some(place) = listed {
            self.used[place] = true;
        }
        listed.is_some()
    }

    fn unused(&self) -> impl Iterator<Item = String> {
        let unused = self.lines.iter().zip(&self.used).filter(|(_, used)| !**used);
        unused.map(|((page, words), _)| format!("{page}: no figure like `{words}`"))
    }
}

/// Returns the measured figures of a page that neither a table nor a list accounts for.
fn unaccounted(page: &str, text: &str, others: &mut OtherFigures) -> Vec<String> {
    let mut faults = Vec::new();
    for block in blocks(&without_included_tables(text)) {
        let text = block.plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_figure = |cell: &str| number(cell).is_some_and(|it| it >= 100.0 || it.fract() != 0.0);
        match &block.table {
            Some(first) if is_figure(&text) => {
                let table = format!("table of {first}");
                if !others.contains(page, &block.section, &table, &table) {
                    faults.push(format!("{page}, {}: {text} in the {table}", block.section));
                }
            }
            _ => {
                let figures = measured_figures(&text).into_iter();
                let unlisted = figures.filter(|figure| !others.contains(page, &block.section, &text, figure));
                faults.extend(
                    unlisted.map(|figure| format!("{page}, {}: {figure}: {text:.90}", block.section)),
                );
            }
        }
    }
    faults
}

#[test]
fn every_measured_figure_has_a_table() {
    let mut others = OtherFigures::read(include_str!("figures-of-other-kinds.txt"));
    let mut faults = Vec::new();
    let is_read = |page: &PathBuf| page.ends_with("README.md") || page.parent() == Some(Path::new("docs"));
    for page in all_pages().filter(is_read) {
        let text = fs::read_to_string(root().join(&page)).expect("a readable page");
        faults.extend(unaccounted(&page.display().to_string(), &text, &mut others));
    }
    faults.extend(others.unused());
    assert!(faults.is_empty(), "{} figures:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn figures_without_a_table_are_found() {
    let list = "# papers\np.md | the paper's 300 s\np.md | table of n\np.md | § Estimate\n";
    let faults = |text: &str| {
        let mut others = OtherFigures::read(list);
        (unaccounted("p.md", text, &mut others).len(), others.unused().count())
    };
    for (page, wrong) in [
        ("It takes 7 ms and (0.5 %) more, six times as long, 1,200 moves.", 4),
        ("Six tiles move; 12 moves, n³, `7 s`, *8 s*, [9 s](results/t.csv \"s\") and step 3.", 0),
        ("Page\n\n<!-- table: results/t.csv -->\n\n| n |\n|--|\n| 0.5 |\n\n<!-- end of table -->\n\n7 s", 1),
        ("| m | s |\n|--|--|\n| 4 | 0.5 |", 1),
    ] {
        assert_eq!(faults(page), (wrong, 3), "{page}");
    }
    assert_eq!(faults("It is the paper's 300 s.\n\n| n | s |\n|--|--|\n| 4 | 0.5 |"), (0, 1));
    assert_eq!(faults("It is the paper's 300 s, 8 minutes.\n\n# Estimate\n\n7 s\n\n# More\n\n7 s"), (2, 1));
}

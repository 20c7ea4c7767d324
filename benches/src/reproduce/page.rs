//! Pages of Markdown, and the files that go with them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use motion_puzzles::CliError;

use super::chart;
use super::experiment::Experiment;
use super::findings::{Cell, Column, Findings, Table};
use super::origin::Origin;
use super::status::{self, Age, Status};

/// Writes all files of an experiment; returns the page.
pub(super) fn write(
    experiment: &Experiment,
    findings: &Findings,
    origin: &Origin,
    folder: &Path,
) -> Result<PathBuf, CliError> {
    let name = experiment.name;
    let (mut page, remarks) = experiment.text_with(&findings.figures);
    let file = |part: &str, ending: &str| {
        if part.is_empty() { format!("{name}.{ending}") } else { format!("{name}-{part}.{ending}") }
    };
    for table in &findings.tables {
        let values = file(table.name, "csv");
        put(&folder.join(&values), &comma_separated(table))?;
        let _ = write!(page, "\n## {}\n\n", table.title);
        if table.is_shown {
            page += &markdown(table);
            page.push('\n');
        }
        let _ = writeln!(page, "[{values}]({values})");
    }
    let plots = findings.plots.iter().map(|plot| (plot.name, &plot.title, chart::svg(plot)));
    let drawings = findings.drawings.iter().map(|it| (it.name, &it.title, it.svg.clone()));
    for (name, title, svg) in plots.chain(drawings) {
        let drawing = file(name, "svg");
        put(&folder.join(&drawing), &svg)?;
        let _ = write!(page, "\n## {title}\n\n![{title}]({drawing})\n");
    }
    page += &remarks;
    let _ = write!(page, "\n## Origin\n\n{}", origin.text());
    let path = folder.join(file("", "md"));
    put(&path, &page)?;
    Ok(path)
}

/// Writes the list of all pages, each with its day and what has changed since.
pub(super) fn write_index(folder: &Path) -> Result<(), CliError> {
    let mut page =
        "# Results\n\nThe tables and figures of the papers, measured again by `reproduce`, and whether the code of the solvers, comments included, has changed since.\n\n| page | where it stands | measured | the solvers |\n|---|---|---|---|\n"
            .to_owned();
    for (it, status) in status::all(folder) {
        if let Status::Measured(Age { day, since }) = status {
            let since = since.map_or_else(|| "unknown".to_owned(), |changes| changes.to_string());
            let _ =
                writeln!(page, "| [{}]({}.md) | {} | {day} | {since} |", it.title(), it.name, it.source());
        }
    }
    if folder.join("soak.md").exists() {
        page += "\nBeside the papers: [random instances by all solvers](soak.md), solved by `soak`.\n";
    }
    put(&folder.join("README.md"), &page)
}

fn put(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(|why| CliError::Write { file: path.display().to_string(), why })
}

/// Formats a table in Markdown, with text to the left and figures to the right.
fn markdown(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = |column: &Column| {
        let is_text = column.cells.iter().any(|cell| matches!(cell, Cell::Text(_)));
        if is_text { "---" } else { "---:" }.to_owned()
    };
    let titles = table.columns.iter().map(|column| column.title.clone()).collect();
    let rows = rows(table, |cell| cell.shown().replace('|', "\\|")).map(line);
    line(titles) + &line(table.columns.iter().map(rule).collect()) + &rows.collect::<String>()
}

fn comma_separated(table: &Table) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let titles = table.columns.iter().map(|column| column.title.clone()).collect();
    for row in std::iter::once(titles).chain(rows(table, Cell::plain)) {
        writer.write_record(row).expect("invariant: rows are as long as the columns");
    }
    let bytes = writer.into_inner().expect("writing into memory cannot fail");
    String::from_utf8(bytes).expect("invariant: cells are text")
}

/// Returns the texts of the cells, row by row.
fn rows(table: &Table, text: impl Fn(&Cell) -> String) -> impl Iterator<Item = Vec<String>> {
    let count = table.columns.first().map_or(0, |column| column.cells.len());
    (0..count).map(move |row| table.columns.iter().map(|column| text(&column.cells[row])).collect())
}

#[cfg(test)]
mod tests {
    use super::super::findings::Rows;
    use super::*;

    #[test]
    fn one_table_is_written_for_people_and_for_programs() {
        let table = Rows::of([("a|b", 1000_u64, Some(2.25)), ("c", 2, None)])
            .column("name", |row| row.0)
            .column("count", |row| row.1)
            .for_each([1, 0], |rows, digits| rows.number(format!("to {digits}"), digits, |row| row.2))
            .column("is a", |row| row.0 == "c")
            .shown("", "Some");
        assert_eq!(
            markdown(&table),
            "| name | count | to 1 | to 0 | is a |\n| --- | ---: | ---: | ---: | --- |\n\
             | a\\|b | 1,000 | 2.2 | 2 | no |\n| c | 2 | – | – | yes |\n"
        );
        assert_eq!(comma_separated(&table), "name,count,to 1,to 0,is a\na|b,1000,2.2,2,no\nc,2,,,yes\n");
    }
}

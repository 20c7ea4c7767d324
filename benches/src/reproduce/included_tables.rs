//! Tables of results within the pages of the book.
//!
//! A page includes a table between two marks. The first mark names the file of the table, relative
//! to the page, and columns if not all are wanted; a column may list the cells of the wanted rows:
//!
//! ```text
//! <!-- table: results/clockwise.csv | board = 3×3, 4×4 | choice squares -->
//! <!-- end of table -->
//! ```
//!
//! `reproduce` writes the table and its origin between them, as the page of results has them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use motion_puzzles::CliError;

use super::origin::PageOrigin;

/// A mark begins a line.
const BEGIN: &str = "\n<!-- table: ";
const END: &str = "<!-- end of table -->";

/// Writes all tables of the pages of a folder anew. Returns the pages that have changed.
pub(super) fn write_all(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let unreadable = |why| CliError::Read { file: folder.display().to_string(), why };
    let mut changed = Vec::new();
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|it| it == "md") && write(&path)? {
            changed.push(path);
        }
    }
    changed.sort();
    Ok(changed)
}

/// Writes the tables of a page anew. Returns whether it has changed.
fn write(path: &Path) -> Result<bool, CliError> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|why| CliError::Read { file: file.clone(), why })?;
    let written = with_tables(&text, path.parent().unwrap_or(Path::new("")))
        .map_err(|why| CliError::File { file: file.clone(), why })?;
    let is_changed = written != text;
    if is_changed {
        fs::write(path, written).map_err(|why| CliError::Write { file, why })?;
    }
    Ok(is_changed)
}

/// Returns a page of a folder with its tables written anew.
///
/// # Errors
/// A description if a mark is not closed, or the results have no such table or column.
pub fn with_tables(page: &str, folder: &Path) -> Result<String, String> {
    let (mut written, mut rest) = (String::new(), page);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (mark, after) = after.split_once(" -->\n").ok_or("a mark of a table does not end")?;
        let (_, after) = after.split_once(END).ok_or_else(|| format!("no `{END}` follows `{mark}`"))?;
        let table = included(mark, folder)?;
        let _ = write!(written, "{before}{BEGIN}{mark} -->\n\n{table}\n{END}");
        rest = after;
    }
    Ok(written + rest)
}

/// Returns the table that a mark names, and its origin.
fn included(mark: &str, folder: &Path) -> Result<String, String> {
    let mut parts = mark.split(" | ");
    let file = Path::new(parts.next().unwrap_or_default());
    let columns: Vec<_> = parts.collect();
    let (page, text) = page_with(&folder.join(file))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let (before, _) =
        text.split_once(&format!("\n[{name}]({name})\n")).ok_or("the page has no such table")?;
    let table: Vec<_> = before.trim_end().lines().rev().take_while(|line| line.starts_with('|')).collect();
    let rows = table.into_iter().rev().map(cells).collect::<Vec<_>>();
    let titles = rows.first().ok_or_else(|| format!("{name} is not shown on a page"))?;
    let chosen = Choice::read(&columns, titles).map_err(|why| format!("{name} {why}"))?;
    let line = |row: &Vec<&str>| {
        let cells: Vec<_> = chosen.columns.iter().map(|&column| row[column]).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let origin = PageOrigin::read(&text).ok_or("the page of results has no origin")?.line;
    let link = file.with_file_name(page);
    let (head, body) = rows.split_at(rows.len().min(2));
    let body = body.iter().filter(|row| chosen.contains(row));
    let table: String = head.iter().chain(body).map(line).collect();
    Ok(format!("{table}\n{origin}: [results]({}).\n", link.display()))
}

/// The columns and rows of a table that a mark wants.
struct Choice<'m> {
    columns: Vec<usize>,
    /// Columns, and the cells that wanted rows may have there.
    cells: Vec<(usize, Vec<&'m str>)>,
}

impl<'m> Choice<'m> {
    fn read(wanted: &[&'m str], titles: &[&str]) -> Result<Self, String> {
        let mut choice = Self { columns: Vec::new(), cells: Vec::new() };
        for column in wanted {
            let (title, cells) =
                column.split_once(" = ").map_or((*column, None), |(it, cells)| (it, Some(cells)));
            let place = titles.iter().position(|it| *it == title);
            let place = place.ok_or_else(|| format!("has no column `{title}`"))?;
            choice.columns.push(place);
            choice.cells.extend(cells.map(|cells| (place, cells.split(", ").collect())));
        }
        if wanted.is_empty() {
            choice.columns = (0..titles.len()).collect();
        }
        Ok(choice)
    }

    fn contains(&self, row: &[&str]) -> bool {
        self.cells.iter().all(|(column, cells)| cells.contains(&row[*column]))
    }
}

/// Returns the name and the text of the page of results that shows a table.
fn page_with(table: &Path) -> Result<(String, String), String> {
    let name = table.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
    // The longest beginning of the table's name that is a page.
    let shorter = name.rmatch_indices('-').map(|(at, _)| &name[..at]);
    let mut pages = [name].into_iter().chain(shorter).map(|beginning| format!("{beginning}.md"));
    let found = pages.find_map(|page| Some((fs::read_to_string(table.with_file_name(&page)).ok()?, page)));
    found.map(|(text, page)| (page, text)).ok_or_else(|| format!("no page shows {}", table.display()))
}

/// Returns the cells of a row.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(str::trim).collect()
}

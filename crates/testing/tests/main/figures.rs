//! Tests that the figures on pages are those of the committed results.
//!
//! A page cites a figure by a link to the table; the title of the link gives the place in the
//! table: `[9.6](results/snakes-puzzle-moves.csv "saved in all, % where n = 50")`. See
//! [`Citation`].

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::book::{pages_in, resolve};
use crate::page_blocks::{Link, blocks, number, without_included_tables};
use crate::root;

/// A table of results.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(text: &str) -> Self {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let columns = cells(reader.headers().expect("a header"));
        let rows = reader.records().map(|row| cells(&row.expect("a row of the table"))).collect();
        Self { columns, rows }
    }

    fn column(&self, name: &str) -> Result<usize, String> {
        let mut places = (0..self.columns.len()).filter(|&place| self.columns[place] == name);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (None, _) => Err(format!("there is no column `{name}`")),
            _ => Err(format!("there are several columns `{name}`")),
        }
    }
}

/// The place of a figure in a table:
///
/// ```text
/// [least of | greatest of | mean of | sum of] COLUMN [over COLUMN] [where CONDITIONS]
/// rows [where CONDITIONS]
/// ```
///
/// Conditions are joined by `and`; each is `COLUMN OPERATOR VALUE` or `COLUMN OPERATOR COLUMN`, the
/// operator one of `=`, `≠`, `<`, `≤`, `>`, `≥`. Rows without a value in one of the columns are
/// left out. Without an aggregate there must be one row. `rows` is the number of rows.
struct Citation<'t> {
    aggregate: Option<Aggregate>,
    column: &'t str,
    divisor: Option<&'t str>,
    conditions: Vec<Condition<'t>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Aggregate {
    Least,
    Greatest,
    Mean,
    Sum,
    Rows,
}

struct Condition<'t> {
    column: &'t str,
    operator: &'t str,
    /// A value or a column.
    other: &'t str,
}

const OPERATORS: [&str; 6] = ["=", "≠", "<", "≤", ">", "≥"];

impl<'t> Citation<'t> {
    fn read(title: &'t str) -> Result<Self, String> {
        let (figure, conditions) =
            title.split_once(" where ").map_or((title, None), |(figure, rest)| (figure, Some(rest)));
        let conditions = conditions.map_or(Ok(Vec::new()), Condition::read_all)?;
        if figure == "rows" {
            return Ok(Self { aggregate: Some(Aggregate::Rows), column: "", divisor: None, conditions });
        }
        let aggregates = [
            ("least of ", Aggregate::Least),
            ("greatest of ", Aggregate::Greatest),
            ("mean of ", Aggregate::Mean),
            ("sum of ", Aggregate::Sum),
        ];
        let begun = aggregates.iter().find_map(|(words, it)| Some((Some(*it), figure.strip_prefix(words)?)));
        let (aggregate, figure) = begun.unwrap_or((None, figure));
        let (column, divisor) =
            figure.split_once(" over ").map_or((figure, None), |(column, other)| (column, Some(other)));
        Ok(Self { aggregate, column, divisor, conditions })
    }

    fn value(&self, table: &Table) -> Result<f64, String> {
        let mut rows = Vec::new();
        for row in &table.rows {
            let mut holds = true;
            for condition in &self.conditions {
                holds &= condition.holds(table, row)?;
            }
            if holds {
                rows.push(row);
            }
        }
        if self.aggregate == Some(Aggregate::Rows) {
            return Ok(rows.len() as f64);
        }
        let (column, divisor) =
            (table.column(self.column)?, self.divisor.map(|name| table.column(name)).transpose()?);
        let figure = |row: &&Vec<String>| {
            let value = number(&row[column])?;
            Some(match divisor {
                Some(divisor) => value / number(&row[divisor])?,
                None => value,
            })
        };
        let values: Vec<f64> = rows.iter().filter_map(figure).collect();
        let sum: f64 = values.iter().sum();
        match (self.aggregate, &values[..]) {
            (_, []) => Err("no row has this figure".to_owned()),
            (Some(Aggregate::Least), values) => Ok(values.iter().copied().fold(f64::INFINITY, f64::min)),
            (Some(Aggregate::Greatest), values) => {
                Ok(values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
            }
            (Some(Aggregate::Mean), values) => Ok(sum / values.len() as f64),
            (Some(_), _) => Ok(sum),
            (None, &[value]) => Ok(value),
            (None, values) => Err(format!("{} rows have this figure", values.len())),
        }
    }
}

impl<'t> Condition<'t> {
    /// Parses conditions joined by `and`; a name may also contain this word.
    fn read_all(mut text: &'t str) -> Result<Vec<Self>, String> {
        let mut conditions = Vec::new();
        let joints: Vec<_> = text.match_indices(" and ").map(|(at, _)| at).collect();
        for at in joints.into_iter().rev() {
            if let Ok(last) = Self::read(&text[at + " and ".len()..]) {
                conditions.push(last);
                text = &text[..at];
            }
        }
        conditions.push(Self::read(text)?);
        Ok(conditions)
    }

    fn read(text: &'t str) -> Result<Self, String> {
        let found = OPERATORS.iter().find_map(|&operator| {
            let (column, rest) = text.split_once(&format!(" {operator} "))?;
            Some(Self { column, operator, other: rest })
        });
        found.ok_or_else(|| format!("`{text}` is no condition"))
    }

    fn holds(&self, table: &Table, row: &[String]) -> Result<bool, String> {
        let one = &row[table.column(self.column)?];
        let other = if table.columns.iter().any(|column| column == self.other) {
            &row[table.column(self.other)?]
        } else {
            self.other
        };
        let ordering = match (number(one), number(other)) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            // Words are equal or not; if a figure is missing, no condition holds.
            _ if one.is_empty() || other.is_empty() || !["=", "≠"].contains(&self.operator) => {
                return Ok(false);
            }
            _ => one.as_str().cmp(other),
        };
        Ok(match self.operator {
            "=" => ordering.is_eq(),
            "≠" => ordering.is_ne(),
            "<" => ordering.is_lt(),
            "≤" => ordering.is_le(),
            ">" => ordering.is_gt(),
            _ => ordering.is_ge(),
        })
    }
}

/// Returns whether a page shows a value, rounded to any number of digits.
fn is_shown(text: &str, value: f64) -> bool {
    let digits = text.trim_end_matches(['%', ' ']).split_once('.').map_or(0, |(_, digits)| digits.len());
    let half = 0.5 * 10_f64.powf(-(digits as f64));
    number(text).is_some_and(|shown| (shown - value).abs() <= half + 1e-9)
}

/// Words that precede numbers which are not figures, such as sizes and sections, divided by `~`.
const NAMED: &str = "n = ~× ~roposition ~icroban ~P − ~n ≤ ~n ≥ ~N = ~P = ~k = ~able ~ables ~\
    igure ~igures ~ection ~ersion ~lgorithm ~emma ";

/// Returns the figures in a text that have no citation.
///
/// Figures do not include parts of words (`v2`, `4n`), sizes (`3×3`), numbers of formulas (`(7)`),
/// and numbers that follow one of [`NAMED`].
fn bare_figures(text: &str) -> Vec<&str> {
    let is_inside = |letter: char| letter.is_ascii_digit() || ".,".contains(letter);
    let mut figures = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(|letter: char| letter.is_ascii_digit()).map(|at| rest + at) {
        let end = text[start..].find(|letter| !is_inside(letter)).map_or(text.len(), |at| start + at);
        let (before, after) = (&text[..start], &text[end..]);
        let touches =
            |letter: Option<char>| letter.is_some_and(|it| it.is_alphabetic() || "×/⁴³²_".contains(it));
        let is_size = touches(before.chars().next_back()) || touches(after.chars().next());
        let is_named = NAMED.split('~').any(|words| before.ends_with(words)) || after.starts_with(" ×");
        let is_numbered = before.ends_with('(') && after.starts_with(')');
        if !is_size && !is_named && !is_numbered {
            figures.push(text[start..end].trim_end_matches(['.', ',']));
        }
        rest = end;
    }
    figures
}

/// Returns the number of citations on a page, and all its faults: figures that differ from the
/// table, and figures without a table in blocks that cite results.
fn faults(page: &Path, text: &str, tables: &mut HashMap<PathBuf, Table>) -> (usize, Vec<String>) {
    let (mut count, mut faults) = (0, Vec::new());
    for block in blocks(&without_included_tables(text)) {
        let is_table = |link: &&Link| {
            link.target.starts_with("results/")
                && Path::new(&link.target).extension().is_some_and(|it| it == "csv")
        };
        for Link { target, title, text } in block.links.iter().filter(is_table) {
            count += 1;
            let file = resolve(page, target);
            let table = tables.entry(file).or_insert_with_key(|file| {
                let text = fs::read_to_string(root().join(file));
                Table::read(&text.unwrap_or_else(|why| panic!("{}: {why}", file.display())))
            });
            match Citation::read(title).and_then(|citation| citation.value(table)) {
                Ok(value) if is_shown(text, value) => {}
                Ok(value) => faults.push(format!("{text} is {value} in {target}, {title}")),
                Err(why) => faults.push(format!("{text}: {why} in {target}, {title}")),
            }
        }
        if block.is_result || block.links.iter().any(|link| link.target.starts_with("results/")) {
            let bare = bare_figures(&block.plain);
            if !bare.is_empty() {
                faults.push(format!("{} cite no table: {}", bare.join(", "), block.plain.trim()));
            }
        }
    }
    (count, faults.into_iter().map(|fault| format!("{}: {fault}", page.display())).collect())
}

#[test]
fn every_figure_is_that_of_its_table() {
    let (mut count, mut all) = (0, Vec::new());
    let mut tables = HashMap::new();
    for page in pages_in("docs") {
        let text = fs::read_to_string(root().join(&page)).expect("a readable page");
        let (cited, faults) = faults(&page, &text, &mut tables);
        count += cited;
        all.extend(faults);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert!(count > 50, "only {count} figures are cited");
}

#[test]
fn wrong_and_bare_figures_are_found() {
    let table = Table::read("n,\"saved, %\",paper,name\n4,−1.25,2,a and b\n50,9.61,1234,a\n60,,5,b\n");
    let mut tables = HashMap::from([(PathBuf::from("docs/results/t.csv"), table)]);
    let mut faults = |text: &str| faults(Path::new("docs/page.md"), text, &mut tables).1.len();
    for right in [
        "[9.6 %](results/t.csv \"saved, % where n = 50\")",
        "[−1.25](results/t.csv \"saved, % where n = 4\") at n = 4, in version 2 of 3×3 and 4 × 4 by (7)",
        "[1,234](results/t.csv \"greatest of paper\") and *7* of the paper, `8`",
        "[2](results/t.csv \"rows where saved, % ≤ paper\")",
        "[−0.6](results/t.csv \"saved, % over paper where n = 4\")",
        "[4.18](results/t.csv \"mean of saved, %\")",
        "[1239](results/t.csv \"sum of paper where n ≥ 50 and n ≠ 4\")",
        "[2](results/t.csv \"paper where name = a and b and n < 50\")",
        "7 figures of which nothing is said",
    ] {
        assert_eq!(faults(right), 0, "{right}");
    }
    for wrong in [
        "[9.7](results/t.csv \"saved, % where n = 50\")",
        "[9.6](results/t.csv \"saved, %\")",
        "[9.6](results/t.csv \"saved where n = 50\")",
        "[5](results/t.csv \"saved, % where n = 60\")",
        "[9.6](results/t.csv \"saved, % where n\")",
        "[9.6](results/t.csv)",
        "[results](results/page.md) are 7 % better",
        "| result |\n|---|\n| 40 |",
    ] {
        assert_eq!(faults(wrong), 1, "{wrong}");
    }
}

//! Tests that the figures on pages are those of the committed results.
//!
//! Measured figures stand in tables that `reproduce` writes into a page between two marks, or in
//! links. A figure elsewhere is refused unless `figures-of-other-kinds.txt` lists it with the
//! reason. A page cites a figure by a link to the table; the title of the link gives the place in
//! the table: `[9.6](results/snakes-puzzle-moves.csv "saved in all, % where n = 50")`. See
//! [`Citation`].

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::book::{pages_in, resolve};
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

/// Parses a number as tables and pages write it: `1,741`, `−0.6`, `9.6 %`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('%').trim_end();
    text.replace('−', "-").replace(',', "").parse().ok()
}

/// Returns whether a page shows a value, rounded to any number of digits.
fn is_shown(text: &str, value: f64) -> bool {
    let digits = text.trim_end_matches(['%', ' ']).split_once('.').map_or(0, |(_, digits)| digits.len());
    let half = 0.5 * 10_f64.powf(-(digits as f64));
    number(text).is_some_and(|shown| (shown - value).abs() <= half + 1e-9)
}

/// A paragraph, an item or a cell of a page.
#[derive(Default)]
struct Block {
    /// The text outside links, code and emphasis.
    plain: String,
    links: Vec<Link>,
    /// Whether the block is in a column with the heading `result`.
    is_result: bool,
    /// The heading of the first column, if the block is a cell of a table.
    table: Option<String>,
    /// The last heading before the block.
    section: String,
}

struct Link {
    target: String,
    title: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut block) = (Vec::new(), Block::default());
    // The headings of the columns, the number of the column, and the link to which text now
    // belongs.
    let (mut headings, mut column, mut link): (Vec<String>, usize, Option<Link>) = (Vec::new(), 0, None);
    let (mut is_head, mut emphasis, mut is_code) = (false, 0, false);
    let mut section = String::new();
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::TableHead) => (is_head, headings) = (true, Vec::new()),
            Event::End(TagEnd::TableHead) => is_head = false,
            Event::Start(Tag::TableRow) => column = 0,
            Event::End(TagEnd::Heading(_)) => section = std::mem::take(&mut block).plain,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. } | Tag::TableCell)
            | Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                block.section.clone_from(&section);
                blocks.push(std::mem::take(&mut block));
            }
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::End(TagEnd::TableCell) if is_head => headings.push(std::mem::take(&mut block).plain),
            Event::End(TagEnd::TableCell) => {
                block.is_result = headings.get(column).is_some_and(|heading| heading == "result");
                block.table = headings.first().cloned();
                block.section.clone_from(&section);
                column += 1;
                blocks.push(std::mem::take(&mut block));
            }
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                link = Some(Link {
                    target: dest_url.into_string(),
                    title: title.into_string(),
                    text: String::new(),
                });
            }
            Event::End(TagEnd::Link) => block.links.extend(link.take()),
            Event::Start(Tag::Emphasis) => emphasis += 1,
            Event::End(TagEnd::Emphasis) => emphasis -= 1,
            Event::Text(text) => match &mut link {
                Some(link) => link.text.push_str(&text),
                None if emphasis == 0 && !is_code => block.plain.push_str(&text),
                None => {}
            },
            Event::SoftBreak => block.plain.push(' '),
            _ => {}
        }
    }
    blocks.push(block);
    blocks
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

/// Returns a page without the tables that `reproduce` writes into it.
fn without_included_tables(page: &str) -> String {
    let mut parts = page.split("\n<!-- table: ");
    let first = parts.next().unwrap_or_default().to_owned();
    let after =
        |part: &str| part.split_once("<!-- end of table -->").expect("the mark is closed").1.to_owned();
    first + &parts.map(after).collect::<String>()
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
    for page in pages_in("docs").into_iter().chain([PathBuf::from("README.md")]) {
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

//! The findings of an experiment.

use std::fmt::Display;

use crate::grouped::grouped;

/// The tables and pictures of the page of an experiment, and the figures of its text.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) tables: Vec<Table>,
    pub(super) plots: Vec<Plot>,
    pub(super) drawings: Vec<Drawing>,
    /// Figures of the text, by their names in braces.
    pub(super) figures: Vec<(&'static str, String)>,
}

impl Findings {
    pub(super) fn of(tables: impl IntoIterator<Item = Table>) -> Self {
        Self { tables: tables.into_iter().collect(), ..Self::default() }
    }

    pub(super) fn with_plots(mut self, plots: impl IntoIterator<Item = Plot>) -> Self {
        self.plots.extend(plots);
        self
    }

    /// Adds a figure of the text.
    pub(super) fn with_figure(mut self, name: &'static str, figure: impl Display) -> Self {
        self.figures.push((name, figure.to_string()));
        self
    }
}

/// Columns of figures.
pub(super) struct Table {
    /// The end of its file name, after the experiment's name; empty if it is the only one.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) columns: Vec<Column>,
    /// Whether it is on the page; long tables are files only.
    pub(super) is_shown: bool,
}

/// A column of a table; all columns of a table are equally long.
pub(super) struct Column {
    pub(super) title: String,
    pub(super) cells: Vec<Cell>,
}

/// A table under construction: the subjects of its rows, and the columns so far.
pub(super) struct Rows<R> {
    rows: Vec<R>,
    columns: Vec<Column>,
}

impl<R> Rows<R> {
    /// Creates a table with a row for each of these.
    pub(super) fn of(rows: impl IntoIterator<Item = R>) -> Self {
        Self { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// Adds a column.
    pub(super) fn column<C: Into<Cell>>(
        mut self,
        title: impl Into<String>,
        cell: impl FnMut(&R) -> C,
    ) -> Self {
        let cells = self.rows.iter().map(cell).map(Into::into).collect();
        self.columns.push(Column { title: title.into(), cells });
        self
    }

    /// Adds a column of numbers with this many digits after the point.
    pub(super) fn number<N: Into<Option<f64>>>(
        self,
        title: impl Into<String>,
        digits: usize,
        mut number: impl FnMut(&R) -> N,
    ) -> Self {
        self.column(title, |row| Cell::number(number(row), digits))
    }

    /// Adds columns for each of several things.
    pub(super) fn for_each<T>(
        self,
        things: impl IntoIterator<Item = T>,
        columns: impl FnMut(Self, T) -> Self,
    ) -> Self {
        things.into_iter().fold(self, columns)
    }

    /// Returns the table, to be shown on the page.
    pub(super) fn shown(self, name: &'static str, title: impl Into<String>) -> Table {
        Table { name, title: title.into(), columns: self.columns, is_shown: true }
    }

    /// Returns the table, to be written only to a file.
    pub(super) fn in_a_file(self, name: &'static str, title: impl Into<String>) -> Table {
        Table { is_shown: false, ..self.shown(name, title) }
    }
}

/// One figure of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(u64),
    /// A number with this many digits after the point.
    Number(f64, usize),
    /// The figure was not measured, or is not in the paper.
    None,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<bool> for Cell {
    fn from(is: bool) -> Self {
        if is { "yes" } else { "no" }.into()
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Cell {
    /// Returns a number with this many digits after the point, or [`Cell::None`].
    pub(super) fn number(value: impl Into<Option<f64>>, digits: usize) -> Self {
        value.into().map_or(Self::None, |value| Self::Number(value, digits))
    }

    /// Returns the text for files.
    pub(super) fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Number(value, digits) => {
                let text = format!("{value:.digits$}");
                // A number that is rounded to zero has no sign.
                let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
                if is_zero { text.trim_start_matches('-').to_owned() } else { text }
            }
            Self::None => String::new(),
        }
    }

    /// Returns the text for pages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(_) | Self::Number(..) => grouped(&self.plain()),
            Self::None => "–".to_owned(),
        }
    }
}

/// Curves over two axes.
pub(super) struct Plot {
    /// The end of its file name, after the experiment's name; empty if it is the only one.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) curves: Vec<Curve>,
}

impl Plot {
    pub(super) fn new(
        name: &'static str,
        title: impl Into<String>,
        [x, y]: [Axis; 2],
        curves: impl IntoIterator<Item = Curve>,
    ) -> Self {
        Self { name, title: title.into(), x, y, curves: curves.into_iter().collect() }
    }
}

/// A picture other than of curves.
pub(super) struct Drawing {
    /// The end of its file name, after the experiment's name.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) svg: String,
}

/// The label and scale of an axis.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) label: &'static str,
    pub(super) is_logarithmic: bool,
}

impl Axis {
    pub(super) const fn linear(label: &'static str) -> Self {
        Self { label, is_logarithmic: false }
    }

    pub(super) const fn logarithmic(label: &'static str) -> Self {
        Self { label, is_logarithmic: true }
    }
}

/// A series of points in the order of the first coordinate.
pub(super) struct Curve {
    /// The name in the key; a curve without a name is not in it.
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether this is a curve of the paper, which is dashed and has the colour of the one before.
    pub(super) is_from_paper: bool,
}

impl Curve {
    pub(super) fn ours(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name: name.into(), points: points.into_iter().collect(), is_from_paper: false }
    }

    pub(super) fn of_paper(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { is_from_paper: true, ..Self::ours(name, points) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_grouped_for_people_and_plain_for_programs() {
        let cells = [Cell::Count(1_234_567), Cell::Number(-1234.5678, 2), Cell::Number(0.5, 0), Cell::None];
        assert_eq!(cells.each_ref().map(Cell::shown), ["1,234,567", "−1,234.57", "0", "–"]);
        assert_eq!(cells.each_ref().map(Cell::plain), ["1234567", "-1234.57", "0", ""]);
        assert_eq!(Cell::Count(123).shown(), "123");
        assert_eq!(Cell::Number(-0.04, 1).plain(), "0.0");
    }
}

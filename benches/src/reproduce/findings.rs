//! The findings of an experiment.

/// The content of the page of an experiment.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) tables: Vec<Table>,
    pub(super) plots: Vec<Plot>,
    pub(super) drawings: Vec<Drawing>,
    /// Differences from the paper, and their reasons.
    pub(super) remarks: Vec<String>,
}

/// Rows of figures.
pub(super) struct Table {
    /// The end of its file name, after the experiment's name; empty if it is the only one.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// Whether it is on the page; long tables are files only.
    pub(super) is_shown: bool,
}

impl Table {
    /// A table on the page.
    pub(super) fn new<C: Into<String>>(
        name: &'static str,
        title: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { name, title: title.into(), columns, rows: rows.into_iter().collect(), is_shown: true }
    }

    /// A table that is a file only.
    pub(super) fn in_a_file(mut self) -> Self {
        self.is_shown = false;
        self
    }
}

/// One figure of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(u64),
    /// A number with this many digits after the point.
    Number(f64, usize),
    /// Not measured, or not in the paper.
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

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Cell {
    /// A number with this many digits after the point, or [`Figure::None`].
    pub(super) fn number(value: impl Into<Option<f64>>, digits: usize) -> Self {
        value.into().map_or(Self::None, |value| Self::Number(value, digits))
    }

    /// The text for files.
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

    /// The text for pages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(_) | Self::Number(..) => grouped(&self.plain()),
            Self::None => "–".to_owned(),
        }
    }
}

/// A number with a comma after every three digits before the point.
pub(super) fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("−", digits));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
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

/// A picture that is not of curves.
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

/// Points in the order of the first coordinate.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether this is a curve of the paper, which is dashed.
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

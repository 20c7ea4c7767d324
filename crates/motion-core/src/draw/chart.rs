//! Line charts that show how numbers change over another, such as a cost over time.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::draw::markup::{Escaped, character_count, collect};
use crate::draw::ticks::Ticks;

/// The style sheet of a chart.
const STYLE: &str = include_str!("chart.css");

/// Sizes of a chart in pixels.
const WIDTH: i64 = 720;
const HEIGHT: i64 = 400;
const LEFT: i64 = 90;
const RIGHT: i64 = 40;
const TOP: i64 = 66;
const BOTTOM: i64 = 58;

/// A line chart as an SVG 1.1 file that follows the reader's light or dark theme: a title, two axes
/// with round numbers, some lines and their legend.
///
/// Points that are not finite are left out. The same input gives the same bytes on every platform.
///
/// # Examples
/// ```
/// use motion_core::internal::Chart;
///
/// let chart = Chart::new("30 robots")
///     .with_axes("seconds", "sum of costs")
///     .with_steps("best so far", [(0.1, 900.0), (0.5, 700.0), (2.0, 680.0)], 5.0)
///     .with_level("lower bound", 610.0);
/// let file = chart.to_string();
/// assert!(file.starts_with("<svg") && file.contains("<title>30 robots</title>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    title: String,
    x_name: String,
    y_name: String,
    lines: Vec<ChartLine>,
}

#[derive(Clone, Debug, PartialEq)]
struct ChartLine {
    name: String,
    course: Course,
}

#[derive(Clone, Debug, PartialEq)]
enum Course {
    /// Each value holds until the next point, and the last value until the end.
    Steps { points: Vec<(f64, f64)>, end: f64 },
    /// A line from one side to the other.
    Level(f64),
}

/// The ranges of the axes, which map numbers to places in the picture.
struct Scale {
    x: (f64, f64),
    y: (f64, f64),
}

impl Chart {
    /// Creates a chart without lines.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the names of the axes.
    pub fn with_axes(mut self, x: impl Into<String>, y: impl Into<String>) -> Self {
        (self.x_name, self.y_name) = (x.into(), y.into());
        self
    }

    /// Adds a step line: each y holds from its x until the next point, and the last until `end`.
    pub fn with_steps(
        mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
        end: f64,
    ) -> Self {
        let points = points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        self.lines.push(ChartLine { name: name.into(), course: Course::Steps { points, end } });
        self
    }

    /// Adds a horizontal line at `y`.
    pub fn with_level(mut self, name: impl Into<String>, y: f64) -> Self {
        if y.is_finite() {
            self.lines.push(ChartLine { name: name.into(), course: Course::Level(y) });
        }
        self
    }

    /// Returns the ticks of both axes. The x axis begins at 0 if no number is below 0.
    fn ticks(&self) -> (Ticks, Ticks) {
        let (mut xs, mut ys) = (alloc::vec![0.0], Vec::new());
        for line in &self.lines {
            match &line.course {
                Course::Steps { points, end } => {
                    xs.extend(points.iter().map(|&(x, _)| x).chain([*end]).filter(|x| x.is_finite()));
                    ys.extend(points.iter().map(|&(_, y)| y));
                }
                Course::Level(y) => ys.push(*y),
            }
        }
        let covering = |numbers: &[f64]| {
            let least = numbers.iter().copied().reduce(f64::min).unwrap_or(0.0);
            Ticks::covering(least, numbers.iter().copied().reduce(f64::max).unwrap_or(1.0))
        };
        let x = if xs.iter().all(|&x| x == 0.0) { Ticks::covering(0.0, 1.0) } else { covering(&xs) };
        (x, covering(&ys))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"c-chart\" role=\"img\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">"
        )?;
        if !self.title.is_empty() {
            writeln!(out, "<title>{}</title>", Escaped(&self.title))?;
        }
        writeln!(out, "<style>\n{STYLE}</style>")?;
        writeln!(out, "<rect class=\"c-paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\"/>")?;
        let (x, y) = self.ticks();
        let scale = Scale { x: x.range(), y: y.range() };
        self.axes(out, &scale, x, y)?;
        for (index, line) in self.lines.iter().enumerate() {
            scale.line(out, index, &line.course)?;
        }
        self.legend(out)?;
        out.write_str("</svg>\n")
    }

    fn axes(&self, out: &mut String, scale: &Scale, x: Ticks, y: Ticks) -> fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for (value, label) in x.labels() {
            let at = scale.column(value);
            writeln!(out, "<path class=\"c-grid\" d=\"M{at} {TOP}V{bottom}\"/>")?;
            text(out, "c-tick c-middle", (at, bottom + 20), &label)?;
        }
        for (value, label) in y.labels() {
            let at = scale.row(value);
            writeln!(out, "<path class=\"c-grid\" d=\"M{LEFT} {at}H{right}\"/>")?;
            text(out, "c-tick c-end", (LEFT - 8, at + 4), &label)?;
        }
        writeln!(out, "<path class=\"c-axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>")?;
        text(out, "c-heading", (LEFT, 26), &self.title)?;
        text(out, "c-name c-middle", (LEFT.midpoint(right), HEIGHT - 14), &self.x_name)?;
        let (at, name) = (TOP.midpoint(bottom), Escaped(&self.y_name));
        writeln!(
            out,
            "<text class=\"c-name c-middle\" transform=\"translate(22 {at}) rotate(-90)\">{name}</text>"
        )
    }

    /// Writes the names of the lines side by side below the title.
    fn legend(&self, out: &mut String) -> fmt::Result {
        let mut x = LEFT;
        for (index, line) in self.lines.iter().enumerate() {
            writeln!(out, "<path class=\"c-line c-line-{}\" d=\"M{x} 46h26\"/>", index % 3)?;
            text(out, "c-name", (x + 32, 50), &line.name)?;
            x += 56 + 8 * character_count(&line.name);
        }
        Ok(())
    }
}

impl fmt::Display for Chart {
    /// Writes the SVG file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&collect(|out| self.write(out)))
    }
}

impl Scale {
    fn column(&self, x: f64) -> i64 {
        LEFT + between(x, self.x, WIDTH - LEFT - RIGHT)
    }

    fn row(&self, y: f64) -> i64 {
        HEIGHT - BOTTOM - between(y, self.y, HEIGHT - TOP - BOTTOM)
    }

    fn line(&self, out: &mut String, index: usize, course: &Course) -> fmt::Result {
        let mut path = String::new();
        match course {
            Course::Level(y) => write!(path, "M{LEFT} {}H{}", self.row(*y), WIDTH - RIGHT)?,
            Course::Steps { points, end } => {
                let mut places = points.iter().map(|&(x, y)| (self.column(x), self.row(y)));
                let Some((x, y)) = places.next() else { return Ok(()) };
                write!(path, "M{x} {y}")?;
                let (mut last_x, mut last_y) = (x, y);
                for (x, y) in places {
                    // Skip points that coincide in the picture.
                    if x != last_x {
                        write!(path, "H{x}")?;
                    }
                    if y != last_y {
                        write!(path, "V{y}")?;
                    }
                    (last_x, last_y) = (x, y);
                }
                write!(path, "H{}", self.column(*end).max(last_x))?;
                writeln!(out, "<circle class=\"c-dot c-dot-{}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>", index % 3)?;
            }
        }
        writeln!(out, "<path class=\"c-line c-line-{}\" d=\"{path}\"/>", index % 3)
    }
}

/// Returns the whole number of pixels, from 0 to `length`, for a number of a range.
fn between(value: f64, (least, most): (f64, f64), length: i64) -> i64 {
    // Add a half and truncate, since `core` has no `round`. The cast turns NaN into zero.
    ((value - least) / (most - least) * length as f64 + 0.5) as i64
}

fn text(out: &mut String, class: &str, (x, y): (i64, i64), text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", Escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples::HOSTILE;
    use alloc::string::ToString;
    use roxmltree::{Document, Node};

    fn of_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
        let has = |node: &Node<'_, '_>| {
            node.attribute("class").is_some_and(|classes| classes.split(' ').any(|own| own == class))
        };
        document.descendants().filter(has).collect()
    }

    #[test]
    fn points_are_where_the_axes_say() {
        let chart = Chart::new("Costs")
            .with_axes("seconds", "cost")
            .with_steps("best", [(2.0, 80.0), (4.0, 20.0), (f64::NAN, 3.0)], 10.0)
            .with_level("bound", 0.0);
        let file = chart.to_string();
        let document = Document::parse(&file).expect("well-formed");
        // Ten seconds are 590 pixels wide from x = 90; a cost of 80 is 276 pixels high from y = 342
        // upwards.
        let lines: Vec<_> =
            of_class(&document, "c-line").iter().filter_map(|node| node.attribute("d")).collect();
        assert_eq!(lines[..2], ["M208 66H326V273H680", "M90 342H680"]);
        assert_eq!(lines.len(), 4, "two lines and their legend");
        let ticks: Vec<_> = of_class(&document, "c-tick").iter().filter_map(Node::text).collect();
        assert_eq!(ticks.join(" "), "0 2 4 6 8 10 0 10 20 30 40 50 60 70 80");
        let names: Vec<_> = of_class(&document, "c-name").iter().filter_map(Node::text).collect();
        assert_eq!(names, ["seconds", "cost", "best", "bound"]);
    }

    #[test]
    fn charts_of_nothing_and_of_one_point_are_drawn() {
        let empty =
            Chart::default().with_steps("none", [], f64::NAN).with_level("no", f64::INFINITY).to_string();
        let document = Document::parse(&empty).expect("well-formed");
        assert_eq!(of_class(&document, "c-line").len(), 1, "only the legend");
        let point = Chart::new("One").with_steps("best", [(0.0, 7.0)], 0.0).to_string();
        let document = Document::parse(&point).expect("well-formed");
        assert_eq!(of_class(&document, "c-line")[0].attribute("d"), Some("M90 204H90"));
        assert_eq!(of_class(&document, "c-dot").len(), 1, "a dot where a line would have no length");
    }

    #[test]
    fn hostile_text_stays_text() {
        let chart = Chart::new(HOSTILE).with_axes(HOSTILE, HOSTILE).with_level(HOSTILE, 1.0).to_string();
        let document = Document::parse(&chart).expect("well-formed");
        let readable = HOSTILE.replace(['\0', '\u{b}'], "\u{fffd}");
        assert_eq!(
            document.descendants().filter(|node| node.is_text() && node.text() == Some(&*readable)).count(),
            5
        );
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        assert!(!STYLE.contains(['<', '&']));
    }
}

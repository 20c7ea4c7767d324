//! A scene as SVG text: the parts shared by stills, animations and the player.
//!
//! One cell is 100 units wide. Every number is an integer, so that the text is short and the same
//! on every platform. All parts are SVG 1.1 with classes, whose colours are defined in `theme.css`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::configuration::{Configuration, Token};
use crate::draw::error::DrawError;
use crate::draw::markup::{Escaped, character_count};
use crate::draw::paint::Paint;
use crate::draw::scene::{Goal, Line, Point, Scene, Shape, TokenStyle, VertexShape};
use crate::draw::values::{self, FILLS, TokenValues};
use crate::graph::Vertex;

/// The style sheet of every picture.
pub(super) const THEME: &str = include_str!("../theme.css");

/// Units in one cell.
const CELL: i32 = 100;

/// The margin around the scene.
const MARGIN: i32 = 20;

/// Half the side of a cell (less than half of [`CELL`], so that the grid shows) and of a square
/// token; the radius of dots.
const CELL_HALF: i32 = 48;
const TILE_HALF: i32 = 46;
const BOX_HALF: i32 = 40;
const DOT: i32 = 13;

/// The radius of round tokens in cells, and on graphs, where the edges between them must be seen.
const DISC: i32 = 42;
const DISC_ON_GRAPH: i32 = 36;

/// Half the side of the mark of a round token's goal in a cell, whose corners a token leaves
/// visible, and the radius of the mark elsewhere, which is a ring around the token.
const MARK_HALF: i32 = 45;
const MARK_RING: i32 = 43;

/// The number of shapes a token can have.
const SHAPES: usize = Shape::Box as usize + 1;

/// The natural size of a picture: each cell has this many pixels, unless the longer side would
/// exceed the maximum below.
const CELL_PIXELS: i64 = 48;
const PICTURE_PIXELS: i64 = 800;

/// A point in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelPoint {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// A scene that fits a configuration.
pub(super) struct Picture<'a> {
    scene: &'a Scene,
    styles: &'a [TokenStyle],
    points: Vec<PixelPoint>,
    frame: Frame,
    /// The values that colour the tokens, and the corner of their legend.
    legend: Option<(&'a TokenValues, (i64, i64))>,
    /// The radius of round tokens.
    disc: i32,
    /// The size of the labels on each shape.
    label_sizes: [i32; SHAPES],
}

/// The outline of a token or of the mark of its goal, around the middle of its first cell.
#[derive(Clone, Copy)]
enum Outline {
    /// A circle of this radius, in one cell.
    Circle(i32),
    /// A rectangle over all cells of the token, whose first cell it fills up to `half`.
    Rectangle { half: i32, radius: i32, cells: (u8, u8) },
}

/// The visible part of the plane.
#[derive(Clone, Copy)]
struct Frame {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

/// The colouring of a token's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tint {
    /// In full colour.
    Vivid,
    /// In a pale colour.
    Pale,
}

/// The colour of a token's value, and the elements that animate the token; they are empty if it
/// rests.
#[derive(Default)]
pub(super) struct Motion {
    /// The colour of its value, which replaces its own colour.
    pub(super) fill: Option<&'static str>,
    /// The animation inside its body.
    pub(super) colour: String,
    /// The animation beside its body.
    pub(super) place: String,
}

impl From<Point> for PixelPoint {
    fn from(point: Point) -> Self {
        const REACH: f32 = 1e6;
        // Add a half away from zero and truncate, since `core` has no `round`. The cast turns NaN
        // into zero.
        let units = |value: f32| {
            let value = value.clamp(-REACH, REACH) * 100.0;
            (if value < 0.0 { value - 0.5 } else { value + 0.5 }) as i32
        };
        Self { x: units(point.x), y: units(point.y) }
    }
}

impl fmt::Display for PixelPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

impl<'a> Picture<'a> {
    /// # Errors
    /// [`DrawError::MissingVertex`] and [`DrawError::MissingToken`].
    pub(super) fn new(scene: &'a Scene, configuration: &Configuration) -> Result<Self, DrawError> {
        let (vertices, styles) = (scene.vertices.len(), scene.styles.len());
        if configuration.vertex_count() > vertices {
            return Err(DrawError::MissingVertex { vertex: Vertex(vertices as u32), vertices });
        }
        if let Some(vertex) = scene.unknown_vertex {
            return Err(DrawError::MissingVertex { vertex, vertices });
        }
        let Some(present) = scene.styles.get(..configuration.token_count()) else {
            return Err(DrawError::MissingToken { token: Token(styles as u32), styles });
        };
        let points = scene.vertices.iter().map(|&(point, _)| point.into()).collect();
        let has_cells = scene.vertices.iter().any(|(_, shape)| matches!(shape, VertexShape::Cell(_)));
        let disc = if has_cells { DISC } else { DISC_ON_GRAPH };
        let label_sizes = [Shape::Tile, Shape::Disc, Shape::Box].map(|shape| {
            let labels = present.iter().filter(|style| style.shape == shape).map(|style| &*style.label);
            label_size(shape, disc, labels.map(character_count).max().unwrap_or(0))
        });
        let frame = Frame::around(scene);
        Ok(Self { scene, styles: present, points, frame, legend: None, disc, label_sizes })
    }

    /// Colours the tokens by these values, if any, and makes room for their legend.
    pub(super) fn with_values(mut self, values: Option<&'a TokenValues>) -> Self {
        if let Some(values) = values {
            let (width, height) = values.legend_size();
            let pixel = self.frame.pixel();
            let missing = (width * pixel / 100 - self.frame.width).max(0);
            self.frame.x -= missing / 2;
            self.frame.width += missing;
            self.legend = Some((values, (self.frame.x, self.frame.y + self.frame.height)));
            self.frame.height += height * pixel / 100;
        }
        self
    }

    /// Writes the style sheets.
    pub(super) fn style(&self, out: &mut String) -> fmt::Result {
        out.write_str(THEME)?;
        if self.legend.is_some() { out.write_str(values::STYLE) } else { Ok(()) }
    }

    /// The colour of a token's value at the start.
    pub(super) fn first_fill(&self, token: usize) -> Option<&'static str> {
        self.legend.map(|(values, _)| FILLS[values.classes_of(token).0])
    }

    /// The styles of the tokens.
    pub(super) const fn styles(&self) -> &'a [TokenStyle] {
        self.styles
    }

    /// The point of a vertex.
    pub(super) fn point(&self, vertex: Vertex) -> PixelPoint {
        self.points[vertex.index()]
    }

    /// Returns the tint of a token on this vertex, or between two vertices if there is none.
    pub(super) fn tint(&self, style: &TokenStyle, vertex: Option<Vertex>) -> Tint {
        let home = match style.goal {
            Goal::None => true,
            Goal::At(goal) | Goal::Unmarked(goal) => vertex == Some(goal),
            Goal::Painted => vertex.is_some_and(|vertex| self.is_painted_goal(vertex)),
        };
        if home { Tint::Vivid } else { Tint::Pale }
    }

    /// Returns whether tokens with [`Goal::Painted`] are at home here.
    pub(super) fn is_painted_goal(&self, vertex: Vertex) -> bool {
        matches!(
            self.scene.vertices[vertex.index()].1,
            VertexShape::Cell(Paint::Goal) | VertexShape::Dot(Paint::Goal)
        )
    }

    /// Writes the opening tag with the natural size, and the title.
    pub(super) fn open(&self, out: &mut String) -> fmt::Result {
        let Frame { x, y, width, height } = self.frame;
        let pixels = |side: i64| {
            let natural = side * CELL_PIXELS / i64::from(CELL);
            natural.min(side * PICTURE_PIXELS / width.max(height)).max(1)
        };
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-picture\" role=\"img\" \
             viewBox=\"{x} {y} {width} {height}\" width=\"{}\" height=\"{}\">",
            pixels(width),
            pixels(height)
        )?;
        if !self.scene.title.is_empty() {
            writeln!(out, "<title>{}</title>", Escaped(&self.scene.title))?;
        }
        Ok(())
    }

    /// Writes everything that does not move, in this order: paper, cells, edges, dots, goal marks
    /// and lines.
    pub(super) fn background(&self, out: &mut String) -> fmt::Result {
        let Frame { x, y, width, height } = self.frame;
        writeln!(
            out,
            "<rect class=\"m-paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"24\"/>"
        )?;
        let cells =
            self.vertices(|shape| if let VertexShape::Cell(paint) = shape { Some(paint) } else { None });
        paths(out, "m-cell", "fill", cells, |path, paint, PixelPoint { x, y }| {
            // Walls form one mass, without the gaps that show the grid.
            let half = if paint == Paint::Wall { CELL / 2 } else { CELL_HALF };
            let side = 2 * half;
            write!(path, "M{} {}h{side}v{side}h-{side}z", x - half, y - half)
        })?;
        if !self.scene.edges.is_empty() {
            out.write_str("<path class=\"m-edge\" d=\"")?;
            for &(from, to) in &self.scene.edges {
                segment(out, from, to)?;
            }
            out.write_str("\"/>\n")?;
        }
        let dots =
            self.vertices(|shape| if let VertexShape::Dot(paint) = shape { Some(paint) } else { None });
        paths(out, "m-dot", "fill", dots, |path, _, PixelPoint { x, y }| {
            let width = 2 * DOT;
            write!(path, "M{} {y}a{DOT} {DOT} 0 1 1 {width} 0a{DOT} {DOT} 0 1 1 -{width} 0z", x - DOT)
        })?;
        self.marks(out)?;
        let lines = self.scene.lines.iter().map(|line| (line.paint, line));
        paths(out, "m-line", "stroke", lines, |path, _, &Line { from, to, .. }| segment(path, from, to))?;
        match self.legend {
            Some((values, corner)) => values.legend(out, corner, self.frame.pixel()),
            None => Ok(()),
        }
    }

    /// Writes a token on a vertex, with its animation.
    pub(super) fn token(
        &self,
        out: &mut String,
        style: &TokenStyle,
        vertex: Vertex,
        motion: &Motion,
    ) -> fmt::Result {
        let outline = self.outline(style);
        write!(out, "<g class=\"m-token\" transform=\"translate({})\"><{outline}", self.point(vertex))?;
        if let Some(fill) = motion.fill {
            write!(out, " class=\"m-body\" fill=\"{fill}\"")?;
        } else {
            class(out, "m-body", style.paint)?;
            let (attribute, value) = self.tint(style, Some(vertex)).attribute(style.paint);
            write!(out, " {attribute}=\"{value}\"")?;
        }
        if motion.colour.is_empty() {
            out.write_str("/>")?;
        } else {
            write!(out, ">{}</{}>", motion.colour, outline.name())?;
        }
        if style.shape == Shape::Box {
            let lid = Outline::Rectangle { half: BOX_HALF - 12, radius: 3, cells: style.cells };
            write!(out, "<{lid} class=\"m-lid\"/>")?;
        }
        self.label(out, style)?;
        writeln!(out, "{}</g>", motion.place)
    }

    fn outline(&self, style: &TokenStyle) -> Outline {
        let (half, radius) = match style.shape {
            Shape::Disc if style.cells == (1, 1) => return Outline::Circle(self.disc),
            Shape::Disc => (self.disc, self.disc),
            Shape::Tile => (TILE_HALF, 12),
            Shape::Box => (BOX_HALF, 7),
        };
        Outline::Rectangle { half, radius, cells: style.cells }
    }

    /// Writes the marks of the goals. The mark of a round token's goal is larger than tokens, so
    /// that it is seen below any of them.
    fn marks(&self, out: &mut String) -> fmt::Result {
        for style in self.styles {
            let Goal::At(vertex) = style.goal else { continue };
            let is_cell = matches!(self.scene.vertices[vertex.index()].1, VertexShape::Cell(_));
            let outline = match self.outline(style) {
                Outline::Circle(_) if is_cell => {
                    Outline::Rectangle { half: MARK_HALF, radius: 12, cells: (1, 1) }
                }
                Outline::Circle(_) => Outline::Circle(MARK_RING),
                other @ Outline::Rectangle { .. } => other,
            };
            write!(out, "<g class=\"m-mark\" transform=\"translate({})\">", self.point(vertex))?;
            if !is_cell {
                // Hide the dot and the ends of the edges, which would run through the label.
                write!(out, "<{outline} class=\"m-paper\"/>")?;
            }
            write!(out, "<{outline}")?;
            match style.paint {
                // Colours stand for values, and a goal has no value.
                _ if self.legend.is_some() => out.write_str(" class=\"m-hint m-plain\"")?,
                Paint::Hue(hue) => write!(out, " class=\"m-hint\" color=\"{}\"", hue.vivid())?,
                paint => class(out, "m-hint", paint)?,
            }
            out.write_str("/>")?;
            self.label(out, style)?;
            out.write_str("</g>\n")?;
        }
        Ok(())
    }

    /// Writes the label of a token around its origin.
    fn label(&self, out: &mut String, style: &TokenStyle) -> fmt::Result {
        if style.label.is_empty() {
            return Ok(());
        }
        let size = self.label_sizes[style.shape as usize];
        let ink = if matches!(style.paint, Paint::Ink | Paint::Wall) { " m-inverse" } else { "" };
        // Centres the capitals vertically in the token.
        let drop = size * 36 / 100 + further(style.cells.0) / 2;
        let text = Escaped(&style.label);
        out.write_str("<text")?;
        if style.cells.1 > 1 {
            write!(out, " x=\"{}\"", further(style.cells.1) / 2)?;
        }
        write!(out, " class=\"m-label{ink}\" y=\"{drop}\" font-size=\"{size}\">{text}</text>")
    }

    fn vertices(
        &self,
        paint: impl Fn(VertexShape) -> Option<Paint>,
    ) -> impl Iterator<Item = (Paint, PixelPoint)> {
        let vertices = self.scene.vertices.iter().zip(&self.points);
        vertices.filter_map(move |(&(_, place), &point)| paint(place).map(|paint| (paint, point)))
    }
}

impl Frame {
    fn around(scene: &Scene) -> Self {
        let square = |point: Point, half: i32| {
            let PixelPoint { x, y } = point.into();
            (x - half, y - half, x + half, y + half)
        };
        let vertices = scene.vertices.iter().map(|&(point, _)| square(point, CELL / 2));
        let lines = scene.lines.iter().flat_map(|line| [line.from, line.to]);
        let (left, top, right, bottom) = vertices
            .chain(lines.map(|point| square(point, 0)))
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
            .unwrap_or((0, 0, CELL, CELL));
        let side = |from: i32, to: i32| i64::from(to) - i64::from(from) + 2 * i64::from(MARGIN);
        let corner = |least: i32| i64::from(least) - i64::from(MARGIN);
        Self { x: corner(left), y: corner(top), width: side(left, right), height: side(top, bottom) }
    }

    /// The size of a pixel, in hundredths of a unit, when the picture has its natural size.
    fn pixel(&self) -> i64 {
        (100 * i64::from(CELL) / CELL_PIXELS).max(100 * self.width.max(self.height) / PICTURE_PIXELS)
    }
}

impl Outline {
    const fn name(self) -> &'static str {
        match self {
            Self::Circle(_) => "circle",
            Self::Rectangle { .. } => "rect",
        }
    }
}

/// The beginning of an element: its name and its extent.
impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match *self {
            Self::Circle(radius) => write!(f, " r=\"{radius}\""),
            Self::Rectangle { half, radius, cells: (rows, columns) } => {
                let [height, width] = [rows, columns].map(|cells| 2 * half + further(cells));
                write!(f, " x=\"-{half}\" y=\"-{half}\"")?;
                write!(f, " width=\"{width}\" height=\"{height}\" rx=\"{radius}\"")
            }
        }
    }
}

impl Tint {
    /// Returns the attribute that gives a body this tint, and its value. The attribute depends only
    /// on the paint.
    pub(super) fn attribute(self, paint: Paint) -> (&'static str, String) {
        match (paint, self) {
            (Paint::Hue(hue), Self::Vivid) => ("fill", hue.vivid().to_string()),
            (Paint::Hue(hue), Self::Pale) => ("fill", hue.pale().to_string()),
            (_, Self::Vivid) => ("fill-opacity", "1".to_string()),
            (_, Self::Pale) => ("fill-opacity", "0.6".to_string()),
        }
    }
}

/// Writes one `<path>` for each paint, which colours its `channel`. The paints come in the order of
/// their first appearance.
fn paths<T>(
    out: &mut String,
    name: &str,
    channel: &str,
    items: impl Iterator<Item = (Paint, T)>,
    draw: impl Fn(&mut String, Paint, T) -> fmt::Result,
) -> fmt::Result {
    let mut groups: Vec<(Paint, String)> = Vec::new();
    for (paint, item) in items {
        let index = groups.iter().position(|&(other, _)| other == paint).unwrap_or_else(|| {
            groups.push((paint, String::new()));
            groups.len() - 1
        });
        draw(&mut groups[index].1, paint, item)?;
    }
    for (paint, path) in groups {
        out.write_str("<path")?;
        class(out, name, paint)?;
        if let Paint::Hue(hue) = paint {
            write!(out, " {channel}=\"{}\"", hue.vivid())?;
        }
        writeln!(out, " d=\"{path}\"/>")?;
    }
    Ok(())
}

fn segment(path: &mut String, from: Point, to: Point) -> fmt::Result {
    write!(path, "M{}L{}", PixelPoint::from(from), PixelPoint::from(to))
}

/// Returns the greatest size at which a label of this many characters fits on a shape.
fn label_size(shape: Shape, disc: i32, length: i64) -> i32 {
    // The widest digits of common bold fonts are 0.7 times as wide as their size, and 0.72 times as
    // high. Half of that is 35 and 36 hundredths.
    let width = 35 * length.clamp(1, 1000);
    let square = |number: i64| number * number;
    let (most, fits): (i32, &dyn Fn(i64) -> bool) = match shape {
        Shape::Tile => (44, &|size| width * size <= 3700),
        Shape::Box => (34, &|size| width * size <= 2200),
        Shape::Disc => {
            (54, &|size| square(width * size) + square(36 * size) <= square(100 * i64::from(disc - 3)))
        }
    };
    (1..=most).rev().find(|&size| fits(i64::from(size))).unwrap_or(1)
}

/// Returns the distance from the middle of the first cell to that of the last.
fn further(cells: u8) -> i32 {
    (i32::from(cells) - 1) * CELL
}

/// Writes the class of an element, with a second class if its colour depends on the theme.
fn class(out: &mut String, class: &str, paint: Paint) -> fmt::Result {
    let theme = match paint {
        Paint::Floor => " m-floor",
        Paint::Wall => " m-wall",
        Paint::Goal => " m-goal",
        Paint::Ink => " m-ink",
        Paint::Hue(_) => "",
    };
    write!(out, " class=\"{class}{theme}\"")
}

#[cfg(test)]
mod tests;

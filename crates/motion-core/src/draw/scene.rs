//! The visible parts of a puzzle: vertices, lines and the styles of tokens.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::configuration::Token;
use crate::direction::Direction;
use crate::draw::paint::{Hue, Paint};
use crate::graph::Vertex;
use crate::grid::{Cell, Grid};

/// The look of a motion puzzle: the places of its vertices, its scenery, and the styles of its
/// tokens.
///
/// A scene is built once and then drawn with any configuration and plan. It may have more vertices
/// than the configuration; the surplus is scenery. A reference to a missing vertex, such as an edge
/// to a vertex without a place, is reported when the scene is drawn.
///
/// # Examples
/// A triangle with one robot that has to reach vertex 2:
/// ```
/// use motion_core::draw::{Goal, Hue, TokenStyle, Scene, still};
/// use motion_core::{Configuration, Vertex};
///
/// let scene = Scene::at([(0.0, 0.0), (2.0, 0.0), (1.0, 1.7)])
///     .with_title("Triangle")
///     .with_edges([(0, 1), (1, 2), (2, 0)].map(|(a, b)| (Vertex(a), Vertex(b))))
///     .with_tokens([TokenStyle::disc(Hue::nth(0)).with_label(1).with_goal(Goal::At(Vertex(2)))]);
/// let picture = still(&scene, &Configuration::new(3, &[Vertex(0)])?)?;
/// assert!(picture.starts_with("<svg") && picture.contains("<title>Triangle</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub(super) title: String,
    pub(super) vertices: Vec<(Point, VertexShape)>,
    pub(super) edges: Vec<(Point, Point)>,
    pub(super) lines: Vec<Line>,
    pub(super) styles: Vec<TokenStyle>,
    /// The name of the counted moves, and the tokens whose moves count. By default the moves of all
    /// tokens count, under the name "moves".
    pub(super) counted: Option<(String, Vec<Token>)>,
    /// The first vertex that was referenced but has no place.
    pub(super) unknown_vertex: Option<Vertex>,
}

/// A point of the picture. A cell is one unit wide; x grows to the right and y downwards.
///
/// Pictures are exact to a hundredth of a cell and reach one million cells in every direction.
/// Points beyond are drawn at that border.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Cells to the right of the origin.
    pub x: f32,
    /// Cells below the origin.
    pub y: f32,
}

/// The shape drawn at a vertex, centred on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VertexShape {
    /// Nothing.
    Bare,
    /// A square of one cell.
    Cell(Paint),
    /// A dot, smaller than a token.
    Dot(Paint),
}

/// A thick straight line between two points: a wall, a barrier, a diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Its colour.
    pub paint: Paint,
}

/// The outline of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// A rounded square that nearly fills its cell.
    Tile,
    /// A disc.
    Disc,
    /// A box seen from above.
    Box,
}

/// The goal of a token. The token is drawn in full colour at its goal and in a pale colour
/// elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// No goal: the token is always drawn in full colour.
    #[default]
    None,
    /// This vertex, which gets a mark in the token's colour. The marks of round tokens are larger
    /// than tokens, so that they are seen below any of them.
    At(Vertex),
    /// This vertex, which gets no mark. For boards where every vertex is some token's goal or the
    /// token's colour shows its goal.
    Unmarked(Vertex),
    /// Any vertex painted [`Paint::Goal`].
    Painted,
}

/// The look of a token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenStyle {
    pub(super) shape: Shape,
    pub(super) paint: Paint,
    pub(super) label: String,
    pub(super) goal: Goal,
    /// The rows and columns that it covers.
    pub(super) cells: (u8, u8),
}

impl Scene {
    /// Creates a scene of dots at these points; the `i`-th is `Vertex(i)`. Suits graphs.
    pub fn at<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Self {
        let dot = |point: P| (point.into(), VertexShape::Dot(Paint::Floor));
        Self { vertices: points.into_iter().map(dot).collect(), ..Self::default() }
    }

    /// Creates a rectangle of floor cells, numbered row by row. The cell in row `r` and column `c`
    /// has its upper left corner at `(c, r)`.
    pub fn grid(rows: u32, columns: u32) -> Self {
        let cell =
            |row| (0..columns).map(move |column| (centre(row, column), VertexShape::Cell(Paint::Floor)));
        Self { vertices: (0..rows).flat_map(cell).collect(), ..Self::default() }
    }

    /// Creates a scene of all cells and walls of a grid. `Vertex(i)` is `Cell(i)`; closed cells are
    /// drawn as walls.
    pub fn cells(grid: &Grid) -> Self {
        Self { vertices: grid.cells().map(|cell| place(grid, cell)).collect(), ..Self::walls(grid) }
    }

    /// Creates a scene of all cells and walls of a grid. The vertices are those of
    /// [`Grid::to_graph`], which has none for closed cells.
    pub fn open_cells(grid: &Grid) -> Self {
        let (closed, open): (Vec<_>, Vec<_>) = grid.cells().partition(|&cell| grid.is_closed(cell));
        let vertices = open.into_iter().chain(closed).map(|cell| place(grid, cell)).collect();
        Self { vertices, ..Self::walls(grid) }
    }

    /// Sets the title: the heading of the player and the accessible name of every picture.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the shapes of some vertices.
    pub fn with_shapes(mut self, vertices: impl IntoIterator<Item = (Vertex, VertexShape)>) -> Self {
        for (vertex, place) in vertices {
            match self.vertices.get_mut(vertex.index()) {
                Some((_, slot)) => *slot = place,
                None => self.miss(vertex),
            }
        }
        self
    }

    /// Adds thin lines between vertices, such as those of
    /// [`Graph::edges`](crate::graph::Graph::edges).
    pub fn with_edges(mut self, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Self {
        for (a, b) in edges {
            match (self.point(a), self.point(b)) {
                (Some(from), Some(to)) => self.edges.push((from, to)),
                (from, _) => self.miss(if from.is_none() { a } else { b }),
            }
        }
        self
    }

    /// Adds thick lines.
    pub fn with_lines(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.lines.extend(lines);
        self
    }

    /// Adds tokens; the first one added is `Token(0)`.
    pub fn with_tokens(mut self, styles: impl IntoIterator<Item = TokenStyle>) -> Self {
        for style in styles {
            if let Goal::At(vertex) | Goal::Unmarked(vertex) = style.goal
                && self.point(vertex).is_none()
            {
                self.miss(vertex);
            }
            self.styles.push(style);
        }
        self
    }

    /// Makes players count the moves of these tokens only, under this name, next to the steps. For
    /// example, a Sokoban player moves in every step, but only the pushes of boxes count.
    pub fn with_counter(mut self, name: impl Into<String>, tokens: impl IntoIterator<Item = Token>) -> Self {
        self.counted = Some((name.into(), tokens.into_iter().collect()));
        self
    }

    /// The number of vertices.
    pub const fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// The number of tokens that have a style.
    pub const fn token_count(&self) -> usize {
        self.styles.len()
    }

    /// Returns the point of a vertex, if it has a place.
    #[doc(hidden)]
    pub fn point(&self, vertex: Vertex) -> Option<Point> {
        self.vertices.get(vertex.index()).map(|&(point, _)| point)
    }

    /// Returns a hue for each vertex. Hues change gradually from the upper left to the lower right,
    /// faster from row to row than from column to column. If every tile has the hue of its goal,
    /// the order of the tiles is visible at a glance.
    ///
    /// # Examples
    /// ```
    /// use motion_core::draw::{Scene, TokenStyle};
    ///
    /// let scene = Scene::grid(4, 4);
    /// let tiles =
    ///     (1..16).zip(scene.hues()).map(|(number, hue)| TokenStyle::tile(hue).with_label(number));
    /// assert_eq!(scene.with_tokens(tiles).token_count(), 15);
    /// ```
    pub fn hues(&self) -> Vec<Hue> {
        const FIRST: f32 = 20.0;
        const SPAN: f32 = 300.0;
        let x = Extent::of(self.vertices.iter().map(|(point, _)| point.x));
        let y = Extent::of(self.vertices.iter().map(|(point, _)| point.y));
        let angle = |point: Point| FIRST + SPAN * (0.35 * x.share(point.x) + 0.65 * y.share(point.y));
        #[expect(
            clippy::cast_sign_loss,
            reason = "from 20 to 320; the cast saturates for points at infinity"
        )]
        self.vertices.iter().map(|&(point, _)| Hue::degrees(angle(point) as u16)).collect()
    }

    /// Creates a scene of only the walls of a grid. Adjacent pieces of wall form one line. Between
    /// two closed cells no wall is drawn.
    fn walls(grid: &Grid) -> Self {
        let closed = |cell: Option<Cell>| cell.is_some_and(|cell| grid.is_closed(cell));
        // Whether there is a wall on one side of `near`; if `near` is beyond the rim, on the other
        // side of `far`.
        let wall = |near: Option<Cell>, far: Option<Cell>, side: Direction| {
            let built = match (near, far) {
                (Some(near), _) => grid.has_wall(near, side),
                (None, Some(far)) => grid.has_wall(far, side.opposite()),
                (None, None) => false,
            };
            built && !(closed(near) && closed(far))
        };
        let cell = |row: Option<u32>, column: Option<u32>| grid.cell(row?, column?);
        let mut lines = Vec::new();
        for row in 0..=grid.rows() {
            let built = |column| {
                wall(cell(row.checked_sub(1), Some(column)), cell(Some(row), Some(column)), Direction::Down)
            };
            for (start, end) in runs(grid.columns(), built) {
                lines.push(Line::wall((start, row), (end, row)));
            }
        }
        for column in 0..=grid.columns() {
            let built = |row| {
                wall(cell(Some(row), column.checked_sub(1)), cell(Some(row), Some(column)), Direction::Right)
            };
            for (start, end) in runs(grid.rows(), built) {
                lines.push(Line::wall((column, start), (column, end)));
            }
        }
        Self { lines, ..Self::default() }
    }

    fn miss(&mut self, vertex: Vertex) {
        self.unknown_vertex.get_or_insert(vertex);
    }
}

impl Point {
    /// Creates the point `x` cells to the right of the origin and `y` cells below it.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Self {
        Self { x, y }
    }
}

/// A corner between cells: `(column, row)`.
impl From<(u32, u32)> for Point {
    fn from((column, row): (u32, u32)) -> Self {
        Self { x: coordinate(column), y: coordinate(row) }
    }
}

impl Line {
    /// Creates a wall.
    pub fn wall(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Self { from: from.into(), to: to.into(), paint: Paint::Wall }
    }

    /// Sets the colour.
    pub fn with_paint(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }
}

impl TokenStyle {
    /// Creates a rounded square that nearly fills its cell, as in sliding puzzles.
    pub fn tile(hue: Hue) -> Self {
        Self::new(Shape::Tile, Paint::Hue(hue))
    }

    /// Creates a disc, for a robot or a pebble.
    pub fn disc(hue: Hue) -> Self {
        Self::new(Shape::Disc, Paint::Hue(hue))
    }

    /// Creates a token of this shape and colour, without a label or a goal.
    pub const fn new(shape: Shape, paint: Paint) -> Self {
        Self { shape, paint, label: String::new(), goal: Goal::None, cells: (1, 1) }
    }

    /// Sets the label; its text shrinks to fit.
    pub fn with_label(mut self, label: impl fmt::Display) -> Self {
        self.label = label.to_string();
        self
    }

    /// Makes the token cover this many rows and columns of cells; its vertex is the upper left
    /// cell. A disc becomes a rounded bar.
    ///
    /// # Examples
    /// ```
    /// use motion_core::draw::{Hue, Scene, TokenStyle, still};
    /// use motion_core::{Configuration, Vertex};
    ///
    /// // A lorry on the last three of five cells.
    /// let lorry = TokenStyle::tile(Hue::nth(0)).with_cells(1, 3);
    /// let scene = Scene::grid(1, 5).with_tokens([lorry]);
    /// let picture = still(&scene, &Configuration::new(5, &[Vertex(2)])?)?;
    /// assert!(picture.contains("width=\"292\" height=\"92\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If one of the numbers is zero.
    pub const fn with_cells(mut self, rows: u8, columns: u8) -> Self {
        assert!(rows > 0 && columns > 0, "a token covers a cell");
        self.cells = (rows, columns);
        self
    }

    /// Sets the goal.
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }
}

/// The least and the greatest of some coordinates.
struct Extent {
    least: f32,
    greatest: f32,
}

impl Extent {
    fn of(values: impl Iterator<Item = f32>) -> Self {
        values.fold(Self { least: f32::INFINITY, greatest: f32::NEG_INFINITY }, |extent, value| Self {
            least: extent.least.min(value),
            greatest: extent.greatest.max(value),
        })
    }

    /// Returns the position of a value between the least and the greatest, from 0 to 1.
    fn share(&self, value: f32) -> f32 {
        let span = self.greatest - self.least;
        if span > 0.0 { (value - self.least) / span } else { 0.0 }
    }
}

fn place(grid: &Grid, cell: Cell) -> (Point, VertexShape) {
    let paint = if grid.is_closed(cell) { Paint::Wall } else { Paint::Floor };
    (centre(grid.row(cell), grid.column(cell)), VertexShape::Cell(paint))
}

fn centre(row: u32, column: u32) -> Point {
    Point::new(coordinate(column) + 0.5, coordinate(row) + 0.5)
}

#[expect(clippy::cast_precision_loss, reason = "exact far beyond the million cells a picture can reach")]
const fn coordinate(number: u32) -> f32 {
    number as f32
}

/// Returns the maximal runs of members below `end`, as half-open intervals.
fn runs(end: u32, member: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in (0..end).filter(|&number| member(number)) {
        match runs.last_mut() {
            Some((_, last)) if *last == number => *last += 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_numbered_row_by_row_and_centred_in_their_cells() {
        let scene = Scene::grid(2, 3);
        assert_eq!(scene.vertex_count(), 6);
        assert_eq!(scene.point(Vertex(0)), Some(Point::new(0.5, 0.5)));
        assert_eq!(scene.point(Vertex(5)), Some(Point::new(2.5, 1.5)));
        assert_eq!(scene.point(Vertex(6)), None);
    }

    #[test]
    fn walls_of_a_grid_are_joined_and_spare_the_inside_of_closed_blocks() {
        let mut grid = Grid::new(3, 3).expect("nine cells");
        let wall = |from: (u32, u32), to: (u32, u32)| Line::wall(from, to);
        let rim = [wall((0, 0), (3, 0)), wall((0, 3), (3, 3)), wall((0, 0), (0, 3)), wall((3, 0), (3, 3))];
        assert_eq!(Scene::cells(&grid).lines, rim);

        grid.build_wall(Cell(0), Direction::Down);
        grid.build_wall(Cell(4), Direction::Up);
        for cell in [Cell(5), Cell(8)] {
            grid.close(cell);
            grid.build_wall(cell, Direction::Up);
        }
        let lines = Scene::cells(&grid).lines;
        assert!(lines.contains(&wall((0, 1), (3, 1))), "one line for three cells: {lines:?}");
        assert_eq!(lines.len(), 5, "none between the closed cells: {lines:?}");
    }

    #[test]
    fn closed_cells_come_last_where_they_are_no_vertices() {
        let mut grid = Grid::new(1, 3).expect("three cells");
        grid.close(Cell(1));
        let scene = Scene::open_cells(&grid);
        let columns: Vec<_> = scene.vertices.iter().map(|(point, place)| (point.x, *place)).collect();
        let (floor, wall) = (VertexShape::Cell(Paint::Floor), VertexShape::Cell(Paint::Wall));
        assert_eq!(columns, [(0.5, floor), (2.5, floor), (1.5, wall)]);
        assert_eq!(Scene::cells(&grid).vertices[1].1, wall);
    }

    #[test]
    fn hues_turn_once_across_the_board_and_survive_odd_points() {
        let hues = Scene::grid(20, 20).hues();
        assert_eq!((hues[0], hues[399]), (Hue::degrees(20), Hue::degrees(320)));
        assert!(hues.windows(20).all(|row| row[0] < row[19]));
        assert_eq!(Scene::at([(1.0, 1.0)]).hues(), [Hue::degrees(20)]);
        assert!(Scene::default().hues().is_empty());
        let odd = Scene::at([(f32::NAN, 0.0), (f32::INFINITY, f32::MIN), (0.0, f32::MAX)]);
        assert_eq!(odd.hues().len(), 3);
    }

    #[test]
    fn the_first_stranger_is_remembered() {
        let scene = Scene::grid(1, 2);
        let tile = TokenStyle::tile(Hue::nth(0));
        assert_eq!(scene.clone().with_edges([(Vertex(0), Vertex(1))]).unknown_vertex, None);
        assert_eq!(
            scene.clone().with_edges([(Vertex(0), Vertex(7)), (Vertex(8), Vertex(0))]).unknown_vertex,
            Some(Vertex(7))
        );
        assert_eq!(
            scene.clone().with_shapes([(Vertex(2), VertexShape::Bare)]).unknown_vertex,
            Some(Vertex(2))
        );
        for goal in [Goal::At(Vertex(3)), Goal::Unmarked(Vertex(3))] {
            assert_eq!(
                scene.clone().with_tokens([tile.clone().with_goal(goal)]).unknown_vertex,
                Some(Vertex(3))
            );
        }
    }
}

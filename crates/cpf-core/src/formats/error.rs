//! The errors of reading and writing.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use motion_core::error::GraphError;
use motion_core::error::GridError;
use motion_core::error::ReplayError;
use motion_core::error::TextPosition;
use motion_core::{Cell, Direction};

use super::edge_kind::EdgeKind;
use super::expected::Expected;
use crate::instance::InstanceError;

/// An error in a text, and its position.
///
/// # Examples
/// ```
/// use cpf_core::Instance;
/// use cpf_core::formats::FormatErrorKind;
///
/// let error = "p edge 2 1\ne 1 3\nr 1 2\n".parse::<Instance>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: there is no vertex 3: they are 1 to 2");
/// assert_eq!(error.what, FormatErrorKind::NoSuchVertex { number: 3, first: 1, vertices: 2 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatError {
    /// The position of the error.
    pub at: TextPosition,
    /// The error.
    pub what: FormatErrorKind,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, what } = self;
        write!(f, "{at}: {what}")
    }
}

impl Error for FormatError {}

/// The kinds of errors in a text. Numbers of vertices, robots and times are those of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// The text has only blank lines and comments.
    Empty,
    /// Something unexpected stands here.
    Expected {
        /// The expected text.
        expected: Expected,
        /// The text found, cut off after a few characters.
        found: String,
    },
    /// A line ends too early.
    LineEnds {
        /// The text that should follow.
        expected: Expected,
    },
    /// The text ends too early.
    Truncated {
        /// The text that should follow.
        expected: Expected,
    },
    /// A line begins with an unknown word.
    UnknownKeyword {
        /// The word, cut off after a few characters.
        found: String,
    },
    /// The version of a scenario is not 1.
    Version {
        /// The version, cut off after a few characters.
        found: String,
    },
    /// A repeated header.
    Restated {
        /// The position of the first one.
        first: TextPosition,
    },
    /// A number that is too large.
    NumberTooLarge {
        /// The largest allowed number.
        largest: u32,
    },
    /// A zero where numbers begin at 1.
    Zero,
    /// A vertex that does not exist.
    NoSuchVertex {
        /// Its number.
        number: u32,
        /// The number of the first vertex.
        first: u32,
        /// The number of vertices.
        vertices: u32,
    },
    /// A vertex that is described out of order.
    VertexOrder {
        /// The number that comes next.
        expected: u32,
        /// The number that stands here.
        found: u32,
    },
    /// An edge or arc that joins a vertex with itself.
    SelfLoop {
        /// Edge or arc.
        kind: EdgeKind,
        /// The vertex.
        number: u32,
    },
    /// A repeated edge, in either direction, or a repeated arc.
    DuplicateEdge {
        /// Edge or arc.
        kind: EdgeKind,
        /// The position of the first one.
        first: TextPosition,
    },
    /// Fewer or more edges or arcs than stated.
    EdgeCount {
        /// Edges or arcs.
        kind: EdgeKind,
        /// The stated number.
        stated: u32,
        /// The number found.
        found: usize,
    },
    /// An edge or arc whose length is not 1.
    EdgeLength {
        /// Edge or arc.
        kind: EdgeKind,
        /// The length, cut off after a few characters.
        length: String,
    },
    /// An arc among edges, or an edge among arcs.
    Mixed {
        /// Whether the graph was stated to have edges or arcs.
        stated: EdgeKind,
    },
    /// An arc that lies on no directed cycle.
    OneWay,
    /// Two robots start on one vertex.
    SharedStart {
        /// The position of the first of the two robots.
        first: TextPosition,
    },
    /// Two robots have the same goal.
    SharedGoal {
        /// The position of the first of the two robots.
        first: TextPosition,
    },
    /// A robot with two starts or two goals.
    RobotTwice {
        /// The robot.
        robot: u32,
        /// The position of the first start or goal.
        first: TextPosition,
    },
    /// A robot out of order.
    RobotOrder {
        /// The number that comes next.
        expected: u32,
        /// The number that stands here.
        found: u32,
    },
    /// A robot without a start: it has a goal, or its number is below another robot's.
    NoStart {
        /// The robot.
        robot: u32,
    },
    /// A robot without a goal: it has a start, or its number is below another robot's.
    NoGoal {
        /// The robot.
        robot: u32,
    },
    /// The two goal entries of a vertex differ.
    GoalsDiffer {
        /// The first of the two entries.
        goal: u32,
    },
    /// A row that is longer or shorter than the stated width.
    RowWidth {
        /// The stated width.
        expected: u32,
        /// The number of cells in this row.
        found: usize,
    },
    /// More or fewer rows than the stated height.
    RowCount {
        /// The stated height.
        expected: u32,
        /// The number of rows found.
        found: usize,
    },
    /// An unexpected character.
    UnexpectedCharacter {
        /// The character.
        found: char,
    },
    /// A scenario line for a map of another size.
    MapSize {
        /// Width and height in the scenario.
        stated: (u32, u32),
        /// Width and height of the map.
        map: (u32, u32),
    },
    /// Coordinates outside the map.
    OutsideMap {
        /// The column, from 0.
        x: u32,
        /// The row, from 0.
        y: u32,
    },
    /// The number of a cell that the map does not have.
    NoSuchCell {
        /// The number, from 0.
        cell: u32,
        /// The number of cells.
        cells: u32,
    },
    /// Coordinates of a closed cell.
    ClosedCell {
        /// The column, from 0.
        x: u32,
        /// The row, from 0.
        y: u32,
    },
    /// A cell that another line of the list also names.
    SharedCell {
        /// The position of the first of the two lines.
        first: TextPosition,
    },
    /// More or fewer cells than stated.
    CellCount {
        /// The stated number.
        stated: u32,
        /// The number found.
        found: usize,
    },
    /// More or fewer tasks than stated.
    TaskCount {
        /// The stated number.
        stated: u32,
        /// The number found.
        found: usize,
    },
    /// Fewer cells than robots.
    TooFewCells {
        /// The number of robots.
        robots: usize,
        /// The number of cells.
        found: usize,
    },
    /// A task with several cells, to be visited one after another.
    SeveralCells {
        /// The number of cells.
        found: usize,
    },
    /// The wrong number of robots.
    RobotCount {
        /// The number of robots expected.
        expected: usize,
        /// The number of robots found.
        found: usize,
    },
    /// A time before that of the previous line, or after a missing step.
    Time {
        /// The first time that would fit.
        expected: u32,
        /// The time that stands here.
        found: u32,
    },
    /// Too many steps without a move.
    TooManyWaits {
        /// The largest number allowed.
        largest: u32,
    },
    /// A plan in which a robot's first position is not its start.
    WrongStart {
        /// The robot.
        robot: u32,
    },
    /// A bucket without entries.
    NoSuchBucket {
        /// The bucket asked for.
        bucket: u32,
    },
    /// The instance has no grid, so vertices have no coordinates.
    NoGrid,
    /// An impossible size of a grid.
    Grid(GridError),
    /// The edges do not form a simple graph.
    Graph(GraphError),
    /// The robots do not form an instance, for a reason other than a shared start or goal.
    Instance(InstanceError),
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the text is empty"),
            Self::Expected { expected, found } => write!(f, "expected {expected} but found {found:?}"),
            Self::LineEnds { expected } => write!(f, "expected {expected} but the line ends"),
            Self::Truncated { expected } => write!(f, "expected {expected} but the text ends"),
            Self::UnknownKeyword { found } => write!(f, "unknown keyword {found:?}"),
            Self::Version { found } => {
                write!(f, "scenarios of version 1 or 1.0 are read, not of version {found:?}")
            }
            Self::Restated { first } => write!(f, "this was already stated at {first}"),
            Self::NumberTooLarge { largest } => write!(f, "the number is larger than {largest}"),
            Self::Zero => f.write_str("numbers begin at 1 here"),
            Self::NoSuchVertex { number, first, vertices } => {
                write!(f, "there is no vertex {number}: {}", NumberRange { first: *first, count: *vertices })
            }
            Self::VertexOrder { expected, found } => write!(f, "vertex {expected} comes next, not {found}"),
            Self::SelfLoop { kind, number } => write!(f, "the {kind} joins vertex {number} with itself"),
            Self::DuplicateEdge { kind, first } => write!(f, "the {kind} was already at {first}"),
            Self::EdgeLength { kind, length } => write!(
                f,
                "this {kind} has the length {length}; only graphs whose {kind}s have the length 1 are read"
            ),
            Self::Mixed { stated: EdgeKind::Edge } => {
                f.write_str("this graph has edges; in one that is stated by `p arc`, an edge is two arcs")
            }
            Self::Mixed { stated: EdgeKind::Arc } => {
                f.write_str("this graph has arcs; an edge among them is two arcs")
            }
            Self::OneWay => {
                f.write_str("this arc lies on no directed cycle, so that no robot comes back along it")
            }
            Self::EdgeCount { kind, stated, found } => {
                write!(f, "{stated} {kind}s are stated here, but there are {found}")
            }
            Self::SharedStart { first } => write!(f, "the robot at {first} starts on the same vertex"),
            Self::SharedGoal { first } => write!(f, "the robot at {first} has the same goal"),
            Self::RobotTwice { robot, first } => write!(f, "robot {robot} was already at {first}"),
            Self::RobotOrder { expected, found } => write!(f, "robot {expected} comes next, not {found}"),
            Self::NoStart { robot } => write!(f, "robot {robot} has no start"),
            Self::NoGoal { robot } => write!(f, "robot {robot} has no goal"),
            Self::GoalsDiffer { goal } => write!(f, "the last number must repeat {goal}, the number before"),
            Self::RowWidth { expected, found } => {
                write!(f, "this row has {found} cells instead of {expected}")
            }
            Self::RowCount { expected, found } => write!(f, "the map has {found} rows instead of {expected}"),
            Self::UnexpectedCharacter { found } => write!(f, "unexpected character {found:?}"),
            Self::MapSize { stated, map } => write!(
                f,
                "this is for a map {} wide and {} high, but the map is {} wide and {} high",
                stated.0, stated.1, map.0, map.1
            ),
            Self::OutsideMap { x, y } => write!(f, "({x}, {y}) is not on the map"),
            Self::NoSuchCell { cell, cells } => {
                write!(f, "there is no cell {cell}: {}", NumberRange { first: 0, count: *cells })
            }
            Self::SharedCell { first } => write!(f, "{first} names the same cell"),
            Self::CellCount { stated, found } => {
                write!(f, "{stated} cells are stated here, but there are {found}")
            }
            Self::TaskCount { stated, found } => {
                write!(f, "{stated} tasks are stated here, but there are {found}")
            }
            Self::TooFewCells { robots, found } => {
                write!(f, "{robots} robots need as many cells, but there are {found}")
            }
            Self::SeveralCells { found } => {
                write!(f, "this task leads to {found} cells; only tasks of one cell, the goal, are read")
            }
            Self::ClosedCell { x, y } => write!(f, "({x}, {y}) is a closed cell"),
            Self::RobotCount { expected, found } => {
                write!(f, "{expected} robots are wanted, but there are {found}")
            }
            Self::Time { expected, found } => {
                write!(f, "time {found} cannot stand here: the next is {expected}")
            }
            Self::TooManyWaits { largest } => write!(f, "more than {largest} steps pass without a move"),
            Self::WrongStart { robot } => write!(f, "robot {robot} does not start here"),
            Self::NoSuchBucket { bucket } => write!(f, "no robot is in bucket {bucket}"),
            Self::NoGrid => f.write_str("coordinates mean nothing, because the instance has no grid"),
            Self::Grid(why) => why.fmt(f),
            Self::Graph(why) => why.fmt(f),
            Self::Instance(why) => why.fmt(f),
        }
    }
}

impl Error for FormatErrorKind {}

impl FormatErrorKind {
    pub(super) const fn at(self, at: TextPosition) -> FormatError {
        FormatError { at, what: self }
    }
}

/// The reason why something cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The format needs coordinates, but the instance has no grid.
    NoGrid,
    /// A wall between two open cells; maps know only closed cells.
    Wall {
        /// The cell.
        cell: Cell,
        /// The side.
        side: Direction,
    },
    /// An empty name of a map, or one with spaces.
    MapName {
        /// The index of the entry, from 0.
        index: u64,
    },
    /// A length that is negative or not finite.
    Length {
        /// The index of the entry, from 0.
        index: u64,
    },
    /// A move that does not start at its robot's position.
    Move(ReplayError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGrid => f.write_str("the instance has no grid"),
            Self::Wall { cell, side } => {
                write!(f, "a map cannot show the wall on side {side:?} of cell {}", cell.one_based())
            }
            Self::MapName { index } => {
                write!(f, "the map's name in entry {} is empty or has spaces", index + 1)
            }
            Self::Length { index } => {
                write!(f, "the length in entry {} is negative or not finite", index + 1)
            }
            Self::Move(why) => why.fmt(f),
        }
    }
}

impl Error for WriteError {}

struct NumberRange {
    first: u32,
    count: u32,
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count.checked_sub(1) {
            None => f.write_str("there are none"),
            Some(more) => write!(f, "they are {} to {}", self.first, u64::from(self.first) + u64::from(more)),
        }
    }
}

//! Schedules as the path of each robot.

use alloc::vec::Vec;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::graph::GridGraph;
use motion_core::{Grid, Move, Schedule, Token, Vertex};

use super::error::{FormatError, FormatErrorKind, WriteError};
use super::line_reader::{LineReader, end_of, lines};
use super::moving_ai::vertex_at;
use super::positions::check;
use crate::instance::Instance;

/// A schedule on a grid as the path of each robot, in the format of the programs CBSH2-RTC, EECBS
/// and MAPF-LNS2.
///
/// ```text
/// Agent 0: (0,0)->(1,0)->(1,0)->
/// Agent 1: (0,2)->(0,2)->(0,1)->
/// ```
///
/// `Agent i: (row,column)->(row,column)->…` gives the cell of robot i at times 0, 1, 2 and so on.
/// All numbers begin at 0, and **the row comes first**, unlike in [`StepsText`](super::StepsText).
/// After the end of its path a robot stays in place. The arrow after the last cell, which those
/// programs write, is optional, as is the space after the colon.
///
/// The text is read with the instance, which gives the cells of the vertices and the starts.
///
/// # Examples
/// ```
/// use cpf_core::Setup;
/// use cpf_core::formats::PathsText;
/// use motion_core::{Grid, Vertex};
///
/// let robots = vec![(Vertex(0), Vertex(3)), (Vertex(2), Vertex(2))];
/// let instance = Setup::on_grid(Grid::new(2, 2)?, robots).instance()?;
/// let text = "Agent 0: (0,0)->(0,1)->(1,1)->\nAgent 1: (1,0)->\n";
/// let schedule = PathsText::read(text, &instance)?;
/// assert_eq!((schedule.makespan(), schedule.moves()[1].to), (2, Vertex(3)));
/// assert_eq!(PathsText::new(&schedule, &instance)?.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathsText {
    /// Each robot's vertices up to its last move.
    paths: Vec<Vec<Vertex>>,
    /// The column and row of every vertex.
    cells: Vec<(u32, u32)>,
}

impl PathsText {
    /// Prepares the text of a schedule for an instance on a grid, a line for each robot.
    ///
    /// # Errors
    /// Those of [`StepsText::new`](super::StepsText::new).
    ///
    /// # Complexity
    /// Time and memory O(V + p T) for V cells, p robots and T steps.
    pub fn new(schedule: &Schedule, instance: &Instance) -> Result<Self, WriteError> {
        let cells = instance.coordinates().ok_or(WriteError::NoGrid)?;
        check(schedule, instance).map_err(WriteError::Move)?;
        let starts = instance.start().places().iter();
        let mut paths: Vec<_> = starts.map(|&start| alloc::vec![start]).collect();
        for (time, step) in (1..).zip(schedule.steps()) {
            for action in step {
                let path = &mut paths[action.token.index()];
                path.resize(time, action.from);
                path.push(action.to);
            }
        }
        Ok(Self { paths, cells })
    }

    /// Reads a schedule for an instance on a grid, dropping steps at its end in which no robot
    /// moves. Whether the moves are legal is not checked.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that does not fit: robots out of order, too few or too
    /// many robots, coordinates outside the grid or on a closed cell, or a path that does not begin
    /// at the robot's start; [`FormatErrorKind::NoGrid`] for an instance without a grid.
    ///
    /// # Complexity
    /// Time linear in the cells and in the product of robots and steps, and logarithmic in the
    /// cells for each pair in the text.
    pub fn read(text: &str, instance: &Instance) -> Result<Schedule, FormatError> {
        let grid = instance.grid().ok_or(FormatErrorKind::NoGrid.at(TextPosition { line: 1, column: 1 }))?;
        let open = grid.to_graph();
        let expected = instance.robot_count();
        let mut paths: Vec<Vec<Vertex>> = Vec::with_capacity(expected);
        for mut line in lines(text).filter(|line| !line.is_blank()) {
            let robot = paths.len();
            let first = line.at();
            line.keyword("Agent")?;
            let (at, found) = line.digits(u32::MAX)?;
            let Some(&start) = instance.start().places().get(robot) else {
                return Err(FormatErrorKind::RobotCount { expected, found: robot + 1 }.at(first));
            };
            if found as usize != robot {
                return Err(FormatErrorKind::RobotOrder { expected: robot as u32, found }.at(at));
            }
            line.character(':')?;
            let start_at = line.at();
            let path = read_path(line, grid, &open)?;
            if path[0] != start {
                return Err(FormatErrorKind::WrongStart { robot: found }.at(start_at));
            }
            paths.push(path);
        }
        if paths.len() < expected {
            return Err(FormatErrorKind::RobotCount { expected, found: paths.len() }.at(end_of(text)));
        }
        Ok(schedule_of(&paths))
    }
}

impl fmt::Display for PathsText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (robot, path) in self.paths.iter().enumerate() {
            write!(f, "Agent {robot}: ")?;
            for place in path {
                let (column, row) = self.cells[place.index()];
                write!(f, "({row},{column})->")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Reads at least one cell, with arrows between cells.
fn read_path(mut line: LineReader<'_>, grid: &Grid, open: &GridGraph) -> Result<Vec<Vertex>, FormatError> {
    let mut path = Vec::new();
    loop {
        line.character('(')?;
        let (at, row) = line.digits(u32::MAX)?;
        line.character(',')?;
        let (_, column) = line.digits(u32::MAX)?;
        line.character(')')?;
        path.push(vertex_at(grid, open, (column, row)).map_err(|what| what.at(at))?);
        if line.is_blank() {
            return Ok(path);
        }
        line.character('-')?;
        line.character('>')?;
        if line.is_blank() {
            return Ok(path);
        }
    }
}

/// Returns the moves along the paths, up to the last one.
fn schedule_of(paths: &[Vec<Vertex>]) -> Schedule {
    let last_move = |path: &Vec<Vertex>| path.windows(2).rposition(|pair| pair[0] != pair[1]);
    let steps = paths.iter().filter_map(last_move).max().map_or(0, |last| last + 1);
    let mut schedule = Schedule::new();
    for time in 1..=steps {
        schedule.push_step((0..).map(Token).zip(paths).filter_map(|(token, path)| {
            let (&from, &to) = (path.get(time - 1)?, path.get(time)?);
            (from != to).then_some(Move { token, from, to })
        }));
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::expected::Expected;
    use crate::instance::Setup;
    use alloc::string::ToString;
    use motion_core::Cell;

    /// Two robots above a closed cell: `12.` over `.@.`.
    fn instance() -> Instance {
        let mut grid = Grid::new(2, 3).expect("six cells");
        grid.close(Cell(4));
        let robots = alloc::vec![(Vertex(0), Vertex(3)), (Vertex(1), Vertex(4))];
        Setup::on_grid(grid, robots).instance().expect("an instance")
    }

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = PathsText::read(text, &instance()).expect_err("a bad plan");
        (at.line, at.column, what)
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        let count = |found| FormatErrorKind::RobotCount { expected: 2, found };
        let expected = |expected, found: &str| FormatErrorKind::Expected { expected, found: found.into() };
        assert_eq!(error(""), (1, 1, count(0)));
        assert_eq!(error("Agent 0: (0,0)->\n"), (2, 1, count(1)));
        let good = "Agent 0: (0,0)->\nAgent 1: (0,1)->\n";
        assert_eq!(error(&alloc::format!("{good}Agent 2: (1,0)->")), (3, 1, count(3)));
        assert_eq!(error("Robot 0: (0,0)"), (1, 1, expected(Expected::Keyword("Agent"), "Robot")));
        assert_eq!(error("Agent 1: (0,0)"), (1, 7, FormatErrorKind::RobotOrder { expected: 0, found: 1 }));
        assert_eq!(error("Agent 0: (0,1)"), (1, 9, FormatErrorKind::WrongStart { robot: 0 }));
        assert_eq!(error("Agent 0: (2,0)"), (1, 11, FormatErrorKind::OutsideMap { x: 0, y: 2 }));
        let closed = "Agent 0: (0,0)->(1,1)->";
        assert_eq!(error(closed), (1, 18, FormatErrorKind::ClosedCell { x: 1, y: 1 }));
        assert_eq!(error("Agent 0: (0,0),(1,0)"), (1, 15, expected(Expected::Character('-'), ",(1,0)")));
        let ends = FormatErrorKind::LineEnds { expected: Expected::Character('(') };
        assert_eq!(error("Agent 0:"), (1, 9, ends));
        let graph = Setup { grid: None, ..Setup::on_grid(Grid::new(1, 1).expect("a cell"), Vec::new()) };
        let graph = graph.instance().expect("an instance");
        assert_eq!(PathsText::read("", &graph).map_err(|error| error.what), Err(FormatErrorKind::NoGrid));
        assert_eq!(PathsText::new(&Schedule::new(), &graph).map(|_| ()), Err(WriteError::NoGrid));
    }

    /// Checks that the row comes first: the second robot goes to column 2, row 1.
    #[test]
    fn rows_come_first_and_robots_stay_at_the_end_of_their_paths() {
        let text = "Agent 0:(0,0)->(0,0)->(1,0)->\n\nAgent 1: (0,1)->(0,2)->(1,2)->(1,2)->(1,2)";
        let schedule = PathsText::read(text, &instance()).expect("a schedule");
        let lengths: Vec<_> = schedule.steps().map(<[Move]>::len).collect();
        assert_eq!(lengths, [1, 2]);
        let written = "Agent 0: (0,0)->(0,0)->(1,0)->\nAgent 1: (0,1)->(0,2)->(1,2)->\n";
        assert_eq!(PathsText::new(&schedule, &instance()).map(|text| text.to_string()), Ok(written.into()));
    }
}

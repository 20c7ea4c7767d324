//! Schedules as positions.

use alloc::vec::Vec;
use core::fmt;

use motion_core::error::TextPosition;
use motion_core::graph::GridGraph;
use motion_core::{Grid, Move, Schedule, Token, Vertex};

use super::error::{FormatError, FormatErrorKind, WriteError};
use super::line_reader::{LineReader, lines};
use super::moving_ai::vertex_at;
use super::positions::check;
use crate::instance::Instance;

/// A schedule on a grid as the positions of all robots at every time, for visualisers.
///
/// ```text
/// 0:(0,0),(2,0),
/// 1:(0,1),(2,0),
/// 2:(0,1),(1,0),
/// ```
///
/// `t:(x,y),(x,y),…` gives the column and row of each robot in order after step t; time 0 is the
/// start. The comma after the last pair is optional. It is written, because the common
/// `mapf-visualizer` skips a pair without one. Lines `NAME=…` before time 0, which planners write,
/// are skipped.
///
/// The text is read with the instance, which gives the cells of the vertices and the start.
///
/// # Examples
/// ```
/// use cpf_core::Setup;
/// use cpf_core::formats::StepsText;
/// use motion_core::{Grid, Vertex};
///
/// let instance = Setup::on_grid(Grid::new(2, 2)?, vec![(Vertex(0), Vertex(3))]).instance()?;
/// let text = "0:(0,0),\n1:(1,0),\n2:(1,1),\n";
/// let schedule = StepsText::read(text, &instance)?;
/// assert_eq!((schedule.makespan(), schedule.moves()[1].to), (2, Vertex(3)));
/// assert_eq!(StepsText::new(&schedule, &instance)?.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StepsText<'a> {
    schedule: &'a Schedule,
    start: &'a [Vertex],
    /// The column and row of every vertex.
    cells: Vec<(u32, u32)>,
}

impl<'a> StepsText<'a> {
    /// Prepares the text of a schedule for an instance on a grid: a line for time 0 and one for
    /// each step.
    ///
    /// # Errors
    /// [`WriteError::NoGrid`]; [`WriteError::Move`] for the first move of a robot or to a vertex
    /// that does not exist, of a robot that stands elsewhere, or of a robot that has already moved
    /// in this step. A schedule verified on an instance with a grid gives no error.
    ///
    /// # Complexity
    /// Time O(V + m) for V cells and m moves, memory O(V + p) for p robots. Writing takes O(p T)
    /// for T steps.
    pub fn new(schedule: &'a Schedule, instance: &'a Instance) -> Result<Self, WriteError> {
        let cells = instance.coordinates().ok_or(WriteError::NoGrid)?;
        check(schedule, instance).map_err(WriteError::Move)?;
        Ok(Self { schedule, start: instance.start().places(), cells })
    }

    /// Reads a schedule for an instance on a grid. A robot whose position changes from one time to
    /// the next has moved; whether the move is legal is not checked.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that does not fit: times out of order, more or fewer
    /// robots than the instance has, coordinates outside the grid or on a closed cell, or a time 0
    /// that is not the start; [`FormatErrorKind::NoGrid`] for an instance without a grid.
    ///
    /// # Complexity
    /// Time linear in the cells, and logarithmic in them for each pair in the text.
    pub fn read(text: &str, instance: &Instance) -> Result<Schedule, FormatError> {
        let grid = instance.grid().ok_or(FormatErrorKind::NoGrid.at(TextPosition { line: 1, column: 1 }))?;
        let open = grid.to_graph();
        let mut places = instance.start().places().to_vec();
        let mut schedule = Schedule::new();
        let mut next = 0;
        for mut line in lines(text) {
            if line.is_blank() || next == 0 && is_header(&line) {
                continue;
            }
            let (at, time) = line.digits(u32::MAX)?;
            if time != next {
                return Err(FormatErrorKind::Time { expected: next, found: time }.at(at));
            }
            line.character(':')?;
            let targets = read_places(line, places.len(), grid, &open)?;
            let moved = (0..).zip(places.iter().zip(&targets)).filter(|&(_, (&from, &(to, _)))| from != to);
            if time == 0 {
                if let Some((robot, (_, &(_, at)))) = { moved }.next() {
                    return Err(FormatErrorKind::WrongStart { robot: robot + 1 }.at(at));
                }
            } else {
                schedule.push_step(moved.map(|(robot, (&from, &(to, _)))| Move {
                    token: Token(robot),
                    from,
                    to,
                }));
                places = targets.into_iter().map(|(place, _)| place).collect();
            }
            next += 1;
        }
        if next == 0 {
            Err(FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 }))
        } else {
            Ok(schedule)
        }
    }
}

impl fmt::Display for StepsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut places = self.start.to_vec();
        let mut steps = self.schedule.steps();
        let mut time = 0u64;
        loop {
            write!(f, "{time}:")?;
            for place in &places {
                let (x, y) = self.cells[place.index()];
                write!(f, "({x},{y}),")?;
            }
            f.write_str("\n")?;
            let Some(step) = steps.next() else { return Ok(()) };
            for action in step {
                places[action.token.index()] = action.to;
            }
            time += 1;
        }
    }
}

/// Whether the line is `NAME=…`, where the name has only letters, digits and underscores.
fn is_header(line: &LineReader<'_>) -> bool {
    let name = line.rest().split_once('=').map_or("", |(name, _)| name.trim());
    !name.is_empty() && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

fn read_places(
    mut line: LineReader<'_>,
    robots: usize,
    grid: &Grid,
    open: &GridGraph,
) -> Result<Vec<(Vertex, TextPosition)>, FormatError> {
    let mut places = Vec::with_capacity(robots);
    while !line.is_blank() {
        line.character('(')?;
        let (at, x) = line.digits(u32::MAX)?;
        line.character(',')?;
        let (_, y) = line.digits(u32::MAX)?;
        line.character(')')?;
        places.push((vertex_at(grid, open, (x, y)).map_err(|what| what.at(at))?, at));
        if !line.passes(',') {
            break;
        }
    }
    line.end()?;
    if places.len() == robots {
        return Ok(places);
    }
    Err(FormatErrorKind::RobotCount { expected: robots, found: places.len() }.at(line.at()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::expected::Expected;
    use crate::instance::Setup;
    use motion_core::Cell;
    use motion_core::error::IllegalMoveError;

    /// Two robots above a closed cell: `12.` over `.@.`.
    fn instance() -> Instance {
        let mut grid = Grid::new(2, 3).expect("six cells");
        grid.close(Cell(4));
        let robots = alloc::vec![(Vertex(0), Vertex(3)), (Vertex(1), Vertex(4))];
        Setup::on_grid(grid, robots).instance().expect("an instance")
    }

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = StepsText::read(text, &instance()).expect_err("a bad plan");
        (at.line, at.column, what)
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        assert_eq!(error("solver=x\n\n"), (1, 1, FormatErrorKind::Empty));
        assert_eq!(error("1:(0,0),(1,0)"), (1, 1, FormatErrorKind::Time { expected: 0, found: 1 }));
        assert_eq!(error("0:(0,0)"), (1, 8, FormatErrorKind::RobotCount { expected: 2, found: 1 }));
        assert_eq!(
            error("0:(0,0),(1,0),(2,0),"),
            (1, 21, FormatErrorKind::RobotCount { expected: 2, found: 3 })
        );
        assert_eq!(error("0:(0,0),(2,0)"), (1, 10, FormatErrorKind::WrongStart { robot: 2 }));
        assert_eq!(error("0:(0,0),(3,0)"), (1, 10, FormatErrorKind::OutsideMap { x: 3, y: 0 }));
        assert_eq!(error("0:(0,0),(1,1)"), (1, 10, FormatErrorKind::ClosedCell { x: 1, y: 1 }));
        let orientation =
            FormatErrorKind::Expected { expected: Expected::Character(')'), found: ",X_PLUS),".into() };
        assert_eq!(error("0:(0,0,X_PLUS),"), (1, 7, orientation));
        let late = FormatErrorKind::Expected { expected: Expected::Number, found: "soc=3".into() };
        assert_eq!(error("0:(0,0),(1,0)\nsoc=3"), (2, 1, late));
        let graph = Setup { grid: None, ..Setup::on_grid(Grid::new(1, 1).expect("a cell"), Vec::new()) };
        let instance = graph.instance().expect("an instance");
        assert_eq!(
            StepsText::read("0:", &instance).map_err(|error| error.what),
            Err(FormatErrorKind::NoGrid)
        );
        assert_eq!(StepsText::new(&Schedule::new(), &instance).map(|_| ()), Err(WriteError::NoGrid));
    }

    #[test]
    fn headers_waits_and_a_missing_last_comma_are_read() {
        let text =
            "agents=2\nstarts=(0,0),(1,0),\nsolution=\n0:(0,0),(1,0)\n1:(0,0),(1,0),\n2: (0,1), (2,0)\n";
        let schedule = StepsText::read(text, &instance()).expect("a schedule");
        let lengths: Vec<_> = schedule.steps().map(<[Move]>::len).collect();
        assert_eq!(lengths, [0, 2]);
        assert_eq!(schedule.moves()[1], Move { token: Token(1), from: Vertex(1), to: Vertex(2) });
    }

    #[test]
    fn moves_that_say_nothing_are_not_written() {
        let written = |moves: &[(u32, u32, u32)]| {
            let mut schedule = Schedule::new();
            schedule.push_step(moves.iter().map(|&(token, from, to)| Move {
                token: Token(token),
                from: Vertex(from),
                to: Vertex(to),
            }));
            match StepsText::new(&schedule, &instance()) {
                Err(WriteError::Move(error)) => Some((error.index, error.why)),
                _ => None,
            }
        };
        assert_eq!(written(&[(0, 0, 3), (1, 1, 0)]), None);
        assert_eq!(written(&[(2, 0, 3)]), Some((0, IllegalMoveError::NoSuchToken)));
        assert_eq!(written(&[(0, 0, 5)]), Some((0, IllegalMoveError::NoSuchVertex)));
        assert_eq!(written(&[(0, 1, 2)]), Some((0, IllegalMoveError::NotThere { actually: Vertex(0) })));
        assert_eq!(written(&[(0, 0, 3), (0, 3, 0)]), Some((1, IllegalMoveError::Conflict)));
    }
}

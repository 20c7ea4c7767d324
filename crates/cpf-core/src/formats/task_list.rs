//! Lists of tasks.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::{Cell, Grid, Vertex};

use super::cell_list::{open_vertex, read_list};
use super::error::{FormatError, FormatErrorKind};
use super::line_reader::LineReader;

/// Tasks on a map, in the format of `.tasks` of the League of Robot Runners.
///
/// ```text
/// # version for LoRR 2024
/// 2
/// 5,0,4
/// 0,3
/// ```
///
/// The first line is the number of tasks. Each further line is a task: the cells that one robot
/// visits in this order, separated by commas. A cell is row · width + column, with rows and columns
/// from 0; it may occur in several tasks. Blank lines and lines that begin with `#` are skipped.
///
/// A [`CellList`](super::CellList) reads tasks of one cell as the goals of robots.
///
/// # Examples
/// ```
/// use cpf_core::formats::TaskList;
/// use motion_core::{Cell, Grid, Vertex};
///
/// let tasks: TaskList = "2\n5,0,4\n0,3\n".parse()?;
/// let mut grid = Grid::new(2, 3)?;
/// grid.close(Cell(1));
/// let places = tasks.vertices(&grid)?;
/// assert_eq!(places, [vec![Vertex(4), Vertex(0), Vertex(3)], vec![Vertex(0), Vertex(2)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TaskList {
    tasks: Vec<Vec<(Cell, TextPosition)>>,
}

impl TaskList {
    /// The cells of each task as vertices of the map's graph.
    ///
    /// # Errors
    /// [`FormatError`] for the first cell that is outside the map or closed.
    ///
    /// # Complexity
    /// Linear in the cells of the map, and for each cell of the list logarithmic in them.
    pub fn vertices(&self, map: &Grid) -> Result<Vec<Vec<Vertex>>, FormatError> {
        let open = map.to_graph();
        let task = |cells: &Vec<_>| cells.iter().map(|&cell| open_vertex(map, &open, cell)).collect();
        self.tasks.iter().map(task).collect()
    }
}

impl FromIterator<Vec<Cell>> for TaskList {
    /// Makes a list of tasks.
    ///
    /// # Panics
    /// If a task has no cells.
    fn from_iter<I: IntoIterator<Item = Vec<Cell>>>(tasks: I) -> Self {
        // The positions that the cells would have in the written text.
        let place = |(line, cells): (usize, Vec<Cell>)| {
            assert!(!cells.is_empty(), "a task of the list has no cells");
            let mut column = 1;
            let place = |cell: Cell| {
                let at = TextPosition { line, column };
                column += cell.0.checked_ilog10().unwrap_or(0) as usize + 2;
                (cell, at)
            };
            cells.into_iter().map(place).collect()
        };
        Self { tasks: (2..).zip(tasks).map(place).collect() }
    }
}

impl FromStr for TaskList {
    type Err = FormatError;

    /// Reads a list, without a map.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that is not numbers separated by commas, or a number of
    /// tasks other than stated.
    ///
    /// # Complexity
    /// Linear in the text.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let tasks = read_list(text, read_task, |stated, found| FormatErrorKind::TaskCount { stated, found })?;
        Ok(Self { tasks })
    }
}

impl fmt::Display for TaskList {
    /// Writes the number of tasks, then each task on a line of its own.
    ///
    /// # Complexity
    /// Linear in the cells; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.tasks.len())?;
        for task in &self.tasks {
            for (index, (cell, _)) in task.iter().enumerate() {
                write!(f, "{}{}", if index > 0 { "," } else { "" }, cell.0)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Reads cells separated by commas.
pub(super) fn read_task(mut line: LineReader<'_>) -> Result<Vec<(Cell, TextPosition)>, FormatError> {
    let mut cells = Vec::new();
    loop {
        let (at, cell) = line.digits(u32::MAX)?;
        cells.push((Cell(cell), at));
        if !line.passes(',') {
            line.end()?;
            return Ok(cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn error(text: &str) -> String {
        text.parse::<TaskList>().expect_err("a bad list").to_string()
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        assert_eq!(error("\n# nothing\n"), "line 1, column 1: the text is empty");
        assert_eq!(error("two\n1\n2\n"), "line 1, column 1: expected a whole number but found \"two\"");
        assert_eq!(error("1,2\n"), "line 1, column 1: expected a whole number but found \"1,2\"");
        assert_eq!(error("1\n1,\n"), "line 2, column 3: expected a whole number but the line ends");
        assert_eq!(error("1\n1,,2\n"), "line 2, column 3: expected a whole number but found \",2\"");
        assert_eq!(error("1\n1 2\n"), "line 2, column 3: expected the end of the line but found \"2\"");
        assert_eq!(error("1\n1,-2\n"), "line 2, column 3: expected a whole number but found \"-2\"");
        assert_eq!(error("1\n4294967296\n"), "line 2, column 1: the number is larger than 4294967295");
        assert_eq!(error("#\n3\n1\n2,3\n"), "line 2, column 1: 3 tasks are stated here, but there are 2");
        assert_eq!(error("1\n1\n2\n"), "line 1, column 1: 1 tasks are stated here, but there are 2");
    }

    #[test]
    fn tasks_share_cells_and_those_that_do_not_fit_are_named() {
        let mut map = Grid::new(2, 3).expect("six cells");
        map.close(Cell(1));
        let vertices = |text: &str| {
            let list: TaskList = text.parse().expect("a list");
            let vertices = list.vertices(&map).map_err(|error| error.to_string())?;
            Ok::<Vec<Vec<_>>, String>(
                vertices.iter().map(|task| task.iter().map(|vertex| vertex.0).collect()).collect(),
            )
        };
        assert_eq!(vertices("0\n"), Ok([].into()));
        let list = "# LoRR\r\n3\r\n\r\n5, 0 ,5\r\n#0\r\n0\r\n2,2";
        assert_eq!(vertices(list), Ok([[4, 0, 4].into(), [0].into(), [1, 1].into()].into()));
        assert_eq!(vertices("1\n0,6\n"), Err("line 2, column 3: there is no cell 6: they are 0 to 5".into()));
        assert_eq!(vertices("1\n0,5, 1\n"), Err("line 2, column 6: (1, 0) is a closed cell".into()));
        let tasks = [[Cell(4)].into(), [Cell(10), Cell(0), Cell(9)].into()];
        let made: TaskList = tasks.into_iter().collect();
        assert_eq!(made.to_string(), "2\n4\n10,0,9\n");
        let again: TaskList = made.to_string().parse().expect("what was written");
        assert_eq!(again.tasks, made.tasks);
    }
}

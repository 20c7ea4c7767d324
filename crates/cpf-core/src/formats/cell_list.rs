//! Lists of cells.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::graph::GridGraph;
use motion_core::{Cell, Grid, Vertex};

use super::error::{FormatError, FormatErrorKind};
use super::line_reader::{LineReader, end_of, lines_without_comments};
use super::moving_ai::vertex_at;
use super::task_list::read_task;

/// Cells of a map, in the format of `.agents` and `.tasks` of the League of Robot Runners.
///
/// ```text
/// # version for LoRR 2024
/// 2
/// 0
/// 5
/// ```
///
/// The first line is the number of cells. Each further line is a cell, row · width + column, with
/// rows and columns from 0. Blank lines and lines that begin with `#` are skipped.
///
/// Robot i starts on cell i of `.agents`. In the competition, tasks are given to robots as these
/// get free, and a task may have several cells, separated by commas: a
/// [`TaskList`](super::TaskList) reads these. Here task i is the goal of robot i: further tasks are
/// ignored, and a task of several cells is refused.
///
/// # Examples
/// ```
/// use cpf_core::Setup;
/// use cpf_core::formats::CellList;
/// use motion_core::Grid;
///
/// let (agents, tasks): (CellList, CellList) = ("2\n0\n5\n".parse()?, "3\n4\n0\n1\n".parse()?);
/// let grid = Grid::new(2, 3)?;
/// let starts = agents.vertices(&grid, 2)?;
/// let goals = tasks.vertices(&grid, 2)?;
/// let setup = Setup::on_grid(grid, starts.into_iter().zip(goals).collect());
/// assert_eq!(setup.instance()?.to_string().lines().last(), Some("r 6 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellList {
    cells: Vec<(Cell, TextPosition)>,
    end: TextPosition,
}

impl CellList {
    /// The number of cells.
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the list has no cells.
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The first `count` cells as vertices of the map's graph. They are distinct.
    ///
    /// # Errors
    /// [`FormatError`] for too few cells, and for a cell that is outside the map, closed or named
    /// twice.
    ///
    /// # Complexity
    /// Linear in the cells of the map, and for each cell of the list logarithmic in them.
    pub fn vertices(&self, map: &Grid, count: usize) -> Result<Vec<Vertex>, FormatError> {
        let Some(cells) = self.cells.get(..count) else {
            return Err(FormatErrorKind::TooFewCells { robots: count, found: self.len() }.at(self.end));
        };
        let open = map.to_graph();
        let mut first_at = alloc::vec![None; open.cells.len()];
        let vertex = |&(cell, at): &(Cell, TextPosition)| {
            let vertex = open_vertex(map, &open, (cell, at))?;
            match first_at[vertex.index()].replace(at) {
                Some(first) => Err(FormatErrorKind::SharedCell { first }.at(at)),
                None => Ok(vertex),
            }
        };
        cells.iter().map(vertex).collect()
    }
}

impl FromIterator<Cell> for CellList {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        // The positions that the cells would have in the written text.
        let place = |line| TextPosition { line, column: 1 };
        let cells: Vec<_> = cells.into_iter().zip((2..).map(place)).collect();
        let end = place(cells.len() + 2);
        Self { cells, end }
    }
}

impl FromStr for CellList {
    type Err = FormatError;

    /// Reads a list, without a map.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that is not a number, a task of several cells, or a
    /// number of cells other than stated.
    ///
    /// # Complexity
    /// Linear in the text.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let cells = read_list(text, read_cell, |stated, found| FormatErrorKind::CellCount { stated, found })?;
        Ok(Self { cells, end: end_of(text) })
    }
}

impl fmt::Display for CellList {
    /// Writes the number of cells, then each cell on a line of its own.
    ///
    /// # Complexity
    /// Linear in the cells; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.len())?;
        self.cells.iter().try_for_each(|(cell, _)| writeln!(f, "{}", cell.0))
    }
}

/// Reads the number of entries, then an entry from each line. `wrong` is the error of another
/// number of entries.
pub(super) fn read_list<T>(
    text: &str,
    read: fn(LineReader<'_>) -> Result<T, FormatError>,
    wrong: fn(u32, usize) -> FormatErrorKind,
) -> Result<Vec<T>, FormatError> {
    let mut lines = lines_without_comments(text);
    let mut line = lines.next().ok_or(FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 }))?;
    let (stated_at, stated) = line.number(u32::MAX)?;
    line.end()?;
    let entries = lines.map(read).collect::<Result<Vec<_>, _>>()?;
    if entries.len() != stated as usize {
        return Err(wrong(stated, entries.len()).at(stated_at));
    }
    Ok(entries)
}

fn read_cell(line: LineReader<'_>) -> Result<(Cell, TextPosition), FormatError> {
    let cells = read_task(line)?;
    match cells[..] {
        [cell] => Ok(cell),
        _ => Err(FormatErrorKind::SeveralCells { found: cells.len() }.at(cells[0].1)),
    }
}

/// The vertex of a cell, which must be on the map and open.
pub(super) fn open_vertex(
    map: &Grid,
    open: &GridGraph,
    (cell, at): (Cell, TextPosition),
) -> Result<Vertex, FormatError> {
    let cells = map.cell_count() as u32;
    if cell.0 >= cells {
        return Err(FormatErrorKind::NoSuchCell { cell: cell.0, cells }.at(at));
    }
    vertex_at(map, open, (map.column(cell), map.row(cell))).map_err(|what| what.at(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn error(text: &str) -> String {
        text.parse::<CellList>().expect_err("a bad list").to_string()
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        assert_eq!(error("\n# nothing\n"), "line 1, column 1: the text is empty");
        assert_eq!(error("two\n1\n2\n"), "line 1, column 1: expected a whole number but found \"two\"");
        assert_eq!(error("2 1\n"), "line 1, column 3: expected the end of the line but found \"1\"");
        assert_eq!(error("2\n1\n-2\n"), "line 3, column 1: expected a whole number but found \"-2\"");
        assert_eq!(error("1\n1 2\n"), "line 2, column 3: expected the end of the line but found \"2\"");
        assert_eq!(error("1\n1,\n"), "line 2, column 3: expected a whole number but the line ends");
        assert_eq!(error("#\n3\n1\n2\n"), "line 2, column 1: 3 cells are stated here, but there are 2");
        assert_eq!(error("1\n1\n2\n"), "line 1, column 1: 1 cells are stated here, but there are 2");
        assert_eq!(error("1\n4294967296\n"), "line 2, column 1: the number is larger than 4294967295");
        assert_eq!(
            error("2\n1\n 1,2, 3\n"),
            "line 3, column 2: this task leads to 3 cells; only tasks of one cell, the goal, are read"
        );
    }

    #[test]
    fn cells_are_counted_row_by_row_and_those_that_do_not_fit_are_named() {
        let mut map = Grid::new(2, 3).expect("six cells");
        map.close(Cell(1));
        let vertices = |text: &str, count| {
            let list: CellList = text.parse().expect("a list");
            let vertices = list.vertices(&map, count).map_err(|error| error.to_string());
            let again: CellList = list.to_string().parse().expect("what was written");
            assert_eq!(again.vertices(&map, count).is_ok(), vertices.is_ok());
            vertices.map(|vertices| vertices.iter().map(|vertex| vertex.0).collect::<Vec<_>>())
        };
        let list = "# LoRR\r\n3\r\n\r\n5\r\n#0\r\n0\r\n2";
        assert_eq!(vertices(list, 3), Ok([4, 0, 1].into()));
        assert_eq!(vertices(list, 2), Ok([4, 0].into()));
        assert_eq!(vertices(list, 0), Ok([].into()));
        assert_eq!(
            vertices(list, 4),
            Err("line 7, column 2: 4 robots need as many cells, but there are 3".into())
        );
        assert_eq!(
            vertices("1\n6\n", 1),
            Err("line 2, column 1: there is no cell 6: they are 0 to 5".into())
        );
        assert_eq!(vertices("1\n1\n", 1), Err("line 2, column 1: (1, 0) is a closed cell".into()));
        let twice = "3\n5\n0\n 5\n";
        assert_eq!(vertices(twice, 3), Err("line 4, column 2: line 2, column 1 names the same cell".into()));
        assert_eq!(vertices(twice, 2), Ok([4, 0].into()));
        let made: CellList = [Cell(4), Cell(9)].into_iter().collect();
        assert_eq!((made.to_string().as_str(), made.is_empty()), ("2\n4\n9\n", false));
        let message = made.vertices(&map, 2).map_err(|error| error.to_string());
        assert_eq!(message, Err("line 3, column 1: there is no cell 9: they are 0 to 5".into()));
    }
}

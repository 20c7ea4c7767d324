//! Maps.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction, Grid};

use crate::formats::error::{FormatError, FormatErrorKind, WriteError};
use crate::formats::expected::Expected;
use crate::formats::line_reader::{LineReader, end_of, excerpt, lines};

/// A grid of open and closed cells without walls, in the format `.map`.
///
/// ```text
/// type octile
/// height 2
/// width 3
/// map
/// ..@
/// .T.
/// ```
///
/// The lines `type octile`, `height H` and `width W` come in any order, then `map` and the rows.
/// Despite the word octile, robots do not move diagonally here. Blank lines are skipped, as are
/// lines before `map` that begin with `#`. Several rows alone, without these lines, are also a map.
///
/// | character | `MovingAI` | League of Robot Runners | cell |
/// |---|---|---|---|
/// | `.` | passable terrain | free space | open |
/// | `G` | passable terrain | – | open |
/// | `S` | swamp, passable from regular terrain | service point | open |
/// | `E` | – | emitter point | open |
/// | `@` | out of bounds | obstacle | closed |
/// | `O` | out of bounds | – | closed |
/// | `T` | trees | obstacle | closed |
/// | `W` | water, not passable from terrain | – | closed |
/// | `#` | – | – | closed |
///
/// # Examples
/// ```
/// use cpf_core::formats::moving_ai::Map;
/// use motion_core::{Cell, Direction, Grid};
///
/// let map: Map = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n".parse()?;
/// assert!(map.grid().is_closed(Cell(2)) && !map.grid().is_closed(Cell(5)));
/// assert_eq!(map.to_string(), "type octile\nheight 2\nwidth 3\nmap\n..@\n.@.\n");
/// let error = "type octile\nheight 1\nwidth 2\nmap\n.?\n".parse::<Map>().unwrap_err();
/// assert_eq!(error.to_string(), "line 5, column 2: unexpected character '?'");
///
/// let mut grid = Grid::new(2, 2)?;
/// grid.build_wall(Cell(0), Direction::Right);
/// assert!(Map::try_from(grid).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    grid: Grid,
}

impl Map {
    /// The grid.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether a character is one of the table.
    #[doc(hidden)]
    pub const fn is_cell(character: char) -> bool {
        is_closed(character).is_some()
    }
}

impl From<Map> for Grid {
    fn from(map: Map) -> Self {
        map.grid
    }
}

impl TryFrom<Grid> for Map {
    type Error = WriteError;

    /// Makes the map of a grid.
    ///
    /// # Errors
    /// [`WriteError::Wall`] if a wall stands between two open cells.
    ///
    /// # Complexity
    /// Linear in the cells.
    fn try_from(grid: Grid) -> Result<Self, WriteError> {
        for cell in grid.cells().filter(|&cell| !grid.is_closed(cell)) {
            for (side, stride) in [(Direction::Right, 1), (Direction::Down, grid.columns())] {
                let is_border = match side {
                    Direction::Right => grid.column(cell) + 1 == grid.columns(),
                    _ => grid.row(cell) + 1 == grid.rows(),
                };
                if !is_border && !grid.is_closed(Cell(cell.0 + stride)) && grid.has_wall(cell, side) {
                    return Err(WriteError::Wall { cell, side });
                }
            }
        }
        Ok(Self { grid })
    }
}

impl FromStr for Map {
    type Err = FormatError;

    /// Reads a map.
    ///
    /// # Errors
    /// [`FormatError`] for a missing, unknown or repeated header, a row of the wrong width, an
    /// unexpected character, or the wrong number of rows.
    ///
    /// # Complexity
    /// Linear in the text.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut lines = lines(text);
        let plain = MapHeader::of_plain_rows(text);
        let header = plain.map_or_else(|| MapHeader::read(text, &mut lines), Ok)?;
        let MapHeader { height: (at, height), width } = header;
        let rows: Vec<_> = lines.filter(|line| !line.is_blank()).collect();
        let mut closed = Vec::new();
        for (row, line) in (0..).zip(&rows) {
            if row == height {
                return Err(FormatErrorKind::RowCount { expected: height, found: rows.len() }.at(line.at()));
            }
            read_row(line, width, &mut closed)?;
        }
        if rows.len() < height as usize {
            return Err(FormatErrorKind::RowCount { expected: height, found: rows.len() }.at(end_of(text)));
        }
        // From here on the size is known to be that of the text, so the grid is not larger than the
        // text.
        let mut grid = Grid::new(height, width).map_err(|error| FormatErrorKind::Grid(error).at(at))?;
        for (cell, _) in (0..).map(Cell).zip(closed).filter(|&(_, closed)| closed) {
            grid.close(cell);
        }
        Ok(Self { grid })
    }
}

impl fmt::Display for Map {
    /// Writes `.` for open cells and `@` for closed ones.
    ///
    /// # Complexity
    /// Linear in the cells; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = &self.grid;
        write!(f, "type octile\nheight {}\nwidth {}\nmap\n", grid.rows(), grid.columns())?;
        for cell in grid.cells() {
            f.write_str(if grid.is_closed(cell) { "@" } else { "." })?;
            if grid.column(cell) + 1 == grid.columns() {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

struct MapHeader {
    height: (TextPosition, u32),
    width: u32,
}

/// The words that begin the lines of a header.
const HEADER: [&str; 4] = ["type", "height", "width", "map"];

impl MapHeader {
    /// Returns the size of a map without a header: of several lines, none is one of a header, and
    /// some line is a row.
    fn of_plain_rows(text: &str) -> Option<Self> {
        let mut rows = lines(text).filter(|line| !line.is_blank());
        let is_header =
            |mut line: LineReader<'_>| line.word().is_some_and(|(_, word)| HEADER.contains(&word));
        let is_row = |line: LineReader<'_>| line.rest().trim_end().chars().all(Map::is_cell);
        let height = rows.clone().count() as u32;
        if height < 2 || rows.clone().any(is_header) || !rows.clone().any(is_row) {
            return None;
        }
        let first = rows.next()?;
        Some(Self { height: (first.at(), height), width: first.rest().trim_end().chars().count() as u32 })
    }

    /// Reads up to and including the line `map`.
    fn read<'a>(text: &str, lines: &mut impl Iterator<Item = LineReader<'a>>) -> Result<Self, FormatError> {
        let (mut kind, mut height, mut width) = (None, None, None);
        let mut begun = false;
        for mut line in lines {
            let Some((at, word)) = line.word().filter(|(_, word)| !word.starts_with('#')) else { continue };
            begun = true;
            let missing = |expected| {
                FormatErrorKind::Expected { expected: Expected::Keyword(expected), found: excerpt(word) }
                    .at(at)
            };
            let before = match word {
                "type" => kind.replace((at, line.keyword("octile").map(|_| 0)?)),
                "height" => height.replace((at, line.number(u32::MAX)?.1)),
                "width" => width.replace((at, line.number(u32::MAX)?.1)),
                "map" => {
                    line.end()?;
                    kind.ok_or_else(|| missing("type"))?;
                    let height = height.ok_or_else(|| missing("height"))?;
                    return Ok(Self { height, width: width.ok_or_else(|| missing("width"))?.1 });
                }
                _ => return Err(FormatErrorKind::UnknownKeyword { found: excerpt(word) }.at(at)),
            };
            if let Some((first, _)) = before {
                return Err(FormatErrorKind::Restated { first }.at(at));
            }
            line.end()?;
        }
        Err(if begun {
            FormatErrorKind::Truncated { expected: Expected::Keyword("map") }.at(end_of(text))
        } else {
            FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 })
        })
    }
}

/// Whether the cell of a character is closed.
const fn is_closed(character: char) -> Option<bool> {
    match character {
        '.' | 'G' | 'S' | 'E' => Some(false),
        '@' | 'O' | 'T' | 'W' | '#' => Some(true),
        _ => None,
    }
}

/// Appends for each cell of the row whether it is closed.
fn read_row(line: &LineReader<'_>, width: u32, closed: &mut Vec<bool>) -> Result<(), FormatError> {
    let row = line.rest().trim_end();
    let mut found = 0;
    let place = |cells: usize| TextPosition { column: cells + 1, ..line.at() };
    for character in row.chars() {
        let unexpected = FormatErrorKind::UnexpectedCharacter { found: character };
        closed.push(is_closed(character).ok_or_else(|| unexpected.at(place(found)))?);
        found += 1;
    }
    if found == width as usize {
        return Ok(());
    }
    Err(FormatErrorKind::RowWidth { expected: width, found }.at(place(found.min(width as usize))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use motion_core::error::GridError;

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = text.parse::<Map>().expect_err("a bad map");
        (at.line, at.column, what)
    }

    fn with_rows(rows: &str) -> (usize, usize, FormatErrorKind) {
        error(&alloc::format!("type octile\nheight 2\nwidth 3\nmap\n{rows}"))
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        assert_eq!(error(" \n"), (1, 1, FormatErrorKind::Empty));
        assert_eq!(
            error("type octile\n"),
            (2, 1, FormatErrorKind::Truncated { expected: Expected::Keyword("map") })
        );
        assert_eq!(error("depth 3"), (1, 1, FormatErrorKind::UnknownKeyword { found: "depth".into() }));
        let tile = FormatErrorKind::Expected { expected: Expected::Keyword("octile"), found: "tile".into() };
        assert_eq!(error("type tile"), (1, 6, tile));
        let restated = FormatErrorKind::Restated { first: TextPosition { line: 1, column: 1 } };
        assert_eq!(error("height 3\nheight 3"), (2, 1, restated));
        assert_eq!(error("height"), (1, 7, FormatErrorKind::LineEnds { expected: Expected::Number }));
        let height = FormatErrorKind::Expected { expected: Expected::Keyword("height"), found: "map".into() };
        assert_eq!(error("type octile\nmap"), (2, 1, height));
        assert_eq!(with_rows("...\n..\n"), (6, 3, FormatErrorKind::RowWidth { expected: 3, found: 2 }));
        assert_eq!(with_rows("....\n..\n"), (5, 4, FormatErrorKind::RowWidth { expected: 3, found: 4 }));
        assert_eq!(with_rows("...\n"), (6, 1, FormatErrorKind::RowCount { expected: 2, found: 1 }));
        assert_eq!(with_rows("...\n...\n...\n"), (7, 1, FormatErrorKind::RowCount { expected: 2, found: 3 }));
        assert_eq!(with_rows(".é.\n"), (5, 2, FormatErrorKind::UnexpectedCharacter { found: 'é' }));
        let empty = FormatErrorKind::Grid(GridError::Empty { rows: 0, columns: 4_294_967_295 });
        assert_eq!(error("type octile\nheight 0\nwidth 4294967295\nmap\n\n"), (2, 1, empty));
    }

    /// Tests every character of the table, blank lines and comments.
    #[test]
    fn open_and_closed_cells_are_those_of_the_table() {
        let text = "# a map\r\ntype octile\n\n#height 9\nwidth 4\nheight 3\n\nmap\n\n.GSE\n \n@OTW\n#.#.\n";
        let map: Map = text.parse().expect("a map");
        assert_eq!(map.to_string(), "type octile\nheight 3\nwidth 4\nmap\n....\n@@@@\n@.@.\n");
        assert_eq!(
            "\n#.#.\r\n\n....".parse::<Map>().expect("rows").to_string(),
            "type octile\nheight 2\nwidth 4\nmap\n@.@.\n....\n"
        );
        assert_eq!(error("###\n#.?\n"), (2, 3, FormatErrorKind::UnexpectedCharacter { found: '?' }));
        assert_eq!(error("###\n#.\n"), (2, 3, FormatErrorKind::RowWidth { expected: 3, found: 2 }));
        for character in ['e', 's', 'A', ' ', '0', '\u{feff}'] {
            let what = FormatErrorKind::UnexpectedCharacter { found: character };
            assert_eq!(with_rows(&alloc::format!(".{character}.\n...\n")), (5, 2, what));
        }
    }

    #[test]
    fn walls_that_only_repeat_a_closed_cell_can_be_written() {
        let mut grid = Grid::new(2, 2).expect("four cells");
        grid.close(Cell(1));
        grid.build_wall(Cell(0), Direction::Right);
        assert!(Map::try_from(grid.clone()).is_ok());
        grid.build_wall(Cell(2), Direction::Up);
        let error = Map::try_from(grid).expect_err("a wall");
        assert_eq!(error, WriteError::Wall { cell: Cell(0), side: Direction::Down });
    }
}

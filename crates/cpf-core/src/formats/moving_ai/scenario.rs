//! Scenarios.
//!
//! ```text
//! version 1
//! # a comment
//! 1    empty-16-16.map    16    16    8    13    7    8    5.41421356
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::graph::GridGraph;
use motion_core::{Cell, Grid, Vertex};

use crate::formats::edge_list::SpannedSetup;
use crate::formats::error::{FormatError, FormatErrorKind, WriteError};
use crate::formats::line_reader::{LineReader, end_of, excerpt, lines_without_comments};
use crate::instance::{Instance, Setup};

/// One line of a scenario: a start and a goal on a map.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioEntry {
    /// A class of difficulty, determined by the length.
    pub bucket: u32,
    /// The map's file name.
    pub map: String,
    /// The map's width.
    pub width: u32,
    /// The map's height.
    pub height: u32,
    /// Column and row of the start, from 0.
    pub start: (u32, u32),
    /// Column and row of the goal, from 0.
    pub goal: (u32, u32),
    /// The length of a shortest path, which may use diagonal steps in the benchmarks. Nothing here
    /// relies on it.
    pub length: f64,
}

/// The lines of a scenario. Prints as the text of a `.scen` file. Blank lines and lines that begin
/// with `#` are skipped.
///
/// # Examples
/// ```
/// use cpf_core::formats::moving_ai::{Map, Scenario};
///
/// let map: Map = "type octile\nheight 1\nwidth 3\nmap\n...\n".parse()?;
/// let first = "0\tline.map\t3\t1\t0\t0\t2\t0\t2.00000000";
/// let second = "0\tline.map\t3\t1\t1\t0\t0\t0\t1.00000000";
/// let text = format!("version 1\n{first}\n{second}\n");
/// let scenario: Scenario = text.parse()?;
/// assert_eq!(scenario.entries()[0].goal, (2, 0));
/// assert_eq!(scenario.instance(map.clone(), 2)?.robot_count(), 2);
/// assert_eq!(
///     scenario.instance(map, 3).unwrap_err().to_string(),
///     "line 4, column 1: 3 robots are wanted, but there are 2"
/// );
/// assert_eq!(scenario.to_string(), text);
/// # Ok::<(), cpf_core::formats::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    entries: Vec<ScenarioEntry>,
    /// The positions of each entry, its start and its goal.
    at: Vec<[TextPosition; 3]>,
    end: TextPosition,
}

impl Scenario {
    /// Makes a scenario of these lines.
    ///
    /// # Errors
    /// [`WriteError::MapName`] or [`WriteError::Length`] if an entry could not be read back.
    ///
    /// # Complexity
    /// Linear in the entries.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::formats::moving_ai::{ScenarioEntry, Scenario};
    ///
    /// let (start, goal, map) = ((0, 0), (2, 1), "a.map".into());
    /// let entry = ScenarioEntry { bucket: 0, map, width: 3, height: 2, start, goal, length: 3.0 };
    /// let text = Scenario::new(vec![entry])?.to_string();
    /// assert_eq!(text, "version 1\n0\ta.map\t3\t2\t0\t0\t2\t1\t3.00000000\n");
    /// # Ok::<(), cpf_core::formats::WriteError>(())
    /// ```
    pub fn new(entries: Vec<ScenarioEntry>) -> Result<Self, WriteError> {
        for (index, entry) in (0..).zip(&entries) {
            if entry.map.is_empty() || entry.map.contains(char::is_whitespace) {
                return Err(WriteError::MapName { index });
            }
            if !entry.length.is_finite() || entry.length < 0.0 {
                return Err(WriteError::Length { index });
            }
        }
        // The positions that the lines would have in the written text.
        let place = |index: usize| TextPosition { line: index + 2, column: 1 };
        let at = (0..entries.len()).map(|index| [place(index); 3]).collect();
        let end = place(entries.len());
        Ok(Self { entries, at, end })
    }

    /// Makes a scenario of the robots of an instance on a grid, for a map of this name.
    ///
    /// `length` is the number of steps without closed cells, and `bucket` is a quarter of it.
    ///
    /// # Errors
    /// [`WriteError::NoGrid`] for an instance without a grid, [`WriteError::MapName`] for an empty
    /// name or one with spaces.
    ///
    /// # Complexity
    /// Linear in the cells and robots.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Setup;
    /// use cpf_core::formats::moving_ai::Scenario;
    /// use motion_core::{Grid, Vertex};
    ///
    /// let setup = Setup::on_grid(Grid::new(2, 3)?, vec![(Vertex(0), Vertex(5))]);
    /// let scenario = Scenario::of_instance(&setup.instance()?, "small.map")?;
    /// assert_eq!((scenario.entries()[0].start, scenario.entries()[0].goal), ((0, 0), (2, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_instance(instance: &Instance, map: &str) -> Result<Self, WriteError> {
        let (Some(grid), Some(cells)) = (instance.grid(), instance.cells()) else {
            return Err(WriteError::NoGrid);
        };
        let point = |vertex: Vertex| (grid.column(cells[vertex.index()]), grid.row(cells[vertex.index()]));
        let robots = instance.start().places().iter().zip(instance.goal().places());
        let entries = robots.map(|(&start, &goal)| {
            let (start, goal) = (point(start), point(goal));
            let length = start.0.abs_diff(goal.0) + start.1.abs_diff(goal.1);
            let (width, height) = (grid.columns(), grid.rows());
            ScenarioEntry {
                bucket: length / 4,
                map: map.into(),
                width,
                height,
                start,
                goal,
                length: length.into(),
            }
        });
        Self::new(entries.collect())
    }

    /// The lines in order.
    pub fn entries(&self) -> &[ScenarioEntry] {
        &self.entries
    }

    /// The lines of one bucket, in their order.
    ///
    /// Scenarios for a single robot have many buckets of ten lines. Their starts and goals are not
    /// distinct, but those of one bucket often are.
    ///
    /// # Errors
    /// [`FormatErrorKind::NoSuchBucket`] for a bucket without a line.
    ///
    /// # Complexity
    /// Linear in the entries.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::formats::moving_ai::Scenario;
    ///
    /// let text = "version 1\n0 a.map 3 1 0 0 1 0 1.0\n1 a.map 3 1 0 0 2 0 2.0\n";
    /// let scenario: Scenario = text.parse()?;
    /// assert_eq!(scenario.bucket(1)?.entries()[0].goal, (2, 0));
    /// let error = scenario.bucket(2).unwrap_err();
    /// assert_eq!(error.to_string(), "line 4, column 1: no robot is in bucket 2");
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn bucket(&self, bucket: u32) -> Result<Self, FormatError> {
        let both = self.entries.iter().zip(&self.at).filter(|(entry, _)| entry.bucket == bucket);
        let (entries, at): (Vec<_>, Vec<_>) = both.map(|(entry, &at)| (entry.clone(), at)).unzip();
        if entries.is_empty() {
            return Err(FormatErrorKind::NoSuchBucket { bucket }.at(self.end));
        }
        Ok(Self { entries, at, end: self.end })
    }

    /// Returns a setup of the first `robots` robots on this map, whatever their buckets; they may
    /// share starts or goals.
    ///
    /// # Errors
    /// [`FormatError`] for too few lines, a line for a map of another size, or coordinates outside
    /// the map or on a closed cell. In a scenario that was not read from text, all columns are 1.
    ///
    /// # Complexity
    /// Linear in the cells, and for each robot logarithmic in them.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::formats::moving_ai::Scenario;
    /// use motion_core::{Grid, Vertex};
    ///
    /// let scenario: Scenario = "version 1\n0 a.map 3 2 0 0 2 1 3.0\n".parse()?;
    /// assert_eq!(scenario.setup(Grid::new(2, 3)?, 1)?.robots, [(Vertex(0), Vertex(5))]);
    /// assert!(scenario.setup(Grid::new(3, 2)?, 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self, map: impl Into<Grid>, robots: usize) -> Result<Setup, FormatError> {
        self.locate(map.into(), robots).map(|spanned| spanned.setup)
    }

    /// Returns the instance of the first `robots` robots on this map.
    ///
    /// # Errors
    /// Those of [`Scenario::setup`], and [`FormatErrorKind::SharedStart`] and
    /// [`FormatErrorKind::SharedGoal`].
    ///
    /// # Complexity
    /// That of [`Scenario::setup`].
    ///
    /// # Examples
    /// ```
    /// use cpf_core::formats::moving_ai::Scenario;
    /// use motion_core::Grid;
    ///
    /// let scenario: Scenario =
    ///     "version 1\n0 a.map 2 1 0 0 1 0 1.0\n0 a.map 2 1 1 0 1 0 0.0\n".parse()?;
    /// assert_eq!(scenario.instance(Grid::new(1, 2)?, 1)?.vacant_count(), 1);
    /// assert_eq!(
    ///     scenario.instance(Grid::new(1, 2)?, 2).unwrap_err().to_string(),
    ///     "line 3, column 17: the robot at line 2, column 17 has the same goal"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn instance(&self, map: impl Into<Grid>, robots: usize) -> Result<Instance, FormatError> {
        self.locate(map.into(), robots)?.instance()
    }

    fn locate(&self, grid: Grid, robots: usize) -> Result<SpannedSetup, FormatError> {
        let (Some(entries), Some(at)) = (self.entries.get(..robots), self.at.get(..robots)) else {
            return Err(
                FormatErrorKind::RobotCount { expected: robots, found: self.entries.len() }.at(self.end)
            );
        };
        let open = grid.to_graph();
        let map = (grid.columns(), grid.rows());
        let locate = |(entry, &[line, start, goal]): (&ScenarioEntry, &[TextPosition; 3])| {
            let stated = (entry.width, entry.height);
            if stated != map {
                return Err(FormatErrorKind::MapSize { stated, map }.at(line));
            }
            let vertex = |point, at| vertex_at(&grid, &open, point).map_err(|what| what.at(at));
            Ok((vertex(entry.start, start)?, vertex(entry.goal, goal)?))
        };
        let robots = entries.iter().zip(at).map(locate).collect::<Result<_, _>>()?;
        let at = at.iter().map(|&[_, start, goal]| (start, goal)).collect();
        Ok(SpannedSetup { setup: Setup { graph: open.graph, robots, grid: Some(grid) }, at })
    }
}

impl FromStr for Scenario {
    type Err = FormatError;

    /// Reads a scenario, without a map: the line `version 1` (or `1.0`, `1.00` …), then nine words
    /// for each line.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that does not fit.
    ///
    /// # Complexity
    /// Linear in the text.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut lines = lines_without_comments(text);
        let mut line = lines.next().ok_or(FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 }))?;
        line.keyword("version")?;
        let (version_at, version) = line.any_word()?;
        let decimals = version.strip_prefix("1.").filter(|decimals| !decimals.is_empty());
        if version != "1" && decimals.is_none_or(|decimals| decimals.bytes().any(|digit| digit != b'0')) {
            return Err(FormatErrorKind::Version { found: excerpt(version) }.at(version_at));
        }
        line.end()?;
        let (mut entries, mut at) = (Vec::new(), Vec::new());
        for line in lines {
            let (entry, places) = read_entry(line)?;
            entries.push(entry);
            at.push(places);
        }
        Ok(Self { entries, at, end: end_of(text) })
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("version 1\n")?;
        for ScenarioEntry { bucket, map, width, height, start, goal, length } in &self.entries {
            write!(f, "{bucket}\t{map}\t{width}\t{height}\t")?;
            writeln!(f, "{}\t{}\t{}\t{}\t{length:.8}", start.0, start.1, goal.0, goal.1)?;
        }
        Ok(())
    }
}

/// The vertex of an open cell by column and row.
pub(in crate::formats) fn vertex_at(
    grid: &Grid,
    open: &GridGraph,
    (x, y): (u32, u32),
) -> Result<Vertex, FormatErrorKind> {
    let cell: Cell = grid.cell(y, x).ok_or(FormatErrorKind::OutsideMap { x, y })?;
    open.vertex(cell).ok_or(FormatErrorKind::ClosedCell { x, y })
}

fn read_entry(mut line: LineReader<'_>) -> Result<(ScenarioEntry, [TextPosition; 3]), FormatError> {
    let (line_at, bucket) = line.number(u32::MAX)?;
    let map = line.any_word()?.1.into();
    let (width, height) = (line.number(u32::MAX)?.1, line.number(u32::MAX)?.1);
    let mut point = || {
        let (at, x) = line.number(u32::MAX)?;
        Ok((at, (x, line.number(u32::MAX)?.1)))
    };
    let ((start_at, start), (goal_at, goal)) = (point()?, point()?);
    let length = line.decimal()?;
    line.end()?;
    Ok((ScenarioEntry { bucket, map, width, height, start, goal, length }, [line_at, start_at, goal_at]))
}

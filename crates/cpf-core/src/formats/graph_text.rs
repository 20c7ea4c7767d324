//! Graph text: instances on any graph, in a format similar to DIMACS.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::TextPosition;
use motion_core::{Configuration, Vertex};

use super::MAX_VERTICES;
use super::edge_kind::EdgeKind;
use super::edge_list::{EdgeList, SpannedGraph};
use super::error::{FormatError, FormatErrorKind};
use super::expected::Expected;
use super::line_reader::{LineReader, excerpt, lines};
use crate::directed::DirectedInstance;
use crate::instance::{Instance, Setup};

/// An instance on a graph with edges or arcs, depending on the [graph
/// text](crate::formats#graph-text).
///
/// # Examples
/// ```
/// use cpf_core::formats::GraphText;
///
/// let text = "p arc 3 3\na 1 2\na 2 3\na 3 1\nr 1 3\n";
/// let read: GraphText = text.parse()?;
/// let GraphText::Arcs(instance) = &read else { panic!("the graph has arcs") };
/// assert_eq!(instance.graph().arc_count(), 3);
/// assert_eq!(read.to_string(), text);
/// # Ok::<(), cpf_core::formats::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphText {
    /// `p edge`.
    Edges(Instance),
    /// `p arc`.
    Arcs(DirectedInstance),
}

impl FromStr for GraphText {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text).
    ///
    /// # Errors
    /// Those of reading an [`Instance`] or a [`DirectedInstance`].
    ///
    /// # Complexity
    /// That of reading one of these.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let read = parse(text, &[EdgeKind::Edge, EdgeKind::Arc])?;
        match read.edges.kind {
            EdgeKind::Edge => read.setup()?.instance().map(Self::Edges),
            EdgeKind::Arc => read.directed_instance().map(Self::Arcs),
        }
    }
}

impl FromStr for Instance {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text) with edges.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that does not fit, or else for missing edges, repeated
    /// edges, and shared starts or goals.
    ///
    /// # Complexity
    /// Linear in the text and the stated number of vertices, apart from sorting neighbours.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        parse(text, &[EdgeKind::Edge])?.setup()?.instance()
    }
}

impl FromStr for Setup {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text) with edges; robots may share starts and goals.
    ///
    /// # Errors
    /// Those of reading an [`Instance`], except for shared starts and goals.
    ///
    /// # Complexity
    /// That of reading an [`Instance`].
    fn from_str(text: &str) -> Result<Self, FormatError> {
        Ok(parse(text, &[EdgeKind::Edge])?.setup()?.setup)
    }
}

impl FromStr for DirectedInstance {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text) with arcs.
    ///
    /// # Errors
    /// Those of reading an [`Instance`], and [`FormatErrorKind::OneWay`] for the smallest arc that
    /// lies on no directed cycle.
    ///
    /// # Complexity
    /// O(n log n) for a text of length n, and linear in the stated number of vertices.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        parse(text, &[EdgeKind::Arc])?.directed_instance()
    }
}

impl fmt::Display for GraphText {
    /// Writes the instance.
    ///
    /// # Complexity
    /// Linear in the vertices, edges and robots; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edges(instance) => instance.fmt(f),
            Self::Arcs(instance) => instance.fmt(f),
        }
    }
}

impl fmt::Display for Instance {
    /// Writes [graph text](crate::formats#graph-text): edges in ascending order, then the robots.
    /// The grid is omitted.
    ///
    /// # Complexity
    /// Linear in the vertices, edges and robots; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p edge {} {}", self.graph().vertex_count(), self.graph().edge_count())?;
        write_pairs(f, "e", self.graph().edges())?;
        write_pairs(f, "r", robots(self.start(), self.goal()))
    }
}

impl fmt::Display for DirectedInstance {
    /// Writes [graph text](crate::formats#graph-text): arcs in ascending order, then the robots.
    ///
    /// # Complexity
    /// Linear in the vertices, arcs and robots; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p arc {} {}", self.graph().vertex_count(), self.graph().arc_count())?;
        write_pairs(f, "a", self.graph().arcs())?;
        write_pairs(f, "r", robots(self.underlying().start(), self.underlying().goal()))
    }
}

/// The pairs of starts and goals.
fn robots(start: &Configuration, goal: &Configuration) -> impl Iterator<Item = (Vertex, Vertex)> {
    start.places().iter().copied().zip(goal.places().iter().copied())
}

fn write_pairs(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    mut pairs: impl Iterator<Item = (Vertex, Vertex)>,
) -> fmt::Result {
    pairs.try_for_each(|(a, b)| writeln!(f, "{word} {} {}", a.one_based(), b.one_based()))
}

/// The `p` line.
struct GraphHeader {
    at: TextPosition,
    stated_edges: (TextPosition, u32),
}

/// Reads a text whose graph has one of these kinds of edges.
fn parse(text: &str, kinds: &'static [EdgeKind]) -> Result<SpannedGraph, FormatError> {
    let mut begun: Option<(GraphHeader, EdgeList)> = None;
    let (mut robots, mut robots_at) = (Vec::new(), Vec::new());
    for mut line in lines(text) {
        let Some((at, word)) = line.word() else { continue };
        match (word, &mut begun) {
            ("c", _) => continue,
            ("p", Some((header, _))) => return Err(FormatErrorKind::Restated { first: header.at }.at(at)),
            ("p", None) => begun = Some(read_header(at, &mut line, kinds)?),
            ("e" | "a", Some((_, edges))) => {
                let is_arc = word == "a";
                if is_arc != (edges.kind == EdgeKind::Arc) {
                    return Err(FormatErrorKind::Mixed { stated: edges.kind }.at(at));
                }
                edges.push(line.number(u32::MAX)?, line.number(u32::MAX)?)?;
                read_length(&mut line, edges.kind)?;
            }
            ("r", Some((_, edges))) => {
                let (start, goal) = (line.number(u32::MAX)?, line.number(u32::MAX)?);
                robots.push((edges.vertex(start)?, edges.vertex(goal)?));
                robots_at.push((start.0, goal.0));
            }
            ("e" | "a" | "r", None) => {
                return Err(FormatErrorKind::Expected {
                    expected: Expected::Keyword("p"),
                    found: excerpt(word),
                }
                .at(at));
            }
            _ => return Err(FormatErrorKind::UnknownKeyword { found: excerpt(word) }.at(at)),
        }
        line.end()?;
    }
    let (header, edges) = begun.ok_or(FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 }))?;
    let (at, stated) = header.stated_edges;
    if stated as usize != edges.len() {
        return Err(FormatErrorKind::EdgeCount { kind: edges.kind, stated, found: edges.len() }.at(at));
    }
    Ok(SpannedGraph { edges, robots, at: robots_at })
}

fn read_header(
    at: TextPosition,
    line: &mut LineReader<'_>,
    kinds: &'static [EdgeKind],
) -> Result<(GraphHeader, EdgeList), FormatError> {
    let expected = Expected::Edges(kinds);
    let (word_at, word) = line.word().ok_or_else(|| FormatErrorKind::LineEnds { expected }.at(line.at()))?;
    let kind = kinds.iter().find(|kind| kind.to_string() == word);
    let &kind =
        kind.ok_or_else(|| FormatErrorKind::Expected { expected, found: excerpt(word) }.at(word_at))?;
    let (_, vertices) = line.number(MAX_VERTICES)?;
    let stated_edges = line.number(u32::MAX)?;
    Ok((GraphHeader { at, stated_edges }, EdgeList::new(kind, 1, vertices)))
}

/// Reads the optional length after an edge or arc, which must be 1.
fn read_length(line: &mut LineReader<'_>, kind: EdgeKind) -> Result<(), FormatError> {
    let Some((at, word)) = line.clone().word() else { return Ok(()) };
    match word.parse::<f64>() {
        Ok(1.0) => line.any_word().map(drop),
        Ok(_) => Err(FormatErrorKind::EdgeLength { kind, length: excerpt(word) }.at(at)),
        // This is not a length; the caller reports it.
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = text.parse::<Instance>().expect_err("a bad text");
        (at.line, at.column, what)
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        let number =
            |found: &str| FormatErrorKind::Expected { expected: Expected::Number, found: found.into() };
        let first = |line, column| TextPosition { line, column };
        assert_eq!(error(""), (1, 1, FormatErrorKind::Empty));
        assert_eq!(error("\nc only a comment\n"), (1, 1, FormatErrorKind::Empty));
        let header = FormatErrorKind::Expected { expected: Expected::Keyword("p"), found: "e".into() };
        assert_eq!(error("c\n e 1 2"), (2, 2, header));
        assert_eq!(error("p edge 2 1\nq 1 2"), (2, 1, FormatErrorKind::UnknownKeyword { found: "q".into() }));
        let expected = Expected::Edges(&[EdgeKind::Edge]);
        for found in ["col", "arc"] {
            let edge = FormatErrorKind::Expected { expected, found: found.into() };
            assert_eq!(error(&alloc::format!("p {found} 2 1")), (1, 3, edge));
        }
        assert_eq!(error("p"), (1, 2, FormatErrorKind::LineEnds { expected }));
        assert_eq!(error("p edge 2"), (1, 9, FormatErrorKind::LineEnds { expected: Expected::Number }));
        assert_eq!(error("p edge two 1"), (1, 8, number("two")));
        assert_eq!(
            error("p edge 99999999 1"),
            (1, 8, FormatErrorKind::NumberTooLarge { largest: MAX_VERTICES })
        );
        assert_eq!(error("p edge 2 1\np edge 2 1"), (2, 1, FormatErrorKind::Restated { first: first(1, 1) }));
        assert_eq!(error("p edge 2 1\ne 1 -2"), (2, 5, number("-2")));
        let kind = EdgeKind::Edge;
        for length in ["7", "0.5", "-1", "nan"] {
            let what = FormatErrorKind::EdgeLength { kind, length: length.into() };
            assert_eq!(error(&alloc::format!("p edge 2 1\ne 1 2 {length}")), (2, 7, what));
        }
        let end =
            |found: &str| FormatErrorKind::Expected { expected: Expected::EndOfLine, found: found.into() };
        assert_eq!(error("p edge 2 1\ne 1 2 long"), (2, 7, end("long")));
        assert_eq!(error("p edge 2 1\ne 1 2 1 1"), (2, 9, end("1")));
        assert_eq!(error("p edge 2 1\nr 1 2 1"), (2, 7, end("1")));
        assert_eq!(error("p edge 2 1\na 1 2"), (2, 1, FormatErrorKind::Mixed { stated: kind }));
        let vertex = |number| FormatErrorKind::NoSuchVertex { number, first: 1, vertices: 2 };
        assert_eq!(error("p edge 2 1\ne 0 2"), (2, 3, vertex(0)));
        assert_eq!(error("p edge 2 1\ne 1 2\nr 1 3"), (3, 5, vertex(3)));
        assert_eq!(error("p edge 2 1\ne 2 2"), (2, 5, FormatErrorKind::SelfLoop { kind, number: 2 }));
        let text = "p edge 2 2\ne 1 2\ne 2 1\nr 1 2";
        assert_eq!(error(text), (3, 3, FormatErrorKind::DuplicateEdge { kind, first: first(2, 3) }));
        assert_eq!(
            error("p edge 2 2\ne 1 2\nr 1 2"),
            (1, 10, FormatErrorKind::EdgeCount { kind, stated: 2, found: 1 })
        );
        let text = "p edge 2 1\ne 1 2\nr 1 2\nc\nr 2 2";
        assert_eq!(error(text), (5, 5, FormatErrorKind::SharedGoal { first: first(3, 5) }));
        let text = "p edge 2 1\ne 1 2\nr 1 2\nr 1 1";
        assert_eq!(error(text), (4, 3, FormatErrorKind::SharedStart { first: first(3, 3) }));
    }

    #[test]
    fn every_defect_of_arcs_is_named_where_it_stands() {
        let error = |text: &str| {
            let error = text.parse::<DirectedInstance>().expect_err("a bad text");
            assert_eq!(text.parse::<GraphText>(), Err(error.clone()));
            error.to_string()
        };
        let cycle = "p arc 3 4\na 1 2\na 2 3\na 3 1\n";
        let with = |last: &str| error(&alloc::format!("{cycle}{last}"));
        assert_eq!(with("a 2 3\n"), "line 5, column 3: the arc was already at line 3, column 3");
        assert_eq!(with("a 2 2\n"), "line 5, column 5: the arc joins vertex 2 with itself");
        assert_eq!(with("a 2 4\n"), "line 5, column 5: there is no vertex 4: they are 1 to 3");
        assert_eq!(with(""), "line 1, column 9: 4 arcs are stated here, but there are 3");
        assert_eq!(
            with("a 1 3 2.5\n"),
            "line 5, column 7: this arc has the length 2.5; only graphs whose arcs have the length 1 are read"
        );
        assert_eq!(with("e 1 3\n"), "line 5, column 1: this graph has arcs; an edge among them is two arcs");
        assert_eq!(
            with("a 1 3\nr 1 2\nr 3 2\n"),
            "line 7, column 5: the robot at line 6, column 5 has the same goal"
        );
        assert_eq!(
            error("p arc 3 4\na 1 2\na 2 1\nc out\na 2 3\na 1 3\nr 1 2\n"),
            "line 6, column 3: this arc lies on no directed cycle, so that no robot comes back along it"
        );
        let edges = "p edge 2 1\na 1 2\n".parse::<GraphText>().map_err(|error| error.to_string());
        let message = "line 2, column 1: this graph has edges; \
            in one that is stated by `p arc`, an edge is two arcs";
        assert_eq!(edges, Err(message.into()));
        let kind = "p col 2 1\n".parse::<GraphText>().map_err(|error| error.to_string());
        assert_eq!(kind, Err("line 1, column 3: expected \"edge\" or \"arc\" but found \"col\"".into()));
    }

    /// A length of 1 is accepted and not written.
    #[test]
    fn arcs_are_written_back() {
        let text = "c lengths\np arc 3 4\na 3 1 1\na 1 2 1.0\n\na 2 3\na 2 1\nr 1 3\nr 2 2\n";
        let instance: DirectedInstance = text.parse().expect("an instance");
        let written = instance.to_string();
        assert_eq!(written, "p arc 3 4\na 1 2\na 2 1\na 2 3\na 3 1\nr 1 3\nr 2 2\n");
        assert_eq!(written.parse(), Ok(GraphText::Arcs(instance)));
        let edges = "p edge 2 1\ne 1 2 1\n".parse::<GraphText>().expect("an instance");
        assert_eq!(edges.to_string(), "p edge 2 1\ne 1 2\n");
    }

    #[test]
    fn there_may_be_no_robot() {
        for text in ["p edge 2 1\ne 1 2\n", "p edge 0 0\n"] {
            let instance = text.parse::<Instance>().expect("an instance without robots");
            assert_eq!((instance.robot_count(), instance.feasibility()), (0, Ok(())));
            assert_eq!(alloc::format!("{instance}"), text);
        }
    }

    #[test]
    fn no_vertex_is_a_graph_without_room_for_a_robot() {
        let message = "p edge 0 0\nr 1 1".parse::<Instance>().expect_err("no vertex");
        assert_eq!(alloc::format!("{message}"), "line 2, column 3: there is no vertex 1: there are none");
    }
}

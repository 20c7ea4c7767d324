//! Graph text: instances on any graph, in a format like those of DIMACS.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::TextPosition;

use super::MAX_VERTICES;
use super::edge_list::{EdgeList, SpannedSetup};
use super::error::{FormatError, FormatErrorKind};
use super::expected::Expected;
use super::line_reader::{LineReader, excerpt, lines};
use crate::instance::{Instance, Setup};

impl FromStr for Instance {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text).
    ///
    /// # Errors
    /// [`FormatError`]: the first line that does not fit, or else what the lines together lack:
    /// edges, or starts and goals that are distinct.
    ///
    /// # Complexity
    /// Linear in the text and the stated number of vertices, apart from sorting neighbours.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        parse(text)?.instance()
    }
}

impl FromStr for Setup {
    type Err = FormatError;

    /// Reads [graph text](crate::formats#graph-text); robots may share starts and goals.
    ///
    /// # Errors
    /// Those of reading an [`Instance`], except for shared starts and goals.
    ///
    /// # Complexity
    /// That of reading an [`Instance`].
    fn from_str(text: &str) -> Result<Self, FormatError> {
        parse(text).map(|spanned| spanned.setup)
    }
}

impl fmt::Display for Instance {
    /// Writes [graph text](crate::formats#graph-text): edges in ascending order, then the robots. A
    /// grid is left out.
    ///
    /// # Complexity
    /// Linear in the vertices, edges and robots; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p edge {} {}", self.graph().vertex_count(), self.graph().edge_count())?;
        for (a, b) in self.graph().edges() {
            writeln!(f, "e {} {}", a.0 + 1, b.0 + 1)?;
        }
        for (start, goal) in self.start().places().iter().zip(self.goal().places()) {
            writeln!(f, "r {} {}", start.0 + 1, goal.0 + 1)?;
        }
        Ok(())
    }
}

/// The `p` line.
struct GraphHeader {
    at: TextPosition,
    stated_edges: (TextPosition, u32),
}

fn parse(text: &str) -> Result<SpannedSetup, FormatError> {
    let mut begun: Option<(GraphHeader, EdgeList)> = None;
    let (mut robots, mut robots_at) = (Vec::new(), Vec::new());
    for mut line in lines(text) {
        let Some((at, word)) = line.word() else { continue };
        match (word, &mut begun) {
            ("c", _) => continue,
            ("p", Some((header, _))) => return Err(FormatErrorKind::Restated { first: header.at }.at(at)),
            ("p", None) => begun = Some(read_header(at, &mut line)?),
            ("e", Some((_, edges))) => edges.push(line.number(u32::MAX)?, line.number(u32::MAX)?)?,
            ("r", Some((_, edges))) => {
                let (start, goal) = (line.number(u32::MAX)?, line.number(u32::MAX)?);
                robots.push((edges.vertex(start)?, edges.vertex(goal)?));
                robots_at.push((start.0, goal.0));
            }
            ("e" | "r", None) => {
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
        return Err(FormatErrorKind::EdgeCount { stated, found: edges.len() }.at(at));
    }
    Ok(SpannedSetup { setup: Setup { graph: edges.graph()?, robots, grid: None }, at: robots_at })
}

fn read_header(at: TextPosition, line: &mut LineReader<'_>) -> Result<(GraphHeader, EdgeList), FormatError> {
    line.keyword("edge")?;
    let (_, vertices) = line.number(MAX_VERTICES)?;
    let stated_edges = line.number(u32::MAX)?;
    Ok((GraphHeader { at, stated_edges }, EdgeList::new(1, vertices)))
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
        let edge = FormatErrorKind::Expected { expected: Expected::Keyword("edge"), found: "col".into() };
        assert_eq!(error("p col 2 1"), (1, 3, edge));
        assert_eq!(error("p edge 2"), (1, 9, FormatErrorKind::LineEnds { expected: Expected::Number }));
        assert_eq!(error("p edge two 1"), (1, 8, number("two")));
        assert_eq!(
            error("p edge 99999999 1"),
            (1, 8, FormatErrorKind::NumberTooLarge { largest: MAX_VERTICES })
        );
        assert_eq!(error("p edge 2 1\np edge 2 1"), (2, 1, FormatErrorKind::Restated { first: first(1, 1) }));
        assert_eq!(error("p edge 2 1\ne 1 -2"), (2, 5, number("-2")));
        let end = FormatErrorKind::Expected { expected: Expected::EndOfLine, found: "7".into() };
        assert_eq!(error("p edge 2 1\ne 1 2 7"), (2, 7, end));
        let vertex = |number| FormatErrorKind::NoSuchVertex { number, first: 1, vertices: 2 };
        assert_eq!(error("p edge 2 1\ne 0 2"), (2, 3, vertex(0)));
        assert_eq!(error("p edge 2 1\ne 1 2\nr 1 3"), (3, 5, vertex(3)));
        assert_eq!(error("p edge 2 1\ne 2 2"), (2, 5, FormatErrorKind::SelfLoop { number: 2 }));
        let text = "p edge 2 2\ne 1 2\ne 2 1\nr 1 2";
        assert_eq!(error(text), (3, 3, FormatErrorKind::DuplicateEdge { first: first(2, 3) }));
        assert_eq!(
            error("p edge 2 2\ne 1 2\nr 1 2"),
            (1, 10, FormatErrorKind::EdgeCount { stated: 2, found: 1 })
        );
        let text = "p edge 2 1\ne 1 2\nr 1 2\nc\nr 2 2";
        assert_eq!(error(text), (5, 5, FormatErrorKind::SharedGoal { first: first(3, 5) }));
        let text = "p edge 2 1\ne 1 2\nr 1 2\nr 1 1";
        assert_eq!(error(text), (4, 3, FormatErrorKind::SharedStart { first: first(3, 3) }));
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

//! The format `.cpf`.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::str::FromStr;

use motion_core::Vertex;
use motion_core::error::TextPosition;

use super::MAX_VERTICES;
use super::edge_kind::EdgeKind;
use super::edge_list::{EdgeList, SpannedSetup};
use super::error::{FormatError, FormatErrorKind};
use super::expected::Expected;
use super::line_reader::{LineReader, end_of, excerpt, lines};
use crate::instance::{Instance, Setup};

/// An instance in the format of Surynek's programs, `.cpf`. The format has no place for a grid.
///
/// ```text
/// V =
/// (0:-1)[1:0:0]
/// (1:-1)[0:2:2]
/// (2:-1)[2:1:1]
/// E =
/// {0,1} (-1)
/// {1,2} (-1)
/// ```
///
/// The grammar, in which spaces and blank lines may stand between any two tokens:
///
/// ```text
/// file   = "V =" vertex* "E =" edge*
/// vertex = "(" number ":" cycle ")" "[" robot ":" robot ":" robot "]"     one a line
/// edge   = "{" number "," number "}" ( "(" cycle ")" )?                   one a line
/// cycle  = "-"? number
/// ```
///
/// Vertices are numbered from 0 and come in this order. A vertex names the robot that starts on it,
/// then two times the robot whose goal it is. Robots are numbered from 1; 0 stands for no robot.
/// (Surynek's programs may keep an intermediate goal in the first of the two goals; here both must
/// be equal.) The number of the ear or cycle to which a vertex or edge belongs is −1 in every
/// published file; it is skipped, and written as −1.
///
/// # Examples
/// ```
/// use cpf_core::Instance;
/// use cpf_core::formats::CpfText;
/// use motion_core::Vertex;
///
/// let text = "V =\n(0:-1)[1:0:0]\n(1:-1)[0:1:1]\nE =\n{0,1} (-1)\n";
/// let CpfText::<Instance>(instance) = text.parse()?;
/// assert_eq!(instance.start().places(), [Vertex(0)]);
/// assert_eq!(instance.goal().places(), [Vertex(1)]);
/// assert_eq!(CpfText(&instance).to_string(), text);
/// # Ok::<(), cpf_core::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpfText<I = Instance>(pub I);

impl FromStr for CpfText<Instance> {
    type Err = FormatError;

    /// Reads an instance.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that does not fit, or else for a repeated edge or a robot
    /// whose start or goal is missing or repeated.
    ///
    /// # Complexity
    /// Time O(n log n), memory O(n) for a text of length n.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        parse(text)?.instance().map(Self)
    }
}

impl<I: Borrow<Instance>> fmt::Display for CpfText<I> {
    /// Writes edges in ascending order.
    ///
    /// # Complexity
    /// Linear in the vertices and edges; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instance = self.0.borrow();
        f.write_str("V =\n")?;
        for vertex in instance.graph().vertices() {
            let [start, goal] = [instance.start(), instance.goal()]
                .map(|robots| robots.token_at(vertex).map_or(0, |robot| robot.0 + 1));
            writeln!(f, "({}:-1)[{start}:{goal}:{goal}]", vertex.0)?;
        }
        f.write_str("E =\n")?;
        instance.graph().edges().try_for_each(|(a, b)| writeln!(f, "{{{},{}}} (-1)", a.0, b.0))
    }
}

/// A mention of a robot: its number, its vertex, its position in the text.
type RobotMention = (u32, Vertex, TextPosition);

fn parse(text: &str) -> Result<SpannedSetup, FormatError> {
    let mut lines = lines(text).filter(|line| !line.is_blank());
    let mut line = lines.next().ok_or(FormatErrorKind::Empty.at(TextPosition { line: 1, column: 1 }))?;
    read_section(&mut line, "V")?;

    let (mut starts, mut goals) = (Vec::new(), Vec::new());
    let mut vertices = 0;
    loop {
        let expected = Expected::Keyword("E");
        let mut line =
            lines.next().ok_or_else(|| FormatErrorKind::Truncated { expected }.at(end_of(text)))?;
        if !line.passes('(') {
            read_section(&mut line, "E")?;
            break;
        }
        read_vertex(&mut line, Vertex(vertices), &mut starts, &mut goals)?;
        vertices += 1;
    }
    let mut edges = EdgeList::new(EdgeKind::Edge, 0, vertices);
    for line in lines {
        read_edge(line, &mut edges)?;
    }
    let starts = in_order(starts, |robot| FormatErrorKind::NoStart { robot })?;
    let goals = in_order(goals, |robot| FormatErrorKind::NoGoal { robot })?;
    let both = starts.len().min(goals.len());
    let robot = both as u32 + 1;
    if let Some(&(_, at)) = starts.get(both) {
        return Err(FormatErrorKind::NoGoal { robot }.at(at));
    }
    if let Some(&(_, at)) = goals.get(both) {
        return Err(FormatErrorKind::NoStart { robot }.at(at));
    }
    let pairs = || starts.iter().zip(&goals);
    let robots = pairs().map(|(start, goal)| (start.0, goal.0)).collect();
    let at = pairs().map(|(start, goal)| (start.1, goal.1)).collect();
    Ok(SpannedSetup { setup: Setup { graph: edges.graph()?, robots, grid: None }, at })
}

/// Reads `V =` or `E =`.
fn read_section(line: &mut LineReader<'_>, name: &'static str) -> Result<(), FormatError> {
    if !name.chars().all(|character| line.passes(character)) {
        return Err(line.word().map_or_else(
            || line.unexpected(Expected::Keyword(name)),
            |(at, word)| FormatErrorKind::UnknownKeyword { found: excerpt(word) }.at(at),
        ));
    }
    line.character('=')?;
    line.end()
}

/// Reads the rest of a vertex after its opening parenthesis.
fn read_vertex(
    line: &mut LineReader<'_>,
    vertex: Vertex,
    starts: &mut Vec<RobotMention>,
    goals: &mut Vec<RobotMention>,
) -> Result<(), FormatError> {
    let (at, found) = line.digits(MAX_VERTICES)?;
    if found != vertex.0 {
        return Err(FormatErrorKind::VertexOrder { expected: vertex.0, found }.at(at));
    }
    line.character(':')?;
    read_cycle(line)?;
    line.character('[')?;
    let (start_at, start) = line.digits(MAX_VERTICES)?;
    line.character(':')?;
    let (goal_at, goal) = line.digits(MAX_VERTICES)?;
    line.character(':')?;
    let (again_at, again) = line.digits(MAX_VERTICES)?;
    if goal != again {
        return Err(FormatErrorKind::GoalsDiffer { goal }.at(again_at));
    }
    line.character(']')?;
    line.end()?;
    starts.extend((start > 0).then_some((start, vertex, start_at)));
    goals.extend((goal > 0).then_some((goal, vertex, goal_at)));
    Ok(())
}

fn read_edge(mut line: LineReader<'_>, edges: &mut EdgeList) -> Result<(), FormatError> {
    line.character('{')?;
    let a = line.digits(u32::MAX)?;
    line.character(',')?;
    let b = line.digits(u32::MAX)?;
    line.character('}')?;
    edges.push(a, b)?;
    if line.passes('(') {
        read_cycle(&mut line)?;
    }
    line.end()
}

/// Reads a number, possibly negative, and the closing parenthesis.
fn read_cycle(line: &mut LineReader<'_>) -> Result<(), FormatError> {
    line.passes('-');
    line.digits(u32::MAX)?;
    line.character(')')
}

/// Returns the robots' vertices by number, if the numbers are 1, 2, 3 and so on.
fn in_order(
    mut mentions: Vec<RobotMention>,
    missing: impl Fn(u32) -> FormatErrorKind,
) -> Result<Vec<(Vertex, TextPosition)>, FormatError> {
    mentions.sort_unstable();
    let mut ordered: Vec<(Vertex, TextPosition)> = Vec::with_capacity(mentions.len());
    for (expected, (robot, vertex, at)) in (1..).zip(mentions) {
        match ordered.last() {
            Some(&(_, first)) if robot < expected => {
                return Err(FormatErrorKind::RobotTwice { robot, first }.at(at));
            }
            _ if robot > expected => return Err(missing(expected).at(at)),
            _ => ordered.push((vertex, at)),
        }
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = text.parse::<CpfText>().expect_err("a bad text");
        (at.line, at.column, what)
    }

    /// The text of two vertices with these contents and one edge.
    fn two(first: &str, second: &str) -> String {
        alloc::format!("V =\n(0:-1)[{first}]\n(1:-1)[{second}]\nE =\n{{0,1}} (-1)\n")
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        let expected = |expected, found: &str| FormatErrorKind::Expected { expected, found: found.into() };
        let first = |line, column| TextPosition { line, column };
        assert_eq!(error(" \n\n"), (1, 1, FormatErrorKind::Empty));
        assert_eq!(error("W ="), (1, 1, FormatErrorKind::UnknownKeyword { found: "W".into() }));
        assert_eq!(error("V ="), (1, 4, FormatErrorKind::Truncated { expected: Expected::Keyword("E") }));
        assert_eq!(error("V = 3"), (1, 5, expected(Expected::EndOfLine, "3")));
        assert_eq!(
            error("V =\n(1:-1)[0:0:0]"),
            (2, 2, FormatErrorKind::VertexOrder { expected: 0, found: 1 })
        );
        assert_eq!(error("V =\n(0:x)[0:0:0]"), (2, 4, expected(Expected::Number, "x)[0:0:0]")));
        assert_eq!(error("V =\n(0:-1)(0"), (2, 7, expected(Expected::Character('['), "(0")));
        assert_eq!(
            error("V =\n(0:-1)[0:0"),
            (2, 11, FormatErrorKind::LineEnds { expected: Expected::Character(':') })
        );
        assert_eq!(error(&two("1:0:0", "0:1:2")), (3, 12, FormatErrorKind::GoalsDiffer { goal: 1 }));
        assert_eq!(
            error(&two("1:1:1", "1:0:0")),
            (3, 8, FormatErrorKind::RobotTwice { robot: 1, first: first(2, 8) })
        );
        assert_eq!(error(&two("1:1:1", "3:2:2")), (3, 8, FormatErrorKind::NoStart { robot: 2 }));
        assert_eq!(error(&two("1:1:1", "0:2:2")), (3, 10, FormatErrorKind::NoStart { robot: 2 }));
        assert_eq!(error(&two("1:1:1", "2:0:0")), (3, 8, FormatErrorKind::NoGoal { robot: 2 }));
        assert_eq!(error("V =\nE =\nV ="), (3, 1, expected(Expected::Character('{'), "V")));
        let vertex = FormatErrorKind::NoSuchVertex { number: 0, first: 0, vertices: 0 };
        assert_eq!(error("V =\nE =\n{0,1}"), (3, 2, vertex));
        let (text, kind) = (two("0:0:0", "0:0:0"), EdgeKind::Edge);
        assert_eq!(error(&(text.clone() + "{1,1}")), (6, 4, FormatErrorKind::SelfLoop { kind, number: 1 }));
        assert_eq!(
            error(&(text + "{1,0} (0)")),
            (6, 2, FormatErrorKind::DuplicateEdge { kind, first: first(5, 2) })
        );
    }
}

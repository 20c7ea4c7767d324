//! Plans as lines of moves.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::{Move, Plan, Schedule, Token, Vertex};

use super::error::{FormatError, FormatErrorKind};
use super::line_reader::{LineReader, lines};

/// The largest number of steps without a move in a text: 2²⁴. Without a limit, two lines could
/// state any number.
pub const MAX_WAITS: u32 = 1 << 24;

/// A plan or a schedule as lines `TIME ROBOT FROM TO`, where all numbers begin at 1.
///
/// ```text
/// c two robots at once, then one alone
/// 1 1 2 4
/// 1 2 5 6
/// 2 1 4 7
/// ```
///
/// Lines of the same time form one step; times never decrease. At a time without a line all robots
/// wait; such steps at the very end are not written. A line whose first word is `c` is a comment.
/// The empty text is the empty plan. A [`Plan`] is written with one move for each step.
///
/// # Examples
/// ```
/// use cpf_core::formats::PlanText;
/// use motion_core::{Move, Plan, Schedule, Token, Vertex};
///
/// let PlanText::<Schedule>(schedule) = "1 1 2 4\n1 2 5 6\n3 1 4 7\n".parse()?;
/// assert_eq!((schedule.makespan(), schedule.moves().len()), (3, 3));
/// let error = "2 1 2 4\n1 2 5 6\n".parse::<PlanText>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: time 1 cannot stand here: the next is 2");
///
/// let plan = Plan::from(vec![Move { token: Token(0), from: Vertex(0), to: Vertex(1) }]);
/// assert_eq!(PlanText(&plan).to_string(), "1 1 1 2\n");
/// # Ok::<(), cpf_core::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanText<P = Schedule>(pub P);

impl FromStr for PlanText<Schedule> {
    type Err = FormatError;

    /// Reads a schedule, without checking whether its moves are legal.
    ///
    /// # Errors
    /// [`FormatError`] for the first line that is not four numbers, goes back in time, or makes
    /// more than [`MAX_WAITS`] steps without a move.
    ///
    /// # Complexity
    /// Linear in the text and the steps.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut schedule = Schedule::new();
        let mut step = Vec::new();
        // The time of `step`, which is not yet in the schedule.
        let mut now = 1;
        let mut waits = 0;
        for mut line in lines(text) {
            if line.is_blank() || line.clone().word().is_some_and(|(_, word)| word == "c") {
                continue;
            }
            let (at, time) = line.number(u32::MAX)?;
            if time == 0 {
                return Err(FormatErrorKind::Zero.at(at));
            }
            if time < now {
                return Err(FormatErrorKind::Time { expected: now, found: time }.at(at));
            }
            if time > now {
                let passed = time - now - u32::from(!step.is_empty());
                if passed > MAX_WAITS - waits {
                    return Err(FormatErrorKind::TooManyWaits { largest: MAX_WAITS }.at(at));
                }
                waits += passed;
                schedule.push_step(step.drain(..));
                (now + 1..time).for_each(|_| schedule.push_step([]));
                now = time;
            }
            step.push(read_move(&mut line)?);
        }
        if !step.is_empty() {
            schedule.push_step(step);
        }
        Ok(Self(schedule))
    }
}

impl fmt::Display for PlanText<&Schedule> {
    /// Writes a line for each move. Steps without a move at the end are not written.
    ///
    /// # Complexity
    /// Linear in the moves and steps; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = (1u64..).zip(self.0.steps());
        steps.try_for_each(|(time, step)| step.iter().try_for_each(|&action| write_move(f, time, action)))
    }
}

impl fmt::Display for PlanText<Schedule> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PlanText(&self.0).fmt(f)
    }
}

impl fmt::Display for PlanText<&Plan> {
    /// Writes a line for each move, one move for each step.
    ///
    /// # Complexity
    /// Linear in the moves; memory is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (1u64..).zip(self.0).try_for_each(|(time, action)| write_move(f, time, action))
    }
}

fn write_move(f: &mut fmt::Formatter<'_>, time: u64, action: Move) -> fmt::Result {
    let one_based = |number: u32| u64::from(number) + 1;
    let Move { token, from, to } = action;
    writeln!(f, "{time} {} {} {}", one_based(token.0), one_based(from.0), one_based(to.0))
}

fn read_move(line: &mut LineReader<'_>) -> Result<Move, FormatError> {
    let mut number = || {
        let (at, number) = line.number(u32::MAX)?;
        number.checked_sub(1).ok_or_else(|| FormatErrorKind::Zero.at(at))
    };
    let action = Move { token: Token(number()?), from: Vertex(number()?), to: Vertex(number()?) };
    line.end()?;
    Ok(action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::expected::Expected;

    fn read(text: &str) -> Result<Schedule, FormatError> {
        text.parse().map(|PlanText(schedule)| schedule)
    }

    fn error(text: &str) -> (usize, usize, FormatErrorKind) {
        let FormatError { at, what } = read(text).expect_err("a bad plan");
        (at.line, at.column, what)
    }

    #[test]
    fn every_defect_is_named_where_it_stands() {
        assert_eq!(read(""), Ok(Schedule::new()));
        assert_eq!(read("c nothing\n\n"), Ok(Schedule::new()));
        assert_eq!(error("0 1 1 2"), (1, 1, FormatErrorKind::Zero));
        assert_eq!(error("c\n1 1 0 2"), (2, 5, FormatErrorKind::Zero));
        assert_eq!(error("1 1 2"), (1, 6, FormatErrorKind::LineEnds { expected: Expected::Number }));
        let number = FormatErrorKind::Expected { expected: Expected::Number, found: "one".into() };
        assert_eq!(error("1 one 1 2"), (1, 3, number));
        let end = FormatErrorKind::Expected { expected: Expected::EndOfLine, found: "5".into() };
        assert_eq!(error("1 1 1 2 5"), (1, 9, end));
        assert_eq!(error("3 1 1 2\n2 1 1 2"), (2, 1, FormatErrorKind::Time { expected: 3, found: 2 }));
        assert_eq!(error("4294967295 1 1 2"), (1, 1, FormatErrorKind::TooManyWaits { largest: MAX_WAITS }));
        assert_eq!(error("4294967296 1 1 2"), (1, 1, FormatErrorKind::NumberTooLarge { largest: u32::MAX }));
    }

    #[test]
    fn waits_are_kept_and_limited() {
        let schedule = read("2 1 1 2\n2 2 3 4\n5 1 2 1\n").expect("a schedule");
        let lengths: Vec<_> = schedule.steps().map(<[Move]>::len).collect();
        assert_eq!(lengths, [0, 2, 0, 0, 1]);
        let most = alloc::format!("{} 1 1 2\n", MAX_WAITS + 1);
        assert_eq!(read(&most).map(|schedule| schedule.makespan()), Ok(MAX_WAITS as usize + 1));
        let more = alloc::format!("{} 1 1 2\n", MAX_WAITS + 2);
        assert_eq!(error(&more), (1, 1, FormatErrorKind::TooManyWaits { largest: MAX_WAITS }));
    }
}

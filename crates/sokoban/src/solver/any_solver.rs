//! All solvers by their names.

use core::fmt;
use core::str::FromStr;

use motion_core::error::UnknownNameError;
use motion_core::solver_table::{Guarantee, SolverRow};
use motion_core::{Control, Outcome, Solver};

use super::unsupported_level::UnsupportedLevelError;
use super::{BoxByBox, Enhancement, Enhancements, LevelSolver, Method};
use crate::board::SearchBoard;
use crate::level::Level;
use crate::moves::Moves;

/// Any of the solvers, chosen by the name that the thesis gives it; by default `auto`.
///
/// Its name is the name of a [`Method`], followed by those of enhancements, each after a `+`:
/// `BFS+SD+PI`. Solvers print as their names. They are parsed from upper or lower case, with the
/// enhancements in any order. [`guarantee`](AnySolver::guarantee) returns the guarantee of a
/// solver.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{AnySolver, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// for solver in AnySolver::all() {
///     let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
///     assert_eq!(level.verify(&moves)?.pushes, 2);
///     assert_eq!(solver.to_string().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnySolver {
    method: Method,
    enhancements: Enhancements,
    /// The conditions of `Takes`, if they are not `X1Y1`.
    conditions: Option<BoxByBox>,
}

/// The enhancements with which solutions may have more than the fewest pushes.
const NOT_THE_FEWEST: Enhancements = Enhancements::new(&[
    Enhancement::OneBoxAtATime,
    Enhancement::OneBoxThesisOrder,
    Enhancement::OneBoxVanLishoutOrder,
    Enhancement::FirstMeeting,
    Enhancement::ZoneByZone,
    Enhancement::GoalMacros,
    Enhancement::Relevance,
    Enhancement::Penalties,
]);

impl From<Method> for AnySolver {
    /// The method without enhancements.
    fn from(method: Method) -> Self {
        Self { method, enhancements: Enhancements::NONE, conditions: None }
    }
}

impl From<BoxByBox> for AnySolver {
    fn from(conditions: BoxByBox) -> Self {
        let method: Method = TAKES.parse().expect("invariant: a row");
        let conditions = (conditions != BoxByBox::default()).then_some(conditions);
        Self { conditions, ..Self::from(method) }
    }
}

impl AnySolver {
    /// Returns the solvers of the thesis's experiments and some more. `Takes` is listed with each
    /// pair of its conditions, with 3 pulls where a number is needed. Other combinations also have
    /// names.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let listed = |method: Method| {
            let with = move |names| {
                let set = Enhancements::from_names(names).expect("invariant: names of enhancements");
                Self::from(method).with_enhancements(set)
            };
            [Self::from(method)].into_iter().chain(method.combined.split_whitespace().map(with))
        };
        Method::all().flat_map(listed).chain(BoxByBox::ALL.into_iter().skip(1).map(Self::from))
    }

    /// The method.
    pub const fn method(self) -> Method {
        self.method
    }

    /// Sets the enhancements, ignoring those that the method does not have.
    pub fn with_enhancements(self, enhancements: Enhancements) -> Self {
        Self { enhancements: (self.method.kept)(enhancements), ..self }
    }

    /// The enhancements that are switched on.
    #[doc(hidden)]
    pub const fn enhancements(self) -> Enhancements {
        self.enhancements
    }

    /// The guarantee. It concerns pushes, or the player's steps with `steps`.
    pub fn guarantee(self) -> Guarantee {
        match self.method.guarantee() {
            _ if self.conditions.is_some() => Guarantee::Incomplete,
            Guarantee::Optimal if self.enhancements.and(NOT_THE_FEWEST) != Enhancements::NONE => {
                Guarantee::Complete
            }
            _ if self.enhancements.contains(Enhancement::Optimal) => Guarantee::Optimal,
            guarantee => guarantee,
        }
    }

    /// Whether the solver minimises the player's steps. Its qualities and lower bounds then count
    /// steps, otherwise pushes.
    pub const fn counts_steps(self) -> bool {
        self.enhancements().contains(Enhancement::Steps)
    }

    /// Checks that the solver supports a level.
    ///
    /// # Errors
    /// [`UnsupportedLevelError`] gives the reason if it does not.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{AnySolver, Level};
    ///
    /// let level: Level = "9#|#-@-----#|#-$-$-$-#|#.......#|#.......#|#-------#|9#".parse()?;
    /// let solvers: [AnySolver; 2] = ["BFS".parse()?, "BBFS".parse()?];
    /// assert_eq!(solvers.map(|solver| solver.check(&level).is_ok()), [true, true]);
    /// let level: Level = "9#|#-@-----#|#-$$$$$-#|#.......#|#.......#|#-------#|9#".parse()?;
    /// assert_eq!(solvers.map(|solver| solver.check(&level).is_ok()), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, level: &Level) -> Result<(), UnsupportedLevelError> {
        let board = SearchBoard::new(level);
        let live_squares = board.live_square_count();
        if live_squares > self.method.max_live_squares {
            return Err(UnsupportedLevelError::LiveSquares { live_squares });
        }
        if self.method.from_goals && !board.has_few_final_sets() {
            let (boxes, goals) = (board.boxes().len(), board.goals().len());
            return Err(UnsupportedLevelError::FinalSets { boxes, goals });
        }
        Ok(())
    }
}

/// The method of the solvers with conditions.
const TAKES: &str = "Takes-X1Y1";

impl Solver<Level> for AnySolver {
    type Solution = Moves;

    /// Solves a level. Nodes are counted as by the method.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        match self.conditions {
            Some(solver) => solver.solve(level, control),
            None => (self.method.solve)(self.enhancements, level, control),
        }
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.conditions {
            Some(solver) => solver.fmt(f),
            None => write!(f, "{}{}", self.method, self.enhancements),
        }
    }
}

impl FromStr for AnySolver {
    type Err = UnknownNameError;

    fn from_str(text: &str) -> Result<Self, UnknownNameError> {
        if let Some(conditions) = BoxByBox::from_name(text) {
            return Ok(conditions.into());
        }
        let (name, names) = text.split_at(text.find('+').unwrap_or(text.len()));
        let solver = Self::from(name.parse::<Method>()?);
        // Enhancements that the method does not have, and all but one of contradictory ones, have
        // been dropped.
        let enhanced = Enhancements::from_names(names).and_then(|set| {
            let set = set.and_not(solver.method.always);
            let solver = solver.with_enhancements(set);
            (solver.enhancements == set).then_some(solver)
        });
        enhanced
            .ok_or_else(|| UnknownNameError::new(LevelSolver::KIND, text, Method::all().map(Method::name)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn methods_are_those_of_all_solvers() {
        for method in Method::all() {
            let plain = AnySolver::from(method);
            assert_eq!(method.name().parse().as_ref(), Ok(&plain));
            assert!(AnySolver::all().any(|solver| solver == plain), "{method}");
        }
        let names: BTreeSet<_> = AnySolver::all().map(|solver| solver.to_string()).collect();
        assert_eq!(names.len(), AnySolver::all().count(), "each is listed once");
        for method in Method::all() {
            for names in method.combined.split_whitespace() {
                let solver: AnySolver = format!("{method}{names}").parse().expect("it has them");
                assert_eq!(solver.enhancements().to_string(), names, "{method}");
            }
        }
    }

    /// The names of the thesis's tables 1 to 4, where `VL` is the thesis's order and the rules of
    /// `SD` have no name.
    #[test]
    fn the_names_of_the_thesis_are_accepted() {
        for name in [
            "BFS",
            "IDDFS",
            "IDDFS+PP",
            "IDDFS+IMO",
            "IDDFS+PP+IMO",
            "RBFS",
            "BBFS",
            "RIDDFS+PP+IMO",
            "IDDFS/RBFS+PP+IMO",
            "BFS/RIDDFS+PP+IMO",
            "BFS+PI",
            "IDDFS+PI+PP+IMO",
            "BFS+VL",
            "IDDFS+VL+PP+IMO",
        ] {
            assert!(name.parse::<AnySolver>().is_ok(), "{name}");
        }
        let both = "IDDFS/RBFS+PP+met".parse().map(|solver: AnySolver| solver.to_string());
        assert_eq!(both.as_deref(), Ok("IDDFS/RBFS+met"));
        assert!("BBFS+PP".parse::<AnySolver>().is_err());
    }
}

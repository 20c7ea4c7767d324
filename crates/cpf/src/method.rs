//! The methods that solve components.

use core::fmt;

/// The method that solves a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// A path or a cycle by the fewest moves.
    Line,
    /// [`EarInsertion`](bibox::EarInsertion), and [`EarBeam`](bibox::EarBeam) while the budget
    /// lasts.
    Ears,
    /// [`Elimination`](push_swap::Elimination), and
    /// [`EliminationBeam`](push_swap::EliminationBeam) while the budget lasts.
    Elimination,
    /// [`BlockByBlock`](bibox::BlockByBlock).
    Blocks,
    /// As a sliding puzzle, by `NearOptimal::quick`, and `NearOptimal` while the budget lasts.
    Sliding,
    /// One of the others, whose plan became shorter by planning robots again with
    /// [`Replanner`](crate::solvers::Replanner).
    Replanning,
}

impl Method {
    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Ears => "ears",
            Self::Elimination => "elimination",
            Self::Blocks => "blocks",
            Self::Sliding => "sliding",
            Self::Replanning => "replanning",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The methods that made a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MethodsUsed {
    /// None: no component had to be solved, or none was.
    #[default]
    None,
    /// The same for all components.
    One(Method),
    /// Different ones for different components.
    Several,
}

impl MethodsUsed {
    pub(crate) fn add(&mut self, method: Method) {
        *self = match *self {
            Self::None => Self::One(method),
            Self::One(first) if first == method => *self,
            Self::One(_) | Self::Several => Self::Several,
        };
    }
}

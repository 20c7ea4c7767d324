//! The methods that solve components.

use core::fmt;

/// The method that solves a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// A component that is a path or a cycle, solved by the fewest moves.
    Line,
    /// [`EarInsertion`](bibox::EarInsertion), and [`EarBeam`](bibox::EarBeam) while the budget
    /// lasts.
    Ears,
    /// [`Elimination`](push_swap::Elimination), and
    /// [`EliminationBeam`](push_swap::EliminationBeam) while the budget lasts.
    Elimination,
    /// [`BlockByBlock`](bibox::BlockByBlock).
    Blocks,
    /// The component as a sliding puzzle: `NearOptimal::quick`, and `NearOptimal` while the budget
    /// lasts.
    Sliding,
    /// A search over the positions of all robots, [`JointSearch`](mapf::JointSearch).
    Joint,
    /// Any other method, followed by [`Replanner`](crate::solvers::Replanner), which shortened its
    /// plan.
    Replanning,
}

impl Method {
    /// The name, a single word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Ears => "ears",
            Self::Elimination => "elimination",
            Self::Blocks => "blocks",
            Self::Sliding => "sliding",
            Self::Joint => "joint",
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
    /// No method: no component needed solving, or none was solved.
    #[default]
    None,
    /// The same method for all components.
    One(Method),
    /// Different methods for different components.
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

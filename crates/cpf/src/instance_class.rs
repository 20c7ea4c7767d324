//! The instances that a solver supports, and the reasons why it does not support others.

use core::error::Error;
use core::fmt;

use bibox::BlockInstance;
use bibox::error::NotBiconnectedError;
use bibox::error::NotOneBlankError;
use cpf_core::Instance;
#[cfg(feature = "sliding")]
use grid_puzzle::internal::{RobotPuzzle, RobotPuzzleError};
use motion_core::Control;
use motion_core::error::RunError;
use push_swap::PushInstance;
use push_swap::error::NotEnoughBlanksError;

/// The property that an instance lacks for a solver, as returned by
/// [`PlanSolver::check`](crate::internal::PlanSolver::check).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsupportedInstanceError {
    /// A bi-connected graph.
    Graph(NotBiconnectedError),
    /// Two vacant vertices in each component with robots to move.
    Blanks(NotEnoughBlanksError),
    /// One vacant vertex on a connected graph.
    OneBlank(NotOneBlankError),
    /// One vacant vertex on an open grid.
    #[cfg(feature = "sliding")]
    Sliding(RobotPuzzleError),
}

impl fmt::Display for UnsupportedInstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graph(why) => why.fmt(f),
            Self::Blanks(why) => why.fmt(f),
            Self::OneBlank(why) => why.fmt(f),
            #[cfg(feature = "sliding")]
            Self::Sliding(why) => why.fmt(f),
        }
    }
}

impl Error for UnsupportedInstanceError {}

impl From<NotBiconnectedError> for UnsupportedInstanceError {
    fn from(why: NotBiconnectedError) -> Self {
        Self::Graph(why)
    }
}

impl From<NotEnoughBlanksError> for UnsupportedInstanceError {
    fn from(why: NotEnoughBlanksError) -> Self {
        Self::Blanks(why)
    }
}

impl From<NotOneBlankError> for UnsupportedInstanceError {
    fn from(why: NotOneBlankError) -> Self {
        Self::OneBlank(why)
    }
}

#[cfg(feature = "sliding")]
impl From<RobotPuzzleError> for UnsupportedInstanceError {
    fn from(why: RobotPuzzleError) -> Self {
        Self::Sliding(why)
    }
}

/// The instances that a solver supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstanceClass {
    /// All instances.
    All,
    /// Bi-connected graphs.
    Biconnected,
    /// Two blanks in every component.
    Blanks,
    /// One blank on a connected graph.
    OneBlank,
    /// One blank on an open grid.
    #[cfg(feature = "sliding")]
    Sliding,
}

fn convert(why: RunError<impl Into<UnsupportedInstanceError>>) -> RunError<UnsupportedInstanceError> {
    why.map(Into::into)
}

impl InstanceClass {
    /// Checks that an instance is in the class.
    pub(crate) fn check(
        self,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<(), RunError<UnsupportedInstanceError>> {
        match self {
            Self::All => Ok(()),
            Self::Biconnected => {
                NotBiconnectedError::check_within(instance.graph(), control).map_err(convert)
            }
            Self::Blanks => PushInstance::new_within(instance, control).map(drop).map_err(convert),
            Self::OneBlank => BlockInstance::new_within(instance, control).map(drop).map_err(convert),
            #[cfg(feature = "sliding")]
            Self::Sliding => RobotPuzzle::new(instance, control).map(drop).map_err(convert),
        }
    }
}

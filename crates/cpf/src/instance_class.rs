//! Which instances a solver supports, and why not others.

use bibox::ears::NotBiconnected;
use bibox::{BlockInstance, NotOneBlank};
use cpf_core::Instance;
use grid_puzzle::{NotAPuzzle, RobotPuzzle};
use motion_core::{Control, Stop};
use push_swap::{NotEnoughBlanks, PushInstance};
use thiserror::Error;

/// What an instance lacks for a solver: the error of [`AnySolver::check`](crate::AnySolver::check).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnsupportedInstance {
    /// A bi-connected graph.
    #[error(transparent)]
    Graph(#[from] NotBiconnected),
    /// Two vacant vertices in each component with robots to move.
    #[error(transparent)]
    Blanks(#[from] NotEnoughBlanks),
    /// One vacant vertex on a connected graph.
    #[error(transparent)]
    OneBlank(#[from] NotOneBlank),
    /// One vacant vertex on an open grid.
    #[error(transparent)]
    Sliding(#[from] NotAPuzzle),
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
    Sliding,
}

impl InstanceClass {
    /// Checks that an instance is in the class.
    pub(crate) fn check(
        self,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<Result<(), UnsupportedInstance>, Stop> {
        Ok(match self {
            Self::All => Ok(()),
            Self::Biconnected => NotBiconnected::check_within(instance.graph(), control)?.map_err(Into::into),
            Self::Blanks => PushInstance::new_within(instance, control)?.map(drop).map_err(Into::into),
            Self::OneBlank => BlockInstance::new_within(instance, control)?.map(drop).map_err(Into::into),
            Self::Sliding => RobotPuzzle::new_within(instance, control)?.map(drop).map_err(Into::into),
        })
    }
}

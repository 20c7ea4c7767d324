//! The sizes of instances.

/// The size of instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Most solvers find a solution.
    Small,
    /// Reading the instance already takes long.
    Large,
}

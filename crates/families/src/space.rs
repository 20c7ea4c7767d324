//! All states of an instance, counted by depth.

use std::ops::ControlFlow;

use motion_core::search::{self, PackedSpace};
use motion_core::{Control, Stop};
use motion_distributed::{Cluster, Exploration, Explorer, Interrupted};

/// A description of the states of a family, and how an instance is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceDescription {
    /// A description of the states and the moves between them, in a line without a full stop.
    pub summary: &'static str,
    /// Whether an instance is chosen by words, such as a size, instead of by a file.
    pub is_by_words: bool,
}

/// The states that an instance can reach.
pub trait StateSpace {
    /// Counts all states by depth, together with the other processes of a cluster, if any. Also
    /// returns a state of the greatest depth as text.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn explore(
        &self,
        explorer: &Explorer,
        cluster: Option<&Cluster>,
        control: &mut Control<'_>,
    ) -> Result<Exploration<String>, Interrupted>;

    /// Counts all states by depth in memory.
    ///
    /// # Errors
    /// [`Stop`].
    fn count(&self, control: &mut Control<'_>) -> Result<Vec<u64>, Stop>;
}

/// A space whose states fit into words of 64 bits, with its start and the conversion of a state to
/// text.
pub(crate) struct Packed<S, T, F, const N: usize> {
    pub(crate) space: S,
    pub(crate) start: T,
    pub(crate) text: F,
}

impl<S, T, F, const N: usize> StateSpace for Packed<S, T, F, N>
where
    S: PackedSpace<N, State = T>,
    T: Clone,
    F: Fn(&S, &T) -> String,
{
    fn explore(
        &self,
        explorer: &Explorer,
        cluster: Option<&Cluster>,
        control: &mut Control<'_>,
    ) -> Result<Exploration<String>, Interrupted> {
        let start = [self.start.clone()];
        let explored = match cluster {
            Some(cluster) => explorer.explore_together(cluster, &self.space, start, control),
            None => explorer.explore(&self.space, start, control),
        }?;
        Ok(explored.map(|state| (self.text)(&self.space, &state)))
    }

    fn count(&self, control: &mut Control<'_>) -> Result<Vec<u64>, Stop> {
        states_by_depth(&self.space, &self.start, control)
    }
}

/// Counts the states of a space by depth in memory.
///
/// # Errors
/// [`Stop`].
pub fn states_by_depth<S: PackedSpace<N>, const N: usize>(
    space: &S,
    start: &S::State,
    control: &mut Control<'_>,
) -> Result<Vec<u64>, Stop> {
    let mut states: Vec<u64> = Vec::new();
    search::explore(space, [start.clone()], control, |_, depth| {
        states.resize(depth as usize + 1, 0);
        states[depth as usize] += 1;
        ControlFlow::Continue(())
    })?;
    Ok(states)
}

//! Independent runs of several variants of elimination.

use alloc::vec::Vec;

use cpf_core::internal::OperationError;
use motion_core::{Control, Move};

use super::moves_of;
use crate::elimination::Elimination;
use crate::instance::PushInstance;

/// Variants whose plans are requested one after another.
///
/// With the feature `rayon` as many are run at once as there are threads, each with the rest of the
/// budget. The nodes and memory that they used are then accounted for one by one, in the order of
/// the variants. The first that does not fit into the budget is run again in place, so that it
/// stops where it would have stopped on one thread. Under a limit of memory all are run in place.
pub(super) struct Runs<'v, 'i> {
    variants: &'v [Elimination],
    problem: &'v PushInstance<'i>,
    /// The runs of the next variants, the last first.
    #[cfg(feature = "rayon")]
    ahead: Vec<RunAhead>,
}

impl<'v, 'i> Runs<'v, 'i> {
    pub(super) const fn new(variants: &'v [Elimination], problem: &'v PushInstance<'i>) -> Self {
        Self {
            variants,
            problem,
            #[cfg(feature = "rayon")]
            ahead: Vec::new(),
        }
    }

    /// Returns the plan of the variant with this number; numbers must ascend by one.
    ///
    /// # Errors
    /// Those of [`Elimination`].
    pub(super) fn moves_of(
        &mut self,
        number: usize,
        control: &mut Control,
    ) -> Result<Vec<Move>, OperationError> {
        #[cfg(feature = "rayon")]
        if let Some(result) = self.ahead_of(number, control) {
            return result;
        }
        moves_of(self.variants[number], self.problem, control).map(|(moves, _)| moves)
    }
}

/// A run made on another thread.
#[cfg(feature = "rayon")]
struct RunAhead {
    result: Result<Vec<Move>, OperationError>,
    nodes: u64,
    /// The largest number of bytes that it held.
    bytes: u64,
}

#[cfg(feature = "rayon")]
impl Runs<'_, '_> {
    /// Returns the plan of a variant, if it was found on another thread and fits into the budget.
    fn ahead_of(
        &mut self,
        number: usize,
        control: &mut Control,
    ) -> Option<Result<Vec<Move>, OperationError>> {
        use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

        let threads = rayon::current_num_threads();
        if threads == 1 || control.limits_bytes() {
            return None;
        }
        if self.ahead.is_empty() {
            let end = self.variants.len().min(number + threads);
            let (problem, budget) = (self.problem, control.remaining());
            let run = |&variant: &Elimination| {
                let mut control = Control::new(budget.clone());
                let result = moves_of(variant, problem, &mut control).map(|(moves, _)| moves);
                let stats = control.stats();
                RunAhead { result, nodes: stats.nodes, bytes: stats.peak_bytes }
            };
            self.ahead = self.variants[number..end].par_iter().map(run).collect();
            self.ahead.reverse();
        }
        let RunAhead { result, nodes, bytes } = self.ahead.pop()?;
        if matches!(result, Err(OperationError::Stop(_))) || control.spend(nodes).is_err() {
            return None;
        }
        // Without a limit the memory is only recorded.
        control.scope(|control| control.hold(bytes)).ok()?;
        Some(result)
    }
}

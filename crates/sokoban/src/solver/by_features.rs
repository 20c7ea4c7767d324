//! Searches by features, from the start and from the goals.

use alloc::sync::Arc;

use motion_core::search::Path;
use motion_core::{Control, Outcome};

use super::search_problem::{SearchMethod, SearchProblem, is_unsupported};
use super::{FeatureSearch, ReverseFeatureSearch};
use crate::analysis::DeadlockSearch;
use crate::board::{Push, SearchBoard};
use crate::feature::BlockedGoals;

/// A search by features.
#[derive(Clone, Copy, Debug)]
pub(super) enum ByFeatures {
    /// From the start.
    Forward(FeatureSearch),
    /// From the goals.
    Backward(ReverseFeatureSearch),
}

impl ByFeatures {
    /// Whether the search supports a board.
    pub(super) fn supports(self, board: &SearchBoard) -> bool {
        match self {
            Self::Forward(search) => !is_unsupported(&search, board),
            Self::Backward(search) => !is_unsupported(&search, board),
        }
    }

    /// Searches with the deadlocks proved by previous searches. Their memory remains held. A search
    /// from the goals neither uses them nor adds to them.
    pub(super) fn search_with<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        blocked: &Arc<BlockedGoals<W>>,
        deadlocks: DeadlockSearch<'b, W>,
        control: &mut Control,
    ) -> (Outcome<Path<Push>>, DeadlockSearch<'b, W>) {
        match self {
            Self::Forward(search) => search.search_with(problem, blocked, deadlocks, control),
            Self::Backward(search) => (search.search(problem, control), deadlocks),
        }
    }
}

//! Searches by features, from the start and from the goals.

use alloc::sync::Arc;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

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
    /// From the start, again and again with few nodes and another plan by sinks.
    WithOtherPlans(FeatureSearch),
    /// From the goals.
    Backward(ReverseFeatureSearch),
}

impl ByFeatures {
    /// Whether the search supports a board.
    pub(super) fn supports(self, board: &SearchBoard) -> bool {
        match self {
            Self::Forward(search) | Self::WithOtherPlans(search) => !is_unsupported(&search, board),
            Self::Backward(search) => !is_unsupported(&search, board),
        }
    }

    /// Searches with this many nodes and the deadlocks proved by previous searches. Their memory
    /// remains held. A search from the goals neither uses them nor adds to them.
    pub(super) fn search_with<'b, const W: usize>(
        self,
        problem: &SearchProblem<'b, W>,
        blocked: &Arc<BlockedGoals<W>>,
        deadlocks: DeadlockSearch<'b, W>,
        nodes: u64,
        control: &mut Control,
    ) -> (Outcome<Path<Push>>, DeadlockSearch<'b, W>) {
        control.within_nodes(nodes, |control| match self {
            Self::Forward(search) => search.search_with(problem, blocked, deadlocks, control),
            Self::WithOtherPlans(search) => {
                with_other_plans(search, problem, blocked, deadlocks, nodes, control)
            }
            Self::Backward(search) => (search.search(problem, control), deadlocks),
        })
    }
}

/// The fewest nodes of a search with another plan.
const FEWEST: u64 = 1_500;

/// The number of searches with other plans, of the fewest nodes.
const SEARCHES: u64 = 6;

/// Searches with one plan after another, until one ends or the nodes are exhausted. The more nodes
/// there are, the more searches there are, and the longer they take.
fn with_other_plans<'b, const W: usize>(
    search: FeatureSearch,
    problem: &SearchProblem<'b, W>,
    blocked: &Arc<BlockedGoals<W>>,
    mut deadlocks: DeadlockSearch<'b, W>,
    nodes: u64,
    control: &mut Control,
) -> (Outcome<Path<Push>>, DeadlockSearch<'b, W>) {
    let each = FEWEST.max((nodes / SEARCHES).isqrt() * FEWEST.isqrt());
    // Searches of other rounds, with other numbers of nodes, have other seeds.
    let mut seed = nodes;
    loop {
        let work =
            |control: &mut Control| search.with_seed(seed).search_with(problem, blocked, deadlocks, control);
        let outcome;
        (outcome, deadlocks) = control.within_nodes(each, work);
        // Spending one more node shows whether all nodes are exhausted.
        let is_last =
            !matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }) || control.spend(1).is_err();
        if is_last {
            return (outcome, deadlocks);
        }
        seed += 1;
    }
}

//! Searches by features, from the start and from the goals.

use alloc::boxed::Box;
use alloc::sync::Arc;

use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::feature_search::OngoingForwardSearch;
use super::open_position::OpenPosition;
use super::reverse_feature_search::OngoingBackwardSearch;
use super::search_problem::{SearchProblem, is_unsupported};
use super::{FeatureSearch, ReverseFeatureSearch};
use crate::analysis::DeadlockSearch;
use crate::board::{MAX_WORDS, Push};
use crate::bound::LowerBounds;
use crate::feature::{Advisors, BlockedGoals};

/// A search by features.
#[derive(Clone, Copy, Debug)]
pub(super) enum ByFeatures {
    /// From the start.
    Forward(FeatureSearch),
    /// From the start, again and again with few nodes and another plan by sinks.
    WithOtherPlans(FeatureSearch),
    /// From the goals.
    Backward(ReverseFeatureSearch),
    /// From the start to an open position, from which the way to the goals is known.
    TowardOpenPosition(FeatureSearch),
}

/// The data that the searches of a problem share.
pub(super) struct SharedData<'p, 'b, const W: usize> {
    pub(super) problem: &'p SearchProblem<'b, W>,
    /// The bounds of the game backward.
    pub(super) backward: &'b LowerBounds,
    pub(super) blocked: Arc<BlockedGoals<W>>,
    /// An open position, if one is known.
    pub(super) open: Option<&'b OpenPosition<W>>,
}

/// A search by features in progress, which can be continued.
pub(super) enum OngoingSearch<'b, const W: usize> {
    Forward(Box<OngoingForwardSearch<'b, W>>),
    WithOtherPlans {
        search: FeatureSearch,
        /// The number of searches so far.
        searches: u64,
        /// The deadlocks that they have proved.
        deadlocks: Option<Box<DeadlockSearch<'b, W>>>,
    },
    Backward(Box<OngoingBackwardSearch<'b, W>>),
    TowardOpenPosition(&'b OpenPosition<W>, Box<OngoingForwardSearch<'b, W>>),
}

impl ByFeatures {
    /// Whether the search supports a problem.
    pub(super) fn supports<const W: usize>(self, shared: &SharedData<'_, '_, W>) -> bool {
        let board = shared.problem.board;
        match self {
            Self::Forward(search) | Self::WithOtherPlans(search) => !is_unsupported(&search, board),
            Self::Backward(search) => W <= MAX_WORDS && !is_unsupported(&search, board),
            Self::TowardOpenPosition(_) => shared.open.is_some(),
        }
    }

    /// Prepares the search. Memory remains held until the scope of `control` ends.
    pub(super) fn begin<'b, const W: usize>(
        self,
        shared: &SharedData<'_, 'b, W>,
        control: &mut Control,
    ) -> Result<OngoingSearch<'b, W>, Stop> {
        let SharedData { problem, backward, blocked, open } = shared;
        Ok(match self {
            Self::Forward(search) => {
                let deadlocks = Advisors::deadlocks(problem.board);
                OngoingSearch::Forward(Box::new(search.begin(problem, blocked, deadlocks, control)?))
            }
            Self::WithOtherPlans(search) => {
                OngoingSearch::WithOtherPlans { search, searches: 0, deadlocks: None }
            }
            Self::Backward(_) if const { W > MAX_WORDS } => return Err(Stop::Unsupported),
            Self::Backward(search) => {
                OngoingSearch::Backward(Box::new(search.begin(problem, backward, control)?))
            }
            Self::TowardOpenPosition(search) => {
                let open = open.expect("invariant: the problem is supported");
                OngoingSearch::TowardOpenPosition(open, Box::new(open.begin(search, control)?))
            }
        })
    }
}

impl<'b, const W: usize> OngoingSearch<'b, W> {
    /// Searches until the search ends or this many more nodes are spent: the outcome is then
    /// stopped with [`Stop::Nodes`].
    pub(super) fn advance(
        &mut self,
        shared: &SharedData<'_, 'b, W>,
        nodes: u64,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let problem = shared.problem;
        match self {
            Self::Forward(run) => run.advance(problem, nodes, control),
            Self::Backward(_) if const { W > MAX_WORDS } => problem.stopped(Stop::Unsupported),
            Self::Backward(run) => run.advance(problem, nodes, control),
            Self::TowardOpenPosition(open, run) => open.advance(run, problem, nodes, control),
            Self::WithOtherPlans { search, searches, deadlocks } => {
                *searches += 1;
                let known =
                    deadlocks.take().map_or_else(|| Advisors::deadlocks(problem.board), |known| *known);
                let before = known.held_bytes();
                let found = control.scope(|control| {
                    let mut run =
                        search.with_seed(*searches).begin(problem, &shared.blocked, known, control)?;
                    let outcome = run.advance(problem, nodes, control);
                    Ok((outcome, run.end(control)))
                });
                let (outcome, known) = match found {
                    Ok(found) => found,
                    Err(why) => return problem.stopped(why),
                };
                let granted = control.hold(known.held_bytes() - before);
                granted.expect("invariant: the memory was granted during the search");
                *deadlocks = Some(Box::new(known));
                outcome
            }
        }
    }
}

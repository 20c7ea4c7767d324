//! IDA* on several threads: the tree of each threshold is divided into subtrees near its root.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::{Attempt, IdaStar, ReversibleSpace, Search, defer};
use crate::control::Control;
use crate::outcome::{Outcome, Stop};
use crate::search::Path;

/// The states that one thread expands before others begin.
pub(super) const ALONE: u64 = 1 << 16;

/// The number of subtrees for each thread, at least, and the depth of their roots, at most.
const SUBTREES: usize = 64;
const DEPTH: usize = 24;

/// The actions from the start to the root of a subtree, and their cost.
#[derive(Clone)]
struct Prefix<A> {
    actions: Vec<A>,
    cost: u32,
}

impl IdaStar {
    /// Searches on threads after one has expanded `alone` states.
    pub(super) fn search_on_threads<S: ReversibleSpace<Action: Send + Sync> + Clone + Send>(
        mut self,
        alone: u64,
        space: &mut S,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        match self.with_state_limit(alone).search(space, control) {
            Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } if control.limit_met().is_none() => {
                self.least = lower_bound.map_or(0, |bound| bound as u32);
            }
            outcome => return outcome,
        }
        self.deepening(space.lower_bound(), |threshold| {
            self.tell(threshold, control);
            let mut next = None;
            let prefixes = prefixes(space, threshold, &mut next, control)?;
            let (turn, solved) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
            let copies = (0..control.threads().get()).map(|_| space.clone()).collect();
            let found = control.in_parallel(copies, |mut space: S, control: &mut Control| {
                let search = Search {
                    space: &mut space,
                    levels: Vec::new(),
                    held: 0,
                    state_limit: u64::MAX,
                    next: None,
                };
                search.subtrees(&prefixes, threshold, (&turn, &solved), control)
            })?;
            let nexts = found.iter().filter_map(|(_, next)| *next).chain(next);
            let next = nexts.min();
            // The first path in the order of the actions is in the first subtree with a path.
            let first = found.into_iter().filter_map(|(path, _)| path).min_by_key(|(number, _)| *number);
            Ok((first.map(|(_, path)| path), next))
        })
    }
}

impl<S: ReversibleSpace> Search<'_, S> {
    /// Searches subtrees, in turn with other threads, up to the first that has a path. Returns its
    /// number and the path, and the next threshold.
    #[expect(clippy::type_complexity, reason = "the parts are explained above")]
    fn subtrees(
        mut self,
        prefixes: &[Prefix<S::Action>],
        threshold: u32,
        (turn, solved): (&AtomicUsize, &AtomicUsize),
        control: &mut Control,
    ) -> Result<(Option<(usize, Path<S::Action>)>, Option<u32>), Stop> {
        loop {
            let number = turn.fetch_add(1, Ordering::Relaxed);
            if number >= prefixes.len() || number > solved.load(Ordering::Relaxed) {
                return Ok((None, self.next));
            }
            let Prefix { actions, cost } = &prefixes[number];
            let made = follow(self.space, actions, threshold);
            if let Some(cost) = self.descend(actions.last().copied(), *cost, threshold, control)? {
                solved.fetch_min(number, Ordering::Relaxed);
                let actions = actions.iter().copied().chain(self.actions()).collect();
                return Ok((Some((number, Path { actions, cost: cost.into() })), self.next));
            }
            take_back(self.space, made);
        }
    }
}

/// Returns the roots of subtrees that together contain every path within the threshold, in the
/// order of the actions. `next` becomes the least sum of cost and bound that exceeds the threshold.
fn prefixes<S: ReversibleSpace>(
    space: &mut S,
    threshold: u32,
    next: &mut Option<u32>,
    control: &mut Control,
) -> Result<Vec<Prefix<S::Action>>, Stop> {
    let mut prefixes = alloc::vec![Prefix { actions: Vec::new(), cost: 0 }];
    let enough = SUBTREES * control.threads().get();
    for _ in 0..DEPTH {
        if prefixes.len() >= enough {
            break;
        }
        let mut longer = Vec::new();
        for prefix in prefixes {
            let made = follow(space, &prefix.actions, threshold);
            let extended = extend(space, prefix, threshold, next, &mut longer, control);
            take_back(space, made);
            extended?;
        }
        prefixes = longer;
    }
    Ok(prefixes)
}

/// Adds the prefixes that go on from one, whose moves have been made.
fn extend<S: ReversibleSpace>(
    space: &mut S,
    prefix: Prefix<S::Action>,
    threshold: u32,
    next: &mut Option<u32>,
    longer: &mut Vec<Prefix<S::Action>>,
    control: &mut Control,
) -> Result<(), Stop> {
    if space.is_goal() {
        longer.push(prefix);
        return Ok(());
    }
    control.spend(1)?;
    for action in space.actions(prefix.actions.last().copied()) {
        let cost = prefix.cost.checked_add(space.cost(action).get()).ok_or(Stop::Unsupported)?;
        let Some(allowance) = threshold.checked_sub(cost) else {
            defer(next, cost);
            continue;
        };
        match space.make(action, allowance) {
            Attempt::Made(undo) => {
                space.undo(action, undo);
                let actions = prefix.actions.iter().copied().chain([action]).collect();
                longer.push(Prefix { actions, cost });
            }
            Attempt::Pruned(rest) => defer(next, cost.checked_add(rest).ok_or(Stop::Unsupported)?),
            Attempt::DeadEnd => {}
        }
    }
    Ok(())
}

/// Makes the moves of a prefix, which the threshold allows.
fn follow<S: ReversibleSpace>(
    space: &mut S,
    actions: &[S::Action],
    threshold: u32,
) -> Vec<(S::Action, S::Undo)> {
    let mut cost = 0;
    let made = actions.iter().map(|&action| {
        cost += space.cost(action).get();
        match space.make(action, threshold - cost) {
            Attempt::Made(undo) => (action, undo),
            Attempt::Pruned(_) | Attempt::DeadEnd => unreachable!("invariant: the move was made before"),
        }
    });
    made.collect()
}

/// Undoes these moves.
fn take_back<S: ReversibleSpace>(space: &mut S, made: Vec<(S::Action, S::Undo)>) {
    made.into_iter().rev().for_each(|(action, undo)| space.undo(action, undo));
}

//! A path of the fewest actions, by breadth-first heuristic search on disk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use motion_core::search::{Heuristic, PackedSpace, Path, Space};
use motion_core::{Control, Outcome, Quality};

use crate::disk_error::DiskError;
use crate::disk_search::{Admission, Decision, DiskSearch, LevelEnd};
use crate::explorer::{COMMIT_INTERVAL, PARTS};
use crate::opening::Opening;
use crate::processes::OneProcess;

/// Breadth-first heuristic search under a growing limit. It finds the fewest actions to a goal
/// where the states are too many for memory.
///
/// Level by level all states are kept whose depth plus lower bound is within the limit. If none of
/// them is a goal, the search restarts with the least sum above the limit as the new limit. All
/// levels stay on disk, and the path is traced back from the goal.
///
/// # Guarantees
/// Complete and optimal on finite spaces, given an admissible bound: [`Outcome::Unsolvable`] is a
/// proof. Costs are ignored: every action counts one, and the bound must be a lower bound of the
/// number of actions. Neither the length nor the path depends on the number of threads.
///
/// A stopped run continues [`with_resume`](Self::with_resume) after its last complete level.
///
/// # Complexity
/// The disk holds the states of one limit. Each limit expands all states below it again, which
/// matters little if their number grows with the limit. If actions can be undone, each step of the
/// path takes a look at one level; otherwise the level is expanded once more.
///
/// # References
/// R. Zhou, E. A. Hansen, *Breadth-first heuristic search*, Artificial Intelligence 170, 2006; here
/// with levels on disk, and duplicates found by sorting.
#[derive(Clone, Debug)]
pub struct DiskSolver {
    directory: PathBuf,
    resumes: bool,
}

impl DiskSolver {
    /// Creates a solver that works in this directory, which must not hold a search yet. The
    /// directory is created if it does not exist.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), resumes: false }
    }

    /// Sets whether to continue the search in the directory, which must have the same space and
    /// start.
    pub const fn with_resume(mut self, resumes: bool) -> Self {
        self.resumes = resumes;
        self
    }

    /// Finds a path of the fewest actions. Every worker creates its own heuristic.
    ///
    /// If a limit is reached, or the run is cancelled, the outcome is stopped, with the present
    /// limit as the lower bound.
    ///
    /// # Errors
    /// [`DiskError`], but not [`DiskError::Stopped`].
    pub fn solve<S: PackedSpace<N>, H: Heuristic<S>, const N: usize>(
        &self,
        space: &S,
        heuristic: impl Fn() -> H + Sync,
        start: &S::State,
        control: &mut Control,
    ) -> Result<Outcome<Path<S::Action>>, DiskError> {
        if space.is_goal(&mut space.scratch(), start) {
            let plan = Path { actions: Vec::new(), cost: 0 };
            return Ok(Outcome::Solved { plan, quality: Quality::Optimal });
        }
        let Some(bound) = heuristic().lower_bound(start) else { return Ok(Outcome::Unsolvable) };
        let opening = Opening {
            directory: &self.directory,
            scratch: &self.directory,
            resumes: self.resumes,
            is_for_goal: true,
            limit: bound.max(1),
            parts: PARTS,
            commit_interval: COMMIT_INTERVAL,
        };
        control.scope(|control| {
            let mut limit = opening.limit;
            let starts = [space.pack(start)];
            let found = DiskSearch::open(space, Box::new(OneProcess), opening, &starts, control).and_then(
                |mut search| {
                    let goal = find_goal(space, &mut search, &heuristic, start, &mut limit, control);
                    let committed = search.commit();
                    let goal = goal.and_then(|goal| committed.map(|()| goal))?;
                    goal.map(|goal| search.path_to(goal, control)).transpose()
                },
            );
            match found {
                Ok(Some(actions)) => {
                    let plan = Path { cost: actions.len() as u64, actions };
                    Ok(Outcome::Solved { plan, quality: Quality::Optimal })
                }
                Ok(None) => Ok(Outcome::Unsolvable),
                Err(DiskError::Stopped(why)) => {
                    Ok(Outcome::Stopped { why, best: None, lower_bound: Some(limit.into()) })
                }
                Err(error) => Err(error),
            }
        })
    }
}

/// Searches under one limit after another; `limit` ends as the last one.
fn find_goal<S: PackedSpace<N>, H: Heuristic<S>, const N: usize>(
    space: &S,
    search: &mut DiskSearch<S, N>,
    heuristic: &(impl Fn() -> H + Sync),
    start: &S::State,
    limit: &mut u32,
    control: &mut Control,
) -> Result<Option<[u64; N]>, DiskError> {
    loop {
        *limit = search.manifest().limit;
        let least_left_out = AtomicU32::new(search.manifest().least_left_out.unwrap_or(u32::MAX));
        let left_out = || {
            let least = least_left_out.load(Ordering::Relaxed);
            (least < u32::MAX).then_some(least)
        };
        while !search.manifest().is_complete {
            let admission = || WithinLimit {
                space,
                heuristic: heuristic(),
                scratch: space.scratch(),
                limit: *limit,
                depth: 0,
                least_left_out: &least_left_out,
            };
            if let LevelEnd::Goal(goal) = search.advance(admission, left_out, control)? {
                return Ok(Some(goal));
            }
        }
        match search.manifest().least_left_out {
            Some(greater) => search.begin_again(&[space.pack(start)], greater)?,
            None => return Ok(None),
        }
    }
}

/// An admission that keeps states whose depth plus bound is within the limit.
struct WithinLimit<'a, S: Space, H> {
    space: &'a S,
    heuristic: H,
    /// A separate scratch, since the worker's own is in use while it lists successors.
    scratch: S::Scratch,
    limit: u32,
    /// The depth of the successors.
    depth: u32,
    least_left_out: &'a AtomicU32,
}

impl<S: Space, H: Heuristic<S>> Admission<S> for WithinLimit<'_, S, H> {
    #[inline]
    fn enter(&mut self, state: &S::State, depth: u32) {
        self.heuristic.enter(state);
        self.depth = depth + 1;
    }

    #[inline]
    fn admit(&mut self, action: S::Action, successor: &S::State) -> Decision {
        let Some(bound) = self.heuristic.after(action, successor) else { return Decision::LeaveOut };
        let sum = self.depth.saturating_add(bound);
        if sum > self.limit {
            self.least_left_out.fetch_min(sum, Ordering::Relaxed);
            return Decision::LeaveOut;
        }
        if self.space.is_goal(&mut self.scratch, successor) { Decision::Goal } else { Decision::Keep }
    }
}

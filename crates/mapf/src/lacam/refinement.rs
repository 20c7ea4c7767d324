//! The schedule whose groups of robots are replanned, and when that happens.

use alloc::rc::Rc;

use cpf_core::Objective;
use motion_core::{Control, Stop};

use super::Lacam;
use super::technique::LacamTechnique;
use crate::ScheduleImprover;
use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;
use crate::schedule_improver::GroupPlanner;
use crate::timed_paths::TimedPaths;

/// Divides the work between the search and improving its schedules by large neighbourhood search.
///
/// A schedule is improved until [`IDLE_SWEEPS`] sweeps in a row gain nothing. Then the best
/// schedule that the search has found meanwhile is improved, if there is one.
pub(super) struct Refinement<'a> {
    lacam: &'a Lacam,
    instance: ArcInstance<'a>,
    is_on: bool,
    /// The number of descents before any schedule is improved.
    first: u64,
    current: Option<GroupPlanner<'a>>,
    waiting: Option<TimedPaths>,
    /// The number of sweeps without a gain.
    idle: u32,
    /// The number of nodes that replanning may have spent by now, and the number that it has spent.
    allowed: u64,
    used: u64,
}

/// The number of sweeps without a gain after which the next schedule is improved.
const IDLE_SWEEPS: u32 = 5;
/// The number of descents before any schedule is improved, with restarts.
const FIRST: u64 = 4;

impl<'a> Refinement<'a> {
    pub(super) fn new(lacam: &'a Lacam, instance: ArcInstance<'a>) -> Self {
        let is_on = lacam.techniques.contains(LacamTechnique::Replanning);
        // Without restarts, there is one descent.
        let first = if lacam.techniques.contains(LacamTechnique::Restarts) { FIRST } else { 0 };
        Self { lacam, instance, is_on, first, current: None, waiting: None, idle: 0, allowed: 0, used: 0 }
    }

    /// Stores a schedule to be improved after the present one.
    pub(super) fn take_up(&mut self, paths: TimedPaths) {
        if self.is_on {
            self.waiting = Some(paths);
        }
    }

    /// Counts nodes spent by the search, which allow some for replanning.
    pub(super) fn allow(&mut self, nodes: u64) {
        let share = if self.lacam.objective == Objective::Makespan { 1 } else { 3 };
        self.allowed += share * nodes;
    }

    /// Counts nodes spent on replanning.
    pub(super) fn count_nodes(&mut self, nodes: u64) {
        self.used += nodes;
    }

    /// Returns whether further gains are expected.
    pub(super) const fn is_worth_it(&self) -> bool {
        self.waiting.is_some() || self.current.is_some() && self.idle < IDLE_SWEEPS
    }

    /// Returns whether to improve a schedule now that this many descents have begun.
    pub(super) const fn is_due(&self, descents: u64) -> bool {
        (self.waiting.is_some() || self.current.is_some())
            && descents > self.first
            && self.used <= self.allowed
    }

    /// Replans as many groups as there are robots. Returns the schedule if it has become cheaper,
    /// even when the run stops.
    pub(super) fn sweep(
        &mut self,
        distances: &Rc<AllDistances<'a>>,
        control: &mut Control,
    ) -> (Result<(), Stop>, Option<TimedPaths>) {
        if self.idle >= IDLE_SWEEPS
            && self.waiting.is_some()
            && let Some(old) = self.current.take()
        {
            old.release(control);
        }
        if self.current.is_none() {
            let Some(paths) = self.waiting.take() else { return (Ok(()), None) };
            match self.planner(&paths, distances, control) {
                Ok(planner) => self.current = Some(planner),
                // The improvement is optional.
                Err(Stop::Memory) => {
                    self.is_on = false;
                    return (Ok(()), None);
                }
                Err(why) => return (Err(why), None),
            }
            self.idle = 0;
        }
        let planner = self.current.as_mut().expect("invariant: it was just made");
        let before = planner.cost();
        let mut gains = false;
        let mut end = Ok(());
        for _ in 0..self.instance.robot_count() {
            end = control.spend(1).and_then(|()| planner.plan_group(control)).map(|gain| gains |= gain > 0);
            if end.is_err() {
                break;
            }
        }
        self.idle = if gains { 0 } else { self.idle.saturating_add(1) };
        let paths = (planner.cost() < before).then(|| planner.timed_paths());
        (end, paths)
    }

    fn planner(
        &self,
        paths: &TimedPaths,
        distances: &Rc<AllDistances<'a>>,
        control: &mut Control,
    ) -> Result<GroupPlanner<'a>, Stop> {
        let improver = ScheduleImprover::default()
            .with_model(self.lacam.model)
            .with_objective(self.lacam.objective)
            .with_seed(self.lacam.seed);
        let mut planner = GroupPlanner::new(improver, self.instance, paths, distances.clone());
        planner.account(control).map(|()| planner)
    }
}

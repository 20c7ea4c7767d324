//! The schedule whose groups of robots are planned again, and the time at which they are.

use alloc::rc::Rc;

use cpf_core::{Instance, Objective};
use motion_core::{Control, Stop};

use super::Lacam;
use super::technique::LacamTechnique;
use crate::ScheduleImprover;
use crate::all_distances::AllDistances;
use crate::schedule_improver::GroupPlanner;
use crate::timed_paths::TimedPaths;

/// Divides the work between the search and the improvement of its schedules by large neighbourhood
/// search.
///
/// A schedule is improved until whole sweeps gain nothing. Then comes the best one that the search
/// has found meanwhile, if there is one.
pub(super) struct Refinement<'a> {
    lacam: &'a Lacam,
    instance: &'a Instance,
    is_on: bool,
    /// The number of descents before any schedule is improved.
    first: u64,
    current: Option<GroupPlanner<'a>>,
    waiting: Option<TimedPaths>,
    /// The number of sweeps without a gain.
    idle: u32,
    /// The nodes that it may still spend, and those that it has spent too many.
    allowed: u64,
    used: u64,
}

/// The number of sweeps without a gain after which another schedule has its turn.
const IDLE_SWEEPS: u32 = 5;
/// The number of descents before any schedule is improved, if there are several.
const FIRST: u64 = 4;

impl<'a> Refinement<'a> {
    pub(super) fn new(lacam: &'a Lacam, instance: &'a Instance) -> Self {
        let is_on = lacam.techniques.contains(LacamTechnique::Replanning);
        // Without restarts, there is one descent.
        let first = if lacam.techniques.contains(LacamTechnique::Restarts) { FIRST } else { 0 };
        Self { lacam, instance, is_on, first, current: None, waiting: None, idle: 0, allowed: 0, used: 0 }
    }

    /// Takes a schedule to be improved after the present one.
    pub(super) fn take_up(&mut self, paths: TimedPaths) {
        if self.is_on {
            self.waiting = Some(paths);
        }
    }

    /// Counts nodes spent by the search.
    pub(super) fn allow(&mut self, nodes: u64) {
        let share = if self.lacam.objective == Objective::Makespan { 1 } else { 3 };
        self.allowed += share * nodes;
    }

    /// Counts nodes spent on planning again.
    pub(super) fn count_nodes(&mut self, nodes: u64) {
        self.used += nodes;
    }

    /// Returns whether further gains are expected.
    pub(super) const fn is_worth_it(&self) -> bool {
        self.waiting.is_some() || self.current.is_some() && self.idle < IDLE_SWEEPS
    }

    /// Returns whether it is its turn, after this many descents have begun.
    pub(super) const fn is_due(&self, descents: u64) -> bool {
        (self.waiting.is_some() || self.current.is_some())
            && descents > self.first
            && self.used <= self.allowed
    }

    /// Plans as many groups as there are robots. Returns the schedule if it has become cheaper,
    /// whether or not the run goes on.
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

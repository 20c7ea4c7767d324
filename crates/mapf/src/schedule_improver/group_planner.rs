//! Groups of robots that are replanned, one group after another.

use alloc::rc::Rc;

use cpf_core::Objective;
use motion_core::{Control, Schedule, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::ScheduleImprover;
use super::neighbourhoods::{Groups, Neighbourhood};
use super::scheduled_robots::ScheduledRobots;
use super::weights::Weights;
use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;
use crate::timed_paths::TimedPaths;

/// A legal schedule, and the state of the rules that choose groups.
pub(crate) struct GroupPlanner<'a> {
    improver: ScheduleImprover,
    scheduled: ScheduledRobots<'a>,
    groups: Groups,
    weights: Weights<{ Neighbourhood::ALL.len() }>,
    rng: Xoshiro256PlusPlus,
    cost: u64,
}

impl<'a> GroupPlanner<'a> {
    /// Takes the paths of a legal schedule. At least one rule must choose groups.
    pub(crate) fn new(
        improver: ScheduleImprover,
        instance: ArcInstance<'a>,
        paths: &TimedPaths,
        distances: Rc<AllDistances<'a>>,
    ) -> Self {
        let objective = improver.objective;
        let mut scheduled = ScheduledRobots::new(instance, paths, (improver.model, objective), distances);
        let cost = paths.cost(objective);
        if objective == Objective::Makespan {
            scheduled.set_deadline(scheduled.makespan().saturating_sub(1));
        }
        Self {
            improver,
            groups: Groups::new(&scheduled, improver.group_size),
            scheduled,
            weights: Weights::new(improver.neighbourhoods),
            rng: Xoshiro256PlusPlus::seed_from_u64(improver.seed),
            cost,
        }
    }

    /// Replans a group. Returns by how much its paths' cost has decreased. Under the makespan,
    /// returns by how much the total lateness of its robots has decreased. The schedule becomes
    /// cheaper once no robot is late.
    pub(crate) fn plan_group(&mut self, control: &mut Control) -> Result<u32, Stop> {
        let choice = self.weights.draw(&mut self.rng);
        let rule = Neighbourhood::ALL[choice];
        let before = control.stats().nodes;
        let gain = match self.groups.choose(rule, &self.scheduled, &mut self.rng) {
            Some(group) => self.scheduled.replan(group, &mut self.rng, control)?.unwrap_or(0),
            None => 0,
        };
        if self.improver.adaptive {
            self.weights.note(choice, gain, control.stats().nodes - before);
        }
        if gain > 0 {
            self.scheduled.account(control)?;
            if self.improver.objective != Objective::Makespan {
                self.cost -= u64::from(gain);
            } else if u64::from(self.scheduled.makespan()) < self.cost {
                self.cost = u64::from(self.scheduled.makespan());
                self.scheduled.set_deadline(self.scheduled.makespan().saturating_sub(1));
            }
        }
        Ok(gain)
    }

    /// Accounts for the memory in use.
    pub(crate) fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        self.scheduled.account(control)
    }

    /// Releases the memory.
    pub(crate) fn release(self, control: &mut Control) {
        self.scheduled.release(control);
    }

    /// The cost of the schedule.
    pub(crate) const fn cost(&self) -> u64 {
        self.cost
    }

    /// The current paths.
    pub(crate) fn timed_paths(&self) -> TimedPaths {
        TimedPaths::new(self.scheduled.paths.clone())
    }

    /// The current schedule.
    pub(crate) fn schedule(&self) -> Schedule {
        self.timed_paths().to_schedule()
    }
}

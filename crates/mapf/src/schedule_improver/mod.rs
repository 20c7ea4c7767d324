//! Schedules made cheaper by planning groups of robots again.

mod fleet;
mod neighbourhoods;
mod weights;

use cpf_core::{Instance, MotionModel, Objective, VerifyError};
use motion_core::{Control, Schedule, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::goal_distances::GoalDistances;
use fleet::Fleet;
use neighbourhoods::Groups;
use weights::Weights;

pub use neighbourhoods::Neighbourhood;

/// Makes schedules cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleImprover {
    model: MotionModel,
    objective: Objective,
    group_size: usize,
    patience: u32,
    seed: u64,
}

/// A schedule that was made cheaper as far as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ImprovedSchedule {
    /// The cheapest schedule found.
    pub schedule: Schedule,
    /// What ended the work early, if anything did.
    pub stopped: Option<Stop>,
}

impl Default for ScheduleImprover {
    /// The sum of costs in the model `Standard`, by groups of eight.
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            group_size: 8,
            patience: 2000,
            seed: 1,
        }
    }
}

impl ScheduleImprover {
    /// Sets the model in which schedules are legal, before and after.
    pub const fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self
    }

    /// Sets what is made smaller.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets the number of robots that are planned again together, at least 1.
    pub const fn with_group_size(mut self, robots: usize) -> Self {
        self.group_size = robots;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes a schedule cheaper.
    ///
    /// # Errors
    /// Those of [`Instance::verify_schedule`].
    pub fn improve(
        &self,
        instance: &Instance,
        schedule: Schedule,
        control: &mut Control,
    ) -> Result<ImprovedSchedule, VerifyError> {
        instance.verify_schedule(&schedule, self.model)?;
        let distances = match GoalDistances::new(instance, control) {
            Ok(distances) => distances,
            Err(why) => return Ok(ImprovedSchedule { schedule, stopped: Some(why) }),
        };
        let mut fleet = Fleet::new(instance, &schedule, (self.model, self.objective), distances);
        let stopped = self.run(&mut fleet, control).err();
        let schedule = fleet.schedule();
        fleet.into_distances().release(control);
        Ok(ImprovedSchedule { schedule, stopped })
    }

    fn run(&self, fleet: &mut Fleet<'_>, control: &mut Control) -> Result<(), Stop> {
        let instance = fleet.instance;
        let bound = instance.lower_bound(self.objective, self.model).unwrap_or(0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut groups = Groups::new(fleet, self.group_size);
        let mut weights = Weights::new(Neighbourhood::ALL.len());
        let is_makespan = self.objective == Objective::Makespan;
        let mut best = if is_makespan { u64::from(fleet.makespan()) } else { fleet.total() };
        let mut total = fleet.total();
        let mut fruitless = 0;
        if is_makespan {
            fleet.set_deadline(fleet.makespan().saturating_sub(1));
            total = fleet.total();
        }
        while best > bound && (fruitless < self.patience || control.fraction_used().is_some()) {
            let rule = weights.draw(&mut rng);
            let Some(group) = groups.choose(Neighbourhood::ALL[rule], fleet, &mut rng) else { break };
            let before = control.stats().nodes;
            let gain = fleet.replan(group, &mut rng, control)?.unwrap_or(0);
            weights.note(rule, gain, control.stats().nodes - before);
            control.spend(1)?;
            fruitless = if gain > 0 { 0 } else { fruitless + 1 };
            if gain == 0 {
                continue;
            }
            total -= u64::from(gain);
            if !is_makespan {
                best = total;
                control.improved(best, || fleet.schedule())?;
            } else if u64::from(fleet.makespan()) < best {
                best = u64::from(fleet.makespan());
                control.improved(best, || fleet.schedule())?;
                fleet.set_deadline(fleet.makespan().saturating_sub(1));
                total = fleet.total();
            }
        }
        Ok(())
    }
}

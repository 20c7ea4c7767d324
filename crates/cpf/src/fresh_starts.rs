//! Many short runs of a randomised scheduler instead of a long one.

use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use mapf::{Lacam, LacamTechnique, LacamTechniques};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};

/// Runs [`Lacam`] again and again, each time with another seed, and keeps the best schedule. Where
/// its schedules differ much, the best of many short runs is better than that of a long one.
///
/// Each run may use as many nodes as a few first schedules, and more where most runs find none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreshStarts(pub(crate) Lacam);

/// The nodes of a run at first, as a multiple of those of a first schedule.
const FIRST_SCHEDULES: u64 = 6;

/// The number of runs after which their length is adjusted.
const TRIALS: u32 = 4;

/// The number of runs if neither nodes nor time are limited.
const RUNS: u64 = 15;

impl FreshStarts {
    /// Returns the nodes of a first schedule.
    fn first(self, instance: &Instance, control: &mut Control) -> u64 {
        let techniques = LacamTechniques::ALL.without(LacamTechnique::Replanning);
        let mut own = Control::new(control.remaining());
        let _ = self.0.with_descents(1).with_techniques(techniques).solve(instance, &mut own);
        let nodes = own.stats().nodes;
        // An error needs no handling: it ends the runs at once.
        let _ = control.spend_many(nodes);
        nodes
    }
}

impl Solver<Instance> for FreshStarts {
    type Solution = Schedule;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Schedule> {
        let Self(lacam) = *self;
        let is_limited = control.fraction_used().is_some();
        let mut length = FIRST_SCHEDULES * self.first(instance, control);
        let (mut runs, mut solved) = (0, 0);
        let mut best: Option<(u64, Schedule)> = None;
        let mut end = Ok(());
        for number in (1..).take_while(|&number| is_limited || number <= RUNS) {
            let (schedule, nodes) = control.within_nodes(length, |control| {
                // Its schedules improve on one another, but not necessarily on all earlier ones.
                let mut own = Control::new(control.remaining());
                let outcome = lacam.with_seed(lacam.seed().wrapping_add(number)).solve(instance, &mut own);
                (outcome.plan(), own.stats().nodes)
            });
            end = control.spend_many(nodes.max(1));
            (runs, solved) = (runs + 1, solved + u32::from(schedule.is_some()));
            if runs == TRIALS {
                length *= if 2 * solved < runs { 2 } else { 1 };
                (runs, solved) = (0, 0);
            }
            if let Some(schedule) = schedule {
                let metrics = instance.verify_schedule(&schedule, self.model());
                let cost =
                    metrics.expect("invariant: schedulers make legal schedules").cost(self.objective());
                if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                    let (_, schedule) = best.insert((cost, schedule));
                    end = end.and(control.improved(cost, || schedule.clone()));
                }
            }
            if end.is_err() {
                break;
            }
        }
        match best {
            Some((_, plan)) => Outcome::Solved { plan, quality: Quality::Feasible },
            None => Outcome::stopped(end.err().unwrap_or(Stop::GaveUp)),
        }
    }
}

impl Scheduler for FreshStarts {
    fn model(&self) -> MotionModel {
        self.0.model()
    }

    fn objective(&self) -> Objective {
        self.0.objective()
    }
}

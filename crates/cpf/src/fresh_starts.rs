//! Many short runs of a randomised scheduler instead of a long one.

use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use mapf::{Lacam, LacamTechnique, LacamTechniques};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};

/// Begins [`Lacam`] afresh again and again, each time with another seed, and keeps the best
/// schedule. Where its schedules differ much, the best of many short runs is better than that of
/// a long one.
///
/// The nodes of each run are those of a first schedule, multiplied by a constant and by the
/// sequence 1, 1, 2, 1, 1, 2, 4, 1, …, as it is not known how long a run pays.
///
/// # References
/// M. Luby, A. Sinclair and D. Zuckerman, *Optimal speedup of Las Vegas algorithms*, Information
/// Processing Letters 47, 1993.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreshStarts(pub(crate) Lacam);

/// The nodes of the shortest run, in those of a first schedule.
const FIRST_SCHEDULES: u64 = 2;

/// The runs where neither nodes nor time are limited.
const RUNS: u64 = 15;

impl FreshStarts {
    /// The nodes of a first schedule.
    fn first(self, instance: &Instance, control: &mut Control) -> u64 {
        let techniques = LacamTechniques::ALL.without(LacamTechnique::Replanning);
        let mut own = Control::new(control.remaining());
        let _ = self.0.with_descents(1).with_techniques(techniques).solve(instance, &mut own);
        let nodes = own.stats().nodes;
        // What it does not allow ends the runs at once.
        let _ = control.spend_many(nodes);
        nodes
    }
}

/// The term of the sequence 1, 1, 2, 1, 1, 2, 4, 1, … with a number, which counts from 1.
const fn luby(mut number: u64) -> u64 {
    while !(number + 1).is_power_of_two() {
        number -= (1 << number.ilog2()) - 1;
    }
    number.div_ceil(2)
}

impl Solver<Instance> for FreshStarts {
    type Solution = Schedule;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Schedule> {
        let Self(lacam) = *self;
        let is_limited = control.fraction_used().is_some();
        let shortest = FIRST_SCHEDULES * self.first(instance, control);
        let mut best: Option<(u64, Schedule)> = None;
        let mut end = Ok(());
        for number in (1..).take_while(|&number| is_limited || number <= RUNS) {
            let (schedule, nodes) = control.within_nodes(shortest * luby(number), |control| {
                // Its schedules are better than one another, but not than all before.
                let mut own = Control::new(control.remaining());
                let outcome = lacam.with_seed(lacam.seed().wrapping_add(number)).solve(instance, &mut own);
                (outcome.plan(), own.stats().nodes)
            });
            end = control.spend_many(nodes.max(1));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_paper() {
        let lengths: [u64; 15] = core::array::from_fn(|index| luby(index as u64 + 1));
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

//! The common parts of schedulers that prove the least cost.

use cpf_core::error::VerifyError;
use cpf_core::{Instance, MotionModel, Objective};
use motion_core::{Control, Outcome, Quality, Schedule};

use super::{Answer, Task};
use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;

/// Implements a scheduler that has the fields `model`, `objective`, `independence_detection` and
/// further options, and a method `run` that finds the best schedule that costs at most a limit.
macro_rules! optimal_scheduler {
    ($search:ty $(, $option:ident)*) => {
        impl Default for $search {
            /// The sum of costs in [`MotionModel::Standard`].
            fn default() -> Self {
                let model = $crate::MotionModel::Standard;
                let objective = $crate::Objective::SumOfCosts;
                Self { model, objective, $($option: true,)* independence_detection: true }
            }
        }

        impl $search {
            $crate::model_and_objective::model_and_objective_builders! {
                /// Sets the objective to minimise.
            }

            /// Sets whether robots are scheduled in groups that are merged if they cannot avoid
            /// each other. Otherwise all robots are scheduled together from the beginning.
            #[doc(hidden)]
            pub const fn with_independence_detection(mut self, independence_detection: bool) -> Self {
                self.independence_detection = independence_detection;
                self
            }
        }

        impl motion_core::Solver<$crate::Instance> for $search {
            type Solution = motion_core::Schedule;

            fn solve(
                &self,
                problem: &$crate::Instance,
                control: &mut motion_core::Control,
            ) -> motion_core::Outcome<motion_core::Schedule> {
                $crate::groups::outcome(self.run(problem.into(), None, control))
            }
        }

        impl $crate::Scheduler for $search {
            $crate::model_and_objective::model_and_objective_getters!();

            /// Searches only for schedules cheaper than the known one.
            fn solve_from(
                &self,
                instance: &$crate::Instance,
                known: &motion_core::Schedule,
                control: &mut motion_core::Control,
            ) -> Result<motion_core::Outcome<motion_core::Schedule>, cpf_core::error::VerifyError> {
                $crate::groups::outcome_from(instance, (self.model, self.objective), known, |limit| {
                    self.run(instance.into(), Some(limit), control)
                })
            }
        }
    };
}

pub(crate) use optimal_scheduler;

/// Decides feasibility, computes the distances, and runs a search. On arcs in the model `Standard`
/// the search may have to find out that an instance is infeasible.
pub(crate) fn with_task(
    instance: ArcInstance,
    (model, objective): (MotionModel, Objective),
    limit: Option<u64>,
    control: &mut Control,
    search: impl FnOnce(&Task, &mut Control) -> Answer<Schedule>,
) -> Answer<Schedule> {
    let graph = instance.underlying().graph();
    let stopped = |why| Answer::Stopped { why, lower_bound: None };
    if let Err(why) = control.spend_many((graph.vertex_count() + graph.edge_count()) as u64) {
        return stopped(why);
    }
    if instance.underlying().feasibility_in(model).is_err() {
        return Answer::Unsolvable;
    }
    control.scope(|control| match AllDistances::new(instance, control) {
        Ok(distances) => search(&Task { instance, distances: &distances, model, objective, limit }, control),
        Err(why) => stopped(why),
    })
}

/// The outcome of a search without a limit.
pub(crate) fn outcome(answer: Answer<Schedule>) -> Outcome<Schedule> {
    match answer {
        Answer::Found(plan) => Outcome::Solved { plan, quality: Quality::Optimal },
        Answer::Unsolvable => Outcome::Unsolvable,
        Answer::Stopped { why, lower_bound } => Outcome::Stopped { why, best: None, lower_bound },
        Answer::AboveLimit => unreachable!("invariant: there is no limit"),
    }
}

/// The outcome of a search for schedules cheaper than a known one. The search receives the limit
/// that its cost must not exceed.
pub(crate) fn outcome_from(
    instance: &Instance,
    (model, objective): (MotionModel, Objective),
    known: &Schedule,
    search: impl FnOnce(u64) -> Answer<Schedule>,
) -> Result<Outcome<Schedule>, VerifyError> {
    let cost = instance.verify_schedule(known, model)?.cost(objective);
    let answer = cost.checked_sub(1).map_or(Answer::AboveLimit, search);
    Ok(match answer {
        Answer::Found(plan) => Outcome::Solved { plan, quality: Quality::Optimal },
        Answer::AboveLimit => Outcome::Solved { plan: known.clone(), quality: Quality::Optimal },
        Answer::Stopped { why, lower_bound } => {
            Outcome::Stopped { why, best: Some(known.clone()), lower_bound }
        }
        Answer::Unsolvable => unreachable!("invariant: a schedule is known"),
    })
}

//! What schedulers that prove the least cost have in common.

use cpf_core::{Instance, MotionModel, Objective, VerifyError};
use motion_core::{Control, Outcome, Quality, Schedule, Stop};

use super::{Answer, Task};
use crate::goal_distances::GoalDistances;

/// Decides feasibility as far as it is known, finds the distances, and runs a search.
pub(crate) fn with_task(
    instance: &Instance,
    (model, objective): (MotionModel, Objective),
    limit: Option<u64>,
    control: &mut Control,
    search: impl FnOnce(&Task, &mut Control) -> Answer<Schedule>,
) -> Answer<Schedule> {
    let graph = instance.graph();
    let stopped = |why| Answer::Stopped { why, lower_bound: None };
    if let Err(why) = control.spend_many((graph.vertex_count() + graph.edge_count()) as u64) {
        return stopped(why);
    }
    let feasible = match instance.feasibility_in(model) {
        Some(Err(_)) => return Answer::Unsolvable,
        Some(Ok(())) => true,
        None => false,
    };
    control.scope(|control| match GoalDistances::new(instance, control) {
        Ok(distances) => {
            search(&Task { instance, distances: &distances, model, objective, limit, feasible }, control)
        }
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

/// The outcome of a search for schedules that cost less than a known one, which is run with the
/// limit that it must not exceed.
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

impl Task<'_> {
    /// Stops a search that ends only where there is a solution: if it is not known that there is
    /// one, and no limit will end the search.
    pub(crate) fn ends(&self, control: &Control) -> Result<(), Stop> {
        let is_limited = control.fraction_used().is_some() || control.limits_bytes();
        if self.feasible || self.limit.is_some() || is_limited { Ok(()) } else { Err(Stop::Unsupported) }
    }
}

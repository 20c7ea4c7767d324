//! The measures of schedules, and the least costs found by trying all steps.

use cpf::cpf_core::Metrics;
use cpf::{Control, Objective, Outcome};
use motion_core::Quality;

use crate::soak::{Costs, MOVES, Task};

const SUM_OF_COSTS: &str = "sum of costs";
const MAKESPAN: &str = "makespan";

/// The measure of an objective. Moves are also the measure of plans, whose other costs are those of
/// their division into steps.
pub(super) const fn measure_of(objective: Objective) -> &'static str {
    match objective {
        Objective::Moves => MOVES,
        Objective::SumOfCosts => SUM_OF_COSTS,
        Objective::Makespan => MAKESPAN,
    }
}

pub(super) fn costs(metrics: &Metrics) -> Costs {
    Objective::ALL.map(|objective| (measure_of(objective), metrics.cost(objective))).into()
}

/// Returns a task for each objective that finds the least cost by trying all steps. It shares no
/// code with any solver, and has no schedule.
pub(super) fn least_costs<'p>(
    find: impl Fn(Objective) -> Option<u32> + Copy + 'p,
) -> impl Iterator<Item = Task<'p>> {
    Objective::ALL.into_iter().map(move |objective| {
        let measure = measure_of(objective);
        let solve = move |control: &mut Control| match (control.spend(1), find(objective)) {
            (Err(why), _) => Outcome::stopped(why),
            (_, None) => Outcome::Unsolvable,
            (_, Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
        };
        let check = move |cost: u32| Ok(Costs::from([(measure, cost.into())]));
        Task::new(format!("all steps, {measure}"), 1, solve, check).measured_in(measure).without_plans()
    })
}

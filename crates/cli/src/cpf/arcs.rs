//! The options of `cpf` that are refused if a graph has arcs.

use cpf::{AnySolver, MotionModel, Objective};
use families::robots::{PlanImprovement, SolverChoice};

use super::arguments::{Arguments, Colouring, usage};
use super::instances::has_cpf_extension;
use crate::CliError;

/// Refuses options whose solvers and improvers would move robots against arcs.
pub(super) fn check(arguments: &Arguments) -> Result<(), CliError> {
    if let SolverChoice::Schedules(scheduler) = arguments.algorithm {
        let taking = AnySolver::all().filter(|solver| solver.name() != "sliding");
        let taking: Vec<_> = taking.map(AnySolver::name).collect();
        let (name, taking) = (scheduler.name(), taking.join(", "));
        return Err(usage(format!("{name} does not take graphs with arcs; these do: {taking}")));
    }
    let task = arguments.task();
    let cpf_file = arguments.write_instance.as_deref().is_some_and(has_cpf_extension);
    for (is_given, option) in [
        (task.objective != Objective::Moves, "--objective sum-of-costs or makespan"),
        (task.model == MotionModel::Standard, "--model standard"),
        (arguments.improve == PlanImprovement::Full, "--improve full"),
        (arguments.known.is_some(), "--known"),
        (arguments.curve.is_some(), "--curve"),
        (arguments.count_only, "--count-only"),
        (arguments.colour == Colouring::Delay, "--colour delay"),
        (cpf_file, "--write-instance with a name that ends in .cpf"),
    ] {
        if is_given {
            return Err(usage(format!("{option} does not go with graphs with arcs")));
        }
    }
    Ok(())
}

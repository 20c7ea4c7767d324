//! `--feasibility-only`: whether there is a solution, and the reason if there is none.

use std::time::Instant;

use families::RunCost;
use motion_core::error::RunError;
use motion_core::internal::Counted;

use super::arguments::Arguments;
use super::instances::NamedInstance;
use crate::progress::watched;
use crate::report::milliseconds;
use crate::{CliError, Console, Verdict};
use families::robots::AnswerKeys;
use families::{Answer, Ending};

/// Decides feasibility and reports it.
pub(super) fn report(
    named: &NamedInstance,
    since: Option<Instant>,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Verdict, CliError> {
    let (instance, model) = (named.instance(), arguments.task().model);
    let (answer, RunCost { stats, time: deciding }) =
        watched(console, arguments.common.budget_since(since), |control| {
            instance.feasibility_in_within(model, control)
        });
    let (outcome, verdict, reason) = match &answer {
        Ok(()) => (Ending::Solvable, Verdict::Solved, None),
        Err(RunError::Because(why)) => {
            (Ending::Unsolvable, Verdict::Unsolvable, Some(named.problem.numbering.infeasible(instance, why)))
        }
        Err(RunError::Stopped(_)) => (Ending::Stopped, Verdict::Stopped, None),
    };
    if arguments.common.json {
        let run = RunCost { stats, time: deciding };
        let answer = Answer {
            instance: Some(named.name.clone()),
            algorithm: Some("feasibility".to_owned()),
            outcome,
            why: RunError::passed(answer).err(),
            reason,
            start: (named.is_random && !arguments.no_solution).then(|| instance.to_string()),
            ..Answer::default()
        };
        let keys = AnswerKeys { model: Some(model.name()), ..AnswerKeys::of(&named.problem) };
        let line =
            serde_json::to_string(&Answer { solver_mib: None, ..answer.with_cost(run) }.with_keys(&keys));
        writeln!(console.output, "{}", line.expect("invariant: all keys are texts"))?;
    } else {
        let (name, deciding) = (&named.name, milliseconds(deciding));
        match (answer, reason) {
            (Err(RunError::Stopped(why)), _) => {
                let nodes = Counted(stats.nodes, "node");
                writeln!(console.output, "{name}: stopped after {nodes} and {deciding}: {why}")?;
            }
            (_, Some(reason)) => {
                writeln!(console.output, "{name}: unsolvable: {reason} (proved in {deciding})")?;
            }
            (_, None) => writeln!(console.output, "{name}: solvable (decided in {deciding})")?,
        }
    }
    console.output.flush()?;
    Ok(verdict)
}

//! `--feasibility-only`: whether there is a solution, and if not, why.

use std::time::Instant;

use motion_core::Counted;
use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::facts::size;
use super::instances::NamedInstance;
use crate::progress::{RunCost, watched};
use crate::report::{milliseconds, stop_name};
use crate::{CliError, Console, Verdict};

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
        Ok(Ok(())) => ("solvable", Verdict::Solved, None),
        Ok(Err(why)) => {
            ("unsolvable", Verdict::Unsolvable, Some(named.problem.numbering.infeasible(instance, why)))
        }
        Err(_) => ("stopped", Verdict::Stopped, None),
    };
    if arguments.common.json {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("instance", json!(named.name));
        put("algorithm", json!("feasibility"));
        put("outcome", json!(outcome));
        if let Err(why) = answer {
            put("why", json!(stop_name(why)));
        }
        if let Some(reason) = &reason {
            put("reason", json!(reason));
        }
        put("nodes", json!(stats.nodes));
        put("seconds", json!(deciding.as_secs_f64()));
        if named.is_random && !arguments.no_solution {
            put("start", json!(instance.to_string()));
        }
        object.extend(size(named));
        object.insert("model".to_owned(), json!(model.name()));
        writeln!(console.output, "{}", Value::Object(object))?;
    } else {
        let (name, deciding) = (&named.name, milliseconds(deciding));
        match (answer, reason) {
            (Err(why), _) => {
                let nodes = Counted(stats.nodes, "node");
                writeln!(console.output, "{name}: stopped after {nodes} and {deciding}: {why}")?;
            }
            (_, Some(reason)) => {
                writeln!(console.output, "{name}: {outcome}: {reason} (proved in {deciding})")?;
            }
            (_, None) => writeln!(console.output, "{name}: {outcome} (decided in {deciding})")?,
        }
    }
    console.output.flush()?;
    Ok(verdict)
}

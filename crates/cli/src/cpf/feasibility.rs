//! `--feasibility-only`: whether there is a solution, and if not, why.

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::facts::size;
use super::instances::NamedInstance;
use crate::report::milliseconds;
use crate::{CliError, Console, Verdict};

/// Decides feasibility and reports it.
pub(super) fn report(
    named: &NamedInstance,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Verdict, CliError> {
    let (instance, model) = (&named.instance, arguments.task().model);
    let began = Instant::now();
    let answer = instance.feasibility_in(model);
    let deciding = began.elapsed();
    let reason = answer.err().map(|why| named.numbering.infeasible(instance, &why));
    let (outcome, proved, verdict) = match reason {
        None => ("solvable", "decided", Verdict::Solved),
        Some(_) => ("unsolvable", "proved", Verdict::Unsolvable),
    };
    if arguments.common.json {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("instance", json!(named.name));
        put("algorithm", json!("feasibility"));
        put("outcome", json!(outcome));
        if let Some(reason) = &reason {
            put("reason", json!(reason));
        }
        put("seconds", json!(deciding.as_secs_f64()));
        if named.is_random && !arguments.no_solution {
            put("start", json!(instance.to_string()));
        }
        object.extend(size(instance));
        object.insert("model".to_owned(), json!(model.name()));
        writeln!(console.output, "{}", Value::Object(object))?;
    } else {
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        let deciding = milliseconds(deciding);
        writeln!(console.output, "{}: {outcome}{reason} ({proved} in {deciding})", named.name)?;
    }
    console.output.flush()?;
    Ok(verdict)
}

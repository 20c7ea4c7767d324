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
    let began = Instant::now();
    let answer = named.instance.feasibility();
    let deciding = began.elapsed();
    if arguments.common.json {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("instance", json!(named.name));
        put("algorithm", json!("feasibility"));
        put("outcome", json!(if answer.is_ok() { "solvable" } else { "unsolvable" }));
        if let Err(why) = &answer {
            put("reason", json!(why.to_string()));
        }
        put("seconds", json!(deciding.as_secs_f64()));
        if named.is_random && !arguments.no_solution {
            put("start", json!(named.instance.to_string()));
        }
        object.extend(size(&named.instance));
        writeln!(console.output, "{}", Value::Object(object))?;
    } else {
        let deciding = milliseconds(deciding);
        match &answer {
            Ok(()) => writeln!(console.output, "{}: solvable (decided in {deciding})", named.name)?,
            Err(why) => writeln!(console.output, "{}: unsolvable: {why} (proved in {deciding})", named.name)?,
        }
    }
    console.output.flush()?;
    Ok(if answer.is_ok() { Verdict::Solved } else { Verdict::Unsolvable })
}

//! The functions of the protocol: texts and JSON in, JSON out.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use families::{ALL, Answer, Choices, Family, Request, TextError, View, family};
use motion_core::{Budget, Control};

use crate::clock::now;
use crate::protocol::{RawRequest, Shown};

/// The greatest lengths of texts and of solutions. Longer ones are refused.
const MOST_BYTES: usize = 16 << 20;
const MOST_SOLUTION_BYTES: usize = 64 << 20;

/// The default limits of a run, and the greatest.
const SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 86_400.0;
const MEBIBYTES: f64 = 512.0;
const MOST_MEBIBYTES: f64 = 3_584.0;

/// The time limit for deciding, when a text is read, whether it has a solution.
const DECISION_TIME: Duration = Duration::from_millis(500);

/// Returns the descriptions of all families, as a JSON array.
pub fn describe() -> String {
    json_of(&ALL.map(Family::description))
}

/// Returns a view of an instance.
pub fn read(family: &str, text: &str) -> String {
    let view = checked(family, text).map(|family| view(family, text));
    json_of(
        &view.unwrap_or_else(|error| View::invalid(if text.len() > MOST_BYTES { "" } else { text }, error)),
    )
}

fn view(family: &dyn Family, text: &str) -> View {
    family.read(text, &mut Control::new(Budget::new().with_time_by(now, DECISION_TIME)))
}

/// Returns a description of all instances of a text, or an error.
pub fn instances(family: &str, text: &str) -> String {
    json_of_result(checked(family, text).and_then(|family| family.collection(text)))
}

/// Returns one instance of a text, by its index: its text, or an error.
pub fn instance(family: &str, text: &str, index: usize) -> String {
    let text = checked(family, text).and_then(|family| family.instance(text, index));
    json_of_result(text.map(|text| json!({ "text": text })))
}

/// Returns a random instance: its text, or an error.
pub fn random(family: &str, choices: &str) -> String {
    let text = || {
        let family = checked(family, choices)?;
        let chosen: Map<String, Value> = parsed(choices)?;
        let chosen = Choices::new(&family.description().random, &chosen)?;
        family.random(&chosen, &mut chosen.rng())
    };
    json_of_result(text().map(|text| json!({ "text": text })))
}

/// Returns an instance changed by a tool: its text, or an error.
pub fn edit(family: &str, text: &str, action: &str) -> String {
    let edited = || checked(family, text)?.edit(text, &parsed(action)?);
    json_of_result(edited().map(|text| json!({ "text": text })))
}

/// Returns the result of a move by hand: a text and the move, a selected token, nothing, or an
/// error.
pub fn play(family: &str, text: &str, action: &str) -> String {
    let played = || checked(family, text)?.play(text, &parsed(action)?);
    json_of_result(played())
}

/// Returns the answer of a solver, which reports during its run.
pub fn solve(family: &str, text: &str, request: &str, report: &mut dyn FnMut(&str)) -> String {
    let mut answer = || {
        let family = checked(family, text)?;
        let description = family.description();
        let raw: RawRequest = parsed(request)?;
        let default = || description.solvers.first().map(|solver| solver.name.clone()).unwrap_or_default();
        let time = Duration::from_secs_f64(limit(raw.seconds, SECONDS, MOST_SECONDS));
        let bytes = bytes(limit(raw.mebibytes, MEBIBYTES, MOST_MEBIBYTES));
        let budget = Budget::new().with_time_by(now, time).with_bytes(bytes);
        let mut request = Request {
            solver: raw.solver.unwrap_or_else(default),
            options: Choices::new(&description.options, &raw.options)?,
            budget: raw.nodes.map_or(budget.clone(), |nodes| budget.with_nodes(nodes)),
            seed: raw.seed.unwrap_or(1),
            clock: now,
            report: &mut |given| report(&json_of(given)),
        };
        let answer = family.solve(text, &mut request)?.completed();
        let reason = answer.why.map(|why| why.to_string());
        Ok(Answer { reason: answer.reason.or(reason), ..answer })
    };
    json_of(&answer().unwrap_or_else(|error| Answer::error(&error)))
}

/// Returns a verified solution, ready to be played.
pub fn show(family: &str, text: &str, solution: &str) -> String {
    let shown = || {
        let replay = checked_both(family, text, solution)?.replay(text, solution)?;
        let (story, error) = match replay.story() {
            Ok(story) => (Some(raw(story)), None),
            Err(error) => (None, Some(error)),
        };
        Ok(Shown { story, steps: replay.steps, metrics: replay.metrics, error })
    };
    json_of_result(shown())
}

/// Returns a still picture of the start, an animated one of a solution, or a page that plays it.
pub fn picture(family: &str, text: &str, solution: &str, kind: &str) -> String {
    let text = || match kind {
        "still" => {
            let view = view(checked(family, text)?, text);
            let refused = || view.error.unwrap_or_else(|| TextError::new("too large to draw"));
            view.svg.ok_or_else(refused)
        }
        "animated" => checked_both(family, text, solution)?.replay(text, solution)?.animated(),
        "player" => checked_both(family, text, solution)?.replay(text, solution)?.player(),
        _ => Err(TextError::new("a picture is still, animated or player")),
    };
    json_of_result(text().map(|text| json!({ "text": text })))
}

/// Returns the family of this name, if the text is not too long.
pub(crate) fn checked(name: &str, text: &str) -> Result<&'static dyn Family, TextError> {
    check_length(text, MOST_BYTES)?;
    family(name).ok_or_else(|| TextError::new(format!("there is no family {name:?}")))
}

fn checked_both(name: &str, text: &str, solution: &str) -> Result<&'static dyn Family, TextError> {
    check_length(solution, MOST_SOLUTION_BYTES)?;
    checked(name, text)
}

fn check_length(text: &str, most: usize) -> Result<(), TextError> {
    if text.len() <= most {
        return Ok(());
    }
    Err(TextError::new(format!("the text is too long: at most {} MiB are read", most >> 20)))
}

pub(crate) fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, TextError> {
    serde_json::from_str(json).map_err(|why| TextError::new(format!("malformed request: {why}")))
}

/// Returns a limit, or its default, but not more than the greatest.
pub(crate) fn limit(value: Option<f64>, default: f64, most: f64) -> f64 {
    value.filter(|value| *value >= 0.0).unwrap_or(default).min(most)
}

#[expect(clippy::cast_sign_loss, reason = "a limit is not negative")]
fn bytes(mebibytes: f64) -> u64 {
    (mebibytes * 1_048_576.0) as u64
}

fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).expect("invariant: a story is JSON")
}

fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("invariant: the keys of all objects are texts")
}

pub(crate) fn json_of_result(result: Result<impl Serialize, TextError>) -> String {
    result.map_or_else(|error| json_of(&json!({ "error": error })), |value| json_of(&value))
}

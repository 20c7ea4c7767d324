//! The functions of the engine with JSON as values.

use serde_json::{Map, Value, json};

pub(crate) const FIELDS: [&str; 4] = ["sliding", "robots", "ricochet", "sokoban"];

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

pub(crate) fn description(field: &str) -> Value {
    let all = parsed(&motion_web::describe());
    let all = all.as_array().expect("an array");
    all.iter().find(|description| description["field"] == field).expect("a field").clone()
}

/// The samples of a field: names and texts.
pub(crate) fn samples(field: &str) -> Vec<(String, String)> {
    let samples = description(field)["samples"].as_array().expect("an array").clone();
    samples.iter().map(|sample| (text(&sample["name"]), text(&sample["text"]))).collect()
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

pub(crate) fn read(field: &str, text: &str) -> Value {
    parsed(&motion_web::read(field, text))
}

pub(crate) fn random(field: &str, choices: &Value) -> Value {
    parsed(&motion_web::random(field, &choices.to_string()))
}

pub(crate) fn edit(field: &str, text: &str, action: &Value) -> Value {
    parsed(&motion_web::edit(field, text, &action.to_string()))
}

pub(crate) fn play(field: &str, text: &str, action: &Value) -> Value {
    parsed(&motion_web::play(field, text, &action.to_string()))
}

pub(crate) fn show(field: &str, text: &str, solution: &str) -> Value {
    parsed(&motion_web::show(field, text, solution))
}

pub(crate) fn picture(field: &str, text: &str, solution: &str, kind: &str) -> Value {
    parsed(&motion_web::picture(field, text, solution, kind))
}

/// The answer of a solver under a limit of nodes, and its reports.
pub(crate) fn solve(field: &str, text: &str, solver: Option<&str>, options: &Value) -> (Value, Vec<Value>) {
    let mut request = Map::new();
    request.insert("solver".to_owned(), json!(solver));
    request.insert("options".to_owned(), options.clone());
    request.insert("seconds".to_owned(), json!(3600));
    request.insert("nodes".to_owned(), json!(30_000));
    let request = Value::Object(request).to_string();
    let mut reports = Vec::new();
    let answer = motion_web::solve(field, text, &request, &mut |report| reports.push(parsed(report)));
    (parsed(&answer), reports)
}

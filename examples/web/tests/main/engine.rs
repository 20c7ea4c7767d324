//! The functions of the engine, with JSON as values.

use serde_json::{Map, Value, json};

/// Returns the names of all families.
pub(crate) fn all_names() -> Vec<&'static str> {
    families::ALL.iter().map(|family| family.name()).collect()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

pub(crate) fn description(family: &str) -> Value {
    let all = parsed(&motion_web::describe());
    let all = all.as_array().expect("an array");
    all.iter().find(|description| description["name"] == family).expect("a family").clone()
}

/// Returns the samples of a family: names and texts.
pub(crate) fn samples(family: &str) -> Vec<(String, String)> {
    let samples = description(family)["samples"].as_array().expect("an array").clone();
    samples.iter().map(|sample| (text(&sample["name"]), text(&sample["text"]))).collect()
}

/// Returns the sample of this name.
pub(crate) fn sample(family: &str, name: &str) -> String {
    let found = samples(family).into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("there is no sample {name}")).1
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

pub(crate) fn read(family: &str, text: &str) -> Value {
    parsed(&motion_web::read(family, text))
}

pub(crate) fn instances(family: &str, text: &str) -> Value {
    parsed(&motion_web::instances(family, text))
}

pub(crate) fn instance(family: &str, text: &str, index: usize) -> Value {
    parsed(&motion_web::instance(family, text, index))
}

pub(crate) fn random(family: &str, choices: &Value) -> Value {
    parsed(&motion_web::random(family, &choices.to_string()))
}

pub(crate) fn edit(family: &str, text: &str, action: &Value) -> Value {
    parsed(&motion_web::edit(family, text, &action.to_string()))
}

pub(crate) fn play(family: &str, text: &str, action: &Value) -> Value {
    parsed(&motion_web::play(family, text, &action.to_string()))
}

pub(crate) fn show(family: &str, text: &str, solution: &str) -> Value {
    parsed(&motion_web::show(family, text, solution))
}

pub(crate) fn picture(family: &str, text: &str, solution: &str, kind: &str) -> Value {
    parsed(&motion_web::picture(family, text, solution, kind))
}

pub(crate) fn begin_fleet(family: &str, text: &str, options: &Value) -> Value {
    parsed(&motion_web::begin_fleet(family, text, &options.to_string()))
}

pub(crate) fn step_fleet(family: &str, limits: &Value) -> Value {
    parsed(&motion_web::step_fleet(family, &limits.to_string()))
}

pub(crate) fn click_fleet(family: &str, action: &Value) -> Value {
    parsed(&motion_web::click_fleet(family, &action.to_string()))
}

/// Returns the answer of a solver under a node limit, and its reports.
pub(crate) fn solve(family: &str, text: &str, solver: Option<&str>, options: &Value) -> (Value, Vec<Value>) {
    let mut request = Map::new();
    request.insert("solver".to_owned(), json!(solver));
    request.insert("options".to_owned(), options.clone());
    request.insert("seconds".to_owned(), json!(3600));
    request.insert("nodes".to_owned(), json!(30_000));
    let request = Value::Object(request).to_string();
    let mut reports = Vec::new();
    let answer = motion_web::solve(family, text, &request, &mut |report| reports.push(parsed(report)));
    (parsed(&answer), reports)
}

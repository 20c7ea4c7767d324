//! The functions that the page calls, as WebAssembly.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{engine, fleets};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    /// A function of the page that receives reports.
    pub type Report;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Report, receiver: &JsValue, json: &str) -> Result<JsValue, JsValue>;
}

/// Returns the milliseconds since the page or the worker began.
pub(crate) fn milliseconds() -> f64 {
    performance_now()
}

/// Returns all families, as JSON.
#[wasm_bindgen]
pub fn describe() -> String {
    engine::describe()
}

/// Returns a view of a text, as JSON.
#[wasm_bindgen]
pub fn read(family: &str, text: &str) -> String {
    engine::read(family, text)
}

/// Returns a description of all instances of a text, as JSON.
#[wasm_bindgen]
pub fn instances(family: &str, text: &str) -> String {
    engine::instances(family, text)
}

/// Returns one instance of a text, as JSON.
#[wasm_bindgen]
pub fn instance(family: &str, text: &str, index: usize) -> String {
    engine::instance(family, text, index)
}

/// Returns a random instance, as JSON.
#[wasm_bindgen]
pub fn random(family: &str, choices: &str) -> String {
    engine::random(family, choices)
}

/// Returns an edited text, as JSON.
#[wasm_bindgen]
pub fn edit(family: &str, text: &str, action: &str) -> String {
    engine::edit(family, text, action)
}

/// Returns a move by hand, as JSON.
#[wasm_bindgen]
pub fn play(family: &str, text: &str, action: &str) -> String {
    engine::play(family, text, action)
}

/// Begins a fleet. Returns its state, as JSON.
#[wasm_bindgen]
pub fn begin_fleet(family: &str, text: &str, options: &str) -> String {
    fleets::begin_fleet(family, text, options)
}

/// Makes a step of a fleet. Returns its state, as JSON.
#[wasm_bindgen]
pub fn step_fleet(family: &str, limits: &str) -> String {
    fleets::step_fleet(family, limits)
}

/// Changes a fleet by a click. Returns its state, as JSON.
#[wasm_bindgen]
pub fn click_fleet(family: &str, action: &str) -> String {
    fleets::click_fleet(family, action)
}

/// Returns an answer, as JSON. `report` also receives JSON.
#[wasm_bindgen]
pub fn solve(family: &str, text: &str, request: &str, report: &Report) -> String {
    engine::solve(family, text, request, &mut |json| {
        // An error of the page in handling a report does not affect the run.
        let _ = report.call(&JsValue::NULL, json);
    })
}

/// Returns a verified solution, ready to be played, as JSON.
#[wasm_bindgen]
pub fn show(family: &str, text: &str, solution: &str) -> String {
    engine::show(family, text, solution)
}

/// Returns a picture, or a page that plays a solution, as JSON.
#[wasm_bindgen]
pub fn picture(family: &str, text: &str, solution: &str, kind: &str) -> String {
    engine::picture(family, text, solution, kind)
}

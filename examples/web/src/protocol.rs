//! What the page and the engine exchange, as the README describes it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::choices::Input;
use crate::error::TextError;

/// A field and what it offers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Description {
    pub(crate) field: &'static str,
    pub(crate) title: &'static str,
    pub(crate) formats: &'static str,
    pub(crate) samples: Vec<Sample>,
    pub(crate) random: Vec<Input>,
    pub(crate) solvers: Vec<Named>,
    pub(crate) options: Vec<Input>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) keys: &'static str,
}

/// An instance to begin with.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

/// A name and what it means.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) help: String,
}

impl Named {
    pub(crate) fn new(name: impl Into<String>, help: impl Into<String>) -> Self {
        Self { name: name.into(), help: help.into() }
    }
}

/// A way to change an instance by one or two clicks.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Tool {
    #[serde(rename = "tool")]
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) places: u8,
}

impl Tool {
    pub(crate) const fn new(name: &'static str, label: &'static str) -> Self {
        Self { name, label, places: 1 }
    }

    pub(crate) const fn of_two(name: &'static str, label: &'static str) -> Self {
        Self { name, label, places: 2 }
    }
}

/// What is known of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The text is no instance, or not yet.
    Invalid,
    /// Neither solved nor known to have no solution.
    Open,
    /// At the goal.
    Solved,
    /// The goal cannot be reached.
    Unsolvable,
    /// The goal cannot be reached any more.
    Lost,
}

/// A text that was read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) text: String,
    pub(crate) error: Option<TextError>,
    pub(crate) svg: Option<String>,
    pub(crate) points: Vec<[f64; 2]>,
    pub(crate) status: Status,
    pub(crate) reason: Option<String>,
    pub(crate) facts: Vec<(&'static str, String)>,
}

impl View {
    /// A text that is no instance.
    pub(crate) fn invalid(text: &str, error: TextError) -> Self {
        Self {
            text: text.to_owned(),
            error: Some(error),
            svg: None,
            points: Vec::new(),
            status: Status::Invalid,
            reason: None,
            facts: Vec::new(),
        }
    }
}

/// A tool at a place of the picture.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct EditAction {
    pub(crate) tool: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) from: Option<[f64; 2]>,
}

/// A click or a key.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlayAction {
    pub(crate) x: Option<f64>,
    pub(crate) y: Option<f64>,
    pub(crate) key: Option<String>,
    pub(crate) from: Option<[f64; 2]>,
}

impl PlayAction {
    /// The place of a click.
    pub(crate) fn place(&self) -> Option<[f64; 2]> {
        Some([self.x?, self.y?])
    }
}

/// What came of a click or a key.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Played {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) moved: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selected: Option<[f64; 2]>,
}

impl Played {
    /// A move.
    pub(crate) fn moved(text: String, notation: String) -> Self {
        Self { text: Some(text), moved: Some(notation), selected: None }
    }

    /// A token is selected.
    pub(crate) fn selected(place: [f64; 2]) -> Self {
        Self { selected: Some(place), ..Self::default() }
    }
}

/// How to solve, as the page asks for it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RawRequest {
    pub(crate) solver: Option<String>,
    #[serde(default)]
    pub(crate) options: Map<String, Value>,
    pub(crate) seconds: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) mebibytes: Option<f64>,
    pub(crate) seed: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ending {
    Solved,
    Unsolvable,
    Stopped,
    #[default]
    Error,
}

/// The answer of a solver; what does not apply is absent.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Answer {
    pub(crate) outcome: Ending,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quality: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) makespan: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sum_of_costs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pushes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower_bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mebibytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
}

impl Answer {
    /// No run took place.
    pub(crate) fn error(error: &TextError) -> Self {
        Self { message: Some(error.message().to_owned()), ..Self::default() }
    }
}

/// What a run shows while it lasts.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Report {
    Progress(RunProgress),
    Improved(Improved),
}

/// How far a run has come.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunProgress {
    pub(crate) nodes: u64,
    pub(crate) fraction: Option<f64>,
    pub(crate) level: Option<u32>,
    pub(crate) mebibytes: f64,
    pub(crate) seconds: f64,
    pub(crate) lower_bound: Option<u64>,
}

/// A verified solution that is better than all before.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Improved {
    pub(crate) cost: u64,
    pub(crate) solution: String,
    pub(crate) seconds: f64,
}

/// A solution as it is played.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metrics: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<TextError>,
}

//! The requests of the page, and solutions that the page plays. The README describes both.

use families::TextError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// A request of the page to solve.
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

/// How a fleet begins.
#[derive(Debug, Deserialize)]
pub(crate) struct FleetOptions {
    pub(crate) seed: Option<u64>,
}

/// How much of a step of a fleet is planned.
#[derive(Debug, Deserialize)]
pub(crate) struct FleetLimits {
    pub(crate) seconds: Option<f64>,
    pub(crate) nodes: Option<u64>,
}

/// A click on the picture of a fleet.
#[derive(Debug, Deserialize)]
pub(crate) struct FleetClick {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The index of the robot that is sent there.
    pub(crate) robot: Option<usize>,
}

/// A verified solution for the player.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    /// The data that are played, unless they are too many.
    pub(crate) story: Option<Box<RawValue>>,
    pub(crate) steps: Vec<String>,
    pub(crate) metrics: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<TextError>,
}

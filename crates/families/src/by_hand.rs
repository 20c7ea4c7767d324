//! Clicks and keys: changes of instances and moves by hand.

use serde::{Deserialize, Serialize};

/// A tool at a place of the picture.
#[derive(Clone, Debug, Deserialize)]
pub struct EditAction {
    /// The name of the tool.
    pub tool: String,
    /// The place, in units of the picture.
    pub x: f64,
    /// The place, in units of the picture.
    pub y: f64,
    /// The first of two places.
    pub from: Option<[f64; 2]>,
}

/// A click or a key.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayAction {
    /// The place, in units of the picture.
    pub x: Option<f64>,
    /// The place, in units of the picture.
    pub y: Option<f64>,
    /// The key.
    pub key: Option<String>,
    /// The place of the token that was selected before.
    pub from: Option<[f64; 2]>,
}

impl PlayAction {
    /// Returns the place of a click.
    pub fn place(&self) -> Option<[f64; 2]> {
        Some([self.x?, self.y?])
    }
}

/// The result of a click or a key.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Played {
    /// The text after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The notation of the move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub moved: Option<String>,
    /// The place of the selected token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<[f64; 2]>,
    /// The counts of the move, in the units of the family.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<usize>,
}

impl Played {
    /// Makes the result of a move, counted in the units of the family.
    pub fn moved(text: String, notation: String, counts: Vec<usize>) -> Self {
        Self { text: Some(text), moved: Some(notation), selected: None, counts }
    }

    /// Makes the result of selecting a token.
    pub fn selected(place: [f64; 2]) -> Self {
        Self { selected: Some(place), ..Self::default() }
    }
}

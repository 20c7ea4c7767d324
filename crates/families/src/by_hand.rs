//! Clicks and keys: changes of instances and moves by hand.

use serde::{Deserialize, Serialize};

use crate::TextError;

/// A tool at a place of the picture, or at several.
#[derive(Clone, Debug, Deserialize)]
pub struct EditAction {
    /// The name of the tool.
    pub tool: String,
    /// The place, in units of the picture.
    #[serde(default = "nowhere")]
    pub x: f64,
    /// The place, in units of the picture.
    #[serde(default = "nowhere")]
    pub y: f64,
    /// The first of two places.
    pub from: Option<[f64; 2]>,
    /// The places over which a tool that paints is dragged, instead of the single one.
    pub path: Option<Vec<[f64; 2]>>,
}

/// The coordinate of a place that is missing, where no tool has an effect.
const fn nowhere() -> f64 {
    f64::NAN
}

impl EditAction {
    /// Applies the tool to a draft at each place. Places without an effect are skipped.
    ///
    /// # Errors
    /// The first error if the tool has no effect at any place.
    pub(crate) fn apply<D: Clone>(
        &self,
        draft: &mut D,
        tool: impl Fn(&mut D, [f64; 2]) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let place = [[self.x, self.y]];
        let mut outcome = Err(TextError::new("there is no place"));
        for (number, &place) in self.path.as_deref().unwrap_or(&place).iter().enumerate() {
            let mut changed = draft.clone();
            let applied = tool(&mut changed, place);
            if applied.is_ok() {
                *draft = changed;
            }
            outcome = if number == 0 { applied } else { outcome.or(applied) };
        }
        outcome
    }
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
    /// The places to which one more click moves the selected token; in Ricochet Robots, by a single
    /// slide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<[f64; 2]>,
    /// The places that the selected token reaches by any number of its own moves, and this number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reachable: Vec<(f64, f64, usize)>,
    /// The counts of the move, in the units of the family.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<usize>,
}

impl Played {
    /// Makes the result of a move, counted in the units of the family.
    pub fn moved(text: String, notation: String, counts: Vec<usize>) -> Self {
        Self { text: Some(text), moved: Some(notation), counts, ..Self::default() }
    }

    /// Makes the result of selecting a token that one click moves to any of these places.
    pub fn selected(place: [f64; 2], targets: Vec<[f64; 2]>) -> Self {
        Self { selected: Some(place), targets, ..Self::default() }
    }
}

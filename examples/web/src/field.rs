//! What every field of the workspace offers to the page.

use motion_core::draw::Scene;
use motion_core::{Configuration, Plan, Schedule};
use serde_json::{Map, Value};

use crate::choices::Choices;
use crate::error::TextError;
use crate::protocol::{Answer, Description, EditAction, PlayAction, Played, View};
use crate::watch::Request;

/// A field: functions from text to text.
pub(crate) trait Field: Sync {
    /// What there is to choose.
    fn description(&self) -> Description;

    /// Reads an instance.
    fn read(&self, text: &str) -> View;

    /// A random instance, by the values of the field's inputs.
    ///
    /// # Errors
    /// What cannot be made of these values.
    fn random(&self, choices: &Choices) -> Result<String, TextError>;

    /// Applies a tool; the text may then be that of an unfinished instance.
    ///
    /// # Errors
    /// Why the tool does nothing there.
    fn edit(&self, text: &str, action: &EditAction) -> Result<String, TextError>;

    /// Makes a move by hand, or selects a token.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn play(&self, text: &str, action: &PlayAction) -> Result<Played, TextError>;

    /// Solves an instance; whatever has the outcome `solved` is verified.
    ///
    /// # Errors
    /// Why the solver cannot begin.
    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError>;

    /// Replays a solution.
    ///
    /// # Errors
    /// What is wrong with the text, or why the verifier refuses the solution.
    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError>;
}

/// A solution that was verified, ready to be drawn.
pub(crate) struct Replay {
    /// The picture, unless it would be too large.
    pub(crate) scene: Result<Scene, TextError>,
    pub(crate) start: Configuration,
    pub(crate) moves: Moves,
    /// The notation of each step.
    pub(crate) steps: Vec<String>,
    pub(crate) metrics: Map<String, Value>,
}

/// One move after another, or steps of several.
pub(crate) enum Moves {
    /// One after another.
    Plan(Plan),
    /// Steps of several.
    Schedule(Schedule),
}

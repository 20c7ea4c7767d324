//! Verified solutions, ready to be played and drawn.

use crate::TextError;
use motion_core::draw::{ANIMATION_LIMIT, PLAYER_LIMIT, Scene, Timeline, Timing, animated, player, story};
use motion_core::error::DrawError;
use motion_core::{Configuration, Plan, Schedule};
use serde_json::{Map, Value};

/// A verified solution, ready to be drawn.
pub struct Replay {
    /// The picture, unless it would be too large.
    pub scene: Result<Scene, TextError>,
    /// The tokens before the first move.
    pub start: Configuration,
    /// The moves.
    pub moves: Moves,
    /// The notation of each step.
    pub steps: Vec<String>,
    /// The verifier's metrics, by name.
    pub metrics: Map<String, Value>,
}

/// The moves of a solution: one after another, or in steps of several.
pub enum Moves {
    /// One after another.
    Plan(Plan),
    /// Steps of several.
    Schedule(Schedule),
}

impl Replay {
    /// Makes a page that plays the solution.
    ///
    /// # Errors
    /// The reason why it cannot be drawn.
    pub fn player(&self) -> Result<String, TextError> {
        self.drawn(PLAYER_LIMIT, |scene| player(scene, &self.start, self.moves.timeline()))
    }

    /// Makes the data by which a page plays the solution in its own picture, as JSON.
    ///
    /// # Errors
    /// The reason why it cannot be drawn.
    #[doc(hidden)]
    pub fn story(&self) -> Result<String, TextError> {
        self.drawn(PLAYER_LIMIT, |scene| story(scene, &self.start, self.moves.timeline()))
    }

    /// Makes an animated picture.
    ///
    /// # Errors
    /// The reason why it cannot be drawn.
    pub fn animated(&self) -> Result<String, TextError> {
        let timing = Timing::default();
        self.drawn(ANIMATION_LIMIT, |scene| animated(scene, &self.start, self.moves.timeline(), &timing))
    }

    fn drawn(
        &self,
        limit: usize,
        draw: impl FnOnce(&Scene) -> Result<String, DrawError>,
    ) -> Result<String, TextError> {
        let moves = self.moves.timeline().moves().len();
        if moves > limit {
            return Err(TextError::of(DrawError::TooLong { moves, limit }));
        }
        draw(self.scene.as_ref().map_err(TextError::clone)?).map_err(TextError::of)
    }
}

impl Moves {
    fn timeline(&self) -> Timeline<'_> {
        match self {
            Self::Plan(plan) => plan.into(),
            Self::Schedule(schedule) => schedule.into(),
        }
    }
}

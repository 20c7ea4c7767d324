//! Fleets that run until they are stopped.

use motion_core::Control;
use serde::Serialize;

use crate::TextError;

/// A fleet that makes one step after another, and is changed by clicks between them.
pub trait RunningFleet {
    /// Makes a step. Plans within the limits of `control`; the step is made whatever they are.
    fn step(&mut self, control: &mut Control<'_>);

    /// Handles a click at a place of the picture: sends a robot there, or closes or opens the place
    /// if no robot is given. A click beside all places does nothing.
    ///
    /// # Errors
    /// The reason why the robot cannot be sent there.
    fn click(&mut self, place: [f64; 2], robot: Option<usize>) -> Result<(), TextError>;

    /// Returns the state that is drawn.
    fn state(&self) -> FleetState;
}

/// The state of a fleet, with places as indices into the points of the view.
#[derive(Clone, Debug, Serialize)]
pub struct FleetState {
    /// The place of each robot, in the order of the picture's tokens.
    pub at: Vec<u32>,
    /// The next goal of each robot; its own place if it has none, or has just visited one.
    pub goals: Vec<u32>,
    /// The closed places.
    pub closed: Vec<u32>,
    /// Facts such as the number of steps, by name.
    pub facts: Vec<(&'static str, String)>,
}

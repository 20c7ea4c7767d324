//! Keys and pointers, as devices make them.

use serde_json::{Value, json};

use crate::driver::{Driver, DriverError};

/// A place of the window, in pixels.
pub type Place = [f64; 2];

impl Driver {
    /// Clicks at a place.
    ///
    /// # Errors
    ///
    /// If the place is outside.
    pub fn click_at(&self, place: Place) -> Result<(), DriverError> {
        self.draw_with("mouse", &[place])
    }

    /// Presses the mouse at the first place, moves it over the others, and releases it at the last.
    ///
    /// # Errors
    ///
    /// If a place is outside.
    pub fn drag(&self, places: &[Place]) -> Result<(), DriverError> {
        self.draw_with("mouse", places)
    }

    /// Moves a finger from the first place over the others.
    ///
    /// # Errors
    ///
    /// If a place is outside.
    pub fn swipe(&self, places: &[Place]) -> Result<(), DriverError> {
        self.draw_with("touch", places)
    }

    fn draw_with(&self, pointer: &str, places: &[Place]) -> Result<(), DriverError> {
        let moved = |&[x, y]: &Place| json!({ "type": "pointerMove", "x": x.round(), "y": y.round(), "duration": 20 });
        let mut steps: Vec<Value> = places.iter().map(moved).collect();
        steps.insert(1, json!({ "type": "pointerDown", "button": 0 }));
        steps.push(json!({ "type": "pointerUp", "button": 0 }));
        let device = json!({
            "type": "pointer", "id": pointer, "parameters": { "pointerType": pointer }, "actions": steps,
        });
        self.perform(&device)
    }

    /// Presses keys one after another, in whatever has the focus.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn press(&self, keys: &str) -> Result<(), DriverError> {
        let steps: Vec<_> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
            })
            .collect();
        self.perform(&json!({ "type": "key", "id": "keyboard", "actions": steps }))
    }

    /// Moves the mouse over a place.
    ///
    /// # Errors
    ///
    /// If the place is outside.
    pub fn point_at(&self, [x, y]: Place) -> Result<(), DriverError> {
        let moved = json!({ "type": "pointerMove", "x": x.round(), "y": y.round() });
        self.perform(&json!({ "type": "pointer", "id": "mouse", "actions": [moved] }))
    }

    /// Turns the wheel of the mouse over a place.
    ///
    /// # Errors
    ///
    /// If the place is outside.
    pub fn scroll_at(&self, [x, y]: Place, [right, down]: [i32; 2]) -> Result<(), DriverError> {
        let [x, y] = [x, y].map(|value| value.round() as i64);
        let turned = json!({ "type": "scroll", "x": x, "y": y, "deltaX": right, "deltaY": down });
        self.perform(&json!({ "type": "wheel", "id": "wheel", "actions": [turned] }))
    }

    fn perform(&self, device: &Value) -> Result<(), DriverError> {
        self.post("/actions", &json!({ "actions": [device] })).map(drop)
    }
}

//! Keys, clicks and swipes on the board of a panel.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::driver::DriverError;
use crate::gestures::Place;
use crate::panel::Panel;

/// The time after which a gesture has reached the page.
const GESTURE: Duration = Duration::from_millis(30);

impl Panel<'_> {
    /// Gives the keyboard focus to the board, and presses keys.
    ///
    /// # Errors
    ///
    /// If the board does not accept keys.
    pub fn press(&self, keys: &str) -> Result<(), DriverError> {
        for key in keys.chars() {
            self.driver.type_into(&self.selector("board"), &key.to_string())?;
            sleep(GESTURE);
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the place in the window of a place of the picture, in its own units, and scrolls
    /// there.
    ///
    /// # Errors
    ///
    /// If there is no picture.
    pub fn place(&self, [x, y]: Place) -> Result<Place, DriverError> {
        let script = "const [selector, x, y] = arguments; const svg = document.querySelector(selector);
            const place = () => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            const top = Math.max(document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0, 0);
            if (place().y < top + 10 || place().y > innerHeight - 10) {
                scrollBy({ top: place().y - innerHeight / 2, behavior: 'instant' });
            }
            return [place().x, place().y];";
        let selector = format!("{} svg", self.selector("board"));
        let place = self.driver.run(script, &[json!(selector), json!(x), json!(y)])?;
        Ok([0, 1].map(|index| place[index].as_f64().unwrap_or_default()))
    }

    /// Clicks a place of the picture, in its own units.
    ///
    /// # Errors
    ///
    /// If there is no picture.
    pub fn click_board(&self, x: f64, y: f64) -> Result<(), DriverError> {
        self.driver.click_at(self.place([x, y])?)?;
        self.after_gesture()
    }

    /// Drags the mouse over places of the picture, in its own units.
    ///
    /// # Errors
    ///
    /// If there is no picture.
    pub fn drag_board(&self, places: &[Place]) -> Result<(), DriverError> {
        let places: Result<Vec<_>, _> = places.iter().map(|&place| self.place(place)).collect();
        self.driver.drag(&places?)?;
        self.after_gesture()
    }

    /// Presses keys in whatever has the focus.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn press_where_focus_is(&self, keys: &str) -> Result<(), DriverError> {
        self.driver.press(keys)?;
        self.after_gesture()
    }

    /// Waits until a gesture has had its effect.
    ///
    /// # Errors
    ///
    /// If that takes long.
    pub fn after_gesture(&self) -> Result<(), DriverError> {
        sleep(GESTURE);
        self.settle()
    }

    /// Returns an expression for the places of the tokens on the screen.
    pub fn tokens_expression(&self) -> String {
        format!(
            "Array.from({}.querySelectorAll('.m-token'), (token) => {{
                const {{ x, y }} = token.getBoundingClientRect(); return [x, y]; }})",
            self.element("board")
        )
    }

    /// Returns the places of the tokens on the screen, as JSON.
    ///
    /// # Errors
    ///
    /// If the page no longer exists.
    pub fn tokens(&self) -> Result<String, DriverError> {
        self.driver.text(&format!("JSON.stringify({})", self.tokens_expression()))
    }

    /// Goes to the end of the solution. Returns its number of steps.
    ///
    /// # Errors
    ///
    /// If the solution is not played.
    pub fn step_to_end(&self) -> Result<u64, Box<dyn Error>> {
        let steps = self.element("steps");
        let key = "new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true })";
        self.driver.run(&format!("{steps}.dispatchEvent({key});"), &[])?;
        self.wait("steps", "part.dataset.step === part.dataset.steps", 3)?;
        Ok(self.data("steps", "steps")?.parse()?)
    }
}

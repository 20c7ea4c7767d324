//! The panel of a family, through the parts that it names for tests.

use std::error::Error;

use serde_json::{Value, json};

use crate::driver::{Driver, DriverError};

/// A script that keeps the files which the page would save.
pub(crate) const CATCH_FILES: &str = "
    if (window.files) { window.files.length = 0; return; }
    window.files = [];
    const blobs = new Map();
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => { const url = make(blob); blobs.set(url, blob); return url; };
    HTMLAnchorElement.prototype.click = function () {
        const blob = blobs.get(this.href);
        blob.text().then((text) => window.files.push({ name: this.download, type: blob.type, text }));
    };";

/// A file that the page saved.
#[derive(Clone, Debug)]
pub struct SavedFile {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// Its content.
    pub text: String,
}

/// The panel of a family, which is the visible one.
pub struct Panel<'a> {
    /// The browser.
    pub driver: &'a Driver,
    /// Its family.
    pub family: &'static str,
}

impl Panel<'_> {
    /// Returns the selector of a part.
    pub fn selector(&self, part: &str) -> String {
        format!("#panel-{} [data-part={part}]", self.family)
    }

    /// Returns an expression for the element of a part.
    pub fn element(&self, part: &str) -> String {
        format!("document.querySelector('{}')", self.selector(part))
    }

    /// Waits until the board shows the current text.
    ///
    /// # Errors
    ///
    /// If that takes long.
    pub fn settle(&self) -> Result<(), DriverError> {
        self.driver
            .wait(&format!("!('busy' in document.getElementById('panel-{}').dataset)", self.family), 30)
    }

    /// Clicks a part.
    ///
    /// # Errors
    ///
    /// If it cannot be clicked.
    pub fn click(&self, part: &str) -> Result<(), DriverError> {
        self.driver.click(&self.selector(part))
    }

    /// Returns the text of a part.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn words(&self, part: &str) -> Result<String, DriverError> {
        self.driver.text(&format!("{}.textContent", self.element(part)))
    }

    /// Returns the value of a part's attribute `data-NAME`.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn data(&self, part: &str, name: &str) -> Result<String, DriverError> {
        self.driver.text(&format!("({}.dataset.{name} ?? '')", self.element(part)))
    }

    /// Returns whether a part is visible.
    ///
    /// # Errors
    ///
    /// If the page no longer exists.
    pub fn is_shown(&self, part: &str) -> Result<bool, DriverError> {
        self.holds(part, "part?.offsetParent")
    }

    /// Returns whether a control can be used.
    ///
    /// # Errors
    ///
    /// If the page no longer exists.
    pub fn is_enabled(&self, part: &str) -> Result<bool, DriverError> {
        self.holds(part, "part && !part.disabled")
    }

    fn holds(&self, part: &str, condition: &str) -> Result<bool, DriverError> {
        let condition = format!("Boolean(((part) => {condition})({}))", self.element(part));
        Ok(self.driver.value(&condition)? == Value::Bool(true))
    }

    /// Returns a number, as an expression with an element `part`.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn number(&self, part: &str, expression: &str) -> Result<f64, DriverError> {
        let number = self.driver.value(&format!("((part) => {expression})({})", self.element(part)))?;
        Ok(number.as_f64().unwrap_or(f64::NAN))
    }

    /// Returns the labels and values of a part that lists them.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn pairs(&self, part: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
        let script = format!(
            "Array.from({}.children, (pair) => Array.from(pair.children, (part) => part.textContent))",
            self.element(part)
        );
        Ok(serde_json::from_value(self.driver.value(&script)?)?)
    }

    /// Waits for a condition on an element `part`.
    ///
    /// # Errors
    ///
    /// If it does not hold in time.
    pub fn wait(&self, part: &str, condition: &str, seconds: u64) -> Result<(), DriverError> {
        self.driver.wait(&format!("((part) => {condition})({})", self.element(part)), seconds)
    }

    /// Returns the text of the instance.
    ///
    /// # Errors
    ///
    /// If the page no longer exists.
    pub fn text(&self) -> Result<String, DriverError> {
        self.driver.text(&format!("{}.value", self.element("text")))
    }

    /// Replaces the text, as a person does who types it and then leaves the area.
    ///
    /// # Errors
    ///
    /// If the page does not read it soon.
    pub fn write(&self, text: &str) -> Result<(), DriverError> {
        self.replace(text, "area.value = text; area.dispatchEvent(new Event('input', { bubbles: true }));")
    }

    /// Replaces the text by a pasted one.
    ///
    /// # Errors
    ///
    /// If the page does not read it soon.
    pub fn paste(&self, text: &str) -> Result<(), DriverError> {
        let script = "area.focus(); area.select();
            const data = new DataTransfer(); data.setData('text/plain', text);
            const event = { clipboardData: data, bubbles: true, cancelable: true };
            if (area.dispatchEvent(new ClipboardEvent('paste', event))) {
                area.value = text;
                const inserted = { inputType: 'insertFromPaste', bubbles: true };
                area.dispatchEvent(new InputEvent('input', inserted));
            }";
        self.replace(text, script)
    }

    /// Changes the text area by a script, and waits until the page has read its text.
    fn replace(&self, text: &str, change: &str) -> Result<(), DriverError> {
        let script = format!(
            "const [selector, family, text] = arguments; const area = document.querySelector(selector);
            if (area.value === text) {{ return; }}
            {change}
            area.dispatchEvent(new Event('change', {{ bubbles: true }}));
            const panel = document.getElementById('panel-' + family);
            for (let wait = 0; wait < 40 && !('busy' in panel.dataset); wait++) {{
                await new Promise((later) => setTimeout(later, 10));
            }}"
        );
        let arguments = [json!(self.selector("text")), json!(self.family), json!(text)];
        self.driver.run(&script, &arguments)?;
        self.settle()
    }

    /// Chooses a value of a list, or sets the value of an input.
    ///
    /// # Errors
    ///
    /// If a list has no such value.
    pub fn choose(&self, part: &str, value: &str) -> Result<(), DriverError> {
        self.choose_in(&self.selector(part), value)
    }

    /// Chooses an option of the solver.
    ///
    /// # Errors
    ///
    /// If there is no such option or value.
    pub fn choose_option(&self, key: &str, value: &str) -> Result<(), DriverError> {
        let selector = format!("{} [data-input=\"{key}\"]", self.selector("options"));
        self.choose_in(&format!("{selector} select, {selector} input"), value)
    }

    fn choose_in(&self, selector: &str, value: &str) -> Result<(), DriverError> {
        let script = "const [selector, value] = arguments; const control = document.querySelector(selector);
            control.value = value;
            if (control.value !== value) { throw new Error(`${selector} has no value ${value}`); }
            control.dispatchEvent(new Event('change', { bubbles: true }));";
        self.driver.run(script, &[json!(selector), json!(value)]).map(drop)
    }

    /// Opens a sample.
    ///
    /// # Errors
    ///
    /// If there is no such sample.
    pub fn open_sample(&self, name: &str) -> Result<(), DriverError> {
        let script = "const [selector, name] = arguments; const list = document.querySelector(selector);
            list.selectedIndex = Array.from(list.options).findIndex((option) => option.text === name);
            if (list.selectedIndex < 0) { throw new Error(`there is no sample ${name}`); }
            list.dispatchEvent(new Event('change', { bubbles: true }));";
        self.driver.run(script, &[json!(self.selector("sample")), json!(name)])?;
        self.settle()
    }

    /// Opens a part that can be folded.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn open_details(&self, part: &str) -> Result<(), DriverError> {
        self.driver.value(&format!("({}.open = true)", self.element(part))).map(drop)
    }

    /// Chooses a tool.
    ///
    /// # Errors
    ///
    /// If there is no such tool.
    pub fn choose_tool(&self, name: &str) -> Result<(), DriverError> {
        let script =
            "const [tools, name] = arguments; const list = document.querySelector(`${tools} select`);
            if (list) {
                list.value = name;
                list.dispatchEvent(new Event('change', { bubbles: true }));
            } else {
                document.querySelector(`${tools} [data-tool='${name}']`).click();
            }";
        self.driver.run(script, &[json!(self.selector("tools")), json!(name)])?;
        self.settle()
    }

    /// Starts solving, within limits.
    ///
    /// # Errors
    ///
    /// If the solver does not start.
    pub fn start(&self, solver: Option<&str>, seconds: u32, mebibytes: u32) -> Result<(), DriverError> {
        if let Some(solver) = solver {
            self.choose("solver", solver)?;
        }
        self.choose("seconds", &seconds.to_string())?;
        self.choose("mebibytes", &mebibytes.to_string())?;
        self.click("solve")
    }

    /// Waits for the end of a run. Returns its state and its outcome.
    ///
    /// # Errors
    ///
    /// If it does not end in time.
    pub fn end(&self, seconds: u64) -> Result<(String, String), DriverError> {
        self.wait("solve-state", "!['idle', 'running'].includes(part.dataset.state)", seconds)?;
        Ok((self.data("solve-state", "state")?, self.data("solve-state", "outcome")?))
    }

    /// Clicks a button that saves a file. Returns the file.
    ///
    /// # Errors
    ///
    /// If no file is saved soon.
    pub fn saved(&self, button: &str) -> Result<SavedFile, DriverError> {
        self.driver.run(CATCH_FILES, &[])?;
        self.click(button)?;
        self.driver.wait("window.files.length > 0", 30)?;
        let file = self.driver.value("window.files[0]")?;
        let text = |key: &str| file[key].as_str().unwrap_or_default().to_owned();
        Ok(SavedFile { name: text("name"), kind: text("type"), text: text("text") })
    }

    /// Solves the current instance with the chosen solver. Verifies the saved solution, and returns
    /// its number of moves.
    ///
    /// # Errors
    ///
    /// If it is not solved in time, or the solution is not legal.
    pub fn solve(&self, text: &str, seconds: u32) -> Result<u64, Box<dyn Error>> {
        self.start(None, seconds, 1024)?;
        let end = self.end(u64::from(seconds) + 5)?;
        assert_eq!(end, ("finished".into(), "solved".into()), "{}", self.words("solve-state")?);
        self.verify(text)
    }

    /// Saves the visible solution and verifies it for an instance. Returns its number of moves.
    ///
    /// # Errors
    ///
    /// If it is not legal.
    pub fn verify(&self, text: &str) -> Result<u64, Box<dyn Error>> {
        self.wait("solution", "!part.hidden", 20)?;
        let solution = self.saved("download-solution")?;
        let family = families::family(self.family).ok_or("there is no such family")?;
        let metrics = family.replay(text, &solution.text)?.metrics;
        let counted = ["moves", "pushes"].iter().find_map(|key| metrics.get(*key)?.as_u64());
        counted.ok_or_else(|| "the verifier counts no moves".into())
    }

    /// Writes a solution of one's own and has it checked.
    ///
    /// # Errors
    ///
    /// If there is no place for it.
    pub fn check_own(&self, solution: &str) -> Result<(), DriverError> {
        self.driver.value(&format!("({}.closest('details').open = true)", self.element("own-solution")))?;
        self.choose("own-solution", solution)?;
        self.click("own-check")?;
        self.settle()
    }
}

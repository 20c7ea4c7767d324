//! The page in the current tab, through the parts that it names for tests.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::driver::{Driver, DriverError};

/// The time that the page waits after the last key before it reads a text.
const TYPING_PAUSE: Duration = Duration::from_millis(400);

/// A script that keeps the files which the page would save.
const CATCH_FILES: &str = "
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

/// The page in the current tab.
pub struct Page<'a> {
    driver: &'a Driver,
}

impl<'a> Page<'a> {
    /// Loads the page and waits for its engine.
    ///
    /// # Errors
    ///
    /// If the engine does not start.
    pub fn open(driver: &'a Driver, address: &str) -> Result<Self, DriverError> {
        driver.load(address)?;
        driver.wait("['ready', 'failed'].includes(document.documentElement.dataset.engine)", 60)?;
        driver.wait("document.documentElement.dataset.engine === 'ready'", 0)?;
        Ok(Self { driver })
    }

    /// Selects the tab of a family.
    ///
    /// # Errors
    ///
    /// If the tab is not shown soon.
    pub fn panel(&self, family: &'static str) -> Result<Panel<'a>, DriverError> {
        self.driver.click(&format!("#tab-{family}"))?;
        let panel = Panel { driver: self.driver, family };
        panel.settle()?;
        Ok(panel)
    }
}

/// The panel of a family, which is the visible one.
pub struct Panel<'a> {
    driver: &'a Driver,
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

    /// Replaces the text, as typing does.
    ///
    /// # Errors
    ///
    /// If the page does not read it soon.
    pub fn write(&self, text: &str) -> Result<(), DriverError> {
        let script = "const [selector, text] = arguments; const area = document.querySelector(selector);
            area.value = text; area.dispatchEvent(new Event('input', { bubbles: true }));";
        self.driver.run(script, &[json!(self.selector("text")), json!(text)])?;
        sleep(TYPING_PAUSE);
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
        self.driver.run(&format!("if (!window.files) {{ {CATCH_FILES} }} window.files.length = 0;"), &[])?;
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
        metrics.get("moves").and_then(Value::as_u64).ok_or_else(|| "the verifier counts no moves".into())
    }

    /// Gives the keyboard focus to the board, and presses keys.
    ///
    /// # Errors
    ///
    /// If the board does not accept keys.
    pub fn press(&self, keys: &str) -> Result<(), DriverError> {
        self.driver.type_into(&self.selector("board"), keys)?;
        // Actions wait for one another.
        sleep(Duration::from_millis(150));
        self.settle()
    }

    /// Clicks a place of the picture, in its own units.
    ///
    /// # Errors
    ///
    /// If there is no picture.
    pub fn click_board(&self, x: f64, y: f64) -> Result<(), DriverError> {
        let script = "const [selector, x, y] = arguments; const svg = document.querySelector(selector);
            svg.scrollIntoView({ block: 'center' });
            const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [point.x, point.y];";
        let selector = format!("{} svg", self.selector("board"));
        let point = self.driver.run(script, &[json!(selector), json!(x), json!(y)])?;
        let coordinate = |index: usize| point[index].as_f64().unwrap_or_default();
        self.driver.click_at(coordinate(0), coordinate(1))?;
        sleep(Duration::from_millis(150));
        self.settle()
    }
}

/// Starts measuring the gaps between ticks of a timer.
///
/// # Errors
///
/// If the page no longer exists.
pub fn begin_ticks(driver: &Driver) -> Result<(), DriverError> {
    let script = "window.ticks = { count: 0, greatest: 0, last: performance.now() };
        setInterval(() => {
            const now = performance.now();
            window.ticks.greatest = Math.max(window.ticks.greatest, now - window.ticks.last);
            window.ticks.last = now;
            window.ticks.count += 1;
        }, 20);";
    driver.run(script, &[]).map(drop)
}

/// Returns the number of ticks, and the greatest gap between them in milliseconds.
///
/// # Errors
///
/// If the page no longer exists.
pub fn ticks(driver: &Driver) -> Result<(u64, f64), DriverError> {
    let ticks = driver.value("window.ticks")?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    Ok((ticks["count"].as_u64().unwrap_or_default(), number(&ticks["greatest"])))
}

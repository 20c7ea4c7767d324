//! The page in the current tab.

use std::error::Error;

use families::{ALL, Family};
use serde_json::{Value, json};

use crate::driver::{Driver, DriverError};
use crate::panel::Panel;

/// A script that forgets what the page keeps, in a document of its own.
const FORGET: &str = "if (location.protocol !== 'file:') { localStorage.clear(); sessionStorage.clear(); }";

/// The page in the current tab.
pub struct Page<'a> {
    driver: &'a Driver,
}

impl<'a> Page<'a> {
    /// Loads the page as a browser does that never saw it, and waits for its engine.
    ///
    /// # Errors
    ///
    /// If the engine does not start.
    pub fn open(driver: &'a Driver, address: &str) -> Result<Self, DriverError> {
        let page = address.split('#').next().unwrap_or(address);
        let (folder, _) = page.rsplit_once('/').unwrap_or((page, ""));
        driver.load(&format!("{folder}/style.css"))?;
        driver.run(FORGET, &[])?;
        Self::visit(driver, address)
    }

    /// Loads the page, with what the browser kept, and waits for its engine.
    ///
    /// # Errors
    ///
    /// If the engine does not start.
    pub fn visit(driver: &'a Driver, address: &str) -> Result<Self, DriverError> {
        driver.load(address)?;
        Self { driver }.begun()
    }

    /// Loads the page again.
    ///
    /// # Errors
    ///
    /// If the engine does not start.
    pub fn reload(&self) -> Result<Self, DriverError> {
        self.driver.reload()?;
        Self { driver: self.driver }.begun()
    }

    fn begun(self) -> Result<Self, DriverError> {
        self.driver.wait("['ready', 'failed'].includes(document.documentElement.dataset.engine)", 60)?;
        self.driver.wait("document.documentElement.dataset.engine === 'ready'", 0)?;
        Ok(self)
    }

    /// Goes back in the browser's history, if that does not leave the page. Returns whether it did.
    ///
    /// # Errors
    ///
    /// If the page does not show the state of its address soon.
    pub fn back(&self) -> Result<bool, Box<dyn Error>> {
        if self.driver.value("Boolean(globalThis.navigation?.canGoBack)")? != Value::Bool(true) {
            return Ok(false);
        }
        let entry = self.driver.text("navigation.currentEntry.key")?;
        self.driver.run("history.back();", &[])?;
        self.driver.wait(&format!("navigation.currentEntry.key !== {}", json!(entry)), 5)?;
        self.visible()?.await_address()?;
        Ok(true)
    }

    /// Returns the visible panel, once it is settled.
    ///
    /// # Errors
    ///
    /// If it does not settle soon.
    pub fn visible(&self) -> Result<Panel<'a>, Box<dyn Error>> {
        let tab = self.driver.text("document.querySelector('[role=tab][aria-selected=true]').id")?;
        let shown = ALL.map(Family::name).into_iter().find(|name| tab == format!("tab-{name}"));
        let panel = Panel { driver: self.driver, family: shown.ok_or("no tab is selected")? };
        panel.settle()?;
        Ok(panel)
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

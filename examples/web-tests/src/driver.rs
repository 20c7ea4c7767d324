//! A browser controlled by the W3C protocol `WebDriver`: JSON over HTTP.
//!
//! The dozen needed commands are implemented here, because packages with all commands take half a
//! minute to compile.
//!
//! Reference: <https://www.w3.org/TR/webdriver2/>.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use thiserror::Error;
use ureq::Agent;

/// The longest time that a command may take.
const COMMAND_SECONDS: u64 = 300;
const MOST_BYTES: u64 = 256 << 20;
/// The key of elements in answers.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The reason why a command was not carried out.
#[derive(Debug, Error)]
pub enum DriverError {
    /// The driver does not answer.
    #[error("the driver does not answer")]
    Connection(#[from] ureq::Error),
    /// The driver's answer is not JSON.
    #[error("the driver does not answer in JSON")]
    Json(#[from] serde_json::Error),
    /// The driver refuses the command, or a script fails.
    #[error("{command}: {message}")]
    Refused {
        /// The command.
        command: String,
        /// The driver's message.
        message: String,
    },
    /// The browser is not Chromium, whose own protocol a command belongs to.
    #[error("only Chromium can do this")]
    Unsupported,
    /// A picture is not in base64.
    #[error("a picture cannot be decoded")]
    Picture(#[from] base64::DecodeError),
    /// The awaited condition did not hold in time.
    #[error("after {seconds} seconds there is still not: {condition}")]
    Late {
        /// The time waited.
        seconds: u64,
        /// A condition in JavaScript.
        condition: String,
    },
}

/// A session: a browser of its own, with one current tab.
pub struct Driver {
    agent: Agent,
    address: String,
    /// The version that the browser reports.
    pub version: String,
    /// Whether the browser speaks Chromium's own protocol.
    pub is_chromium: bool,
}

impl Driver {
    /// Begins a session with a driver.
    ///
    /// # Errors
    ///
    /// If the driver does not answer, or the browser does not start.
    pub fn begin(driver: &str, capabilities: &Value) -> Result<Self, DriverError> {
        let seconds = Duration::from_secs(COMMAND_SECONDS);
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(seconds)).build();
        let agent = config.into();
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let begun = post(&agent, &format!("{driver}/session"), &wanted)?;
        let id = begun["sessionId"].as_str().unwrap_or_default();
        let reported = |key: &str| begun["capabilities"][key].as_str().unwrap_or_default();
        let version = reported("browserVersion").to_owned();
        let is_chromium = reported("browserName").contains("chrom");
        let session = Self { agent, address: format!("{driver}/session/{id}"), version, is_chromium };
        session.post("/timeouts", &json!({ "script": COMMAND_SECONDS * 1000 }))?;
        Ok(session)
    }

    pub(crate) fn post(&self, command: &str, body: &Value) -> Result<Value, DriverError> {
        post(&self.agent, &format!("{}{command}", self.address), body)
    }

    /// Loads a page, even if only the fragment of the address differs.
    ///
    /// # Errors
    ///
    /// If the page cannot be loaded.
    pub fn load(&self, address: &str) -> Result<(), DriverError> {
        self.post("/url", &json!({ "url": "about:blank" }))?;
        self.post("/url", &json!({ "url": address })).map(drop)
    }

    /// Loads the current address again.
    ///
    /// # Errors
    ///
    /// If the page cannot be loaded.
    pub fn reload(&self) -> Result<(), DriverError> {
        self.post("/refresh", &json!({})).map(drop)
    }

    /// Sets the size of the window.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn resize(&self, width: u32, height: u32) -> Result<(), DriverError> {
        self.post("/window/rect", &json!({ "width": width, "height": height })).map(drop)
    }

    /// Runs the body of a function in the page. Returns its result, or that of its promise.
    ///
    /// # Errors
    ///
    /// If the script throws.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Result<Value, DriverError> {
        let script = format!("return (async function () {{ {script} }}).apply(null, arguments);");
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Returns the value of an expression in JavaScript.
    ///
    /// # Errors
    ///
    /// If the expression throws.
    pub fn value(&self, expression: &str) -> Result<Value, DriverError> {
        self.run(&format!("return {expression};"), &[])
    }

    /// Returns the value of an expression, as text.
    ///
    /// # Errors
    ///
    /// If the expression throws.
    pub fn text(&self, expression: &str) -> Result<String, DriverError> {
        let value = self.value(&format!("String({expression})"))?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until a condition in JavaScript holds.
    ///
    /// # Errors
    ///
    /// If it throws, or does not hold in time.
    pub fn wait(&self, condition: &str, seconds: u64) -> Result<(), DriverError> {
        let begun = Instant::now();
        while self.value(&format!("Boolean({condition})"))? != Value::Bool(true) {
            if begun.elapsed() > Duration::from_secs(seconds) {
                return Err(DriverError::Late { seconds, condition: condition.to_owned() });
            }
            std::thread::sleep(Duration::from_millis(15));
        }
        Ok(())
    }

    /// Returns the path of the first element that a CSS selector matches.
    fn element(&self, selector: &str) -> Result<String, DriverError> {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }))?;
        Ok(format!("/element/{}", found[ELEMENT].as_str().unwrap_or_default()))
    }

    /// Clicks an element, as a mouse does.
    ///
    /// # Errors
    ///
    /// If the element does not exist or cannot be clicked.
    pub fn click(&self, selector: &str) -> Result<(), DriverError> {
        let element = self.element(selector)?;
        self.post(&format!("{element}/click"), &json!({})).map(drop)
    }

    /// Types into an element.
    ///
    /// # Errors
    ///
    /// If the element does not exist or does not accept keys.
    pub fn type_into(&self, selector: &str, keys: &str) -> Result<(), DriverError> {
        let element = self.element(selector)?;
        self.post(&format!("{element}/value"), &json!({ "text": keys })).map(drop)
    }

    /// Opens a new tab and makes it the current one.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn open_tab(&self) -> Result<(), DriverError> {
        let tab = self.post("/window/new", &json!({ "type": "tab" }))?;
        self.post("/window", &json!({ "handle": tab["handle"] })).map(drop)
    }

    /// Calls a method of Chromium's own protocol.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn chromium(&self, method: &str, parameters: &Value) -> Result<Value, DriverError> {
        if !self.is_chromium {
            return Err(DriverError::Unsupported);
        }
        self.post("/goog/cdp/execute", &json!({ "cmd": method, "params": parameters }))
    }

    /// Takes a picture of the page, in the format WebP, from its top to a height in pixels.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn picture(&self, width: u32, height: u32, quality: u8) -> Result<Vec<u8>, DriverError> {
        let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
        let parameters =
            json!({ "format": "webp", "quality": quality, "clip": clip, "captureBeyondViewport": true });
        let answer = self.chromium("Page.captureScreenshot", &parameters)?;
        Ok(BASE64_STANDARD.decode(answer["data"].as_str().unwrap_or_default())?)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The browser ends with its session. If the driver has ended, so has the browser.
        let _ = self.agent.delete(&self.address).call();
    }
}

/// Sends a command. Returns the value of the answer.
fn post(agent: &Agent, address: &str, body: &Value) -> Result<Value, DriverError> {
    let mut answer = agent.post(address).content_type("application/json").send(body.to_string())?;
    let succeeded = answer.status().is_success();
    let text = answer.body_mut().with_config().limit(MOST_BYTES).read_to_string()?;
    let mut answer: Value = serde_json::from_str(&text)?;
    if succeeded {
        return Ok(answer["value"].take());
    }
    let message = answer["value"]["message"].as_str().unwrap_or(&text);
    let message = message.lines().next().unwrap_or_default().to_owned();
    let command = address.rsplit('/').next().unwrap_or_default().to_owned();
    Err(DriverError::Refused { command, message })
}

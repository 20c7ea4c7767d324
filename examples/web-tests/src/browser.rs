//! The start of a browser and its driver.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use clap::ValueEnum;
use serde_json::{Value, json};
use thiserror::Error;

use crate::driver::{Driver, DriverError};

/// The size of the window.
const WINDOW: (u32, u32) = (1366, 900);

/// The arguments of Chromium. Programs in containers run as root, which its sandbox refuses. Only
/// the page may use the network or the processor.
const CHROMIUM_ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

/// A browser that can be controlled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Chromium, or Chrome.
    Chromium,
    /// Firefox.
    Firefox,
}

impl Kind {
    /// The names of the browser's program.
    const fn browsers(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "chromium-browser", "google-chrome", "chrome"],
            Self::Firefox => &["firefox", "firefox-esr"],
        }
    }

    /// The name of the driver's program.
    const fn driver(self) -> &'static str {
        match self {
            Self::Chromium => "chromedriver",
            Self::Firefox => "geckodriver",
        }
    }

    fn capabilities(self, browser: &Path, folder: &Path) -> Value {
        match self {
            Self::Chromium => {
                let mut arguments = CHROMIUM_ARGUMENTS.map(str::to_owned).to_vec();
                arguments.push(format!("--user-data-dir={}", folder.join("profile").display()));
                json!({
                    "browserName": "chrome",
                    "goog:chromeOptions": { "binary": browser, "args": arguments },
                })
            }
            Self::Firefox => json!({
                "browserName": "firefox",
                "moz:firefoxOptions": { "binary": browser, "args": ["-headless"] },
            }),
        }
    }
}

/// The reason why no browser was started.
#[derive(Debug, Error)]
pub enum StartError {
    /// A program is not installed.
    #[error("there is no {0} on the path")]
    Absent(&'static str),
    /// The driver does not start.
    #[error("the driver does not start")]
    Driver(#[from] io::Error),
    /// The driver does not print its port.
    #[error("the driver does not tell its port")]
    NoPort,
    /// The browser does not start.
    #[error("the browser does not start")]
    Session(#[from] DriverError),
}

/// A browser, its driver, and their folder.
pub struct Browser {
    // The fields are in the order in which they end.
    driver: Driver,
    _process: DriverProcess,
    _folder: tempfile::TempDir,
}

struct DriverProcess(Child);

impl Drop for DriverProcess {
    fn drop(&mut self) {
        // Both fail only if the process no longer runs.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Browser {
    /// Starts the first browser of a kind on the path.
    ///
    /// # Errors
    ///
    /// If a program is absent or does not start.
    pub fn start(kind: Kind) -> Result<Self, StartError> {
        let browser = on_path(kind.browsers()).ok_or(StartError::Absent(kind.browsers()[0]))?;
        let driver = on_path(&[kind.driver()]).ok_or(StartError::Absent(kind.driver()))?;
        let folder = tempfile::tempdir()?;
        let mut child = Command::new(driver)
            .arg("--port=0")
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take();
        let process = DriverProcess(child);
        let mut lines = BufReader::new(output.ok_or(StartError::NoPort)?).lines().map_while(Result::ok);
        let port = lines.find_map(|line| port(&line)).ok_or(StartError::NoPort)?;
        // Further output of the driver is discarded, because it would fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let capabilities = kind.capabilities(&browser, folder.path());
        let driver = Driver::begin(&format!("http://127.0.0.1:{port}"), &capabilities)?;
        driver.resize(WINDOW.0, WINDOW.1)?;
        Ok(Self { driver, _process: process, _folder: folder })
    }

    /// The driver.
    pub const fn driver(&self) -> &Driver {
        &self.driver
    }
}

/// Returns the port in the driver's line "… was started successfully on port 12345." or
/// "… Listening on 127.0.0.1:12345".
fn port(line: &str) -> Option<u16> {
    let (_, place) = line.split_once("successfully on port ").or_else(|| line.split_once("Listening on "))?;
    place.trim_end_matches('.').rsplit(':').next()?.parse().ok()
}

/// Returns the first program of these names in the folders of the path.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

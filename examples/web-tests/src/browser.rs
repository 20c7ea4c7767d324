//! The start of Chromium and its driver.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use thiserror::Error;

use crate::driver::{Driver, DriverError};

/// The names of the browser's program, and of the driver's.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const DRIVERS: [&str; 1] = ["chromedriver"];

/// The arguments of the browser. Programs in containers run as root, which Chromium's sandbox
/// refuses. Only the page may use the network or the processor.
const ARGUMENTS: [&str; 10] = [
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
    /// Starts the first browser on the path.
    ///
    /// # Errors
    ///
    /// If a program is absent or does not start.
    pub fn start() -> Result<Self, StartError> {
        let browser = on_path(&BROWSERS).ok_or(StartError::Absent("chromium"))?;
        let driver = on_path(&DRIVERS).ok_or(StartError::Absent("chromedriver"))?;
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
        let mut arguments = ARGUMENTS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", folder.path().join("profile").display()));
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": browser, "args": arguments },
        });
        let driver = Driver::begin(&format!("http://127.0.0.1:{port}"), &capabilities)?;
        Ok(Self { driver, _process: process, _folder: folder })
    }

    /// The driver.
    pub const fn driver(&self) -> &Driver {
        &self.driver
    }
}

/// Returns the port in the driver's line "… was started successfully on port 12345."
fn port(line: &str) -> Option<u16> {
    line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
}

/// Returns the first program of these names in the folders of the path.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

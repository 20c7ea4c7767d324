//! The program `motion-web-tests`: checks the page in a browser.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use clap::Parser;
use motion_web_tests::browser::Kind;
use motion_web_tests::checks::{self, Check, Setting, pictures};
use motion_web_tests::driver::DriverError;
use motion_web_tests::start::start;

/// Build the page and check it in a browser.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Only the checks whose names contain this text
    #[arg(default_value = "")]
    filter: String,
    /// A page that was built before
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// How many times as long as on an idle machine the page may take to react
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    patience: f64,
    /// The browser
    #[arg(long, value_enum, default_value_t = Kind::Chromium)]
    browser: Kind,
    /// How many random sequences of actions are tried
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    sequences: usize,
    /// The seed of the first sequence
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Draw all tabs into this folder instead of checking them
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// The widths of these pictures, in pixels
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = pictures::WIDTHS)]
    widths: Vec<u32>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("{failed} checks failed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number of failed checks.
fn run(arguments: &Arguments) -> Result<usize, Box<dyn Error>> {
    let Some((browser, site)) = start(arguments.browser, arguments.page.as_deref())? else {
        return Ok(0);
    };
    let setting = Setting {
        driver: browser.driver(),
        site: &site,
        patience: arguments.patience,
        sequences: arguments.sequences,
        seed: arguments.seed,
    };
    if let Some(folder) = &arguments.pictures {
        pictures::draw(&setting, folder, &arguments.widths)?;
        return Ok(0);
    }
    let chosen = checks::ALL.iter().filter(|(name, _)| name.contains(&arguments.filter));
    Ok(chosen.filter(|check| !passes(check, &setting)).count())
}

/// Runs a check in its own thread. A panic of that thread is a failure.
fn passes((name, check): &Check, setting: &Setting<'_>) -> bool {
    let begun = Instant::now();
    println!("== {name}");
    let result = thread::scope(|scope| {
        let run = || match check(setting) {
            Err(error) if matches!(error.downcast_ref(), Some(DriverError::Unsupported)) => {
                println!("   skipped: {error}");
                Ok(())
            }
            result => result.map_err(|error| error.to_string()),
        };
        scope.spawn(run).join().unwrap_or_else(|_| Err("the check panicked".to_owned()))
    });
    match &result {
        Ok(()) => println!("   passed in {:.1} s", begun.elapsed().as_secs_f64()),
        Err(error) => println!("   FAILED after {:.1} s: {error}", begun.elapsed().as_secs_f64()),
    }
    result.is_ok()
}

//! The program `speed`, which compares the engine of the page in a browser with the same engine as
//! native code.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use motion_web_tests::browser::Kind;
use motion_web_tests::speed::{Comparison, all_work};
use motion_web_tests::start::start;

/// Solve the same instances in Chromium and natively, and compare the times.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// A page that was built before
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Write web-speed.csv and web-speed.md into this folder
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// Solve everything this often, and take the least times
    #[arg(long, default_value = "3")]
    rounds: u32,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let Some((browser, site)) = start(Kind::Chromium, arguments.page.as_deref())? else {
        return Ok(());
    };
    browser.driver().load(site.address())?;
    let mut comparisons = Vec::new();
    for work in all_work()? {
        let comparison = Comparison::measure(&work, browser.driver(), arguments.rounds)?;
        println!("{}", comparison.line());
        comparisons.push(comparison);
    }
    if let Some(folder) = &arguments.write {
        fs::write(folder.join("web-speed.csv"), Comparison::csv(&comparisons))?;
        let page = Comparison::page(&comparisons, &browser.driver().version);
        fs::write(folder.join("web-speed.md"), page)?;
    }
    Ok(())
}

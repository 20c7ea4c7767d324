//! The program `motion-web-build`: builds the page, and serves it if requested.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use motion_web_build::{Server, build};

/// Build the page that solves motion puzzles in the browser, into target/web.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Serve the page on this machine, at this port, until the program is stopped
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8080")]
    serve: Option<u16>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprint!("error: {error}");
            let mut source = error.source();
            while let Some(error) = source {
                eprint!(": {error}");
                source = error.source();
            }
            eprintln!();
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let (folder, sizes) = build()?;
    for (name, size) in sizes {
        println!("{name:<20} {size}");
    }
    println!("{}", folder.display());
    if let Some(port) = arguments.serve {
        let server = Server::bind(folder, port)?;
        println!("http://{}", server.address()?);
        server.run();
    }
    Ok(())
}

//! Comparison of the same work done by the engine in a browser and natively.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Value, json};

use crate::driver::Driver;

/// The ratio below which the page should stay.
const GREATEST_RATIO: f64 = 2.5;

/// Instances of one family, with their solver and options.
pub struct Work {
    name: &'static str,
    family: &'static str,
    texts: Vec<String>,
    request: String,
}

/// Returns the work whose times are compared. Work that needs missing published data is skipped
/// with a message.
///
/// # Errors
///
/// If an instance cannot be made.
pub fn all_work() -> Result<Vec<Work>, Box<dyn Error>> {
    let mut all = vec![
        random(
            "20 sliding puzzles of 50×50, snakes",
            "sliding",
            "snake",
            20,
            &json!({ "rows": 50, "columns": 50 }),
        )?,
        random(
            "20 grids of 20×20 with 2 blanks, ears",
            "robots",
            "ears",
            20,
            &json!({ "rows": 20, "columns": 20, "blanks": 2 }),
        )?,
        random("100 games of Ricochet Robots, the fewest moves", "ricochet", "optimal", 100, &json!({}))?,
    ];
    match microban() {
        Some(file) => all.push(Work {
            name: "levels 1 to 50 of Microban I, auto",
            family: "sokoban",
            texts: (1..=50).map(|level| format!("level {level}\n{file}")).collect(),
            request: request("auto"),
        }),
        None => println!("skipped: MOTION_DATA names no folder with sokoban/microban_1.xsb"),
    }
    Ok(all)
}

/// Generates random instances with the seeds from 1.
fn random(
    name: &'static str,
    family: &'static str,
    solver: &str,
    count: u64,
    choices: &Value,
) -> Result<Work, Box<dyn Error>> {
    let text = |seed: u64| {
        let mut choices = choices.clone();
        choices["seed"] = seed.into();
        let made: Value = serde_json::from_str(&motion_web::random(family, &choices.to_string()))?;
        Ok(made["text"].as_str().ok_or_else(|| made["error"].to_string())?.to_owned())
    };
    let texts = (1..=count).map(text).collect::<Result<_, Box<dyn Error>>>()?;
    Ok(Work { name, family, texts, request: request(solver) })
}

/// Makes a request whose limits are never reached.
fn request(solver: &str) -> String {
    json!({ "solver": solver, "options": {}, "seconds": 600, "mebibytes": 1024, "seed": 1 }).to_string()
}

fn microban() -> Option<String> {
    let folder = PathBuf::from(env::var_os("MOTION_DATA")?);
    fs::read_to_string(folder.join("sokoban/microban_1.xsb")).ok()
}

/// The seconds for the same work.
#[derive(Clone, Debug)]
pub struct Comparison {
    name: &'static str,
    native: f64,
    /// The first time in the browser, before its optimising compiler has seen the code.
    first: f64,
    browser: f64,
}

impl Comparison {
    /// Does the work in both places, in turn.
    ///
    /// # Errors
    ///
    /// If an instance is not solved, or the solutions are different.
    pub fn measure(work: &Work, driver: &Driver, rounds: u32) -> Result<Self, Box<dyn Error>> {
        start_worker(driver)?;
        let mut comparison = Self { name: work.name, native: f64::MAX, first: 0.0, browser: f64::MAX };
        for round in 0..rounds {
            let (in_browser, seconds) = solve_in_browser(work, driver)?;
            if round == 0 {
                comparison.first = seconds;
            }
            comparison.browser = comparison.browser.min(seconds);
            let (natively, seconds) = solve_natively(work)?;
            comparison.native = comparison.native.min(seconds);
            for (number, (one, other)) in (1..).zip(natively.iter().zip(&in_browser)) {
                if one["outcome"] != "solved" || one["solution"] != other["solution"] {
                    return Err(
                        format!("{}, instance {number}: {:.200} and {:.200}", work.name, one, other).into()
                    );
                }
            }
        }
        Ok(comparison)
    }

    fn ratios(&self) -> [f64; 2] {
        [self.first / self.native, self.browser / self.native]
    }

    /// Returns the comparison as a line for people.
    pub fn line(&self) -> String {
        let [first, ratio] = self.ratios();
        let mark = if ratio > GREATEST_RATIO { ", MORE THAN INTENDED" } else { "" };
        format!(
            "{}: native {:.3} s; in the browser {:.3} s ({ratio:.2} times as long{mark}), the first time {:.3} s ({first:.2})",
            self.name, self.native, self.browser, self.first
        )
    }

    /// Returns the seconds and ratios as text.
    fn figures(&self) -> String {
        let [first, ratio] = self.ratios();
        let [native, browser, begun] = [self.native, self.browser, self.first];
        format!("{native:.3},{browser:.3},{begun:.3},{ratio:.2},{first:.2}")
    }

    /// Returns all comparisons as CSV.
    pub fn csv(all: &[Self]) -> String {
        let rows = all.iter().map(|one| format!("\"{}\",{}\n", one.name, one.figures()));
        let title =
            "work,\"native, s\",\"browser, s\",\"browser, first time, s\",ratio,\"ratio, first time\"\n";
        [title.to_owned()].into_iter().chain(rows).collect()
    }

    /// Returns all comparisons as a page of the book.
    pub fn page(all: &[Self], version: &str) -> String {
        let head = format!(
            "# The page's solvers beside native ones\n\n\
             The same instances are solved by the same engine: as WebAssembly in a worker of Chromium {version}, \
             messages included, and as native code. Times are the least of some rounds, and those of the first \
             round, in which the browser begins with code of its quick compiler. All solutions are equal.\n\n\
             | work | native, s | browser, s | browser, first time, s | ratio | ratio, first time |\n\
             | --- | ---: | ---: | ---: | ---: | ---: |\n"
        );
        let rows =
            all.iter().map(|one| format!("| {} | {} |\n", one.name, one.figures().replace(',', " | ")));
        let foot = "\n[web-speed.csv](web-speed.csv), by \
                    `cargo run --release -p motion-web-tests --bin speed -- --write docs/results`\n";
        [head].into_iter().chain(rows).chain([foot.to_owned()]).collect()
    }
}

/// Starts a worker around the engine, as the page does.
fn start_worker(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let script = "window.engine?.terminate();
        const address = (name) => new URL(name, document.baseURI).href;
        const module = await WebAssembly.compileStreaming(fetch(address('engine_bg.wasm')));
        window.engine = new Worker(address('worker.js'));
        window.engine.postMessage({ module, engine: address('engine.js') });
        window.call = (name, values) => new Promise((resolve, reject) => {
            window.engine.onmessage = ({ data }) => {
                if (data.result !== undefined) { resolve(data.result); }
                if (data.crash !== undefined || data.failed !== undefined) { reject(new Error(data.crash ?? data.failed)); }
            };
            window.engine.postMessage({ id: 1, name, values });
        });
        await window.call('describe', []);";
    driver.run(script, &[])?;
    Ok(())
}

fn solve_in_browser(work: &Work, driver: &Driver) -> Result<(Vec<Value>, f64), Box<dyn Error>> {
    let script = "const [family, texts, request] = arguments; const answers = [];
        const begun = performance.now();
        for (const text of texts) { answers.push(await window.call('solve', [family, text, request])); }
        return { answers, seconds: (performance.now() - begun) / 1000 };";
    let mut result = driver.run(script, &[json!(work.family), json!(work.texts), json!(work.request)])?;
    let seconds = result["seconds"].as_f64().ok_or("the browser tells no time")?;
    let answers = result["answers"].as_array_mut().ok_or("the browser tells no answers")?;
    Ok((std::mem::take(answers), seconds))
}

fn solve_natively(work: &Work) -> Result<(Vec<Value>, f64), Box<dyn Error>> {
    let begun = Instant::now();
    let solve = |text: &String| motion_web::solve(work.family, text, &work.request, &mut |_| {});
    let answers: Vec<_> = work.texts.iter().map(solve).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let parsed = answers.iter().map(|answer| serde_json::from_str(answer)).collect::<Result<_, _>>()?;
    Ok((parsed, seconds))
}

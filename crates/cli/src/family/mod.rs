//! The subcommand of any family of puzzles; everything particular to the family is in its
//! description.

mod arguments;

use std::num::NonZero;
use std::path::Path;

use clap::ArgMatches;
use families::{Answer, Family, Replay, Report, Request};

use arguments::Arguments;
pub(crate) use arguments::command;

use crate::options::Sample;
use crate::progress::SearchBar;
use crate::report::{self, Summary};
use crate::sweep::Instances;
use crate::{CliError, Console, Verdict, input, output};

/// An instance and its name.
struct NamedText {
    name: String,
    text: String,
}

/// Runs the subcommand of a family.
pub(crate) fn run(
    family: &'static dyn Family,
    matches: &ArgMatches,
    console: &mut Console,
) -> Result<Verdict, CliError> {
    let arguments = &Arguments::new(family, matches, console)?;
    output::check(arguments.file.iter().chain(&arguments.read), arguments.common.pictures())?;
    let instances = match &arguments.file {
        Some(file) => arguments.read(file, console)?,
        None => arguments.random(),
    };
    arguments.refuse_drawing(instances.count)?;
    let layout = arguments.common.layout(true);
    arguments.sweep.run(instances, layout, console, |instance, threads, console| {
        arguments.answer(instance, threads, console)
    })
}

impl Arguments {
    /// Reads all instances of the file.
    fn read(&self, path: &Path, console: &mut Console) -> Result<Instances<'_, NamedText>, CliError> {
        let bytes = input::bytes(path, console)?;
        let in_file = |why| CliError::in_file(path, why);
        let text = self.family.text_of(&bytes).map_err(in_file)?;
        let mut named = Vec::new();
        for (number, instance) in (1..).zip(self.family.instances(&text).map_err(in_file)?) {
            let instance = instance.map_err(in_file)?;
            let part = self.description.part.map_or(String::new(), |part| format!(", {part} {number}"));
            let title = instance.title.map_or(String::new(), |title| format!(" ({title})"));
            let name = format!("{}{part}{title}", input::name(path));
            named.push(NamedText { name, text: instance.text });
        }
        Ok(named.into())
    }

    /// Returns random instances.
    fn random(&self) -> Instances<'_, NamedText> {
        let Sample { seed, count } = self.sample;
        let part = self.description.part.unwrap_or("instance");
        Instances::random(seed, count, move |number, rng| {
            let text = self.family.random(&self.random, rng).map_err(CliError::instance)?;
            Ok(NamedText { name: format!("random, seed {seed}, {part} {number}"), text })
        })
    }

    /// Solves an instance; prints and draws the solution.
    fn answer(
        &self,
        instance: &NamedText,
        threads: NonZero<usize>,
        console: &mut Console,
    ) -> Result<Summary, CliError> {
        let answer = self.solve(instance, threads, console)?;
        report::write(&answer, self.common.json, console.output)?;
        match &answer.solution {
            Some(solution) if self.common.drawing().is_some() => self.draw(&instance.text, solution)?,
            Some(_) => {}
            None => output::not_written(self.common.pictures(), console),
        }
        Ok(Summary::of(&answer))
    }

    fn solve(
        &self,
        NamedText { name, text }: &NamedText,
        threads: NonZero<usize>,
        console: &Console,
    ) -> Result<Answer, CliError> {
        let mut bar = SearchBar::new(console);
        let mut request = Request {
            solver: self.solver.clone(),
            options: self.options.clone(),
            budget: self.common.budget().with_threads(threads).with_cancel(console.interrupt.flag()),
            seed: self.sample.seed,
            clock: families::now,
            report: &mut |report| {
                if let Report::Progress(progress) = report {
                    bar.show(progress.nodes, progress.fraction);
                }
            },
        };
        let answer = self.family.solve(text, &mut request).map_err(CliError::instance)?;
        let start = self.file.is_none().then(|| text.clone());
        Ok(Answer { instance: Some(name.clone()), start, ..answer })
    }

    fn draw(&self, text: &str, solution: &str) -> Result<(), CliError> {
        let replay = self.family.replay(text, solution);
        let replay = replay.unwrap_or_else(|why| panic!("the verifier refuses a solution: {why}"));
        for (path, draw) in
            [(&self.common.svg, Replay::animated as fn(&Replay) -> _), (&self.common.html, Replay::player)]
        {
            if let Some(path) = path {
                output::write(path, draw(&replay))?;
            }
        }
        Ok(())
    }
}

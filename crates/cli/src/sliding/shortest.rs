//! The options of `optimal`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use grid_puzzle::tables::PatternDatabases;
use grid_puzzle::{Board, MoveMetric, Optimal};
use motion_core::{Budget, Control, Stop};

use super::usage;
use crate::named_values::value_of;
use crate::progress::watched;
use crate::{CliError, Console};

#[derive(Args, Debug)]
pub(crate) struct Shortest {
    /// The moves that `optimal` counts
    #[arg(long, default_value = "single", value_parser = value_of::<MoveMetric>())]
    metric: MoveMetric,

    /// Pattern databases of `optimal`: loaded if the file exists, otherwise computed before the
    /// first board and saved
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,

    /// Use the largest pattern databases, of 275 MiB for boards of 4×4 cells and 583 MiB for 5×5,
    /// which take one or two minutes to compute
    #[arg(long)]
    large_tables: bool,
}

impl Shortest {
    /// Checks the conditions that clap cannot check.
    pub(crate) fn check(&self, is_optimal: bool) -> Result<(), CliError> {
        match (&self.tables, self.metric) {
            (Some(_), _) if !is_optimal => Err(usage("--tables goes with --algorithm optimal")),
            _ if self.large_tables && !(is_optimal && self.metric == MoveMetric::SingleTile) => {
                Err(usage("--large-tables goes with --algorithm optimal and --metric single"))
            }
            (_, MoveMetric::MultiTile) if !is_optimal => Err(usage("--metric goes with --algorithm optimal")),
            _ => Ok(()),
        }
    }

    /// The file of pattern databases, if one is named.
    pub(crate) const fn tables(&self) -> Option<&PathBuf> {
        self.tables.as_ref()
    }

    pub(crate) const fn metric(&self) -> MoveMetric {
        self.metric
    }

    /// Returns the solver for boards with this goal. Without a file of pattern databases,
    /// `with_tables` makes them if the budget suffices.
    pub(crate) fn solver(
        &self,
        goal: &Board,
        with_tables: bool,
        budget: Budget,
        console: &Console,
    ) -> Result<Optimal, CliError> {
        if goal.blank_count() > 1 && (self.tables.is_some() || self.metric == MoveMetric::MultiTile) {
            return Err(usage("--metric multi and --tables go with one blank"));
        }
        let solver = Optimal::default().with_metric(self.metric());
        let makes_tables = self.large_tables || with_tables && goal.blank_count() == 1;
        if self.tables.is_none() && !makes_tables {
            return Ok(solver);
        }
        let Some(path) = &self.tables else {
            let tables = self.make(goal, budget, console)?;
            return Ok(match tables {
                Some(tables) => solver.with_databases(tables),
                None => solver,
            });
        };
        let file = || path.display().to_string();
        let opened = match File::open(path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened.map_err(|why| CliError::Read { file: file(), why })?),
        };
        if let Some(opened) = opened {
            let mut control = Control::new(budget.with_cancel(console.interrupt.flag()));
            let tables = PatternDatabases::read(&mut BufReader::new(opened), &mut control)
                .map_err(|why| CliError::in_file(path, why))?;
            if !tables.fits(goal) {
                return Err(usage(&format!("{} holds tables for other boards", file())));
            }
            if tables.metric() != self.metric() {
                return Err(usage(&format!("{} holds tables for another --metric", file())));
            }
            if self.large_tables && !tables.is_large() {
                return Err(usage(&format!("{} does not hold large tables", file())));
            }
            return Ok(solver.with_databases(tables));
        }
        let Some(tables) = self.make(goal, budget, console)? else { return Ok(solver) };
        save(&tables, path).map_err(|why| CliError::Write { file: file(), why })?;
        Ok(solver.with_databases(tables))
    }

    /// Makes tables. If a limit forbids them, large ones are an error; without others the solver
    /// also works.
    fn make(
        &self,
        goal: &Board,
        budget: Budget,
        console: &Console,
    ) -> Result<Option<PatternDatabases>, CliError> {
        let (made, _) = watched(console, budget, |control| {
            if self.large_tables {
                PatternDatabases::large(goal, control)
            } else {
                PatternDatabases::new(goal, self.metric, control)
            }
        });
        match made {
            Err(Stop::Unsupported) if self.large_tables => Err(usage(
                "--large-tables goes with one blank and 4×4 cells, or 5×5 cells if the blank ends in a corner",
            )),
            Err(why) if self.large_tables => {
                Err(CliError::Instance(format!("the large tables cannot be made: {why}")))
            }
            made => Ok(made.ok()),
        }
    }
}

fn save(tables: &PatternDatabases, path: &Path) -> io::Result<()> {
    let mut file = File::create(path)?;
    tables.write(&mut file)?;
    file.flush()
}

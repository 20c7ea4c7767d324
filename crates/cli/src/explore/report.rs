//! The result of an exploration, as text or as a JSON object.

use std::io::{self, Write};
use std::num::NonZero;

use families::RunCost;
use motion_core::Stop;
use motion_core::internal::Counted;
use motion_distributed::error::{ClusterError, DiskError};
use motion_distributed::{Exploration, Interrupted};
use serde_json::json;

use crate::process_memory;
use crate::{CliError, Console, Verdict};
use families::stop_name;

const fn whole_mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// The result of a run.
pub(super) struct Report {
    name: String,
    workers: NonZero<usize>,
    /// The states by depth: of all levels, or of the complete ones.
    states: Vec<u64>,
    farthest: Option<String>,
    /// The bytes written for the complete levels.
    bytes_written: u64,
    error: Option<DiskError>,
    run: RunCost,
    /// The most memory that the process has held, if the system reports it.
    held: Option<u64>,
}

impl Report {
    pub(super) fn new(
        name: String,
        workers: NonZero<usize>,
        explored: Result<Exploration<String>, Interrupted>,
        run: RunCost,
    ) -> Self {
        let (states, farthest, bytes_written, error) = match explored {
            Ok(Exploration { states, farthest, bytes_written, .. }) => {
                (states, farthest, bytes_written, None)
            }
            Err(Interrupted { error, states, bytes_written, .. }) => {
                (states, None, bytes_written, Some(error))
            }
        };
        Self { name, workers, states, farthest, bytes_written, error, run, held: process_memory::peak() }
    }

    fn total(&self) -> u64 {
        self.states.iter().sum()
    }

    /// The memory that the workers divide, in MiB.
    const fn granted(&self) -> u64 {
        whole_mebibytes(self.run.stats.peak_bytes)
    }

    /// The greatest depth.
    fn depth(&self) -> usize {
        self.states.len().saturating_sub(1)
    }

    pub(super) fn write(&self, is_json: bool, output: &mut dyn Write) -> io::Result<()> {
        if is_json { self.write_json(output) } else { self.write_text(output) }
    }

    fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        if self.states.is_empty() {
            return Ok(());
        }
        writeln!(output, "{}\n\ndepth  states", self.name)?;
        for (depth, states) in self.states.iter().enumerate() {
            writeln!(output, "{depth:5}  {states}")?;
        }
        let is_complete = if self.error.is_none() { "" } else { " of complete levels" };
        let total = Counted(self.total(), "state");
        writeln!(output, "\n{total}{is_complete}, greatest depth {}", self.depth())?;
        if let Some(farthest) = &self.farthest {
            writeln!(output, "a state of this depth:\n{farthest}")?;
        }
        let seconds = self.run.time.as_secs_f64();
        let workers = if self.workers.get() == 1 { "worker" } else { "workers" };
        write!(
            output,
            "{seconds:.1} s, {} {workers}, {} MiB of memory granted",
            self.workers,
            self.granted()
        )?;
        if let Some(held) = self.held {
            write!(output, ", {} MiB held by the process", whole_mebibytes(held))?;
        }
        writeln!(output, ", {} MiB written", whole_mebibytes(self.bytes_written))
    }

    fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        let why = match &self.error {
            Some(DiskError::Stopped(stop)) => Some(stop_name(*stop).to_owned()),
            Some(error) => Some(error.to_string()),
            None => None,
        };
        let object = json!({
            "instance": self.name,
            "outcome": if why.is_none() { "complete" } else { "stopped" },
            "why": why,
            "states": self.total(),
            "depth": self.depth(),
            "histogram": self.states,
            "farthest": self.farthest,
            "nodes": self.run.stats.nodes,
            "seconds": self.run.time.as_secs_f64(),
            "granted_mib": self.granted(),
            "peak_mib": self.held.map(whole_mebibytes),
            "bytes_written": self.bytes_written,
            "workers": self.workers,
        });
        writeln!(output, "{object}")
    }

    /// Returns the exit status. The reason why the run ended is printed, and whether it can be
    /// resumed.
    pub(super) fn verdict(self, console: &mut Console) -> Result<Verdict, CliError> {
        match self.error {
            None => Ok(Verdict::Solved),
            Some(error) if is_resumable(&error) => {
                let advice = match error {
                    DiskError::Stopped(Stop::Memory) => "",
                    _ => "; --resume goes on behind the complete levels",
                };
                // If this cannot be written, nothing else can be done.
                let _ = writeln!(console.messages, "stopped: {error}{advice}");
                Ok(Verdict::Stopped)
            }
            Some(error) => Err(CliError::Explore(error)),
        }
    }
}

/// Returns whether the same command can be resumed later.
fn is_resumable(error: &DiskError) -> bool {
    let is_elsewhere =
        |error: &ClusterError| matches!(error, ClusterError::Lost { .. } | ClusterError::Failed { .. });
    match error {
        DiskError::Stopped(_) | DiskError::DiskFull { .. } => true,
        DiskError::Cluster(error) => is_elsewhere(error),
        _ => false,
    }
}

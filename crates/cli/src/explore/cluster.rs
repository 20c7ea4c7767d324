//! The options of one process among several.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use motion_core::internal::Counted;
use motion_distributed::Cluster;
use motion_distributed::error::DiskError;

use super::usage;
use crate::{CliError, Console, input};

/// The number of this process, the number of processes, and their addresses.
#[derive(Args, Debug)]
#[command(next_help_heading = "Several processes")]
pub(super) struct ClusterOptions {
    /// Number of processes that explore together [default: one for each line of the host file]
    #[arg(long, value_name = "N", requires = "hostfile")]
    processes: Option<usize>,

    /// The number of this process, from 0
    #[arg(long, value_name = "I", requires = "hostfile")]
    process: Option<usize>,

    /// Text file with the address of each process, one `host:port` a line
    #[arg(long, value_name = "FILE", requires = "process")]
    hostfile: Option<PathBuf>,

    /// Folder of this machine for data that need not be shared [default: that of the states]
    #[arg(long, value_name = "FOLDER", requires = "hostfile")]
    scratch: Option<PathBuf>,

    /// Seconds to wait for a process that cannot be reached or falls silent
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "hostfile")]
    peer_timeout: u32,
}

impl ClusterOptions {
    /// Returns whether this process prints the result.
    pub(super) fn prints(&self) -> bool {
        self.process.unwrap_or(0) == 0
    }

    /// Returns the processes, if there are several.
    pub(super) fn read(&self, console: &mut Console) -> Result<Option<Cluster>, CliError> {
        let (Some(hostfile), Some(process)) = (&self.hostfile, self.process) else { return Ok(None) };
        let text = input::read(hostfile, console)?;
        let name = input::name(hostfile);
        let mut hosts = Vec::new();
        for (number, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
            let is_address = line.rsplit_once(':').is_some_and(|(host, port)| {
                !host.is_empty() && !host.contains(char::is_whitespace) && port.parse::<u16>().is_ok()
            });
            if !is_address {
                let line_number = number + 1;
                let message = format!("{name}: line {line_number}: expected host:port, found `{line}`");
                return Err(usage(&message));
            }
            hosts.push(line);
        }
        let count = self.processes.unwrap_or(hosts.len());
        if count > hosts.len() {
            let (addresses, processes) = (Counted(hosts.len(), "address"), Counted(count, "process"));
            return Err(usage(&format!("{name}: {addresses} for {processes}")));
        }
        let cluster = Cluster::new(hosts[..count].iter().copied(), process)
            .map_err(|why| CliError::Explore(DiskError::Cluster(why)))?
            .with_timeout(Duration::from_secs(self.peer_timeout.into()));
        Ok(Some(match &self.scratch {
            Some(folder) => cluster.with_scratch(folder),
            None => cluster,
        }))
    }
}

//! What can go wrong between processes.

use std::io;

use thiserror::Error;

/// Why processes do not work together, or no longer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// There are fewer processes.
    #[error("there is no process {number} among {count}, which are counted from 0")]
    NoSuchProcess {
        /// The number of the process.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The own address cannot be used.
    #[error("{address}: {why}")]
    Address {
        /// The address.
        address: String,
        /// What the system says.
        why: io::Error,
    },
    /// A process did not answer within the limit of time.
    #[error("process {process} at {address} has not been reached")]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
    },
    /// A process was started for another search, with other addresses, or by another version.
    #[error("process {process} was started for another search, with other hosts, or by another version")]
    Different {
        /// Its number.
        process: usize,
    },
    /// A process has ended or is silent.
    #[error("process {process} at {address} is lost")]
    Lost {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
    },
    /// A process has ended and told why.
    #[error("process {process} has ended: {message}")]
    Failed {
        /// Its number.
        process: usize,
        /// What it says.
        message: String,
    },
}

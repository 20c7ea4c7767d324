//! Errors of several processes that work together.

use std::io;

use thiserror::Error;

/// The reason why processes do not, or no longer, work together.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// There are fewer processes than that.
    #[error("there is no process {number} among {count}, which are counted from 0")]
    NoSuchProcess {
        /// The number of the process.
        number: usize,
        /// The number of processes.
        count: usize,
    },
    /// The process cannot listen at its own address.
    #[error("{address}: {why}")]
    Address {
        /// The address.
        address: String,
        /// The error of the system.
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
    /// A process has ended and has sent the reason.
    #[error("process {process} has ended: {message}")]
    Failed {
        /// Its number.
        process: usize,
        /// The reason that it sent.
        message: String,
    },
}

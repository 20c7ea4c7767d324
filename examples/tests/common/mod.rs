//! Examples called as their users would, without a process of their own.

use std::ffi::OsString;

use motion_examples::{CliError, Console, Verdict};
use serde_json::Value;

/// What an example answered.
pub(crate) struct Answer {
    pub(crate) result: Result<Verdict, CliError>,
    pub(crate) output: String,
    /// What was written on standard error, without the error at the end.
    pub(crate) messages: String,
}

/// The function of an example.
pub(crate) type Run = fn(Vec<OsString>, &mut Console) -> Result<Verdict, CliError>;

/// Runs an example with these arguments and this standard input.
pub(crate) fn call(run: Run, name: &str, arguments: &[&str], input: &[u8]) -> Answer {
    let (mut output, mut messages) = (Vec::new(), Vec::new());
    let mut console =
        Console { input: &mut &input[..], output: &mut output, messages: &mut messages, interactive: false };
    let arguments = [name].iter().chain(arguments).map(OsString::from).collect();
    let result = run(arguments, &mut console);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Answer { result, output: text(output), messages: text(messages) }
}

impl Answer {
    /// The exit status that the process would have.
    pub(crate) fn status(&self) -> u8 {
        match &self.result {
            Ok(verdict) => *verdict as u8,
            Err(error) => error.status(),
        }
    }

    /// What the process would print on standard error.
    pub(crate) fn message(&self) -> String {
        match &self.result {
            Ok(verdict) => panic!("no error, but {verdict:?}: {}", self.output),
            Err(error) => error.to_string(),
        }
    }

    /// The lines of the output.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
    }
}

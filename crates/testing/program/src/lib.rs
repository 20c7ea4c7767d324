//! Calls of programs as their users make them, but in the same process.

use std::ffi::OsString;

use motion_core::CancelFlag;
use motion_puzzles::{CliError, Console, Verdict};
use serde_json::Value;

/// The answer of a program.
pub struct Answer {
    /// The verdict, or the error at the end.
    pub result: Result<Verdict, CliError>,
    /// The text on standard output.
    pub output: String,
    /// The text on standard error, without the error at the end.
    pub messages: String,
}

/// The function of a program.
pub type Run = fn(Vec<OsString>, &mut Console) -> Result<Verdict, CliError>;

/// Runs a program with these words, the first of which is its name, and this standard input. The
/// flag acts as an interrupt.
pub fn call(run: Run, words: &[&str], input: &[u8], interrupt: CancelFlag) -> Answer {
    let (mut output, mut messages) = (Vec::new(), Vec::new());
    let mut console = Console {
        input: &mut &input[..],
        output: &mut output,
        messages: &mut messages,
        is_terminal: false,
        interrupt: interrupt.into(),
    };
    let result = run(words.iter().map(OsString::from).collect(), &mut console);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Answer { result, output: text(output), messages: text(messages) }
}

impl Answer {
    /// The exit status that the process would have.
    pub fn status(&self) -> u8 {
        match &self.result {
            Ok(verdict) => *verdict as u8,
            Err(error) => error.status(),
        }
    }

    /// Returns the text that the process would print on standard error.
    pub fn message(&self) -> String {
        match &self.result {
            Ok(verdict) => panic!("no error, but {verdict:?}: {}", self.output),
            Err(error) => error.to_string(),
        }
    }

    /// Returns the lines of the output, each a JSON object.
    pub fn json(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
    }
}

//! Answers that are finished in any order, but printed in the order of the instances.

use std::collections::BTreeMap;
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::Layout;
use super::queue::Queue;
use crate::progress::RunBar;
use crate::report::Summary;
use crate::{CliError, Console};

/// The time without an answer after which the bar is drawn again, to update its clock.
const PAUSE: Duration = Duration::from_millis(100);

/// The output for an instance, and its sums.
pub(super) struct Answered {
    /// For standard output.
    pub(super) output: Vec<u8>,
    /// For standard error.
    pub(super) messages: Vec<u8>,
    /// The sums, an error, or a panic.
    pub(super) result: thread::Result<Result<Summary, CliError>>,
}

impl Answered {
    /// The memory that the answer takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<(usize, Self)>() + self.output.capacity() + self.messages.capacity()
    }
}

/// Prints each answer as soon as all before it are printed.
pub(super) struct OrderedAnswers<'a, 'c, 'q, I> {
    console: &'a mut Console<'c>,
    layout: Layout,
    queue: &'a Queue<'q, I>,
    bar: RunBar,
    /// The number of the next answer to print.
    next: usize,
    /// The finished answers with higher numbers.
    waiting: BTreeMap<usize, Answered>,
    summary: Summary,
}

impl<'a, 'c, 'q, I: Iterator> OrderedAnswers<'a, 'c, 'q, I> {
    pub(super) fn new(
        count: usize,
        layout: Layout,
        queue: &'a Queue<'q, I>,
        console: &'a mut Console<'c>,
    ) -> Self {
        let bar = RunBar::new(count as u64, console.is_terminal);
        let (waiting, summary) = (BTreeMap::new(), Summary::default());
        Self { console, layout, queue, bar, next: 0, waiting, summary }
    }

    /// Receives answers and their numbers until no more come, and prints them in order.
    ///
    /// # Errors
    /// The first error of an answer, when its turn comes; errors of the output.
    /// # Panics
    /// If answering panicked, when its turn comes.
    pub(super) fn receive(&mut self, receiver: &Receiver<(usize, Answered)>) -> Result<(), CliError> {
        loop {
            match receiver.recv_timeout(PAUSE) {
                Ok((number, answered)) => self.add(number, answered)?,
                Err(RecvTimeoutError::Timeout) => self.bar.show(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Adds the answer with this number, and prints all answers that can be printed.
    fn add(&mut self, number: usize, answered: Answered) -> Result<(), CliError> {
        self.bar.advance();
        self.waiting.insert(number, answered);
        while let Some(answered) = self.waiting.remove(&self.next) {
            let bytes = answered.bytes();
            self.print(answered)?;
            self.queue.remove_waiting(bytes);
            self.next += 1;
        }
        Ok(())
    }

    fn print(&mut self, Answered { output, messages, result }: Answered) -> Result<(), CliError> {
        let is_apart = self.layout == Layout::Spaced && self.next > 0 && !output.is_empty();
        let Console { output: stream, messages: message_stream, .. } = &mut *self.console;
        self.bar.without(|| {
            if is_apart {
                writeln!(stream)?;
            }
            stream.write_all(&output)?;
            stream.flush()?;
            // If this cannot be written, nothing else can be done.
            let _ = message_stream.write_all(&messages);
            Ok::<(), CliError>(())
        })?;
        match result {
            Ok(result) => self.summary.add(&result?),
            Err(panic) => {
                // Otherwise the other threads would continue.
                self.queue.close();
                panic::resume_unwind(panic);
            }
        }
        Ok(())
    }

    /// Returns the sums of all answers that were printed.
    pub(super) fn finish(self) -> Summary {
        self.summary
    }
}

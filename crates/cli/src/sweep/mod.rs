//! Runs over several instances on several threads, with the answers in the order of the instances.

mod instances;
mod making;
mod ordered;
mod queue;
mod shard;

use std::io;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Sender};
use std::thread;

use clap::Args;
use motion_core::internal::Counted;

pub(crate) use instances::Instances;
use instances::Maker;
pub(crate) use making::{Begun, Patience};
use ordered::{Answered, OrderedAnswers};
use queue::Queue;
use shard::Shard;

use crate::options::threads;
use crate::process_memory::InstanceUnderWay;
use crate::report::Summary;
use crate::{CliError, Console, Verdict};

/// The options of a run over several instances.
#[derive(Args, Debug)]
pub(crate) struct Sweep {
    /// Threads, 1 to 4096. Instances are solved side by side; if there are more threads than
    /// instances, the rest work on the search within an instance, if the solver divides it. Answers
    /// keep the order of the instances. With limits of nodes, and none of time or memory, they do
    /// not depend on the number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_hyphen_values = true)]
    jobs: NonZero<usize>,

    /// Only every N-th instance, beginning with number I, counted from 0. An array of N jobs, each
    /// with its own I from 0 to N-1, solves every instance once
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, allow_hyphen_values = true)]
    shard: Shard,
}

/// The form of the answers of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Lines of JSON.
    Json,
    /// Text, then the sums.
    Dense,
    /// Text with an empty line between answers, then the sums.
    Spaced,
}

/// The stack of a thread, as large as that of a process usually is.
const STACK_BYTES: usize = 8 << 20;

impl Sweep {
    /// Answers the instances of the shard, and prints the answers in their order.
    ///
    /// `answer` receives an instance, the number of threads for it, and a console of its own, whose
    /// streams are buffers if there are several instances.
    ///
    /// # Errors
    /// The first error in the order of the instances, after the answers before it are printed; and
    /// errors of the output.
    pub(crate) fn run<'i, T: Send + 'i>(
        &self,
        instances: Instances<'i, T>,
        layout: Layout,
        console: &mut Console,
        answer: impl Fn(&T, NonZero<usize>, &mut Console) -> Result<Summary, CliError> + Sync,
    ) -> Result<Verdict, CliError> {
        let (all, count) = (instances.count, self.shard.count(instances.count));
        let summary = match count {
            0 => {
                // If this cannot be written, nothing else can be done.
                let _ =
                    writeln!(console.messages, "shard {} is empty: the run has {}", self.shard, counted(all));
                Summary::default()
            }
            1 => {
                let first = instances.of(self.shard, || console.interrupt.is_raised()).next();
                let _under_way = InstanceUnderWay::begin();
                first.map_or(Ok(Summary::default()), |make| answer(&make()?, self.jobs, console))?
            }
            _ => self.side_by_side(instances, layout, console, &answer)?,
        };
        if layout != Layout::Json {
            summary.write_text(console.output)?;
        }
        Ok(summary.verdict)
    }

    /// Answers several instances on separate threads, and prints on this one.
    fn side_by_side<'i, T: Send + 'i>(
        &self,
        instances: Instances<'i, T>,
        layout: Layout,
        console: &mut Console,
        answer: &(impl Fn(&T, NonZero<usize>, &mut Console) -> Result<Summary, CliError> + Sync),
    ) -> Result<Summary, CliError> {
        let count = self.shard.count(instances.count);
        let stop = console.interrupt.flag().of_part();
        let queue = &Queue::new(instances.of(self.shard, || stop.is_raised()), &stop);
        let mut answers = OrderedAnswers::new(count, layout, queue, console);
        let result = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let begun = self.threads(count).try_for_each(|threads| {
                let sender = sender.clone();
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || work(queue, threads, answer, &sender)).map(drop)
            });
            drop(sender);
            let result = begun.map_err(CliError::Threads).and_then(|()| answers.receive(&receiver));
            queue.close();
            result
        });
        let summary = answers.finish();
        result?;
        let left = count - queue.begun();
        if console.interrupt.is_raised() && left > 0 {
            let were = if left == 1 { "was" } else { "were" };
            // If this cannot be written, nothing else can be done.
            let _ = writeln!(console.messages, "interrupted: {} {were} not begun", counted(left));
        }
        Ok(summary)
    }

    /// Returns the numbers of threads for the instances that are under way at once. There are as
    /// many of these as threads, or all instances, which then share the threads equally.
    fn threads(&self, instances: usize) -> impl Iterator<Item = NonZero<usize>> + use<> {
        let jobs = self.jobs.get();
        let workers = jobs.min(instances);
        (0..workers).map(move |worker| {
            let threads = jobs / workers + usize::from(worker < jobs % workers);
            NonZero::new(threads).expect("invariant: no more workers than threads")
        })
    }
}

/// Returns a number of instances in words.
const fn counted(instances: usize) -> Counted<'static, usize> {
    Counted(instances, "instance")
}

/// Answers one instance after another until none is left.
fn work<'i, T: 'i>(
    queue: &Queue<impl Iterator<Item = Maker<'i, T>>>,
    threads: NonZero<usize>,
    answer: &impl Fn(&T, NonZero<usize>, &mut Console) -> Result<Summary, CliError>,
    sender: &Sender<(usize, Answered)>,
) {
    while let Some((number, make)) = queue.next() {
        let _under_way = InstanceUnderWay::begin();
        let (mut output, mut messages) = (Vec::new(), Vec::new());
        let mut console = Console {
            input: &mut io::empty(),
            output: &mut output,
            messages: &mut messages,
            is_terminal: false,
            interrupt: queue.stop().into(),
        };
        // The thread that prints resumes a panic, in the order of the instances.
        let result = panic::catch_unwind(AssertUnwindSafe(|| answer(&make()?, threads, &mut console)));
        let answered = Answered { output, messages, result };
        queue.add_waiting(answered.bytes());
        // If nothing receives it, the run has ended with an error.
        let _ = sender.send((number, answered));
    }
}

#[cfg(test)]
mod tests;

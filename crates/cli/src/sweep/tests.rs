//! Tests of runs over artificial instances whose answers wait for each other.

use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use motion_core::CancelFlag;

use super::*;

/// The text printed so far; several threads can read it, and wait for more.
#[derive(Clone, Default)]
struct Printed(Arc<(Mutex<String>, Condvar)>);

impl Printed {
    fn text(&self) -> String {
        self.0.0.lock().expect("no panic").clone()
    }

    /// Returns whether this text is printed within a minute.
    fn waits_for(&self, text: &str) -> bool {
        let minute = Duration::from_secs(60);
        let lock = self.0.0.lock().expect("no panic");
        let waited = self.0.1.wait_timeout_while(lock, minute, |printed| !printed.contains(text));
        !waited.expect("no panic").1.timed_out()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().expect("no panic").push_str(str::from_utf8(bytes).expect("text"));
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn sweep(jobs: usize) -> Sweep {
    Sweep { jobs: NonZero::new(jobs).expect("not zero"), shard: Shard::WHOLE }
}

/// Runs instances 0, 1, …; returns the result and the messages.
fn run(
    jobs: usize,
    count: usize,
    printed: &Printed,
    interrupt: &CancelFlag,
    answer: impl Fn(usize, &mut Console) -> Result<Summary, CliError> + Sync,
) -> (Result<Verdict, CliError>, String) {
    let (mut output, mut messages) = (printed.clone(), Vec::new());
    let mut console = Console {
        input: &mut io::empty(),
        output: &mut output,
        messages: &mut messages,
        is_terminal: false,
        interrupt: interrupt.clone().into(),
    };
    let instances: Vec<usize> = (0..count).collect();
    let result = sweep(jobs)
        .run(instances.into(), Layout::Json, &mut console, |&number, _, console| answer(number, console));
    (result, String::from_utf8(messages).expect("text"))
}

fn solved(number: usize, console: &mut Console) -> Result<Summary, CliError> {
    writeln!(console.output, "answer {number}")?;
    Ok(Verdict::Solved.into())
}

fn answers(numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(String::new(), |text, number| text + &format!("answer {number}\n"))
}

/// The first answer is finished last, so that all others have to wait for it.
#[test]
fn answers_are_printed_in_order_whichever_is_finished_first() {
    for jobs in [2, 3, 5] {
        let (printed, finished) = (Printed::default(), AtomicUsize::new(0));
        let (result, _) = run(jobs, 20, &printed, &CancelFlag::new(), |number, console| {
            while number == 0 && finished.load(Ordering::SeqCst) < 19 {
                thread::yield_now();
            }
            writeln!(console.messages, "message {number}")?;
            let summary = solved(number, console);
            finished.fetch_add(1, Ordering::SeqCst);
            summary
        });
        assert_eq!((result.ok(), printed.text()), (Some(Verdict::Solved), answers(0..20)));
    }
}

/// The last answer waits until all before it are printed.
#[test]
fn answers_are_printed_as_soon_as_the_order_allows() {
    for jobs in [1, 2, 5] {
        let printed = Printed::default();
        let (result, _) = run(jobs, 6, &printed, &CancelFlag::new(), |number, console| {
            assert!(number < 5 || printed.waits_for("answer 4\n"), "{}", printed.text());
            solved(number, console)
        });
        assert_eq!((result.ok(), printed.text()), (Some(Verdict::Solved), answers(0..6)));
    }
}

#[test]
fn the_first_error_in_order_ends_the_run() {
    for jobs in [1, 2, 5] {
        let printed = Printed::default();
        let (result, _) = run(jobs, 1000, &printed, &CancelFlag::new(), |number, console| {
            if number == 8 {
                writeln!(console.output, "half of answer 8")?;
                return Err(CliError::NoFile);
            }
            // An error of a later instance, which may come earlier.
            if number == 9 {
                Err(CliError::Output(io::ErrorKind::Other.into()))
            } else {
                solved(number, console)
            }
        });
        assert!(matches!(result, Err(CliError::NoFile)), "{result:?}");
        assert_eq!(printed.text(), answers(0..8) + "half of answer 8\n");
    }
}

#[test]
fn a_panic_ends_the_run_after_the_answers_before_it() {
    for jobs in [1, 2, 5] {
        let printed = Printed::default();
        let work = AssertUnwindSafe(|| {
            run(jobs, 1000, &printed, &CancelFlag::new(), |number, console| {
                // The other instances would be solved for ever.
                while number > 8 && !console.interrupt.is_raised() {
                    thread::yield_now();
                }
                assert_ne!(number, 8, "on purpose");
                solved(number, console)
            })
        });
        let panic = panic::catch_unwind(work).map(|(result, _)| result).expect_err("a panic");
        assert!(panic.downcast_ref::<String>().is_some_and(|text| text.contains("on purpose")));
        assert_eq!(printed.text(), answers(0..8));
    }
}

/// After an interrupt, instances under way are finished and printed, and no others are begun.
#[test]
fn an_interrupt_ends_the_run() {
    for jobs in [1, 2, 5] {
        let (printed, interrupt) = (Printed::default(), CancelFlag::new());
        let (result, messages) = run(jobs, 100, &printed, &interrupt, |number, console| {
            if number == 10 {
                interrupt.raise();
            }
            // Some instances are under way beside it until then.
            while number > 10 && !console.interrupt.is_raised() {
                thread::yield_now();
            }
            solved(number, console)
        });
        assert_eq!(result.ok(), Some(Verdict::Solved));
        let begun = printed.text().lines().count();
        assert!((11..11 + jobs).contains(&begun), "{begun}");
        assert_eq!(printed.text(), answers(0..begun));
        assert_eq!(messages, format!("interrupted: {} instances were not begun\n", 100 - begun));
    }
}

#[test]
fn threads_are_for_instances_first() {
    let threads =
        |jobs, instances| -> Vec<usize> { sweep(jobs).threads(instances).map(NonZero::get).collect() };
    assert_eq!(threads(1, 9), [1]);
    assert_eq!(threads(4, 9), [1; 4]);
    assert_eq!(threads(4, 4), [1; 4]);
    assert_eq!(threads(8, 3), [3, 3, 2]);
    assert_eq!(threads(4096, 2), [2048; 2]);
}

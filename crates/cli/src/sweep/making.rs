//! Instances that are made within a limit of time.
//!
//! Generators and readers have no limits of their own, so they run on separate threads. When a
//! thread is given up, it continues: a generator until its random numbers are available for the
//! next instance, a reader until the program ends.

use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use motion_core::{CancelFlag, Stop};

use super::STACK_BYTES;
use crate::CliError;

/// The time between two checks of the flag.
const INTERVAL: Duration = Duration::from_millis(5);

/// An instance whose making was begun.
pub(crate) struct Begun<T> {
    pub(crate) name: String,
    /// The time when the time limit of the instance began; if `None`, it begins with the solver.
    pub(crate) since: Option<Instant>,
    /// The instance, or the reason why it was not made.
    pub(crate) made: Result<T, Stop>,
}

/// The limits within which an instance has to be made.
#[derive(Clone)]
pub(crate) struct Patience {
    pub(crate) limit: Option<Duration>,
    pub(crate) cancel: Option<CancelFlag>,
}

impl Patience {
    /// Makes something within these limits, counted from that moment.
    ///
    /// # Errors
    /// [`CliError::Threads`] if the system grants no thread.
    ///
    /// # Panics
    /// If making panics.
    pub(crate) fn make<T: Send + 'static>(
        &self,
        since: Instant,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, Stop>, CliError> {
        if self.limit.is_none() && self.cancel.is_none() {
            return Ok(Ok(make()));
        }
        let mut making = Making::begin(make)?;
        Ok(self.wait(Some(since), &mut making))
    }

    /// Waits until the time is over, or without a beginning for as long as necessary.
    fn wait<T>(&self, since: Option<Instant>, making: &mut Making<T>) -> Result<T, Stop> {
        loop {
            if self.cancel.as_ref().is_some_and(CancelFlag::is_raised) {
                return Err(Stop::Cancelled);
            }
            let left = since.zip(self.limit).map(|(since, limit)| limit.saturating_sub(since.elapsed()));
            if left == Some(Duration::ZERO) {
                return Err(Stop::Time);
            }
            let at_most = if self.cancel.is_some() { INTERVAL } else { Duration::MAX };
            if let Some(made) = making.made_in(left.map_or(at_most, |left| left.min(at_most))) {
                return Ok(made);
            }
        }
    }
}

/// A thread that makes something.
struct Making<T> {
    made: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Making<T> {
    fn begin(make: impl FnOnce() -> T + Send + 'static) -> Result<Self, CliError> {
        let (sender, made) = mpsc::sync_channel(1);
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            // If nothing waits for it any longer, it is dropped.
            let _ = sender.send(make());
        });
        Ok(Self { made, thread: Some(thread.map_err(CliError::Threads)?) })
    }
}

impl<T> Making<T> {
    /// Returns the result if it is available within that time.
    fn made_in(&mut self, time: Duration) -> Option<T> {
        match self.made.recv_timeout(time) {
            Ok(made) => Some(made),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let thread = self.thread.take().expect("invariant: it has ended once");
                let panic = thread.join().expect_err("invariant: it ended without a result");
                panic::resume_unwind(panic)
            }
        }
    }
}

/// A generator that makes one instance after another from its random numbers.
pub(super) struct Generator<G> {
    /// `None` while an instance is made that was given up.
    idle: Option<G>,
    busy: Option<Making<G>>,
}

impl<G: Send + 'static> Generator<G> {
    pub(super) const fn new(generator: G) -> Self {
        Self { idle: Some(generator), busy: None }
    }

    /// Makes the next instance; before that, one that was given up is completed.
    ///
    /// # Errors
    /// [`CliError::Threads`] if the system grants no thread.
    ///
    /// # Panics
    /// If making panics.
    pub(super) fn next<T: Send + 'static>(
        &mut self,
        patience: &Patience,
        since: Option<Instant>,
        make: impl FnOnce(&mut G) -> T + Send + 'static,
    ) -> Result<(Instant, Result<T, Stop>), CliError> {
        if let Some(mut busy) = self.busy.take() {
            match patience.wait(None, &mut busy) {
                Ok(generator) => self.idle = Some(generator),
                Err(why) => {
                    self.busy = Some(busy);
                    return Ok((Instant::now(), Err(why)));
                }
            }
        }
        let since = since.unwrap_or_else(Instant::now);
        let mut generator = self.idle.take().expect("invariant: idle where it is not busy");
        if patience.limit.is_none() && patience.cancel.is_none() {
            let made = make(&mut generator);
            self.idle = Some(generator);
            return Ok((since, Ok(made)));
        }
        let (sender, made) = mpsc::sync_channel(1);
        let mut busy = Making::begin(move || {
            // As with the generator, the instance is dropped if nothing waits for it any longer.
            let _ = sender.send(make(&mut generator));
            generator
        })?;
        match patience.wait(Some(since), &mut busy) {
            Ok(generator) => {
                self.idle = Some(generator);
                Ok((since, Ok(made.recv().expect("invariant: sent before the generator"))))
            }
            Err(why) => {
                self.busy = Some(busy);
                Ok((since, Err(why)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes numbers in turn; one of them has to wait for a signal.
    fn numbers(slow: u32) -> (impl FnMut(&mut u32) -> u32 + Send + Clone, mpsc::SyncSender<()>) {
        let (sender, receiver) = mpsc::sync_channel::<()>(1);
        let receiver = std::sync::Arc::new(std::sync::Mutex::new(receiver));
        let make = move |next: &mut u32| {
            *next += 1;
            if *next == slow {
                let _ = receiver.lock().expect("no panic").recv();
            }
            *next
        };
        (make, sender)
    }

    #[test]
    fn what_is_not_waited_for_is_made_before_the_next() {
        let (make, go_on) = numbers(2);
        let mut generator = Generator::new(0);
        let hour = Patience { limit: Some(Duration::from_secs(3600)), cancel: None };
        let short = Patience { limit: Some(Duration::from_millis(1)), ..hour.clone() };
        let mut next = |patience: &Patience| {
            let mut make = make.clone();
            generator.next(patience, None, move |state| make(state)).expect("a thread").1
        };
        assert_eq!(next(&hour), Ok(1));
        assert_eq!(next(&short), Err(Stop::Time));
        go_on.send(()).expect("it waits");
        assert_eq!(next(&hour), Ok(3), "the second one has been drawn");
    }

    #[test]
    fn a_raised_flag_ends_the_wait() {
        let (make, _go_on) = numbers(1);
        let flag = CancelFlag::new();
        let patience = Patience { limit: None, cancel: Some(flag.clone()) };
        let mut generator = Generator::new(0);
        thread::scope(|scope| {
            scope.spawn(|| flag.raise());
            let mut slow = make.clone();
            let made = generator.next(&patience, None, move |state| slow(state));
            assert_eq!(made.expect("a thread").1, Err(Stop::Cancelled));
        });
        // The instance after it is not begun either.
        let mut slow = make.clone();
        let made = generator.next(&patience, None, move |state| slow(state));
        assert_eq!(made.expect("a thread").1, Err(Stop::Cancelled));
    }

    #[test]
    fn what_has_no_time_is_not_made() {
        let none = Patience { limit: Some(Duration::ZERO), cancel: None };
        assert_eq!(none.make(Instant::now(), || 1).expect("a thread"), Err(Stop::Time));
        let unlimited = Patience { limit: None, cancel: None };
        assert_eq!(unlimited.make(Instant::now(), || 1).expect("no thread"), Ok(1));
    }

    #[test]
    #[should_panic(expected = "made up")]
    fn a_panic_is_passed_on() {
        let hour = Patience { limit: Some(Duration::from_secs(3600)), cancel: None };
        let _ = hour.make(Instant::now(), || panic!("made up"));
    }
}

//! Solutions of one type reported as solutions of another.

use alloc::boxed::Box;
use core::any::{Any, type_name};
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::Control;
use super::observer::{Improvement, Observer, Progress};

/// An observer that passes everything on to another, with solutions of the type `S` converted.
pub(super) struct Converter<'o, S, F> {
    observer: &'o mut dyn Observer,
    /// The amount by which converted solutions cost less.
    cheaper_by: u64,
    convert: F,
    solution: PhantomData<S>,
}

impl<'o, S, F> Converter<'o, S, F> {
    pub(super) fn new(observer: &'o mut dyn Observer, cheaper_by: u64, convert: F) -> Self {
        Self { observer, cheaper_by, convert, solution: PhantomData }
    }
}

impl<S: Any, T: Any, F: Fn(S) -> T> Observer for Converter<'_, S, F> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let make = || match (improvement.solution)().downcast::<S>() {
            Ok(solution) => Box::new((self.convert)(*solution)) as Box<dyn Any>,
            Err(other) => other,
        };
        let Improvement { mut cost, stats, mut found, .. } = *improvement;
        if found == type_name::<S>() {
            found = type_name::<T>();
            cost -= self.cheaper_by;
        }
        self.observer.improved(&Improvement { cost, stats, found, solution: &make })
    }
}

impl Control<'_> {
    /// Does work whose solutions are converted into those of the run, which are
    /// `cheaper_by` this much. Observers
    /// are shown the converted solutions and their costs.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    /// use motion_core::observer::{Improvement, Observer};
    /// use motion_core::Control;
    ///
    /// struct Lengths(Vec<usize>);
    ///
    /// impl Observer for Lengths {
    ///     fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
    ///         self.0.extend(improvement.solution::<usize>());
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mut lengths = Lengths(Vec::new());
    /// let mut control = Control::unlimited().with_observer(&mut lengths);
    /// control.converting(0, |text: String| text.len(), |control| {
    ///     control.improved(2, || "ab".to_owned())
    /// })?;
    /// control.improved(1, || 1_usize)?;
    /// assert_eq!(lengths.0, [2, 1]);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    #[doc(hidden)]
    pub fn converting<S: Any, T: Any, R>(
        &mut self,
        cheaper_by: u64,
        convert: impl Fn(S) -> T,
        work: impl FnOnce(&mut Control<'_>) -> R,
    ) -> R {
        let Some(observer) = self.observer.take() else { return work(self) };
        let mut converter = Converter::new(&mut *observer, cheaper_by, convert);
        let mut inner = Control {
            budget: core::mem::take(&mut self.budget),
            clock: self.clock.take(),
            observer: Some(&mut converter),
            report_clock: self.report_clock.take(),
            published_nodes: self.published_nodes.take(),
            cost_to_beat: self.cost_to_beat.map(|best| best.saturating_add(cheaper_by)),
            ..*self
        };
        let result = work(&mut inner);
        let Control { budget, clock, report_clock, published_nodes, observer: _, .. } = inner;
        self.published_nodes = published_nodes;
        self.report_clock = report_clock;
        self.progress = inner.progress;
        self.next_check = inner.next_check;
        self.next_clock_reading = inner.next_clock_reading;
        self.next_report = inner.next_report;
        self.steps_left = inner.steps_left;
        self.ended_by_observer = inner.ended_by_observer;
        self.limit_met = inner.limit_met;
        (self.budget, self.clock, self.observer) = (budget, clock, Some(observer));
        result
    }
}

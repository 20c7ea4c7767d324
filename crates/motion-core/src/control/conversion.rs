//! Solutions of one type reported as those of another.

use alloc::boxed::Box;
use core::any::Any;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::observer::{Improvement, Observer, Progress};

/// Passes everything on to an observer, solutions of the type `S` as what `convert` makes of them.
pub(super) struct Converter<'o, S, F> {
    observer: &'o mut dyn Observer,
    convert: F,
    solution: PhantomData<S>,
}

impl<'o, S, F> Converter<'o, S, F> {
    pub(super) fn new(observer: &'o mut dyn Observer, convert: F) -> Self {
        Self { observer, convert, solution: PhantomData }
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
        let Improvement { cost, stats, .. } = *improvement;
        self.observer.improved(&Improvement { cost, stats, solution: &make })
    }
}

//! The error of a name that does not exist.

use core::error::Error;
use core::fmt;

/// A name that no [`Objective`](crate::Objective) or [`MotionModel`](crate::MotionModel) has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) known: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, known } = self;
        write!(f, "there is no such {what}, only {known}")
    }
}

impl Error for UnknownName {}

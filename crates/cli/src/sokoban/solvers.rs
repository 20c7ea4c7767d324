//! The names of solvers and enhancements, as the help lists them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use sokoban::solver::{Enhancement, Method};

/// A parser that accepts any text. The help lists the names of the solvers.
#[derive(Clone)]
pub(super) struct ListedNames(fn() -> Vec<PossibleValue>);

impl ListedNames {
    /// Names of methods, with enhancements or without.
    pub(super) const METHODS: Self = Self(|| {
        let value = |method: Method| PossibleValue::new(method.name()).help(method.summary());
        Method::all().map(value).collect()
    });

    /// Names of enhancements.
    pub(super) const ENHANCEMENTS: Self = Self(|| {
        let value =
            |enhancement: Enhancement| PossibleValue::new(enhancement.name()).help(enhancement.summary());
        Enhancement::ALL.iter().copied().map(value).collect()
    });
}

impl TypedValueParser for ListedNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0().into_iter()))
    }
}

//! Values on the command line that a table names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use motion_core::SolverEntry;

/// A parser of these values by their names; the help has their summaries.
pub(crate) fn named_values<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    texts: fn(&T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    parser(values, move |value| {
        let (name, summary) = texts(value);
        PossibleValue::new(name).help(summary)
    })
}

/// A parser of solvers by their names and aliases; the help has their names and summaries.
pub(crate) fn solver_values<T: Clone + Send + Sync + 'static>(
    solvers: impl IntoIterator<Item = T>,
    entry: fn(&T) -> &SolverEntry,
) -> impl TypedValueParser<Value = T> {
    parser(solvers, move |solver| {
        let entry = entry(solver);
        PossibleValue::new(entry.name).aliases(entry.aliases).help(entry.summary)
    })
}

fn parser<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    possible: impl Fn(&T) -> PossibleValue + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<T> = values.into_iter().collect();
    let parser = PossibleValuesParser::new(values.iter().map(&possible).collect::<Vec<_>>());
    parser.map(move |name| {
        let named = values.iter().find(|value| possible(value).matches(&name, false));
        named.expect("invariant: one of the names").clone()
    })
}

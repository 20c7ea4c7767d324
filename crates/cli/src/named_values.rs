//! Values on the command line that a table names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A parser of these values by their names; the help has their summaries.
pub(crate) fn named_values<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    texts: fn(&T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    let values: Vec<T> = values.into_iter().collect();
    let possible = |value| {
        let (name, summary) = texts(value);
        PossibleValue::new(name).help(summary)
    };
    let parser = PossibleValuesParser::new(values.iter().map(possible).collect::<Vec<_>>());
    parser.map(move |name| {
        let named = values.iter().find(|value| texts(value).0 == name);
        named.expect("invariant: one of the names").clone()
    })
}

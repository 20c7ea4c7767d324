//! Values on the command line that have names in a table.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use families::{NamedRow, NamedValue};
use motion_core::solver_table::SolverEntry;

/// Returns a parser of these values by their names.
pub(crate) fn named_values<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    possible: fn(&T) -> PossibleValue,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<T> = values.into_iter().collect();
    let parser = PossibleValuesParser::new(values.iter().map(possible).collect::<Vec<_>>());
    parser.map(move |name| {
        let named = values.iter().find(|value| possible(value).matches(&name, false));
        named.expect("invariant: one of the names").clone()
    })
}

/// Returns a solver as a value, for which the help shows its name and its summary.
pub(crate) fn solver_value(entry: &SolverEntry) -> PossibleValue {
    PossibleValue::new(entry.name).aliases(entry.aliases).help(entry.summary)
}

/// Returns a parser of all values of a type by their names.
pub(crate) fn value_of<T: NamedValue + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let possible =
        |row: &&'static NamedRow<T>| PossibleValue::new(row.name).aliases(row.alias).help(row.help);
    named_values(T::ROWS, possible).map(|row| row.value)
}

//! Tables of solvers: names, summaries and guarantees.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

use crate::unknown_name::UnknownNameError;

/// A solver's promise for the problems that it supports, if no limit stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guarantee {
    /// It finds a solution of least cost if there is a solution; otherwise it proves that no
    /// solution exists.
    Optimal,
    /// It finds a solution if there is one; otherwise it proves that no solution exists.
    Complete,
    /// It may find no solution although there is one.
    Incomplete,
}

/// The names, the summary and the guarantee of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct SolverEntry {
    /// The name, without spaces.
    pub name: &'static str,
    /// Other names that are accepted but not listed.
    pub aliases: &'static [&'static str],
    /// The method in one line, without a full stop.
    pub summary: &'static str,
    /// The guarantee.
    pub guarantee: Guarantee,
}

impl SolverEntry {
    /// Returns an entry without aliases.
    #[doc(hidden)]
    pub const fn new(name: &'static str, summary: &'static str, guarantee: Guarantee) -> Self {
        Self { name, aliases: &[], summary, guarantee }
    }
}

/// A row of the table of all solvers of one kind: an entry, and whatever else the field needs for
/// each solver, such as a function that solves. All names and aliases of a table differ in more
/// than case.
///
/// Help texts, errors, pages and tests enumerate the solvers by [`Registered::all`], so a new
/// solver needs only its own file and a row.
#[doc(hidden)]
pub trait SolverRow: Sized + 'static {
    /// The word for a row in messages, singular.
    const KIND: &'static str = "solver";
    /// The table.
    const ROWS: &'static [Self];
    /// The name of the default row.
    const DEFAULT: &'static str;

    /// The entry of the solver.
    fn entry(&self) -> &SolverEntry;
}

/// One of the solvers of a table: a reference to its row.
///
/// It prints as its name, and is read from its name or an alias in upper or lower case.
///
/// # Examples
/// ```
/// use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};
///
/// /// A way to double a number.
/// struct Doubling {
///     entry: SolverEntry,
///     double: fn(u32) -> u32,
/// }
///
/// impl SolverRow for Doubling {
///     const ROWS: &'static [Self] = &[
///         Self {
///             entry: SolverEntry::new("sum", "Adds the number to itself", Guarantee::Optimal),
///             double: |number| number + number,
///         },
///         Self {
///             entry: SolverEntry::new("shift", "Shifts all bits by one", Guarantee::Optimal),
///             double: |number| number << 1,
///         },
///     ];
///     const DEFAULT: &'static str = "shift";
///
///     fn entry(&self) -> &SolverEntry {
///         &self.entry
///     }
/// }
///
/// type AnyDoubling = Registered<Doubling>;
/// assert_eq!(AnyDoubling::default().to_string(), "shift");
/// for doubling in AnyDoubling::all() {
///     println!("{doubling}: {}", doubling.summary());
///     assert_eq!((doubling.double)(21), 42);
/// }
/// let why = "x".parse::<AnyDoubling>().unwrap_err();
/// assert_eq!(why.to_string(), "there is no solver \"x\"; the solvers are sum, shift");
/// ```
pub struct Registered<R: 'static>(&'static R);

impl<R: SolverRow> Registered<R> {
    /// All rows of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        R::ROWS.iter().map(Self)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.0.entry().name
    }

    /// The method in one line, without a full stop.
    pub fn summary(self) -> &'static str {
        self.0.entry().summary
    }

    /// The guarantee.
    pub fn guarantee(self) -> Guarantee {
        self.0.entry().guarantee
    }

    /// Returns the row with this name or alias.
    fn find(name: &str) -> Option<Self> {
        let has = |row: &Self| {
            let SolverEntry { name: own, aliases, .. } = row.entry();
            aliases.iter().chain([own]).any(|known| known.eq_ignore_ascii_case(name))
        };
        Self::all().find(has)
    }
}

impl<R> Clone for Registered<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Registered<R> {}

/// The default row of the table.
impl<R: SolverRow> Default for Registered<R> {
    fn default() -> Self {
        Self::find(R::DEFAULT).expect("invariant: the default is a row")
    }
}

impl<R> Deref for Registered<R> {
    type Target = R;

    fn deref(&self) -> &R {
        self.0
    }
}

impl<R: SolverRow> PartialEq for Registered<R> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl<R: SolverRow> Eq for Registered<R> {}

impl<R: SolverRow> Hash for Registered<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl<R: SolverRow> fmt::Debug for Registered<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registered").field(&self.name()).finish()
    }
}

impl<R: SolverRow> fmt::Display for Registered<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl<R: SolverRow> FromStr for Registered<R> {
    type Err = UnknownNameError;

    fn from_str(text: &str) -> Result<Self, UnknownNameError> {
        Self::find(text).ok_or_else(|| UnknownNameError::new(R::KIND, text, Self::all().map(Self::name)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::format;
    use std::string::ToString;

    use super::*;

    struct Row(SolverEntry);

    impl SolverRow for Row {
        const KIND: &'static str = "way";
        const ROWS: &'static [Self] = &[
            Self(SolverEntry::new("slow", "Step by step", Guarantee::Optimal)),
            Self(SolverEntry {
                aliases: &["quick", "soon"],
                ..SolverEntry::new("Fast", "At once", Guarantee::Complete)
            }),
        ];
        const DEFAULT: &'static str = "Fast";

        fn entry(&self) -> &SolverEntry {
            &self.0
        }
    }

    type Way = Registered<Row>;

    #[test]
    fn rows_are_read_from_their_names_and_aliases_in_any_case() {
        let [slow, fast] = ["slow", "Fast"].map(|name| Way::find(name).expect("a row"));
        assert!(Way::all().eq([slow, fast]));
        assert_ne!(slow, fast);
        assert_eq!(HashSet::from([slow, fast, slow]).len(), 2);
        assert_eq!((Way::default(), fast.to_string().as_str()), (fast, "Fast"));
        assert_eq!((fast.entry().aliases, fast.summary()), (&["quick", "soon"][..], "At once"));
        assert_eq!([slow.guarantee(), fast.guarantee()], [Guarantee::Optimal, Guarantee::Complete]);
        assert_eq!(format!("{slow:?} {slow:>5}"), "Registered(\"slow\")  slow");
        for (name, row) in [("SLOW", slow), ("fast", fast), ("Quick", fast), ("soon", fast)] {
            assert_eq!(name.parse(), Ok(row), "{name}");
        }
        for name in ["", "slow ", "slow+"] {
            assert_eq!(name.parse::<Way>(), Err(UnknownNameError::new("way", name, ["slow", "Fast"])));
        }
        let long = "no".repeat(30);
        let why = long.parse::<Way>().map_err(|why| why.to_string());
        assert_eq!(why, Err(format!("there is no way \"{}\"; the ways are slow, Fast", &long[..40])));
        let why = "x\ny".parse::<Way>().map_err(|why| why.to_string());
        assert_eq!(why, Err("there is no way \"x\\ny\"; the ways are slow, Fast".to_string()));
    }
}

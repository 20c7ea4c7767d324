//! The description of a family: its samples, inputs, solvers, options and tools.

use motion_core::solver_table::{Registered, SolverRow};
use serde::Serialize;

use crate::inputs::Input;

/// The description of a family and its features.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// The name on command lines and in addresses.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// A description of the accepted texts.
    pub formats: &'static str,
    /// The word for one instance of a text that may have several.
    #[serde(skip)]
    pub part: Option<&'static str>,
    /// Instances to begin with.
    pub samples: Vec<Sample>,
    /// The inputs of a random instance.
    pub random: Vec<Input>,
    /// The solvers, the default first.
    pub solvers: Vec<Named>,
    /// The options of solving.
    pub options: Vec<Input>,
    /// The ways to change an instance by clicks.
    pub tools: Vec<Tool>,
    /// An explanation of the picture, in one line.
    pub legend: &'static str,
    /// A description of moves by hand.
    pub keys: &'static str,
    /// Whether an arrow moves nothing until a token is selected.
    pub selects_first: bool,
    /// Whether its instances can begin fleets, whose goals keep coming.
    pub has_fleets: bool,
    /// The units in which moves by hand are counted, each in singular and plural.
    pub units: &'static [[&'static str; 2]],
    /// The file name for an instance.
    pub file_name: &'static str,
}

/// An instance to begin with.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

/// An instance of a text that may have several.
#[derive(Clone, Debug)]
pub struct InstanceText {
    /// The title in the text.
    pub title: Option<String>,
    /// The instance alone.
    pub text: String,
}

/// A description of the instances that a text holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// The word for one of them.
    pub label: &'static str,
    /// Their number.
    pub count: usize,
    /// The index of the one that [`Family::read`](crate::Family::read) reads.
    pub chosen: usize,
    /// Their titles, one for each; empty if they are prefixes of one list.
    pub titles: Vec<Option<String>>,
}

impl Collection {
    /// Describes this many instances without titles.
    pub(crate) const fn untitled(label: &'static str, count: usize, chosen: usize) -> Self {
        Self { label, count, chosen, titles: Vec::new() }
    }

    /// Describes instances with these titles.
    pub(crate) fn titled(label: &'static str, titles: Vec<Option<String>>, chosen: usize) -> Self {
        Self { label, count: titles.len(), chosen, titles }
    }
}

/// A name and its meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its meaning.
    pub help: String,
}

impl Named {
    /// Makes a name with its meaning.
    #[doc(hidden)]
    pub fn new(name: impl Into<String>, help: impl Into<String>) -> Self {
        Self { name: name.into(), help: help.into() }
    }

    /// Returns all solvers of a table, the default first.
    #[doc(hidden)]
    pub fn solvers<R: SolverRow>() -> Vec<Self> {
        default_first::<R>().map(|solver| Self::new(solver.name(), solver.summary())).collect()
    }
}

/// Returns all solvers of a table, the default first.
pub(crate) fn default_first<R: SolverRow>() -> impl Iterator<Item = Registered<R>> {
    let default = Registered::default();
    [default].into_iter().chain(Registered::all().filter(move |&solver| solver != default))
}

/// A way to change an instance by one or two clicks.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tool {
    /// The name.
    #[serde(rename = "tool")]
    pub name: &'static str,
    /// The words on its button.
    pub label: &'static str,
    /// The number of places that it needs.
    pub places: u8,
    /// Whether it can be dragged over several cells: applied again, it has no further effect.
    pub paints: bool,
}

impl Tool {
    /// Makes a tool for one place.
    #[doc(hidden)]
    pub const fn new(name: &'static str, label: &'static str) -> Self {
        Self { name, label, places: 1, paints: false }
    }

    /// Makes a tool that can be dragged.
    pub(crate) const fn painting(name: &'static str, label: &'static str) -> Self {
        Self { paints: true, ..Self::new(name, label) }
    }

    /// Makes a tool for two places.
    #[doc(hidden)]
    pub const fn of_two(name: &'static str, label: &'static str) -> Self {
        Self { places: 2, ..Self::new(name, label) }
    }
}

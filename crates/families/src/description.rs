//! The description of a family: its samples, inputs, solvers, options and tools.

use motion_core::solver_table::{Registered, SolverRow};
use serde::Serialize;

use crate::inputs::Input;

/// A family and what it offers.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// The name on command lines and in addresses.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The texts that are read, in words.
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
    /// Ways to change an instance by clicks.
    pub tools: Vec<Tool>,
    /// How to move by hand, in words.
    pub keys: &'static str,
    /// Whether an arrow moves nothing until a token is selected.
    pub selects_first: bool,
    /// The units in which moves by hand are counted, each as one and as several.
    pub units: &'static [[&'static str; 2]],
    /// The name of a file with an instance.
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
    /// The title that the text gives it.
    pub title: Option<String>,
    /// The instance alone.
    pub text: String,
}

/// A name and what it means.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its meaning.
    pub help: String,
}

impl Named {
    /// A name with its meaning.
    #[doc(hidden)]
    pub fn new(name: impl Into<String>, help: impl Into<String>) -> Self {
        Self { name: name.into(), help: help.into() }
    }

    /// All solvers of a table, the default first.
    #[doc(hidden)]
    pub fn solvers<R: SolverRow>() -> Vec<Self> {
        default_first::<R>().map(|solver| Self::new(solver.name(), solver.summary())).collect()
    }
}

/// All solvers of a table, the default first.
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
    /// How many places it takes.
    pub places: u8,
}

impl Tool {
    /// A tool for one place.
    #[doc(hidden)]
    pub const fn new(name: &'static str, label: &'static str) -> Self {
        Self { name, label, places: 1 }
    }

    /// A tool for two places.
    #[doc(hidden)]
    pub const fn of_two(name: &'static str, label: &'static str) -> Self {
        Self { name, label, places: 2 }
    }
}

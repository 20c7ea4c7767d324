//! What is to be tried: instances, and everyone who can be asked to solve them.

use std::collections::BTreeMap;

use motion_core::{Control, Outcome};

/// What a plan costs, in one measure or several.
pub(super) type Costs = BTreeMap<&'static str, u64>;

/// The replay of a plan, which is put off until the time of the solver has been taken.
pub(super) type Check<'p> = Box<dyn FnOnce() -> Result<Costs, String> + 'p>;

/// How a solver is called, and what it answers.
pub(super) type Solve<'p> = Box<dyn Fn(&mut Control) -> Outcome<Check<'p>> + 'p>;

/// An instance of any family.
pub(super) trait Problem {
    /// In the format that the program reads.
    fn text(&self) -> String;

    /// Whether there is a solution, where something else than a solver tells.
    fn is_solvable(&self) -> Option<bool>;

    /// Everyone who can be asked.
    fn tasks(&self) -> Vec<Task<'_>>;
}

/// A solver in front of an instance.
pub(super) struct Task<'p> {
    pub(super) name: String,
    /// What claims are about: that nothing costs less, and how much every plan costs at least.
    pub(super) measure: &'static str,
    /// A measure in which a solution is claimed to cost the least, beside what its quality says.
    pub(super) least_in: Option<&'static str>,
    /// Whether every case is treated.
    pub(super) is_complete: bool,
    /// The nodes that it may take.
    pub(super) nodes: u64,
    pub(super) solve: Solve<'p>,
}

impl<'p> Task<'p> {
    /// A complete solver that counts moves.
    pub(super) fn new(
        name: impl Into<String>,
        nodes: u64,
        solve: impl Fn(&mut Control) -> Outcome<Check<'p>> + 'p,
    ) -> Self {
        let (name, solve) = (name.into(), Box::new(solve));
        Self { name, measure: MOVES, least_in: None, is_complete: true, nodes, solve }
    }

    /// The same for a method that leaves some cases to others.
    pub(super) fn incomplete(self) -> Self {
        Self { is_complete: false, ..self }
    }

    /// The same with claims in another measure.
    pub(super) fn measured_in(self, measure: &'static str) -> Self {
        Self { measure, ..self }
    }

    /// The same with the claim that solutions cost the least in a measure.
    pub(super) fn least_in(self, measure: &'static str) -> Self {
        Self { least_in: Some(measure), ..self }
    }
}

/// The measure of most solvers.
pub(super) const MOVES: &str = "moves";

/// Moves alone.
pub(super) fn moves(count: u64) -> Costs {
    Costs::from([(MOVES, count)])
}

//! Instances, and the solvers that support them.

use std::collections::BTreeMap;

use motion_core::{Control, Outcome};

/// The costs of a plan, in one measure or several.
pub(super) type Costs = BTreeMap<&'static str, u64>;

/// The replay of a plan, done after the time of the solver has been taken.
pub(super) type Check<'p> = Box<dyn FnOnce() -> Result<Costs, String> + 'p>;

/// A solver's name and answer.
pub(super) type Solve<'p> = Box<dyn Fn(&mut Control) -> Outcome<Check<'p>> + 'p>;

/// An instance of any family.
pub(super) trait Problem {
    /// In the format that the program reads.
    fn text(&self) -> String;

    /// Whether there is a solution, if that is known without a solver.
    fn is_solvable(&self) -> Option<bool>;

    /// All solvers that support the instance.
    fn tasks(&self) -> Vec<Task<'_>>;
}

/// A solver and an instance.
pub(super) struct Task<'p> {
    pub(super) name: String,
    /// The measure of the claims of optimality and of lower bounds.
    pub(super) measure: &'static str,
    /// A measure in which solutions are claimed to be optimal, whatever their quality.
    pub(super) least_in: Option<&'static str>,
    /// Whether the solver supports every instance.
    pub(super) is_complete: bool,
    /// The node limit.
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

    /// Sets that the solver supports some instances only.
    pub(super) fn incomplete(self) -> Self {
        Self { is_complete: false, ..self }
    }

    /// Sets the measure of the claims.
    pub(super) fn measured_in(self, measure: &'static str) -> Self {
        Self { measure, ..self }
    }

    /// Sets a measure in which solutions are claimed to be optimal.
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

//! Random problems with the solvers that support them, for `soak`, which compares their answers.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::Hash;

use motion_core::solver_table::Guarantee;
use motion_core::{Control, Outcome, Quality};

/// The size of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Most solvers find a solution.
    Small,
    /// Even reading the instance takes long.
    Large,
}

/// The costs of a plan, in one measure or several.
pub type Costs = BTreeMap<&'static str, u64>;

/// The replay of a plan, run after the solver's time has been measured.
pub type Check<'p> = Box<dyn FnOnce() -> Result<Costs, String> + 'p>;

/// Runs a solver on its instance, and returns the replay of its answer.
pub type Solve<'p> = Box<dyn Fn(&mut Control) -> Outcome<Check<'p>> + 'p>;

/// A random instance of any family.
pub trait Problem {
    /// Returns the text in the format that the program reads.
    fn text(&self) -> String;

    /// Returns the text from which [`Family::with_space`](crate::Family::with_space) makes the
    /// space of this instance's states.
    fn space_text(&self) -> String {
        self.text()
    }

    /// Whether a solution exists, if known without a solver.
    fn is_solvable(&self) -> Option<bool> {
        None
    }

    /// Returns all solvers that support the instance.
    fn tasks(&self) -> Vec<Task<'_>>;
}

/// A solver and an instance.
pub struct Task<'p> {
    /// The solver's name.
    pub name: String,
    /// The measure in which the solver claims optimality and lower bounds.
    pub measure: &'static str,
    /// A measure in which every solution is claimed to be optimal, whatever its quality says.
    pub least_in: Option<&'static str>,
    /// Whether the solver supports every instance.
    pub is_complete: bool,
    /// Whether solutions are plans; otherwise they are only costs.
    pub has_plans: bool,
    /// The node limit.
    pub nodes: u64,
    /// The solver.
    pub solve: Solve<'p>,
}

impl<'p> Task<'p> {
    /// Makes the task of a complete solver whose measure is the number of moves. `check` replays a
    /// solution.
    pub fn new<S: 'p>(
        name: impl Into<String>,
        nodes: u64,
        solve: impl Fn(&mut Control) -> Outcome<S> + 'p,
        check: impl FnOnce(S) -> Result<Costs, String> + Copy + 'p,
    ) -> Self {
        let solve = move |control: &mut Control| {
            solve(control).map(|solution| Box::new(move || check(solution)) as Check<'p>)
        };
        let (name, solve) = (name.into(), Box::new(solve));
        Self { name, measure: MOVES, least_in: None, is_complete: true, has_plans: true, nodes, solve }
    }

    /// Sets whether the solver supports every instance.
    pub(crate) fn with_guarantee(self, guarantee: Guarantee) -> Self {
        Self { is_complete: guarantee != Guarantee::Incomplete, ..self }
    }

    /// Marks solutions as costs without plans.
    pub fn without_plans(self) -> Self {
        Self { has_plans: false, ..self }
    }

    /// Sets the measure in which the solver makes its claims.
    pub fn measured_in(self, measure: &'static str) -> Self {
        Self { measure, ..self }
    }

    /// Sets a measure in which solutions are claimed to be optimal.
    pub fn least_in(self, measure: &'static str) -> Self {
        Self { least_in: Some(measure), ..self }
    }
}

/// The measure of most solvers.
pub const MOVES: &str = "moves";

/// Returns costs of moves only.
pub fn moves(count: u64) -> Costs {
    Costs::from([(MOVES, count)])
}

/// Finds the fewest actions, or proves that no solution exists, by enumerating all reachable
/// states. Shares no code with any solver.
pub(crate) fn breadth_first<S: Clone + Eq + Hash, A: Clone>(
    start: S,
    is_solved: impl Fn(&S, &[A]) -> bool,
    successors: impl Fn(&S) -> Vec<(A, S)>,
    control: &mut Control,
) -> Outcome<Vec<A>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((state, path)) = queue.pop_front() {
        if is_solved(&state, &path) {
            return Outcome::Solved { plan: path, quality: Quality::Optimal };
        }
        if let Err(why) = control.spend(1) {
            return Outcome::stopped(why);
        }
        for (action, next) in successors(&state) {
            if seen.insert(next.clone()) {
                queue.push_back((next, [&path[..], &[action]].concat()));
            }
        }
    }
    Outcome::Unsolvable
}

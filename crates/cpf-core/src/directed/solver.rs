//! Solvers of undirected instances, used on directed graphs.

use motion_core::{Control, Outcome, Plan, Quality, Solver};

use super::instance::DirectedInstance;
use super::turns::along_arcs;
use crate::instance::Instance;

/// A solver of directed instances based on a solver of undirected ones. It solves the instance on
/// the underlying graph, replaces moves against arcs by turns of directed cycles, and removes
/// redundant moves. A tenth of the remaining limits of nodes and time is kept for the last two,
/// because many solvers improve their plans until the limits are reached.
///
/// # Guarantees
/// Complete if the solver is, on all graphs that the solver accepts; `Unsolvable` if the solver
/// says so, because [both instances are feasible or neither is](crate::directed). Plans are optimal
/// if the solver's plan is optimal and has no move against an arc; the solver's bounds remain
/// valid.
///
/// # Complexity
/// Besides the solver, at most one turn of a directed cycle for each of its moves: O(L²) moves for
/// a cycle of L vertices. Every move made is a node.
///
/// # Examples
/// ```
/// use cpf_core::directed::{Directed, DirectedGraph, DirectedInstance};
/// use cpf_core::Instance;
/// use motion_core::{Control, Move, Outcome, Plan, Quality, Solver, Token, Vertex};
///
/// /// Moves a robot back by one.
/// struct StepBack;
///
/// impl Solver<Instance> for StepBack {
///     type Solution = Plan;
///
///     fn solve(&self, _: &Instance, _: &mut Control) -> Outcome<Plan> {
///         let step = Move { token: Token(0), from: Vertex(1), to: Vertex(0) };
///         Outcome::Solved { plan: Plan::from(vec![step]), quality: Quality::Optimal }
///     }
/// }
///
/// // On a directed square, three steps forwards bring it there.
/// let square = DirectedGraph::from_arcs(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
/// let instance = DirectedInstance::new(square, &[(Vertex(1), Vertex(0))])?;
/// match Directed::new(StepBack).solve(&instance, &mut Control::unlimited()) {
///     Outcome::Solved { plan, .. } => assert_eq!(instance.verify(&plan)?.moves, 3),
///     outcome => panic!("{outcome:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directed<S> {
    solver: S,
}

impl<S> Directed<S> {
    /// Makes a solver based on the plans of that solver.
    pub const fn new(solver: S) -> Self {
        Self { solver }
    }

    /// The solver of undirected instances.
    pub const fn solver(&self) -> &S {
        &self.solver
    }
}

impl<S: Solver<Instance, Solution = Plan>> Solver<DirectedInstance> for Directed<S> {
    type Solution = Plan;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Plan> {
        let solve = |control: &mut Control| self.solver.solve(problem.underlying(), control);
        control.scope(|control| match control.within_share(PERCENT_FOR_SOLVER, solve) {
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Solved { plan, quality } => {
                let lower_bound = quality.lower_bound(plan.len() as u64);
                directed(problem, plan, quality, lower_bound, control)
            }
            Outcome::Stopped { why, best, lower_bound } => {
                let directed = best.map(|plan| directed(problem, plan, Quality::Feasible, None, control));
                let best = match directed {
                    Some(Outcome::Solved { plan, .. }) => Some(plan),
                    Some(Outcome::Stopped { best, .. }) => best,
                    Some(Outcome::Unsolvable) | None => None,
                };
                Outcome::Stopped { why, best, lower_bound }
            }
        })
    }
}

/// The percentage of the limits for the plan on the underlying graph.
const PERCENT_FOR_SOLVER: u8 = 90;

/// Converts a plan on the underlying graph into one along arcs.
fn directed(
    problem: &DirectedInstance,
    plan: Plan,
    quality: Quality,
    lower_bound: Option<u64>,
    control: &mut Control,
) -> Outcome<Plan> {
    if plan.iter().all(|action| problem.graph().has_arc(action.from, action.to)) {
        return Outcome::Solved { plan, quality };
    }
    let made = along_arcs(problem.graph(), problem.underlying().start(), &plan, control);
    let mut made = match made {
        Ok(made) => made,
        Err(why) => return Outcome::Stopped { why, best: None, lower_bound },
    };
    match made.remove_redundant_moves(control, |_, _| Ok(())) {
        Ok(()) => {
            let bounded = |lower_bound| Quality::Bounded { lower_bound };
            Outcome::Solved { plan: made, quality: lower_bound.map_or(Quality::Feasible, bounded) }
        }
        Err(why) => Outcome::Stopped { why, best: Some(made), lower_bound },
    }
}

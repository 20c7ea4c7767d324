//! The solver that chooses among all others.

use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::improve::Improver;
use cpf_core::internal::SubInstance;
use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan, Quality, Solver, Stop};

use crate::candidate::{Candidate, first_candidate, second_candidate};
use crate::method::{Method, MethodsUsed};
use crate::plan_shortening;

/// Solves every instance. It chooses a method for each component of the graph, tries several where
/// several are good, and keeps the shortest plan.
///
/// Components in which all robots are at their goals are left alone. The method for the others:
///
/// | component | method |
/// |---|---|
/// | a path or a cycle | a plan with the fewest moves, found directly |
/// | an open grid, one blank | [`EarInsertion`] and, with the feature `sliding`, [`NearOptimal`](https://docs.rs/grid-puzzle); the shorter plan is kept |
/// | bi-connected, one blank | [`EarInsertion`] |
/// | bi-connected, more blanks | [`EarInsertion`] and [`Elimination`]; the shorter plan is kept |
/// | not bi-connected, one blank | [`BlockByBlock`] |
/// | not bi-connected, more blanks | [`Elimination`] |
///
/// Redundant moves are removed. If at least a fifth of the vertices is vacant, some single robots
/// are then planned again while the paths of all others stay
/// ([`Replanner`](crate::solvers::Replanner)). Under a limit of time or nodes, the rest of the
/// budget shortens plans, in equal shares for the components. A tenth of it is for a proof, if
/// there are at most eight robots: a search over their positions for the fewest moves. If at least
/// a fifth of the vertices is vacant, pairs and groups of four robots are planned again.
/// Otherwise, the method with the shorter plan first runs with wider and wider beams; then pairs
/// are planned again if at least two vertices are vacant. Finally, pieces of the plan are solved
/// again.
///
/// The moves of a component are written once its plan is final. In components of more than 10,000
/// vertices only the first method is used, and its moves are written as they are made.
///
/// # Guarantees
/// Complete: every feasible instance is solved, and every other one is
/// [`Unsolvable`](Outcome::Unsolvable), apart from limits. For the parts done by [`Elimination`]
/// this has been checked, not proved. Deterministic under a node limit. If a limit is reached after
/// the first plan has been found, the outcome is [`Solved`](Outcome::Solved) with the shortest plan
/// so far.
///
/// # Examples
/// ```
/// use cpf::{Auto, Control, Instance, Solver};
///
/// // Two components: an edge, and a triangle with an edge attached to it and a single blank.
/// let text = "p edge 6 5\ne 1 2\ne 3 4\ne 4 5\ne 3 5\ne 5 6\nr 1 2\nr 3 4\nr 4 3\nr 6 6\n";
/// let instance: Instance = text.parse()?;
/// let plan = Auto::default().solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify(&plan)?.moves, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`BlockByBlock`]: bibox::BlockByBlock
/// [`EarInsertion`]: bibox::EarInsertion
/// [`Elimination`]: push_swap::Elimination
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auto {
    streamed_above: usize,
}

impl Default for Auto {
    fn default() -> Self {
        Self { streamed_above: 10_000 }
    }
}

/// A component of an instance, or the whole instance; `part` translates the component's moves back.
struct Part<'a> {
    instance: &'a Instance,
    part: Option<&'a SubInstance>,
}

/// The first plan of a component, and the method that made it.
struct FirstPlan {
    plan: Plan,
    quality: Quality,
    method: Method,
    /// The candidate that uses the rest of the budget.
    anytime: Candidate,
}

impl Auto {
    /// Sets the number of vertices above which a component is solved by one method only, whose
    /// moves are written as they are made.
    #[doc(hidden)]
    pub const fn with_streamed_above(mut self, vertices: usize) -> Self {
        self.streamed_above = vertices;
        self
    }

    /// Does what [`solve_into`](StreamingSolver::solve_into) does, and also returns the methods
    /// that made the plan.
    #[doc(hidden)]
    pub fn solve_with_methods(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> (Outcome<()>, MethodsUsed) {
        let mut used = MethodsUsed::None;
        let outcome = problem.if_feasible(control, |control| {
            match self.solve_components(problem, sink, control, &mut used) {
                Ok(quality) => Outcome::Solved { plan: (), quality },
                Err(why) => Outcome::stopped(why),
            }
        });
        (outcome, used)
    }

    fn solve_components(
        self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
        used: &mut MethodsUsed,
    ) -> Result<Quality, Stop> {
        let components: Vec<SubInstance>;
        let is_whole = problem.start() != problem.goal() && problem.graph().is_connected_within(control)?;
        let parts: Vec<_> = if is_whole {
            alloc::vec![Part { instance: problem, part: None }]
        } else {
            components = problem
                .sub_instances_within(control)
                .map_err(|why| why.stopped("no robot has to leave its component"))?;
            components.iter().map(|part| Part { instance: part.instance(), part: Some(part) }).collect()
        };
        let mut quality = Quality::Optimal;
        let mut note = |this: Quality| {
            if this != Quality::Optimal {
                quality = Quality::Feasible;
            }
        };
        let mut plans = Vec::with_capacity(parts.len());
        for part in &parts {
            if part.instance.graph().vertex_count() > self.streamed_above {
                let candidate = first_candidate(part.instance, control)?;
                used.add(candidate.method);
                let mut lifted = LiftedSink { part, sink };
                note(solved(candidate.solver.solve_into(part.instance, &mut lifted, control))?.1);
            } else {
                plans.push((part, shortest(part.instance, control)?));
            }
        }
        // All plans share the rest of the budget.
        let mut left = plans.len();
        for (part, first) in plans {
            let percent = (100 / left) as u8;
            left -= 1;
            let FirstPlan { plan, quality, method, anytime } = first;
            let (plan, quality, method) = control.within_share(percent, |control| {
                plan_shortening::shortened(part.instance, anytime, (plan, quality, method), control)
            });
            used.add(method);
            note(quality);
            let mut lifted = LiftedSink { part, sink };
            control.scope(|control| Metered::new(&mut lifted).accept_each(plan.iter(), control))?;
        }
        Ok(quality)
    }
}

impl Part<'_> {
    fn lift(&self, action: Move) -> Move {
        self.part.map_or(action, |part| part.lift(action))
    }
}

/// A sink that passes the moves of a part on as moves of the whole instance.
struct LiftedSink<'p, 's> {
    part: &'p Part<'p>,
    sink: &'s mut dyn Sink<Move>,
}

impl Sink<Move> for LiftedSink<'_, '_> {
    fn accept(&mut self, action: Move) {
        self.sink.accept(self.part.lift(action));
    }

    fn heap_bytes(&self) -> u64 {
        self.sink.heap_bytes()
    }
}

impl StreamingSolver<Instance> for Auto {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.solve_with_methods(problem, sink, control).0
    }
}

/// Returns the shortest plan of all candidates for a component, without redundancy.
fn shortest(instance: &Instance, control: &mut Control) -> Result<FirstPlan, Stop> {
    let mut best: Option<FirstPlan> = None;
    let mut stop = None;
    let first = first_candidate(instance, control)?;
    let second = second_candidate(instance, first.method, control)?;
    for candidate in core::iter::once(first).chain(second) {
        match solved(candidate.solver.solve(instance, control)) {
            Ok((plan, quality)) => {
                let plan = plan_shortening::improved(Improver::redundancy(), instance, plan, control);
                let method = candidate.method;
                match &mut best {
                    Some(best) if best.plan.len() <= plan.len() => {
                        // With more time this method always finds shorter plans than the others.
                        if method == Method::Sliding {
                            best.anytime = candidate;
                        }
                    }
                    _ => best = Some(FirstPlan { plan, quality, method, anytime: candidate }),
                }
            }
            Err(why) => stop = Some(why),
        }
    }
    best.ok_or_else(|| stop.expect("invariant: there is a candidate"))
}

/// Returns the plan of a feasible instance, or the reason why there is none.
fn solved<P>(outcome: Outcome<P>) -> Result<(P, Quality), Stop> {
    match outcome {
        Outcome::Solved { plan, quality } => Ok((plan, quality)),
        Outcome::Stopped { why, .. } => Err(why),
        Outcome::Unsolvable => unreachable!("invariant: the instance is feasible"),
    }
}

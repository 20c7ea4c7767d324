//! The solver that chooses among all others.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use bibox::{BlockByBlock, EarBeam, EarInsertion};
use cpf_core::Instance;
use cpf_core::improve::Improver;
use motion_core::{Control, Metered, Move, Outcome, Plan, Quality, Sink, Solver, Stop, StreamingSolver};
use push_swap::{Elimination, EliminationBeam};

use crate::adapters::{ByBlocks, ByEars, ByPushing};

/// Solves every instance: it chooses a method for each component of the graph, tries several where
/// several are good, and keeps the shortest plan.
///
/// Components in which all robots are at their goals are left alone. For every other one:
///
/// | component | method |
/// |---|---|
/// | a path or a cycle | the fewest moves |
/// | bi-connected, one blank | [`EarInsertion`] |
/// | bi-connected, more blanks | [`EarInsertion`] and [`Elimination`]; the shorter plan is kept |
/// | not bi-connected, one blank | [`BlockByBlock`] |
/// | not bi-connected, more blanks | [`Elimination`] |
///
/// Redundant moves are removed. Under a limit of time or nodes, the rest of the budget is used to
/// shorten the plan of an instance with a single component to solve: by wider and wider beams of
/// the method with the shorter plan, and by solving pieces of the plan again.
///
/// The moves of a component are written once its plan is final. In components of more than 10,000
/// vertices only the first method is used, and its moves are written as they are made.
///
/// # Guarantees
/// Complete: every feasible instance is solved, and every other one is
/// [`Unsolvable`](Outcome::Unsolvable), apart from limits; for the parts done by [`Elimination`]
/// that has been checked, not proved. Deterministic under a node limit. Where a limit comes after
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auto {
    streamed_above: usize,
}

impl Default for Auto {
    fn default() -> Self {
        Self { streamed_above: 10_000 }
    }
}

/// What a component is solved by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// A path or a cycle by the fewest moves.
    Line,
    /// [`EarInsertion`], and [`EarBeam`] while the budget lasts.
    Ears,
    /// [`Elimination`], and [`EliminationBeam`] while the budget lasts.
    Elimination,
    /// [`BlockByBlock`].
    Blocks,
}

impl Method {
    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Ears => "ears",
            Self::Elimination => "elimination",
            Self::Blocks => "blocks",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The methods that made a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MethodsUsed {
    /// None: no component had to be solved, or none was.
    #[default]
    None,
    /// The same for all components.
    One(Method),
    /// Different ones for different components.
    Several,
}

impl MethodsUsed {
    fn add(&mut self, method: Method) {
        *self = match *self {
            Self::None => Self::One(method),
            Self::One(first) if first == method => *self,
            Self::One(_) | Self::Several => Self::Several,
        };
    }
}

/// A method with its solvers.
struct Candidate {
    method: Method,
    solver: BoxedSolver,
    /// What may use the rest of the budget.
    anytime: Option<BoxedSolver>,
}

type BoxedSolver = Box<dyn StreamingSolver<Instance, Move = Move, Solution = Plan>>;

impl Auto {
    /// Sets above how many vertices a component is solved by one method only, whose moves are
    /// written as they are made.
    pub const fn with_streamed_above(mut self, vertices: usize) -> Self {
        self.streamed_above = vertices;
        self
    }

    /// Above how many vertices a component is solved by one method only.
    pub const fn streamed_above(self) -> usize {
        self.streamed_above
    }

    /// Does what [`solve_into`](StreamingSolver::solve_into) does, and also returns which methods
    /// made the plan.
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
        if problem.graph().is_connected() && problem.start() != problem.goal() {
            return self.solve_component(problem, true, sink, control, used);
        }
        let parts = problem.sub_instances().expect("invariant: no robot has to leave its component");
        let parts: Vec<_> = parts.collect();
        let mut quality = Quality::Optimal;
        for part in &parts {
            let mut lifted = |action| sink.accept(part.lift(action));
            let alone = parts.len() == 1;
            let this = self.solve_component(part.instance(), alone, &mut lifted, control, used)?;
            if this != Quality::Optimal {
                quality = Quality::Feasible;
            }
        }
        Ok(quality)
    }

    /// Solves a feasible component in which some robot is not at its goal.
    fn solve_component(
        self,
        instance: &Instance,
        alone: bool,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
        used: &mut MethodsUsed,
    ) -> Result<Quality, Stop> {
        let mut candidates = candidates(instance);
        if instance.graph().vertex_count() > self.streamed_above {
            let candidate = &candidates[0];
            used.add(candidate.method);
            return solved(candidate.solver.solve_into(instance, sink, control)).map(|((), quality)| quality);
        }
        let (index, mut plan, mut quality) = shortest(&candidates, instance, control)?;
        let candidate = candidates.swap_remove(index);
        used.add(candidate.method);
        // Several components would have to share the rest of the budget, so they do not use it.
        let has_budget = control.fraction_used().is_some_and(|used| used < 1.0);
        if alone && quality != Quality::Optimal && has_budget {
            let again = candidate.anytime.map(|anytime| anytime.solve(instance, control));
            if let Some(Outcome::Solved { plan: other, quality: other_quality }) = again
                && other.len() < plan.len()
            {
                (plan, quality) = (other, other_quality);
            }
            plan = improved(Improver::default(), instance, plan, control);
        }
        control.scope(|control| Metered::new(sink).accept_each(plan.iter(), control))?;
        Ok(quality)
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

/// The index of the candidate with the shortest plan, and that plan without redundancy.
fn shortest(
    candidates: &[Candidate],
    instance: &Instance,
    control: &mut Control,
) -> Result<(usize, Plan, Quality), Stop> {
    let mut best: Option<(usize, Plan, Quality)> = None;
    let mut stop = None;
    for (index, candidate) in candidates.iter().enumerate() {
        match solved(candidate.solver.solve(instance, control)) {
            Ok((plan, quality)) => {
                let plan = improved(Improver::redundancy(), instance, plan, control);
                if best.as_ref().is_none_or(|(_, best, _)| plan.len() < best.len()) {
                    best = Some((index, plan, quality));
                }
            }
            Err(why) => stop = Some(why),
        }
    }
    best.ok_or_else(|| stop.expect("invariant: there is a candidate"))
}

/// The methods for a feasible component in which some robot is not at its goal. The first is the
/// one for large components.
fn candidates(instance: &Instance) -> Vec<Candidate> {
    let graph = instance.graph();
    let elimination = || Candidate {
        method: Method::Elimination,
        solver: Box::new(ByPushing::new(Elimination::default())),
        anytime: Some(Box::new(ByPushing::new(EliminationBeam::default()))),
    };
    if graph.vertices().all(|vertex| graph.degree(vertex) <= 2) {
        return alloc::vec![Candidate { method: Method::Line, anytime: None, ..elimination() }];
    }
    let ears = || Candidate {
        method: Method::Ears,
        solver: Box::new(ByEars::new(EarInsertion::default())),
        anytime: Some(Box::new(ByEars::new(EarBeam::default()))),
    };
    match (graph.is_biconnected(), instance.vacant_count() == 1) {
        (true, true) => alloc::vec![ears()],
        (true, false) => alloc::vec![ears(), elimination()],
        (false, true) => alloc::vec![Candidate {
            method: Method::Blocks,
            solver: Box::new(ByBlocks::new(BlockByBlock::default())),
            anytime: None,
        }],
        (false, false) => alloc::vec![elimination()],
    }
}

/// A plan that is at most as long.
fn improved(improver: Improver, instance: &Instance, plan: Plan, control: &mut Control) -> Plan {
    improver.improve(instance, plan, control).expect("invariant: solvers make legal moves").plan
}

/// The plan of a feasible instance, or why there is none.
fn solved<P>(outcome: Outcome<P>) -> Result<(P, Quality), Stop> {
    match outcome {
        Outcome::Solved { plan, quality } => Ok((plan, quality)),
        Outcome::Stopped { why, .. } => Err(why),
        Outcome::Unsolvable => unreachable!("invariant: the instance is feasible"),
    }
}

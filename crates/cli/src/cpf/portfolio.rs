//! `auto`: which solvers are tried on which instances, and how long.
//!
//! Every component is taken by itself, settled ones left alone. Then, in this order:
//!
//! 1. a path or a cycle: by the fewest moves;
//! 2. not bi-connected: with one blank block by block, with more by elimination;
//! 3. bi-connected: ear by ear, with two blanks or more by elimination, too, and the shorter plan counts.
//!
//! Moves that cancel each other are left out. Under a limit of time or nodes, what is left of it goes to wider and wider
//! beams – of the method whose plan is the shorter – and to solving pieces of the plan again. Components of more than
//! [`LARGE`] vertices are solved by one method only, whose moves are written as they are made.

use std::cell::Cell;

use bibox::{BlockByBlock, EarBeam, EarInsertion};
use cpf_core::improve::Improver;
use cpf_core::Instance;
use motion_core::{Control, Move, Outcome, Plan, Quality, Sink, Stop, Solver, StreamingSolver};
use push_swap::{Elimination, EliminationBeam};

use super::doors::{ByBlocks, OnEars, WithBlanks, default_ears};

/// Up to so many vertices plans are kept and compared.
const LARGE: usize = 10_000;

/// The solver behind `auto`.
#[derive(Default)]
pub(crate) struct Portfolio {
    /// Who made the plan: one solver, or several where there are several components.
    winner: Cell<Option<&'static str>>,
}

/// A way of solving a component.
struct Method {
    name: &'static str,
    solver: Box<dyn Solver>,
    /// What may go on for as long as the limits allow.
    anytime: Option<Box<dyn Solver>>,
}

impl Portfolio {
    /// How the answer is called.
    pub(crate) fn name(&self) -> &'static str {
        self.winner.get().unwrap_or("auto")
    }

    fn won(&self, name: &'static str) {
        let same = self.winner.get().is_none_or(|winner| winner == name);
        self.winner.set(Some(if same { name } else { "several" }));
    }

    /// Solves a component that is not settled.
    fn component(
        &self,
        instance: &Instance,
        alone: bool,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Result<Quality, Stop> {
        let mut methods = methods(instance);
        if instance.graph().vertex_count() > LARGE {
            let method = &methods[0];
            self.won(method.name);
            return solved(method.solver.solve_into(instance, sink, control)).map(|((), quality)| quality);
        }
        let mut best: Option<(usize, Plan, Quality)> = None;
        for (index, method) in methods.iter().enumerate() {
            match solved(method.solver.solve(instance, control)) {
                Ok((plan, quality)) => {
                    let plan = improved(Improver::redundancy(), instance, plan, control);
                    if best.as_ref().is_none_or(|(_, best, _)| plan.len() < best.len()) {
                        best = Some((index, plan, quality));
                    }
                }
                Err(why) if best.is_none() && index + 1 == methods.len() => return Err(why),
                Err(_) => {}
            }
        }
        let (index, mut plan, mut quality) =
            best.expect("invariant: where all fail the last one's reason is returned");
        let method = methods.swap_remove(index);
        self.won(method.name);
        // Beams and windows take what there is, and so they are for a component that need not share.
        if alone && quality != Quality::Optimal && control.fraction_used().is_some_and(|used| used < 1.0) {
            let again = method.anytime.map(|anytime| anytime.solve(instance, control));
            if let Some(Outcome::Solved { plan: other, quality: as_good }) = again
                && other.len() < plan.len()
            {
                (plan, quality) = (other, as_good);
            }
            plan = improved(Improver::default(), instance, plan, control);
        }
        plan.iter().for_each(|action| sink.accept(action));
        Ok(quality)
    }
}

impl Solver for Portfolio {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.winner.set(None);
        match problem.feasibility_within(control) {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Outcome::Unsolvable,
            Err(why) => return Outcome::stopped(why),
        }
        let whole = problem.graph().is_connected() && problem.start() != problem.goal();
        let result = if whole {
            self.component(problem, true, sink, control)
        } else {
            let parts = problem.sub_instances().expect("invariant: nobody has to leave a component");
            let parts: Vec<_> = parts.collect();
            parts.iter().try_fold(Quality::Optimal, |quality, part| {
                let mut lifted = |action| sink.accept(part.lift(action));
                let this = self.component(part.instance(), parts.len() == 1, &mut lifted, control)?;
                Ok(if this == Quality::Optimal { quality } else { Quality::Feasible })
            })
        };
        match result {
            Ok(quality) => Outcome::Solved { plan: (), quality },
            Err(why) => Outcome::stopped(why),
        }
    }
}

/// Who may solve a component that is feasible and not settled. The first does so where only one may.
fn methods(instance: &Instance) -> Vec<Method> {
    let graph = instance.graph();
    let one_blank = instance.vacant_count() == 1;
    let elimination = || Method {
        name: "elimination",
        solver: Box::new(WithBlanks(Elimination::default())),
        anytime: Some(Box::new(WithBlanks(EliminationBeam::default()))),
    };
    if graph.vertices().all(|vertex| graph.degree(vertex) <= 2) {
        return vec![Method { name: "line", anytime: None, ..elimination() }];
    }
    let ears = || Method {
        name: "ears",
        solver: Box::new(OnEars(EarInsertion::default(), default_ears)),
        anytime: Some(Box::new(OnEars(EarBeam::default(), default_ears))),
    };
    match (graph.is_biconnected(), one_blank) {
        (true, true) => vec![ears()],
        (true, false) => vec![ears(), elimination()],
        (false, true) => vec![Method {
            name: "blocks",
            solver: Box::new(ByBlocks(BlockByBlock::default())),
            anytime: None,
        }],
        (false, false) => vec![elimination()],
    }
}

/// A plan that is no longer.
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

//! Elimination in many orders and by wider and wider beams, until the budget ends.

mod runs;

use alloc::vec::Vec;

use cpf_core::improve::Windows;
use cpf_core::internal::{AnytimePlan, BlankRoute, LocalSearch, OperationError, beam_search};
use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan, Quality, Stop};

use crate::blank_reserve::BlankReserve;
use crate::elimination::Elimination;
use crate::eliminator::{EliminationStrategy, Eliminator, PreparedElimination};
use crate::feasibility_first;
use crate::instance::{ComponentKind, PushInstance};
use crate::order::{Growth, VertexOrder};
use crate::robot_walker::StepRule;
use crate::root::Root;
use crate::snake::SnakeMode;
use runs::Runs;

/// A solver that solves many times, keeps the shortest plan, and then shortens that plan piece by
/// piece. The larger the budget, the shorter the plan.
///
/// The first plan is that of [`Elimination`]. Then other [orders](VertexOrder) are tried, most of
/// them from other roots, and other [reserves](BlankReserve). The best of all is used by wider and
/// wider beams: several partial plans side by side, each continued by several strategies at every
/// vertex. A beam is four times as wide as the one before. Redundancy is removed from every plan.
/// Under a limit of nodes or time, at most a quarter of it is used for orders, and three quarters
/// for orders and beams; the last beam is as wide as fits. The rest is used by an
/// [`Improver`](cpf_core::improve::Improver).
///
/// # Guarantees
/// Complete and deterministic under a node limit, like [`Elimination`]. Plans are never longer than
/// those of [`Elimination`] without redundancy. If the budget ends after the first plan is found,
/// the outcome is [`Outcome::Solved`] with the shortest plan so far; before that it is
/// [`Outcome::Stopped`]. Every better plan is reported by [`Control::improved`].
///
/// With the feature `rayon`, orders and reserves are tried on the threads of the current pool,
/// several at a time, unless memory is limited. Plans and node counts are those of one thread.
///
/// # Complexity
/// A beam of w states takes about 5 w times as long as one run of [`Elimination`], and memory for
/// at most w plans.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use motion_core::{Budget, Control, Solver};
/// use push_swap::{Elimination, EliminationBeam, PushInstance};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(8, 8, 2, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = PushInstance::new(&instance)?;
/// let mut control = Control::new(Budget::new().with_nodes(2_000_000));
/// let plan = EliminationBeam::default().solve(&problem, &mut control).plan().expect("solvable");
/// let quick =
///     Elimination::default().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(instance.verify(&plan).is_ok() && plan.len() < quick.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EliminationBeam {
    orders: usize,
    widest: usize,
    windows: Option<Windows>,
}

impl Default for EliminationBeam {
    /// Uses 16 orders, beams of at most 4,096 states, then windows. Set a limit of time or nodes,
    /// except for small instances.
    fn default() -> Self {
        Self { orders: 16, widest: 4096, windows: Some(Windows::default()) }
    }
}

/// The share of a budget after which no more orders are tried.
const FOR_ORDERS: f64 = 0.25;

/// The strategies of a beam. The first is that of [`Elimination`].
const STRATEGIES: [EliminationStrategy; 4] = [
    strategy(7, StepRule::Greedy, SnakeMode::Apart),
    strategy(5, StepRule::Greedy, SnakeMode::Apart),
    strategy(7, StepRule::CheapestPath, SnakeMode::Apart),
    strategy(7, StepRule::Greedy, SnakeMode::SecondToFirst),
];

const fn strategy(eighths: u8, step_rule: StepRule, mode: SnakeMode) -> EliminationStrategy {
    EliminationStrategy { route: BlankRoute::Weighted { eighths }, step_rule, mode }
}

impl EliminationBeam {
    /// Sets the number of orders that are tried; the default one always is.
    #[doc(hidden)]
    pub const fn with_orders(self, orders: usize) -> Self {
        Self { orders, ..self }
    }

    /// Sets the largest number of states of a beam.
    pub const fn with_width(self, widest: usize) -> Self {
        Self { widest, ..self }
    }

    /// Sets how pieces of the shortest plan are solved again; `None` turns this off.
    pub const fn with_windows(self, windows: Option<Windows>) -> Self {
        Self { windows, ..self }
    }

    /// The windows in which pieces of the shortest plan are solved again; `None` if this is off.
    pub const fn windows(self) -> Option<Windows> {
        self.windows
    }

    fn run(
        &self,
        problem: &PushInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<Quality, OperationError> {
        let before = control.fraction_used();
        let (first, quality) = moves_of(Elimination::default(), problem, control)?;
        if quality == Quality::Optimal {
            // The plan is final, so a break is ignored.
            let _ = control.improved(first.len() as u64, || Plan::from(first.clone()));
            sink.accept_each(first, control)?;
            return Ok(quality);
        }
        // The wider beams use all four strategies, and snakes take twice as long as others.
        let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| 5.0 * (now - before));
        let mut plan = AnytimePlan::new(problem.instance(), first, control)?.with_removal(control);
        let best = self.best_plain(problem, &mut plan, control);
        plan.widen(self.widest, share, control, |width, control| {
            Ok(Some(search(problem, best, width, control)?))
        });
        plan.finish(self.windows, sink, control)?;
        Ok(quality)
    }

    /// Solves in several orders, and then with several reserves in the best order; returns the
    /// variant with the shortest plan.
    fn best_plain(
        &self,
        problem: &PushInstance,
        plan: &mut AnytimePlan,
        control: &mut Control,
    ) -> Elimination {
        let mut best = (plan.best().len(), Elimination::default());
        let orders = self.other_orders(problem, control).unwrap_or_default();
        let orders: Vec<_> = orders.into_iter().map(|order| best.1.with_order(order)).collect();
        if try_all(&orders, problem, plan, control, &mut best) {
            let reserves = [BlankReserve::All, BlankReserve::Count(2)];
            let reserves = reserves.map(|reserve| best.1.with_reserve(reserve));
            try_all(&reserves, problem, plan, control, &mut best);
        }
        best.1
    }

    /// Returns breadth-first orders from the centre and from other roots in the largest component:
    /// many near the centre, few far from it.
    fn other_orders(&self, problem: &PushInstance, control: &mut Control) -> Result<Vec<VertexOrder>, Stop> {
        let parts = problem.parts(control)?.into_iter().filter(|part| part.kind == ComponentKind::Branched);
        let Some(part) = parts.max_by_key(|part| part.vertices.len()) else { return Ok(Vec::new()) };
        let graph = problem.instance().graph();
        let mut local_search = LocalSearch::new(graph.vertex_count());
        let goal = problem.instance().goal();
        let vertices =
            VertexOrder::default().vertices(graph, &part.vertices, goal, &mut local_search, control)?;
        let place = |root: usize| root.max(root * root * vertices.len() / (4 * self.orders * self.orders));
        let roots = (1..self.orders).map_while(|root| vertices.get(place(root)).copied());
        let roots = roots.map(|root| VertexOrder::default().with_root(Root::Vertex(root)));
        let breadth_first = VertexOrder::default().with_growth(Growth::BreadthFirst);
        Ok([breadth_first].into_iter().chain(roots).take(self.orders.saturating_sub(1)).collect())
    }
}

/// Offers the plans of these variants, and records the best one with its number of moves. Returns
/// whether the share of the budget for orders lasted.
fn try_all(
    variants: &[Elimination],
    problem: &PushInstance,
    plan: &mut AnytimePlan,
    control: &mut Control,
    best: &mut (usize, Elimination),
) -> bool {
    let mut runs = Runs::new(variants, problem);
    for (number, &variant) in variants.iter().enumerate() {
        if control.fraction_used().is_some_and(|used| used > FOR_ORDERS) {
            return false;
        }
        match runs.moves_of(number, control) {
            Ok(moves) => {
                let moves = plan.offer(moves, control);
                if moves < best.0 {
                    *best = (moves, variant);
                }
            }
            Err(OperationError::Blocked) => {}
            Err(OperationError::Stop(_)) => return false,
        }
    }
    true
}

/// Returns the plan of a solver and releases its memory.
fn moves_of(
    solver: Elimination,
    problem: &PushInstance,
    control: &mut Control,
) -> Result<(Vec<Move>, Quality), OperationError> {
    let mut moves = Vec::new();
    let mut sink = Metered::new(&mut moves);
    let result = solver.run(problem, &mut sink, control);
    sink.release(control);
    result.map(|quality| (moves, quality))
}

/// Returns the plan of a beam.
fn search(
    problem: &PushInstance,
    like: Elimination,
    width: usize,
    control: &mut Control,
) -> Result<Vec<Move>, OperationError> {
    let prepared = PreparedElimination::new(problem, like.order(), like.reserve(), control)?;
    let moves = Eliminator::new(&prepared, true, control).and_then(|mut at| {
        let mut moves = at.walker.board.trail().to_vec();
        let rest = beam_search(&mut at, 0..prepared.stage_count(), width, &STRATEGIES)?;
        moves.extend(rest.expect("invariant: elimination comes to its end or is blocked"));
        Ok(moves)
    });
    prepared.release(control);
    moves
}

impl StreamingSolver<PushInstance<'_>> for EliminationBeam {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &PushInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        feasibility_first::outcome(problem, sink, control, |sink, control| self.run(problem, sink, control))
    }
}

#[cfg(test)]
mod tests;

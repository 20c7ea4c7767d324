//! Direct insertion: the solver for short plans.

use alloc::vec::Vec;

use cpf_core::directed::DirectedGraph;
use cpf_core::internal::{BlankRoute, OperationError, Stages, beam_search};
use motion_core::internal::Metered;
use motion_core::{Control, Move, Quality};

use crate::ear_solver::{CarryMethod, EarSolver, EarStrategy};
use crate::feasibility_first::ear_solver;
use crate::instance::EarInstance;
use crate::prepared::{CoreSize, PreparedEars};

/// A solver that arranges ears by single steps, with blanks that travel by weighted routes. The
/// last ears, which matter most, are arranged by a beam search.
///
/// Ears with one inner vertex, like most ears of a grid, are filled directly, not as stacks. A
/// robot is carried step by step, each time to the neighbour that a blank can reach most cheaply.
/// Blanks travel so that the robots they move come nearer to their goals
/// ([`BlankRoute::Weighted`]). On random one-blank n×n grids this makes about 1.7 n³ moves, a third
/// less than [`single_steps`](EarInsertion::fast).
///
/// # Guarantees
/// Complete on every bi-connected graph with any number of blanks. Deterministic. The moves are
/// written ear by ear until the beam search begins, so long plans need no memory.
///
/// # Complexity
/// O(n³) moves on an n×n grid, and about 20 expanded vertices for each; at most O(V³) moves.
///
/// # References
/// P. Surynek, *A novel approach to path planning for multiple robots in bi-connected graphs*, ICRA
/// 2009, for the scheme; direct insertion, weighted routes and the beam are this crate's own.
///
/// # Examples
/// ```
/// use bibox::{EarInsertion, EarInstance};
/// use cpf_core::generate;
/// use motion_core::{Control, Solver};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(6, 6, 1, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = EarInstance::new(&instance)?;
/// let plan = EarInsertion::default()
///     .solve(&problem, &mut Control::unlimited())
///     .plan()
///     .expect("solvable");
/// assert_eq!(instance.verify(&plan)?.moves, plan.len() as u64);
///
/// let quick =
///     EarInsertion::fast().solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
/// assert!(plan.len() < quick.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarInsertion {
    route: BlankRoute,
    snakes: bool,
    width: usize,
    tail: usize,
}

impl Default for EarInsertion {
    /// Uses weighted routes, and a beam of eight states for the last 400 ears.
    fn default() -> Self {
        Self { route: BlankRoute::default(), snakes: false, width: 8, tail: 400 }
    }
}

impl EarInsertion {
    /// The fastest variant, with shortest routes and no beam.
    pub const fn fast() -> Self {
        Self { route: BlankRoute::Shortest, snakes: false, width: 1, tail: 0 }
    }

    /// Sets the routes of blanks.
    #[doc(hidden)]
    pub const fn with_route(self, route: BlankRoute) -> Self {
        Self { route, ..self }
    }

    /// Sets whether to try, for each ear, whether bringing the robot of the next ear along like a
    /// snake saves moves. On grids this saves 6 or 7 % of the moves with shortest routes and 3 %
    /// with weighted ones (6 % on small grids), and takes three to four times as long.
    pub const fn with_snakes(self, snakes: bool) -> Self {
        Self { snakes, ..self }
    }

    /// Sets the number of states kept, at least one, while the last `ears` ears are arranged.
    pub const fn with_beam(self, width: usize, ears: usize) -> Self {
        Self { width, tail: ears, ..self }
    }

    /// Arranges the ears. If arcs are given, robots move against them only where they have to.
    pub(crate) fn run(
        &self,
        problem: &EarInstance,
        arcs: Option<&DirectedGraph>,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<Option<Quality>, OperationError> {
        let prepared = PreparedEars::new(problem, CoreSize::AtMostNine, control)?;
        let goal_distances = prepared.goal_distances(self.needs_goal_distances(), control)?;
        let mut at = EarSolver::new(&prepared, goal_distances, control)?;
        if let Some(arcs) = arcs {
            at.prefer_arcs(arcs);
        }
        let tail = if self.width > 1 { self.tail.min(at.ear_count()) } else { 0 };
        let strategy = EarStrategy { route: self.route, method: CarryMethod::SingleSteps, snake: false };
        for ear in (tail..at.ear_count()).rev() {
            let strategy = if self.snakes { at.cheaper_snake(ear, strategy)? } else { strategy };
            at.arrange(ear, strategy)?;
            at.board.flush(sink)?;
        }
        if tail == 0 {
            let done = at.finish()?;
            at.board.flush(sink)?;
            return Ok(done.then(|| prepared.quality()));
        }
        let strategies = strategies(self.route, &prepared);
        let moves = beam_search(&mut at, (0..tail).rev(), self.width, &strategies)?;
        let Some(moves) = moves else { return Ok(None) };
        sink.accept_each(moves, at.board.control())?;
        Ok(Some(prepared.quality()))
    }

    fn needs_goal_distances(&self) -> bool {
        self.width > 1 && self.tail > 0 || self.route != BlankRoute::Shortest
    }
}

ear_solver!(EarInsertion, |solver, problem, sink, control| solver.run(problem, None, sink, control));

/// Returns the strategies of a beam: the route and one with less weight, each without and with
/// snakes. Shortest routes are added if ears are long, because weighted routes can then be worse.
pub(crate) fn strategies(route: BlankRoute, prepared: &PreparedEars) -> Vec<EarStrategy> {
    let lighter = match route {
        BlankRoute::Weighted { eighths } => {
            BlankRoute::Weighted { eighths: eighths.saturating_sub(2).max(1) }
        }
        BlankRoute::Shortest => BlankRoute::Weighted { eighths: 5 },
    };
    let mut routes = alloc::vec![route, lighter];
    if prepared.has_long_ears() && route != BlankRoute::Shortest {
        routes.push(BlankRoute::Shortest);
    }
    let strategy =
        |snake| move |&route: &BlankRoute| EarStrategy { route, method: CarryMethod::SingleSteps, snake };
    routes.iter().map(strategy(false)).chain(routes.iter().map(strategy(true))).collect()
}

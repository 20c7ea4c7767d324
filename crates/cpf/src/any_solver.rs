//! All solvers of plans by their names.

use alloc::boxed::Box;

use bibox::internal::{EarShift, SnakeChoice, SnakePairing, SnakeRule};
use bibox::{Bibox, BiboxTheta, BlockByBlock, DiBox, EarBeam, EarInsertion};
use cpf_core::Instance;
use cpf_core::directed::{Directed, DirectedInstance};
#[cfg(feature = "sliding")]
use grid_puzzle::NearOptimal;
use motion_core::error::RunError;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};
use motion_core::{Control, Move, Outcome, Plan, Solver, Stop};
use push_swap::{Elimination, EliminationBeam, Placing, SnakeCost};

use crate::adapters::{ByBlocks, ByEars, ByPushing};
use crate::auto::Auto;
#[cfg(feature = "sliding")]
use crate::by_sliding::BySliding;
use crate::instance_class::{InstanceClass, UnsupportedInstanceError};
use crate::method::MethodsUsed;

/// Any of the solvers of plans, by its name; by default `auto`.
///
/// | names | solver | supports |
/// |---|---|---|
/// | `auto` | [`Auto`] | every instance |
/// | `ears`, `ears-beam`, `single-steps` | [`EarInsertion`], [`EarBeam`] | bi-connected graphs |
/// | `bibox` and others that begin so | [`Bibox`], on open grids row by row | bi-connected graphs |
/// | `bibox-theta`, `bibox-theta-snake` | [`BiboxTheta`], on open grids row by row | bi-connected graphs |
/// | `blocks` | [`BlockByBlock`] | one blank on a connected graph |
/// | `sliding`, with the feature of this name | `NearOptimal` | one blank on an open grid |
/// | `elimination` and others that begin so | [`Elimination`], [`EliminationBeam`] | two blanks in every component |
/// | `push-swap` and others that begin so | [`Placing::push_and_swap`] | two blanks in every component |
/// | `push-rotate` and others that begin so | [`Placing::push_and_rotate`] | two blanks in every component |
///
/// A component with a single blank is supported if it is a path or a cycle, or if all its robots
/// are at their goals. For instances that it does not support a solver answers
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported); [`check`](PlanSolver::check) returns the
/// reason.
///
/// Each solver also solves instances on graphs with arcs if it supports their underlying graphs:
/// `ears` as [`DiBox`](bibox::DiBox), the others by [`Directed`](cpf_core::directed::Directed).
///
/// Solvers print as their names, and are parsed from them in upper or lower case.
///
/// # Examples
/// ```
/// use cpf::{AnySolver, Control, Instance, Solver};
///
/// let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
/// let instance: Instance = text.parse()?;
/// for solver in AnySolver::all() {
///     assert_eq!(solver.name().parse(), Ok(solver));
///     if let Err(why) = solver.check(&instance) {
///         let needs_one_blank = ["blocks", "sliding"].contains(&solver.name());
///         assert!(needs_one_blank, "{why}");
///         continue;
///     }
///     let plan = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
///     println!("{solver}: {} moves. {}", instance.verify(&plan)?.moves, solver.summary());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AnySolver = Registered<PlanSolver>;

/// A row of the table of [`AnySolver`].
#[derive(Clone, Copy)]
pub struct PlanSolver {
    entry: SolverEntry,
    class: InstanceClass,
    solver: fn() -> BoxedSolver,
}

type BoxedSolver = Box<dyn StreamingSolver<Instance, Move = Move, Solution = Plan>>;

/// The solver that routes robots along arcs itself.
const EARS: &str = "ears";

impl PlanSolver {
    const fn new(
        name: &'static str,
        summary: &'static str,
        class: InstanceClass,
        guarantee: Guarantee,
        solver: fn() -> BoxedSolver,
    ) -> Self {
        Self { entry: SolverEntry::new(name, summary, guarantee), class, solver }
    }

    const fn on_ears(name: &'static str, summary: &'static str, solver: fn() -> BoxedSolver) -> Self {
        Self::new(name, summary, InstanceClass::Biconnected, Guarantee::Complete, solver)
    }

    fn is_auto(&self) -> bool {
        self.entry.name == Self::DEFAULT
    }

    /// Checks that the solver supports an instance.
    ///
    /// # Errors
    /// The property that the instance lacks.
    ///
    /// # Examples
    /// ```
    /// use cpf::error::UnsupportedInstanceError;
    /// use cpf::{AnySolver, Instance};
    ///
    /// let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\n".parse()?;
    /// assert!(AnySolver::default().check(&path).is_ok());
    /// let bibox: AnySolver = "bibox".parse()?;
    /// let Err(why) = bibox.check(&path) else { panic!("no cycle") };
    /// assert!(matches!(why, UnsupportedInstanceError::Graph(_)));
    /// assert_eq!(why.to_string(), "without vertex 2 the graph falls into pieces");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, instance: &Instance) -> Result<(), UnsupportedInstanceError> {
        self.check_within(instance, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does what [`check`](PlanSolver::check) does, within the time limit and the cancel flag of
    /// `control`, which is [advanced](Control::advance) by steps for every vertex.
    ///
    /// # Errors
    /// Those of [`check`](PlanSolver::check); [`RunError::Stopped`] at a limit.
    pub fn check_within(
        &self,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<(), RunError<UnsupportedInstanceError>> {
        self.class.check(instance, control)
    }

    /// Returns the solver of an instance on a graph with arcs. For `auto` this is `ears` if the
    /// graph is bi-connected, because `ears` takes detours along arcs.
    ///
    /// # Errors
    /// [`Stop`](motion_core::Stop) if the run is cancelled or its time is over.
    ///
    /// # Examples
    /// ```
    /// use cpf::cpf_core::directed::DirectedInstance;
    /// use cpf::{AnySolver, Control, Outcome, Solver};
    ///
    /// let text = "p arc 4 5\na 1 2\na 2 3\na 3 4\na 4 1\na 3 1\nr 1 2\nr 2 1\n";
    /// let instance: DirectedInstance = text.parse()?;
    /// let auto = AnySolver::default();
    /// let solver = auto.with_arcs(&instance, &mut Control::unlimited());
    /// assert_eq!(solver.map(AnySolver::name), Ok("ears"));
    /// match auto.solve(&instance, &mut Control::unlimited()) {
    ///     Outcome::Solved { plan, .. } => assert!(instance.verify(&plan).is_ok()),
    ///     outcome => panic!("two blanks are enough: {outcome:?}"),
    /// }
    /// # Ok::<(), cpf::formats::FormatError>(())
    /// ```
    pub fn with_arcs(&self, instance: &DirectedInstance, control: &mut Control) -> Result<AnySolver, Stop> {
        let takes_ears = self.is_auto()
            && RunError::passed(InstanceClass::Biconnected.check(instance.underlying(), control))?;
        let name = if takes_ears { EARS } else { self.entry.name };
        Ok(name.parse().expect("invariant: a row"))
    }

    /// Does what [`solve_into`](StreamingSolver::solve_into) does, and also returns the name of the
    /// method: the solver's own, or for `auto` the method that it used, or `several` if it used
    /// different methods for different components.
    ///
    /// # Examples
    /// ```
    /// use cpf::{AnySolver, Control, Instance, Plan};
    ///
    /// let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\n".parse()?;
    /// let mut plan = Plan::default();
    /// let (outcome, name) =
    ///     AnySolver::default().solve_with_name(&triangle, &mut plan, &mut Control::unlimited());
    /// assert!(outcome.is_solved() && triangle.verify(&plan).is_ok());
    /// assert_eq!(name, "line");
    /// # Ok::<(), cpf::formats::FormatError>(())
    /// ```
    pub fn solve_with_name(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> (Outcome<()>, &'static str) {
        let name = self.entry.name;
        if !self.is_auto() {
            return (self.solve_into(problem, sink, control), name);
        }
        let (outcome, used) = Auto::default().solve_with_methods(problem, sink, control);
        let name = match used {
            MethodsUsed::None => name,
            MethodsUsed::One(method) => method.name(),
            MethodsUsed::Several => "several",
        };
        (outcome, name)
    }
}

fn bibox_snakes() -> Bibox {
    Bibox::default().with_snakes(true)
}

impl SolverRow for PlanSolver {
    const ROWS: &'static [Self] = &[
        Self::new(
            "auto",
            "The best of those that support the instance, until the limits are reached",
            InstanceClass::All,
            Guarantee::Complete,
            || Box::new(Auto::default()),
        ),
        Self::on_ears("ears", "Ear by ear, by weighted routes, the last ears by a beam search", || {
            Box::new(ByEars::new(EarInsertion::default()))
        }),
        Self::on_ears(
            "ears-beam",
            "Ear by ear with wider and wider beams, until the limits are reached",
            || Box::new(ByEars::new(EarBeam::default())),
        ),
        Self::on_ears("single-steps", "Ear by ear, by the shortest routes: the fastest", || {
            Box::new(ByEars::new(EarInsertion::fast()))
        }),
        Self::new(
            "blocks",
            "Block by block, on any connected graph with one blank",
            InstanceClass::OneBlank,
            Guarantee::Complete,
            || Box::new(ByBlocks::new(BlockByBlock::default())),
        ),
        #[cfg(feature = "sliding")]
        Self::new(
            "sliding",
            "As a sliding puzzle, on open grids with one blank, until the limits are reached",
            InstanceClass::Sliding,
            Guarantee::Complete,
            || Box::new(BySliding::new(NearOptimal::default())),
        ),
        Self::on_ears("bibox", "BIBOX as in the paper (on open grids row by row)", || {
            Box::new(ByEars::row_by_row(Bibox::default()))
        }),
        Self::on_ears("bibox-snake", "BIBOX with snakes", || Box::new(ByEars::row_by_row(bibox_snakes()))),
        Self::on_ears(
            "bibox-snake-disjoint",
            "BIBOX with snakes of robots that have not been moved for one yet",
            || {
                Box::new(ByEars::row_by_row(
                    bibox_snakes().with_rule(SnakeRule::default().with_pairing(SnakePairing::Disjoint)),
                ))
            },
        ),
        Self::on_ears(
            "bibox-snake-fewest",
            "BIBOX with snakes where trying says that they take the fewest moves",
            || {
                Box::new(ByEars::row_by_row(
                    bibox_snakes().with_rule(SnakeRule::default().with_choice(SnakeChoice::FewestMoves)),
                ))
            },
        ),
        Self::on_ears("bibox-snake-long", "BIBOX with snakes of up to four robots", || {
            Box::new(ByEars::row_by_row(bibox_snakes().with_rule(SnakeRule::default().with_longest(4))))
        }),
        Self::on_ears(
            "bibox-whole-cycle",
            "BIBOX as its pseudo-code is printed: the whole cycle of an ear is rotated",
            || Box::new(ByEars::row_by_row(Bibox::default().with_shift(EarShift::WholeCycle))),
        ),
        Self::on_ears("bibox-whole-cycle-snake", "BIBOX as its pseudo-code is printed, with snakes", || {
            Box::new(ByEars::row_by_row(bibox_snakes().with_shift(EarShift::WholeCycle)))
        }),
        Self::on_ears("bibox-theta", "BIBOX-θ, whose core needs only one blank", || {
            Box::new(ByEars::row_by_row(BiboxTheta::default()))
        }),
        Self::on_ears("bibox-theta-snake", "BIBOX-θ with snakes", || {
            Box::new(ByEars::row_by_row(BiboxTheta::default().with_snakes(true)))
        }),
        Self::new(
            "elimination",
            "Vertex by vertex, on any graph with two blanks",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || Box::new(ByPushing::new(Elimination::default())),
        ),
        Self::new(
            "elimination-snake",
            "Vertex by vertex, two robots together where that is cheaper",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || Box::new(ByPushing::new(Elimination::default().with_snakes(true))),
        ),
        Self::new(
            "elimination-snake-fewest",
            "Vertex by vertex, two robots together where that takes fewer moves",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || {
                Box::new(ByPushing::new(
                    Elimination::default().with_snakes(true).with_snake_cost(SnakeCost::Moves),
                ))
            },
        ),
        Self::new(
            "elimination-beam",
            "Vertex by vertex in many orders, then with wider and wider beams, until the limits are reached",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || Box::new(ByPushing::new(EliminationBeam::default())),
        ),
        Self::new(
            "push-swap",
            "Robot by robot, as in the paper (Push and Swap); does not support every instance",
            InstanceClass::Blanks,
            Guarantee::Incomplete,
            || Box::new(ByPushing::new(Placing::push_and_swap())),
        ),
        Self::new(
            "push-swap-snake",
            "Push and Swap, two robots together (a snake) where that is cheaper",
            InstanceClass::Blanks,
            Guarantee::Incomplete,
            || Box::new(ByPushing::new(Placing::push_and_swap().with_snakes(true))),
        ),
        Self::new(
            "push-swap-snake-fewest",
            "Push and Swap with snakes where these take fewer moves, as in the paper",
            InstanceClass::Blanks,
            Guarantee::Incomplete,
            || {
                Box::new(ByPushing::new(
                    Placing::push_and_swap().with_snakes(true).with_snake_cost(SnakeCost::Moves),
                ))
            },
        ),
        Self::new(
            "push-swap-snake-distances",
            "Push and Swap with snakes where the distances of the paper's pseudo-code say so",
            InstanceClass::Blanks,
            Guarantee::Incomplete,
            || {
                Box::new(ByPushing::new(
                    Placing::push_and_swap().with_snakes(true).with_snake_cost(SnakeCost::Distances),
                ))
            },
        ),
        Self::new(
            "push-rotate",
            "Robot by robot, on any graph with two blanks (Push and Rotate)",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || Box::new(ByPushing::new(Placing::push_and_rotate())),
        ),
        Self::new(
            "push-rotate-snake",
            "Push and Rotate, two robots together (a snake) where that is cheaper",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || Box::new(ByPushing::new(Placing::push_and_rotate().with_snakes(true))),
        ),
        Self::new(
            "push-rotate-snake-fewest",
            "Push and Rotate with snakes where these take fewer moves",
            InstanceClass::Blanks,
            Guarantee::Complete,
            || {
                Box::new(ByPushing::new(
                    Placing::push_and_rotate().with_snakes(true).with_snake_cost(SnakeCost::Moves),
                ))
            },
        ),
    ];
    const DEFAULT: &'static str = "auto";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl StreamingSolver<Instance> for PlanSolver {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        (self.solver)().solve_into(problem, sink, control)
    }
}

impl Solver<DirectedInstance> for PlanSolver {
    type Solution = Plan;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Plan> {
        match self.with_arcs(problem, control) {
            Ok(solver) if solver.name() == EARS => DiBox::default().solve(problem, control),
            Ok(solver) => Directed::new(*solver).solve(problem, control),
            Err(why) => Outcome::stopped(why),
        }
    }
}

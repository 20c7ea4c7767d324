//! All solvers of plans by their names.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use bibox::{
    Bibox, BiboxTheta, BlockByBlock, DiBox, EarBeam, EarInsertion, EarShift, SnakeChoice, SnakePairing,
    SnakeRule,
};
use cpf_core::Instance;
use cpf_core::directed::{Directed, DirectedInstance};
#[cfg(feature = "sliding")]
use grid_puzzle::NearOptimal;
use motion_core::{Control, Move, Outcome, Plan, Sink, Solver, Stop, StreamingSolver};
use push_swap::{Elimination, EliminationBeam, PushAndRotate, PushAndSwap, SnakeCost};

use crate::adapters::{ByBlocks, ByEars, ByPushing};
use crate::auto::Auto;
#[cfg(feature = "sliding")]
use crate::by_sliding::BySliding;
use crate::instance_class::{InstanceClass, UnsupportedInstance};
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
/// | `push-swap` and others that begin so | [`PushAndSwap`] | two blanks in every component |
/// | `push-rotate` and others that begin so | [`PushAndRotate`] | two blanks in every component |
///
/// Of components with a single blank, paths and cycles are supported, and those whose robots are
/// all at their goals. What a solver does not support is
/// [`Stop::Unsupported`](crate::Stop::Unsupported); [`check`](AnySolver::check) says why.
///
/// Each also solves instances on graphs with arcs, if it supports their underlying graphs: `ears`
/// as [`DiBox`](crate::DiBox), the others by [`Directed`](crate::directed::Directed).
///
/// Solvers print as their names, and parse from them in upper or lower case.
///
/// # Examples
/// ```
/// use cpf::{AnySolver, Control, Instance, Solver};
///
/// let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
/// let instance: Instance = text.parse()?;
/// for solver in AnySolver::ALL {
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnySolver {
    /// [`Auto`](crate::Auto).
    #[default]
    Auto,
    /// [`EarInsertion`](crate::EarInsertion).
    Ears,
    /// [`EarBeam`](crate::EarBeam).
    EarsBeam,
    /// [`EarInsertion::fast`](crate::EarInsertion::fast).
    SingleSteps,
    /// [`BlockByBlock`](crate::BlockByBlock).
    Blocks,
    /// [`NearOptimal`](crate::grid_puzzle::NearOptimal).
    #[cfg(feature = "sliding")]
    Sliding,
    /// [`Bibox`](crate::Bibox).
    Bibox,
    /// [`Bibox`](crate::Bibox) with snakes.
    BiboxSnake,
    /// With [`SnakePairing::Disjoint`](crate::SnakePairing::Disjoint).
    BiboxSnakeDisjoint,
    /// With [`SnakeChoice::FewestMoves`](crate::SnakeChoice::FewestMoves).
    BiboxSnakeFewest,
    /// With snakes of up to four robots.
    BiboxSnakeLong,
    /// With [`EarShift::WholeCycle`](crate::EarShift::WholeCycle).
    BiboxWholeCycle,
    /// With [`EarShift::WholeCycle`](crate::EarShift::WholeCycle) and snakes.
    BiboxWholeCycleSnake,
    /// [`BiboxTheta`](crate::BiboxTheta).
    BiboxTheta,
    /// [`BiboxTheta`](crate::BiboxTheta) with snakes.
    BiboxThetaSnake,
    /// [`Elimination`](crate::Elimination).
    Elimination,
    /// [`Elimination`](crate::Elimination) with snakes.
    EliminationSnake,
    /// With snakes by [`SnakeCost::Moves`](crate::push_swap::SnakeCost::Moves).
    EliminationSnakeFewest,
    /// [`EliminationBeam`](crate::EliminationBeam).
    EliminationBeam,
    /// [`PushAndSwap`](crate::PushAndSwap).
    PushSwap,
    /// [`PushAndSwap`](crate::PushAndSwap) with snakes.
    PushSwapSnake,
    /// With snakes by [`SnakeCost::Moves`](crate::push_swap::SnakeCost::Moves).
    PushSwapSnakeFewest,
    /// With snakes by [`SnakeCost::Distances`](crate::push_swap::SnakeCost::Distances).
    PushSwapSnakeDistances,
    /// [`PushAndRotate`](crate::PushAndRotate).
    PushRotate,
    /// [`PushAndRotate`](crate::PushAndRotate) with snakes.
    PushRotateSnake,
    /// With snakes by [`SnakeCost::Moves`](crate::push_swap::SnakeCost::Moves).
    PushRotateSnakeFewest,
}

/// No solver of plans has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSolver;

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no solver has this name")
    }
}

impl Error for UnknownSolver {}

type BoxedSolver = Box<dyn StreamingSolver<Instance, Move = Move, Solution = Plan>>;

impl AnySolver {
    /// All of them.
    pub const ALL: [Self; 25 + cfg!(feature = "sliding") as usize] = [
        Self::Auto,
        Self::Ears,
        Self::EarsBeam,
        Self::SingleSteps,
        Self::Blocks,
        #[cfg(feature = "sliding")]
        Self::Sliding,
        Self::Bibox,
        Self::BiboxSnake,
        Self::BiboxSnakeDisjoint,
        Self::BiboxSnakeFewest,
        Self::BiboxSnakeLong,
        Self::BiboxWholeCycle,
        Self::BiboxWholeCycleSnake,
        Self::BiboxTheta,
        Self::BiboxThetaSnake,
        Self::Elimination,
        Self::EliminationSnake,
        Self::EliminationSnakeFewest,
        Self::EliminationBeam,
        Self::PushSwap,
        Self::PushSwapSnake,
        Self::PushSwapSnakeFewest,
        Self::PushSwapSnakeDistances,
        Self::PushRotate,
        Self::PushRotateSnake,
        Self::PushRotateSnakeFewest,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What it does, in a line without a full stop.
    pub const fn summary(self) -> &'static str {
        self.texts().1
    }

    /// The name and the summary.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Auto => {
                ("auto", "The best of those that support the instance, until the limits are reached")
            }
            Self::Ears => ("ears", "Ear by ear, by weighted routes, the last ears by a beam search"),
            Self::EarsBeam => {
                ("ears-beam", "Ear by ear with wider and wider beams, until the limits are reached")
            }
            Self::SingleSteps => ("single-steps", "Ear by ear, by the shortest routes: the fastest"),
            Self::Blocks => ("blocks", "Block by block, on any connected graph with one blank"),
            #[cfg(feature = "sliding")]
            Self::Sliding => {
                ("sliding", "As a sliding puzzle, on open grids with one blank, until the limits are reached")
            }
            Self::Bibox => ("bibox", "BIBOX as in the paper (on open grids row by row)"),
            Self::BiboxSnake => ("bibox-snake", "BIBOX with snakes"),
            Self::BiboxSnakeDisjoint => {
                ("bibox-snake-disjoint", "BIBOX with snakes of robots that have not been moved for one yet")
            }
            Self::BiboxSnakeFewest => {
                ("bibox-snake-fewest", "BIBOX with snakes where trying says that they take the fewest moves")
            }
            Self::BiboxSnakeLong => ("bibox-snake-long", "BIBOX with snakes of up to four robots"),
            Self::BiboxWholeCycle => (
                "bibox-whole-cycle",
                "BIBOX as its pseudo-code is printed: the whole cycle of an ear is rotated",
            ),
            Self::BiboxWholeCycleSnake => {
                ("bibox-whole-cycle-snake", "BIBOX as its pseudo-code is printed, with snakes")
            }
            Self::BiboxTheta => ("bibox-theta", "BIBOX-θ, whose core needs only one blank"),
            Self::BiboxThetaSnake => ("bibox-theta-snake", "BIBOX-θ with snakes"),
            Self::Elimination => ("elimination", "Vertex by vertex, on any graph with two blanks"),
            Self::EliminationSnake => {
                ("elimination-snake", "Vertex by vertex, two robots together where that is cheaper")
            }
            Self::EliminationSnakeFewest => (
                "elimination-snake-fewest",
                "Vertex by vertex, two robots together where that takes fewer moves",
            ),
            Self::EliminationBeam => (
                "elimination-beam",
                "Vertex by vertex in many orders, then with wider and wider beams, until the limits are reached",
            ),
            Self::PushSwap => (
                "push-swap",
                "Robot by robot, as in the paper (Push and Swap); does not support every instance",
            ),
            Self::PushSwapSnake => {
                ("push-swap-snake", "Push and Swap, two robots together (a snake) where that is cheaper")
            }
            Self::PushSwapSnakeFewest => (
                "push-swap-snake-fewest",
                "Push and Swap with snakes where these take fewer moves, as in the paper",
            ),
            Self::PushSwapSnakeDistances => (
                "push-swap-snake-distances",
                "Push and Swap with snakes where the distances of the paper's pseudo-code say so",
            ),
            Self::PushRotate => {
                ("push-rotate", "Robot by robot, on any graph with two blanks (Push and Rotate)")
            }
            Self::PushRotateSnake => {
                ("push-rotate-snake", "Push and Rotate, two robots together (a snake) where that is cheaper")
            }
            Self::PushRotateSnakeFewest => {
                ("push-rotate-snake-fewest", "Push and Rotate with snakes where these take fewer moves")
            }
        }
    }

    /// Checks that the solver supports an instance.
    ///
    /// # Errors
    /// What the instance lacks.
    ///
    /// # Examples
    /// ```
    /// use cpf::{AnySolver, Instance, UnsupportedInstance};
    ///
    /// let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\n".parse()?;
    /// assert!(AnySolver::Auto.check(&path).is_ok());
    /// let Err(why) = AnySolver::Bibox.check(&path) else { panic!("no cycle") };
    /// assert!(matches!(why, UnsupportedInstance::Graph(_)));
    /// assert_eq!(why.to_string(), "without vertex 2 the graph falls into pieces");
    /// # Ok::<(), cpf::FormatError>(())
    /// ```
    pub fn check(self, instance: &Instance) -> Result<(), UnsupportedInstance> {
        self.check_within(instance, &mut Control::unlimited()).expect("invariant: without limits")
    }

    /// [`check`](AnySolver::check) within the limits of time and the flag of `control`, which is
    /// [advanced](Control::advance) by steps for every vertex.
    ///
    /// # Errors
    /// [`Stop`](motion_core::Stop) where the run is cancelled or its time is over; inside, what the
    /// instance lacks.
    pub fn check_within(
        self,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<Result<(), UnsupportedInstance>, Stop> {
        self.class().check(instance, control)
    }

    /// The solver of an instance on a graph with arcs: for `auto`, `ears` where the graph is
    /// bi-connected, since it takes detours along arcs.
    ///
    /// # Errors
    /// [`Stop`](motion_core::Stop) where the run is cancelled or its time is over.
    ///
    /// # Examples
    /// ```
    /// use cpf::{AnySolver, Control, Outcome, Solver, directed::DirectedInstance};
    ///
    /// let text = "p arc 4 5\na 1 2\na 2 3\na 3 4\na 4 1\na 3 1\nr 1 2\nr 2 1\n";
    /// let instance: DirectedInstance = text.parse()?;
    /// let solver = AnySolver::Auto.with_arcs(&instance, &mut Control::unlimited());
    /// assert_eq!(solver, Ok(AnySolver::Ears));
    /// match AnySolver::Auto.solve(&instance, &mut Control::unlimited()) {
    ///     Outcome::Solved { plan, .. } => assert!(instance.verify(&plan).is_ok()),
    ///     outcome => panic!("two blanks are enough: {outcome:?}"),
    /// }
    /// # Ok::<(), cpf::FormatError>(())
    /// ```
    pub fn with_arcs(self, instance: &DirectedInstance, control: &mut Control) -> Result<Self, Stop> {
        let ears = Self::Ears;
        let takes_ears = self == Self::Auto && ears.check_within(instance.underlying(), control)?.is_ok();
        Ok(if takes_ears { ears } else { self })
    }

    /// Does what [`solve_into`](StreamingSolver::solve_into) does, and also returns the name of the
    /// method: the solver's own, or that of the [`Method`](crate::Method) that `auto` used; of
    /// different ones for different components, `several`.
    ///
    /// # Examples
    /// ```
    /// use cpf::{AnySolver, Control, Instance, Plan};
    ///
    /// let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\n".parse()?;
    /// let mut plan = Plan::default();
    /// let (outcome, name) =
    ///     AnySolver::Auto.solve_with_name(&triangle, &mut plan, &mut Control::unlimited());
    /// assert!(outcome.is_solved() && triangle.verify(&plan).is_ok());
    /// assert_eq!(name, "line");
    /// # Ok::<(), cpf::FormatError>(())
    /// ```
    pub fn solve_with_name(
        self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> (Outcome<()>, &'static str) {
        if self != Self::Auto {
            return (self.solver().solve_into(problem, sink, control), self.name());
        }
        let (outcome, used) = Auto::default().solve_with_methods(problem, sink, control);
        let name = match used {
            MethodsUsed::None => self.name(),
            MethodsUsed::One(method) => method.name(),
            MethodsUsed::Several => "several",
        };
        (outcome, name)
    }

    const fn class(self) -> InstanceClass {
        match self {
            Self::Auto => InstanceClass::All,
            Self::Ears
            | Self::EarsBeam
            | Self::SingleSteps
            | Self::Bibox
            | Self::BiboxSnake
            | Self::BiboxSnakeDisjoint
            | Self::BiboxSnakeFewest
            | Self::BiboxSnakeLong
            | Self::BiboxWholeCycle
            | Self::BiboxWholeCycleSnake
            | Self::BiboxTheta
            | Self::BiboxThetaSnake => InstanceClass::Biconnected,
            Self::Blocks => InstanceClass::OneBlank,
            #[cfg(feature = "sliding")]
            Self::Sliding => InstanceClass::Sliding,
            Self::Elimination
            | Self::EliminationSnake
            | Self::EliminationSnakeFewest
            | Self::EliminationBeam
            | Self::PushSwap
            | Self::PushSwapSnake
            | Self::PushSwapSnakeFewest
            | Self::PushSwapSnakeDistances
            | Self::PushRotate
            | Self::PushRotateSnake
            | Self::PushRotateSnakeFewest => InstanceClass::Blanks,
        }
    }

    fn solver(self) -> BoxedSolver {
        let elimination = Elimination::default();
        let (swap, rotate) = (PushAndSwap::default(), PushAndRotate::default());
        let moves = SnakeCost::Moves;
        let snakes = Bibox::default().with_snakes(true);
        match self {
            Self::Auto => Box::new(Auto::default()),
            Self::Ears => Box::new(ByEars::new(EarInsertion::default())),
            Self::EarsBeam => Box::new(ByEars::new(EarBeam::default())),
            Self::SingleSteps => Box::new(ByEars::new(EarInsertion::fast())),
            Self::Blocks => Box::new(ByBlocks::new(BlockByBlock::default())),
            #[cfg(feature = "sliding")]
            Self::Sliding => Box::new(BySliding::new(NearOptimal::default())),
            Self::Bibox => Box::new(ByEars::row_by_row(Bibox::default())),
            Self::BiboxSnake => Box::new(ByEars::row_by_row(snakes)),
            Self::BiboxSnakeDisjoint => {
                let rule = SnakeRule::default().with_pairing(SnakePairing::Disjoint);
                Box::new(ByEars::row_by_row(snakes.with_rule(rule)))
            }
            Self::BiboxSnakeFewest => {
                let rule = SnakeRule::default().with_choice(SnakeChoice::FewestMoves);
                Box::new(ByEars::row_by_row(snakes.with_rule(rule)))
            }
            Self::BiboxSnakeLong => {
                Box::new(ByEars::row_by_row(snakes.with_rule(SnakeRule::default().with_longest(4))))
            }
            Self::BiboxWholeCycle => {
                Box::new(ByEars::row_by_row(Bibox::default().with_shift(EarShift::WholeCycle)))
            }
            Self::BiboxWholeCycleSnake => {
                Box::new(ByEars::row_by_row(snakes.with_shift(EarShift::WholeCycle)))
            }
            Self::BiboxTheta => Box::new(ByEars::row_by_row(BiboxTheta::default())),
            Self::BiboxThetaSnake => Box::new(ByEars::row_by_row(BiboxTheta::default().with_snakes(true))),
            Self::Elimination => Box::new(ByPushing::new(elimination)),
            Self::EliminationSnake => Box::new(ByPushing::new(elimination.with_snakes(true))),
            Self::EliminationSnakeFewest => {
                Box::new(ByPushing::new(elimination.with_snakes(true).with_snake_cost(moves)))
            }
            Self::EliminationBeam => Box::new(ByPushing::new(EliminationBeam::default())),
            Self::PushSwap => Box::new(ByPushing::new(swap)),
            Self::PushSwapSnake => Box::new(ByPushing::new(swap.with_snakes(true))),
            Self::PushSwapSnakeFewest => {
                Box::new(ByPushing::new(swap.with_snakes(true).with_snake_cost(moves)))
            }
            Self::PushSwapSnakeDistances => {
                let distances = SnakeCost::Distances;
                Box::new(ByPushing::new(swap.with_snakes(true).with_snake_cost(distances)))
            }
            Self::PushRotate => Box::new(ByPushing::new(rotate)),
            Self::PushRotateSnake => Box::new(ByPushing::new(rotate.with_snakes(true))),
            Self::PushRotateSnakeFewest => {
                Box::new(ByPushing::new(rotate.with_snakes(true).with_snake_cost(moves)))
            }
        }
    }
}

impl StreamingSolver<Instance> for AnySolver {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.solver().solve_into(problem, sink, control)
    }
}

impl Solver<DirectedInstance> for AnySolver {
    type Solution = Plan;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Plan> {
        match self.with_arcs(problem, control) {
            Ok(Self::Ears) => DiBox::default().solve(problem, control),
            Ok(solver) => Directed::new(solver).solve(problem, control),
            Err(why) => Outcome::stopped(why),
        }
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnySolver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        Self::ALL.into_iter().find(|solver| solver.name().eq_ignore_ascii_case(text)).ok_or(UnknownSolver)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_parse_in_any_case() {
        let names: BTreeSet<_> = AnySolver::ALL.map(AnySolver::name).into();
        let summaries: BTreeSet<_> = AnySolver::ALL.map(AnySolver::summary).into();
        assert_eq!((names.len(), summaries.len()), (AnySolver::ALL.len(), AnySolver::ALL.len()));
        for solver in AnySolver::ALL {
            assert_eq!(solver.name().to_uppercase().parse(), Ok(solver));
            assert!(!solver.summary().ends_with('.'), "{solver}");
        }
        assert_eq!(AnySolver::default().name(), "auto");
        for unknown in ["", "auto ", "auto+"] {
            assert_eq!(unknown.parse::<AnySolver>(), Err(UnknownSolver));
        }
    }
}

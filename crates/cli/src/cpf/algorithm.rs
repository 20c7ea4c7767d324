//! The solvers by their names.

use std::cell::Cell;

use clap::ValueEnum;
use cpf::bibox::ears::NotBiconnected;
use cpf::push_swap;
use cpf::{
    Auto, Bibox, BiboxTheta, BlockByBlock, BlockInstance, ByBlocks, ByEars, ByPushing, Control, EarBeam,
    EarInsertion, EarShift, Elimination, EliminationBeam, Instance, MethodsUsed, Move, Outcome, Plan,
    PushAndRotate, PushAndSwap, PushInstance, Sink, SnakeChoice, SnakePairing, SnakeRule, StreamingSolver,
};

use crate::CliError;
use crate::error::Unsuitable;

/// The names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// The best of those that support the instance, until the limits are reached
    Auto,
    /// Ear by ear, by weighted routes, the last ears by a beam search
    Ears,
    /// Ear by ear with wider and wider beams, until the limits are reached
    EarsBeam,
    /// Ear by ear, by the shortest routes: the fastest
    SingleSteps,
    /// Block by block, on any connected graph with one blank
    Blocks,
    /// BIBOX as in the paper (on open grids row by row)
    Bibox,
    /// BIBOX with snakes
    BiboxSnake,
    /// BIBOX with snakes of robots that have not been moved for one yet
    BiboxSnakeDisjoint,
    /// BIBOX with snakes where trying says that they take the fewest moves
    BiboxSnakeFewest,
    /// BIBOX with snakes of up to four robots
    BiboxSnakeLong,
    /// BIBOX as its pseudo-code is printed: the whole cycle of an ear is rotated
    BiboxWholeCycle,
    /// BIBOX as its pseudo-code is printed, with snakes
    BiboxWholeCycleSnake,
    /// BIBOX-θ, whose core needs only one blank
    BiboxTheta,
    /// BIBOX-θ with snakes
    BiboxThetaSnake,
    /// Vertex by vertex, on any graph with two blanks
    Elimination,
    /// Vertex by vertex, two robots together where that is cheaper
    EliminationSnake,
    /// Vertex by vertex, two robots together where that takes fewer moves
    EliminationSnakeFewest,
    /// Vertex by vertex in many orders, then with wider and wider beams, until the limits are
    /// reached
    EliminationBeam,
    /// Robot by robot, as in the paper (Push and Swap); does not support every instance
    PushSwap,
    /// Push and Swap, two robots together (a snake) where that is cheaper
    PushSwapSnake,
    /// Push and Swap with snakes where these take fewer moves, as in the paper
    PushSwapSnakeFewest,
    /// Push and Swap with snakes where the distances of the paper's pseudo-code say so
    PushSwapSnakeDistances,
    /// Robot by robot, on any graph with two blanks (Push and Rotate)
    PushRotate,
    /// Push and Rotate, two robots together (a snake) where that is cheaper
    PushRotateSnake,
    /// Push and Rotate with snakes where these take fewer moves
    PushRotateSnakeFewest,
}

/// The instances that an algorithm supports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// All instances.
    All,
    /// Bi-connected graphs.
    Biconnected,
    /// Two blanks in every component.
    Blanks,
    /// One blank on a connected graph.
    OneBlank,
}

/// A solver of all instances of a class.
pub type InstanceSolver = dyn StreamingSolver<Instance, Move = Move, Solution = Plan>;

/// A solver and its name in answers.
pub struct Chosen(ChosenSolver);

enum ChosenSolver {
    /// A certain one.
    Named { name: &'static str, solver: Box<InstanceSolver> },
    /// The one that chooses.
    Auto(RecordingAuto),
}

impl Chosen {
    /// The name of the solver; of [`Auto`], once there is an answer, that of the method used.
    pub fn name(&self) -> &'static str {
        match &self.0 {
            ChosenSolver::Named { name, .. } => name,
            ChosenSolver::Auto(auto) => match auto.used.get() {
                MethodsUsed::None => "auto",
                MethodsUsed::One(method) => method.name(),
                MethodsUsed::Several => "several",
            },
        }
    }

    /// The solver.
    pub fn solver(&self) -> &InstanceSolver {
        match &self.0 {
            ChosenSolver::Named { solver, .. } => &**solver,
            ChosenSolver::Auto(auto) => auto,
        }
    }
}

/// [`Auto`], which remembers which methods it has used.
#[derive(Default)]
struct RecordingAuto {
    auto: Auto,
    used: Cell<MethodsUsed>,
}

impl StreamingSolver<Instance> for RecordingAuto {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let (outcome, used) = self.auto.solve_with_methods(problem, sink, control);
        self.used.set(used);
        outcome
    }
}

impl Algorithm {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Ears => "ears",
            Self::EarsBeam => "ears-beam",
            Self::SingleSteps => "single-steps",
            Self::Blocks => "blocks",
            Self::Bibox => "bibox",
            Self::BiboxSnake => "bibox-snake",
            Self::BiboxSnakeDisjoint => "bibox-snake-disjoint",
            Self::BiboxSnakeFewest => "bibox-snake-fewest",
            Self::BiboxSnakeLong => "bibox-snake-long",
            Self::BiboxWholeCycle => "bibox-whole-cycle",
            Self::BiboxWholeCycleSnake => "bibox-whole-cycle-snake",
            Self::BiboxTheta => "bibox-theta",
            Self::BiboxThetaSnake => "bibox-theta-snake",
            Self::Elimination => "elimination",
            Self::EliminationSnake => "elimination-snake",
            Self::EliminationSnakeFewest => "elimination-snake-fewest",
            Self::EliminationBeam => "elimination-beam",
            Self::PushSwap => "push-swap",
            Self::PushSwapSnake => "push-swap-snake",
            Self::PushSwapSnakeFewest => "push-swap-snake-fewest",
            Self::PushSwapSnakeDistances => "push-swap-snake-distances",
            Self::PushRotate => "push-rotate",
            Self::PushRotateSnake => "push-rotate-snake",
            Self::PushRotateSnakeFewest => "push-rotate-snake-fewest",
        }
    }

    const fn class(self) -> Class {
        match self {
            Self::Auto => Class::All,
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
            | Self::BiboxThetaSnake => Class::Biconnected,
            Self::Blocks => Class::OneBlank,
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
            | Self::PushRotateSnakeFewest => Class::Blanks,
        }
    }

    /// The algorithm as a solver of the instances of its class.
    fn solver(self) -> Option<Box<InstanceSolver>> {
        let elimination = Elimination::default();
        let (swap, rotate) = (PushAndSwap::default(), PushAndRotate::default());
        let moves = push_swap::SnakeCost::Moves;
        let snakes = Bibox::default().with_snakes(true);
        Some(match self {
            Self::Auto => return None,
            Self::Ears => Box::new(ByEars::new(EarInsertion::default())),
            Self::EarsBeam => Box::new(ByEars::new(EarBeam::default())),
            Self::SingleSteps => Box::new(ByEars::new(EarInsertion::fast())),
            Self::Blocks => Box::new(ByBlocks::new(BlockByBlock::default())),
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
                let distances = push_swap::SnakeCost::Distances;
                Box::new(ByPushing::new(swap.with_snakes(true).with_snake_cost(distances)))
            }
            Self::PushRotate => Box::new(ByPushing::new(rotate)),
            Self::PushRotateSnake => Box::new(ByPushing::new(rotate.with_snakes(true))),
            Self::PushRotateSnakeFewest => {
                Box::new(ByPushing::new(rotate.with_snakes(true).with_snake_cost(moves)))
            }
        })
    }
}

/// Checks that an algorithm supports an instance.
pub(super) fn check(algorithm: Algorithm, instance: &Instance) -> Result<(), Unsuitable> {
    match algorithm.class() {
        Class::All => {}
        Class::Biconnected => NotBiconnected::check(instance.graph())?,
        Class::Blanks => {
            PushInstance::new(instance)?;
        }
        Class::OneBlank => {
            BlockInstance::new(instance)?;
        }
    }
    Ok(())
}

/// The solver for an instance.
///
/// # Errors
/// [`CliError::Unsuitable`] if the algorithm does not support the instance.
pub fn solver(algorithm: Algorithm, instance: &Instance) -> Result<Chosen, CliError> {
    let name = algorithm.name();
    let unsuitable = |why: Unsuitable| CliError::Unsuitable { algorithm: name, why: why.to_string() };
    check(algorithm, instance).map_err(unsuitable)?;
    Ok(Chosen(match algorithm.solver() {
        Some(solver) => ChosenSolver::Named { name, solver },
        None => ChosenSolver::Auto(RecordingAuto::default()),
    }))
}

//! Which solver answers to which name.

use motion_core::{Solver};
use bibox::ears::NotBiconnected;
use bibox::{Bibox, BiboxTheta, BlockByBlock, BlockInstance, EarBeam, EarInsertion};
use clap::ValueEnum;
use cpf_core::Instance;
use push_swap::{Elimination, EliminationBeam, PushAndRotate, PushAndSwap, PushInstance};

use super::doors::{ByBlocks, OnEars, WithBlanks, default_ears, row_by_row};
use super::portfolio::Portfolio;
use crate::CliError;

/// The names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// The best of those that suit the instance, for as long as the limits allow
    Auto,
    /// Ear by ear, directly, by weighted routes, the last ears by a beam search
    Ears,
    /// Ear by ear with ever wider beams, as long as the limits allow
    EarsBeam,
    /// Ear by ear, by the shortest routes: the quickest
    SingleSteps,
    /// Block by block, on any connected graph with one blank
    Blocks,
    /// BIBOX as in the paper (on open grids row by row)
    Bibox,
    /// BIBOX with snakes
    BiboxSnake,
    /// BIBOX-θ, whose core needs only one blank
    BiboxTheta,
    /// BIBOX-θ with snakes
    BiboxThetaSnake,
    /// Vertex by vertex, on any graph with two blanks
    Elimination,
    /// The same, two robots together where that is cheaper
    EliminationSnake,
    /// Vertex by vertex in many orders, then with ever wider beams, as long as the limits allow
    EliminationBeam,
    /// Robot by robot, as in the paper; there are instances that it does not treat
    PushSwap,
    /// The same with snakes
    PushSwapSnake,
    /// Robot by robot, on any graph with two blanks
    PushRotate,
    /// The same with snakes
    PushRotateSnake,
}

/// What an algorithm can be asked to solve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Everything.
    All,
    /// Bi-connected graphs.
    Biconnected,
    /// Two blanks in every component.
    Blanks,
    /// One blank on a connected graph.
    OneBlank,
}

/// A solver and its name in answers.
pub struct Chosen(ChosenSolver);

enum ChosenSolver {
    /// One of them.
    One {
        /// Its name.
        name: &'static str,
        /// The solver.
        solver: Box<dyn Solver>,
    },
    /// Several, of which one answers.
    Portfolio(Portfolio),
}

impl Chosen {
    /// Who answers; of several who has answered, once there is an answer.
    pub fn name(&self) -> &'static str {
        match &self.0 {
            ChosenSolver::One { name, .. } => name,
            ChosenSolver::Portfolio(portfolio) => portfolio.name(),
        }
    }

    /// The solver itself.
    pub fn solver(&self) -> &dyn Solver {
        match &self.0 {
            ChosenSolver::One { solver, .. } => &**solver,
            ChosenSolver::Portfolio(portfolio) => portfolio,
        }
    }
}

impl Algorithm {
    const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Ears => "ears",
            Self::EarsBeam => "ears-beam",
            Self::SingleSteps => "single-steps",
            Self::Blocks => "blocks",
            Self::Bibox => "bibox",
            Self::BiboxSnake => "bibox-snake",
            Self::BiboxTheta => "bibox-theta",
            Self::BiboxThetaSnake => "bibox-theta-snake",
            Self::Elimination => "elimination",
            Self::EliminationSnake => "elimination-snake",
            Self::EliminationBeam => "elimination-beam",
            Self::PushSwap => "push-swap",
            Self::PushSwapSnake => "push-swap-snake",
            Self::PushRotate => "push-rotate",
            Self::PushRotateSnake => "push-rotate-snake",
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
            | Self::BiboxTheta
            | Self::BiboxThetaSnake => Class::Biconnected,
            Self::Blocks => Class::OneBlank,
            Self::Elimination
            | Self::EliminationSnake
            | Self::EliminationBeam
            | Self::PushSwap
            | Self::PushSwapSnake
            | Self::PushRotate
            | Self::PushRotateSnake => Class::Blanks,
        }
    }

    /// The algorithm as a solver of the instances of its class.
    fn solver(self) -> Option<Box<dyn Solver>> {
        let elimination = Elimination::default();
        Some(match self {
            Self::Auto => return None,
            Self::Ears => Box::new(OnEars(EarInsertion::default(), default_ears)),
            Self::EarsBeam => Box::new(OnEars(EarBeam::default(), default_ears)),
            Self::SingleSteps => Box::new(OnEars(EarInsertion::fast(), default_ears)),
            Self::Blocks => Box::new(ByBlocks(BlockByBlock::default())),
            Self::Bibox => Box::new(OnEars(Bibox::default(), row_by_row)),
            Self::BiboxSnake => Box::new(OnEars(Bibox::default().with_snakes(true), row_by_row)),
            Self::BiboxTheta => Box::new(OnEars(BiboxTheta::default(), row_by_row)),
            Self::BiboxThetaSnake => Box::new(OnEars(BiboxTheta::default().with_snakes(true), row_by_row)),
            Self::Elimination => Box::new(WithBlanks(elimination)),
            Self::EliminationSnake => Box::new(WithBlanks(elimination.with_snakes(true))),
            Self::EliminationBeam => Box::new(WithBlanks(EliminationBeam::default())),
            Self::PushSwap => Box::new(WithBlanks(PushAndSwap::default())),
            Self::PushSwapSnake => Box::new(WithBlanks(PushAndSwap::default().with_snakes(true))),
            Self::PushRotate => Box::new(WithBlanks(PushAndRotate::default())),
            Self::PushRotateSnake => Box::new(WithBlanks(PushAndRotate::default().with_snakes(true))),
        })
    }
}

/// The solver for an instance.
///
/// # Errors
/// [`CliError::Unsuitable`] where the algorithm asks for more than the instance has.
pub fn solver(algorithm: Algorithm, instance: &Instance) -> Result<Chosen, CliError> {
    let name = algorithm.name();
    let unsuitable = |why| CliError::Unsuitable { algorithm: name, why };
    match algorithm.class() {
        Class::All => {}
        Class::Biconnected => {
            NotBiconnected::check(instance.graph()).map_err(|why| unsuitable(why.into()))?;
        }
        Class::Blanks => {
            PushInstance::new(instance).map_err(|why| unsuitable(why.into()))?;
        }
        Class::OneBlank => {
            BlockInstance::new(instance).map_err(|why| unsuitable(why.into()))?;
        }
    }
    Ok(Chosen(match algorithm.solver() {
        Some(solver) => ChosenSolver::One { name, solver },
        None => ChosenSolver::Portfolio(Portfolio::default()),
    }))
}

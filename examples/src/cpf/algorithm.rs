//! Which solver answers to which name.

use bibox::ears::NotBiconnected;
use bibox::{Bibox, BiboxTheta, EarBeam, EarDecomposition, EarInsertion, EarInstance};
use clap::ValueEnum;
use cpf_core::{Instance, Solver};
use motion_core::{Control, Move, Outcome, Sink};

use crate::CliError;

/// The names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// The solver of short plans that suits the instance
    Auto,
    /// Ear by ear, directly, by weighted routes, the last ears by a beam search
    Ears,
    /// Ear by ear with ever wider beams, as long as the limits allow
    EarsBeam,
    /// Ear by ear, by the shortest routes: the quickest
    SingleSteps,
    /// BIBOX as in the paper (on open grids row by row)
    Bibox,
    /// BIBOX with snakes
    BiboxSnake,
    /// BIBOX-θ, whose core needs only one blank
    BiboxTheta,
    /// BIBOX-θ with snakes
    BiboxThetaSnake,
}

/// A solver and how it is called in answers.
pub(crate) struct Chosen {
    pub(crate) name: &'static str,
    pub(crate) solver: Box<dyn Solver>,
}

impl Algorithm {
    const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Ears => "ears",
            Self::EarsBeam => "ears-beam",
            Self::SingleSteps => "single-steps",
            Self::Bibox => "bibox",
            Self::BiboxSnake => "bibox-snake",
            Self::BiboxTheta => "bibox-theta",
            Self::BiboxThetaSnake => "bibox-theta-snake",
        }
    }
}

/// Says no, for what is known to have no solution.
struct Refuter;

impl Solver for Refuter {
    fn solve_into(&self, _: &Instance, _: &mut dyn Sink<Move>, _: &mut Control) -> Outcome<()> {
        Outcome::Unsolvable
    }
}

/// The solver for an instance.
///
/// `auto` asks first whether there is a solution, on any graph, and then takes the solver of short plans.
///
/// # Errors
/// [`CliError::Unsuitable`] where the algorithm asks for more than the instance has.
pub(crate) fn solver(algorithm: Algorithm, instance: &Instance) -> Result<Chosen, CliError> {
    if let Err(why) = NotBiconnected::check(instance.graph()) {
        if algorithm == Algorithm::Auto && instance.feasibility().is_err() {
            return Ok(Chosen { name: "feasibility", solver: Box::new(Refuter) });
        }
        return Err(CliError::Unsuitable { algorithm: algorithm.name(), why });
    }
    let default = EarDecomposition::for_instance;
    let (algorithm, solver): (_, Box<dyn Solver>) = match algorithm {
        Algorithm::Auto | Algorithm::Ears => {
            (Algorithm::Ears, Box::new(OnEars(EarInsertion::default(), default)))
        }
        Algorithm::EarsBeam => (algorithm, Box::new(OnEars(EarBeam::default(), default))),
        Algorithm::SingleSteps => (algorithm, Box::new(OnEars(EarInsertion::single_steps(), default))),
        Algorithm::Bibox | Algorithm::BiboxSnake => {
            let snakes = algorithm == Algorithm::BiboxSnake;
            (algorithm, Box::new(OnEars(Bibox { snakes }, row_by_row)))
        }
        Algorithm::BiboxTheta | Algorithm::BiboxThetaSnake => {
            let snakes = algorithm == Algorithm::BiboxThetaSnake;
            (algorithm, Box::new(OnEars(BiboxTheta { snakes }, row_by_row)))
        }
    };
    Ok(Chosen { name: algorithm.name(), solver })
}

/// The paper's ears on open grids.
fn row_by_row(instance: &Instance) -> Result<EarDecomposition, NotBiconnected> {
    let rows = instance.grid().and_then(|grid| EarDecomposition::row_by_row(grid).ok());
    rows.map_or_else(|| EarDecomposition::for_instance(instance), Ok)
}

/// A solver of instances on bi-connected graphs, and how it takes them apart.
struct OnEars<S>(S, fn(&Instance) -> Result<EarDecomposition, NotBiconnected>);

impl<S: for<'i> Solver<EarInstance<'i>>> Solver for OnEars<S> {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let ears = (self.1)(problem).expect("invariant: chosen for bi-connected graphs only");
        let problem = EarInstance::with_ears(problem, ears).expect("invariant: ears of this graph");
        self.0.solve_into(&problem, sink, control)
    }
}

//! Which solver answers to which name.

use bibox::ears::NotBiconnected;
use bibox::{Bibox, BiboxTheta, EarBeam, EarDecomposition, EarInsertion, EarInstance};
use clap::ValueEnum;
use cpf_core::improve::Improver;
use cpf_core::{Instance, Solver};
use motion_core::{Control, Move, Outcome, Sink};
use push_swap::{Elimination, PushInstance};

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
    /// Vertex by vertex, on any graph with two blanks; detours are removed
    Elimination,
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
            Self::Elimination => "elimination",
        }
    }
}

/// The solver for an instance.
///
/// `auto` goes ear by ear on bi-connected graphs, and by elimination on others; where neither will do, it answers if
/// there is nothing to do or nothing that can be done.
///
/// # Errors
/// [`CliError::Unsuitable`] where the algorithm asks for more than the instance has.
pub(crate) fn solver(algorithm: Algorithm, instance: &Instance) -> Result<Chosen, CliError> {
    let unsuitable = |why| CliError::Unsuitable { algorithm: algorithm.name(), why };
    let biconnected = NotBiconnected::check(instance.graph());
    if algorithm == Algorithm::Elimination || algorithm == Algorithm::Auto && biconnected.is_err() {
        let name = Algorithm::Elimination.name();
        return match PushInstance::new(instance) {
            Ok(_) => Ok(Chosen { name, solver: Box::new(Trimmed) }),
            Err(_) if algorithm == Algorithm::Auto && instance.feasibility().is_err() => {
                Ok(Chosen { name: "feasibility", solver: Box::new(Refuter) })
            }
            Err(why) => Err(unsuitable(why.into())),
        };
    }
    biconnected.map_err(|why| unsuitable(why.into()))?;
    let (algorithm, solver): (_, Box<dyn Solver>) = match algorithm {
        Algorithm::Auto | Algorithm::Ears => {
            (Algorithm::Ears, Box::new(OnEars(EarInsertion::default(), default_ears)))
        }
        Algorithm::EarsBeam => (algorithm, Box::new(OnEars(EarBeam::default(), default_ears))),
        Algorithm::SingleSteps => (algorithm, Box::new(OnEars(EarInsertion::single_steps(), default_ears))),
        Algorithm::Bibox | Algorithm::BiboxSnake => {
            let snakes = algorithm == Algorithm::BiboxSnake;
            (algorithm, Box::new(OnEars(Bibox { snakes }, row_by_row)))
        }
        Algorithm::BiboxTheta | Algorithm::BiboxThetaSnake => {
            let snakes = algorithm == Algorithm::BiboxThetaSnake;
            (algorithm, Box::new(OnEars(BiboxTheta { snakes }, row_by_row)))
        }
        Algorithm::Elimination => unreachable!("invariant: answered above"),
    };
    Ok(Chosen { name: algorithm.name(), solver })
}

/// Says no to what cannot be solved.
struct Refuter;

impl Solver for Refuter {
    fn solve_into(&self, _: &Instance, _: &mut dyn Sink<Move>, _: &mut Control) -> Outcome<()> {
        Outcome::Unsolvable
    }
}

/// Elimination, and its detours removed: on sparse graphs they are most of the plan.
struct Trimmed;

impl Solver for Trimmed {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let door = PushInstance::new(problem).expect("invariant: chosen for instances with enough blanks");
        match Elimination::default().solve(&door, control) {
            Outcome::Solved { plan, quality } => {
                let improved = Improver::redundancy().improve(problem, plan, control);
                let plan = improved.expect("invariant: solvers make legal moves").plan;
                plan.iter().for_each(|action| sink.accept(action));
                Outcome::Solved { plan: (), quality }
            }
            outcome => outcome.map(|_| ()),
        }
    }
}

/// A solver of instances on bi-connected graphs, and how it takes them apart.
struct OnEars<S>(S, for<'i> fn(&'i Instance) -> EarInstance<'i>);

impl<S: for<'i> Solver<EarInstance<'i>>> Solver for OnEars<S> {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.0.solve_into(&(self.1)(problem), sink, control)
    }
}

fn default_ears(instance: &Instance) -> EarInstance<'_> {
    EarInstance::new(instance).expect("invariant: chosen for bi-connected graphs only")
}

/// The paper's ears on open grids.
fn row_by_row(instance: &Instance) -> EarInstance<'_> {
    let rows = instance.grid().and_then(|grid| EarDecomposition::row_by_row(grid).ok());
    rows.map_or_else(
        || default_ears(instance),
        |rows| EarInstance::with_ears(instance, rows).expect("invariant: ears of this grid"),
    )
}

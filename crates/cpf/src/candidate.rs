//! The methods that may solve a component, and their solvers.

use alloc::boxed::Box;

use bibox::{BlockByBlock, EarBeam, EarInsertion};
use cpf_core::Instance;
#[cfg(feature = "sliding")]
use grid_puzzle::{NearOptimal, internal::RobotPuzzle};
#[cfg(feature = "sliding")]
use motion_core::error::RunError;
use motion_core::sink::StreamingSolver;
use motion_core::{Control, Move, Plan, Stop};
use push_swap::{Elimination, EliminationBeam};

use crate::adapters::{ByBlocks, ByEars, ByPushing};
#[cfg(feature = "sliding")]
use crate::by_sliding::BySliding;
use crate::method::Method;

/// A method with its solvers.
pub(crate) struct Candidate {
    pub(crate) method: Method,
    pub(crate) solver: BoxedSolver,
    /// The anytime solver that may use the rest of the budget.
    pub(crate) anytime: Option<BoxedSolver>,
}

type BoxedSolver = Box<dyn StreamingSolver<Instance, Move = Move, Solution = Plan>>;

/// Returns the method for a feasible component of any size in which some robot is not at its goal.
pub(crate) fn first_candidate(instance: &Instance, control: &mut Control) -> Result<Candidate, Stop> {
    let graph = instance.graph();
    if graph.vertices().all(|vertex| graph.degree(vertex) <= 2) {
        return Ok(Candidate { method: Method::Line, anytime: None, ..elimination() });
    }
    Ok(match (graph.is_biconnected_within(control)?, instance.vacant_count() == 1) {
        (true, _) => Candidate {
            method: Method::Ears,
            solver: Box::new(ByEars::new(EarInsertion::default())),
            anytime: Some(Box::new(ByEars::new(EarBeam::default()))),
        },
        (false, true) => Candidate {
            method: Method::Blocks,
            solver: Box::new(ByBlocks::new(BlockByBlock::default())),
            anytime: None,
        },
        (false, false) => elimination(),
    })
}

/// Returns another method that may give a shorter plan than the first.
pub(crate) fn second_candidate(
    instance: &Instance,
    first: Method,
    control: &mut Control,
) -> Result<Option<Candidate>, Stop> {
    control.poll()?;
    Ok(match (first, instance.vacant_count()) {
        #[cfg(feature = "sliding")]
        (Method::Ears, 1) => match RobotPuzzle::new(instance, control) {
            Ok(_) => Some(Candidate {
                method: Method::Sliding,
                solver: Box::new(BySliding::new(NearOptimal::quick())),
                anytime: Some(Box::new(BySliding::new(NearOptimal::default()))),
            }),
            Err(RunError::Because(_)) => None,
            Err(RunError::Stopped(why)) => return Err(why),
        },
        (Method::Ears, _) => Some(elimination()),
        _ => None,
    })
}

fn elimination() -> Candidate {
    Candidate {
        method: Method::Elimination,
        solver: Box::new(ByPushing::new(Elimination::default())),
        anytime: Some(Box::new(ByPushing::new(EliminationBeam::default()))),
    }
}

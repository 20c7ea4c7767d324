//! The solvers of this crate, in all variants.

use bibox::internal::{EarShift, SnakeChoice, SnakeDistance, SnakePairing, SnakeRule};
use bibox::{
    Bibox, BiboxTheta, BlockByBlock, BlockInstance, EarBeam, EarDecomposition, EarInsertion, EarInstance,
};
use cpf_core::Instance;
use cpf_core::improve::Windows;
use cpf_core::internal::BlankRoute;
use motion_core::sink::StreamingSolver;
use motion_core::{Move, Plan};
use motion_testing_robots::promises::{NamedSolver, Promise, SolverAttempt};

pub(crate) fn all() -> Vec<NamedSolver> {
    let single_steps = EarInsertion::fast();
    let beam = EarBeam::default().with_width(4);
    let windows = Windows::default().with_nodes(5_000);
    let rule = SnakeRule::default();
    let snakes = |rule| Bibox::default().with_snakes(true).with_rule(rule);
    vec![
        complete("insertion", EarInsertion::default()),
        complete("insertion, narrow beam", EarInsertion::default().with_beam(4, 2)),
        complete("insertion with snakes", EarInsertion::default().with_snakes(true).with_beam(1, 0)),
        complete("single steps", single_steps),
        complete("single steps with snakes", single_steps.with_snakes(true)),
        complete("single steps, weighted routes", single_steps.with_route(BlankRoute::default())),
        on_ears("beam", Promise::Anytime, beam.with_windows(None)),
        on_ears("beam and windows", Promise::Anytime, beam.with_windows(Some(windows))).within(|_| 300_000),
        complete("bibox", Bibox::default()),
        complete("bibox with snakes", Bibox::default().with_snakes(true)),
        complete("bibox, disjoint snakes", snakes(rule.with_pairing(SnakePairing::Disjoint))),
        complete("bibox, snakes by fewest moves", snakes(rule.with_choice(SnakeChoice::FewestMoves))),
        complete("bibox, snakes by whole distances", snakes(rule.with_distance(SnakeDistance::WholeGraph))),
        complete("bibox, snakes of four", snakes(rule.with_longest(4))),
        complete("bibox, whole cycles", Bibox::default().with_shift(EarShift::WholeCycle)),
        complete("bibox, whole cycles and snakes", snakes(rule).with_shift(EarShift::WholeCycle)),
        complete("bibox-theta", BiboxTheta::default()),
        complete("bibox-theta with snakes", BiboxTheta::default().with_snakes(true)),
        NamedSolver::new("insertion, other ears", Promise::Complete, on_other_ears),
        on_blocks("block by block", BlockByBlock::default()),
        on_blocks("block by block, single steps", BlockByBlock::default().with_insertion(single_steps)),
    ]
}

/// Adds the solvers that take long without a small limit.
pub(crate) fn fuzzed() -> Vec<NamedSolver> {
    let beam = on_ears("beam, default", Promise::Anytime, EarBeam::default());
    all().into_iter().chain([beam]).collect()
}

/// Solves with the default ears.
fn on_ears<S>(name: &'static str, promise: Promise, solver: S) -> NamedSolver
where
    S: for<'i> StreamingSolver<EarInstance<'i>, Move = Move, Solution = Plan> + Copy + 'static,
{
    NamedSolver::new(name, promise, move |instance| {
        let problem = EarInstance::new(instance).ok()?;
        Some(Box::new((solver, problem)))
    })
}

fn complete<S>(name: &'static str, solver: S) -> NamedSolver
where
    S: for<'i> StreamingSolver<EarInstance<'i>, Move = Move, Solution = Plan> + Copy + 'static,
{
    on_ears(name, Promise::Complete, solver)
}

/// Solves with ears in breadth-first order around the default cycle.
fn on_other_ears(instance: &Instance) -> Option<Box<dyn SolverAttempt + '_>> {
    let cycle = EarDecomposition::for_instance(instance).ok()?.cycle().to_vec();
    let ears = EarDecomposition::breadth_first(instance.graph(), cycle).expect("a bi-connected graph");
    let problem = EarInstance::with_ears(instance, ears).expect("ears of this graph");
    Some(Box::new((EarInsertion::default(), problem)))
}

fn on_blocks(name: &'static str, solver: BlockByBlock) -> NamedSolver {
    NamedSolver::new(name, Promise::Complete, move |instance| {
        let problem = BlockInstance::new(instance).ok()?;
        Some(Box::new((solver, problem)))
    })
}

//! `Auto`, in its variants.

use cpf::motion_core::Move;
use cpf::motion_core::sink::StreamingSolver;
use cpf::solvers::ByEars;
use cpf::solvers::bibox::EarInsertion;
use cpf::{Auto, Instance, Plan};
use motion_testing_robots::promises::{NamedSolver, Promise};

pub(crate) fn all() -> Vec<NamedSolver> {
    vec![
        named("auto", Auto::default()),
        named("auto within a budget", Auto::default()).within(nodes_of_auto),
        // Every component is solved by one method, whose moves are written as they are made.
        NamedSolver::new("auto, streamed", Promise::Complete, |instance| {
            Some(Box::new((Auto::default().with_streamed_above(0), instance.clone())))
        }),
    ]
}

/// Returns 4,000 nodes for six vertices, growing to a million from twenty-five vertices on.
fn nodes_of_auto(instance: &Instance) -> u64 {
    (3 * (instance.graph().vertex_count() as u64).pow(4)).min(1_000_000)
}

fn named<S>(name: &'static str, solver: S) -> NamedSolver
where
    S: StreamingSolver<Instance, Move = Move, Solution = Plan> + Copy + 'static,
{
    NamedSolver::new(name, Promise::Anytime, move |instance| Some(Box::new((solver, instance.clone()))))
}

/// Returns a solver of bi-connected graphs only.
pub(crate) fn of_ears() -> ByEars<EarInsertion> {
    ByEars::new(EarInsertion::default())
}

//! What all solvers of this crate answer.

use cpf_core::board::Trouble;
use motion_core::{Control, Move, Outcome, Quality, Sink, Stop};

use crate::instance::EarInstance;

/// Settles feasibility first, then runs the solver, which says what its plan is worth, or that the core cannot be
/// arranged.
pub(crate) fn outcome(
    problem: &EarInstance,
    control: &mut Control,
    run: impl FnOnce(&mut Control) -> Result<Option<Quality>, Trouble>,
) -> Outcome<()> {
    let graph = problem.instance().graph();
    // The feasibility test looks at everything, and so does what comes before the first ear.
    let size = (graph.vertex_count() + graph.edge_count()) as u64;
    if let Err(why) = control.spend_many(size) {
        return Outcome::stopped(why);
    }
    if problem.instance().feasibility().is_err() {
        return Outcome::Unsolvable;
    }
    match control.spend_many(size).map_err(Trouble::from).and_then(|()| run(control)) {
        Ok(Some(quality)) => Outcome::Solved { plan: (), quality },
        Ok(None) => Outcome::Unsolvable,
        Err(Trouble::Stop(why)) => Outcome::stopped(why),
        Err(Trouble::Blocked) => {
            unreachable!("invariant: what is not locked is bi-connected and holds a blank")
        }
    }
}

/// Hands a plan over to a sink and sees to it that the sink does not hold more than the budget allows.
pub(crate) fn hand_over(
    moves: impl IntoIterator<Item = Move>,
    sink: &mut dyn Sink<Move>,
    control: &mut Control,
) -> Result<(), Stop> {
    const PORTION: usize = 4096;
    let mut held = 0;
    let mut result = Ok(());
    for (number, action) in moves.into_iter().enumerate() {
        sink.accept(action);
        let more = sink.heap_bytes().saturating_sub(held);
        if number % PORTION == 0 && more > 0 {
            result = control.hold(more);
            if result.is_err() {
                break;
            }
            held += more;
        }
    }
    control.release(held);
    result
}

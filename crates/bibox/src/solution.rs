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
    match problem.instance().feasibility_within(control) {
        Ok(Ok(())) => {}
        Ok(Err(_)) => return Outcome::Unsolvable,
        Err(why) => return Outcome::stopped(why),
    }
    match run(control) {
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
    let mut moves = moves.into_iter().peekable();
    while result.is_ok() && moves.peek().is_some() {
        moves.by_ref().take(PORTION).for_each(|action| sink.accept(action));
        let more = sink.heap_bytes().saturating_sub(held);
        result = control.hold(more);
        if result.is_ok() {
            held += more;
        }
    }
    control.release(held);
    result
}

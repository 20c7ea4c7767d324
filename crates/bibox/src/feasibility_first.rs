//! Code shared by the solvers of ears, which decide feasibility first.

use cpf_core::internal::OperationError;
use motion_core::internal::Metered;
use motion_core::sink::Sink;
use motion_core::{Control, Move, Outcome, Quality};

use crate::instance::EarInstance;

/// Makes a type a solver of ears, which decides feasibility first and then calls a function with
/// the solver, the problem, the sink and the control.
macro_rules! ear_solver {
    ($solver:ty, $run:expr) => {
        impl motion_core::sink::StreamingSolver<$crate::EarInstance<'_>> for $solver {
            type Move = motion_core::Move;
            type Solution = motion_core::Plan;

            fn solve_into(
                &self,
                problem: &$crate::EarInstance<'_>,
                sink: &mut dyn motion_core::sink::Sink<motion_core::Move>,
                control: &mut motion_core::Control,
            ) -> motion_core::Outcome<()> {
                $crate::feasibility_first::outcome(problem, sink, control, |sink, control| {
                    let run: fn(&Self, &$crate::EarInstance<'_>, &mut _, &mut _) -> _ = $run;
                    run(self, problem, sink, control)
                })
            }
        }
    };
}

pub(crate) use ear_solver;

/// Decides feasibility and then runs the solver, which returns the quality of its plan, or `None`
/// if the core cannot be arranged.
pub(crate) fn outcome(
    problem: &EarInstance,
    sink: &mut dyn Sink<Move>,
    control: &mut Control,
    run: impl FnOnce(&mut Metered<'_, Move>, &mut Control) -> Result<Option<Quality>, OperationError>,
) -> Outcome<()> {
    problem.instance().if_feasible(control, |control| match run(&mut Metered::new(sink), control) {
        Ok(Some(quality)) => Outcome::Solved { plan: (), quality },
        Ok(None) => Outcome::Unsolvable,
        Err(OperationError::Stop(why)) => Outcome::stopped(why),
        Err(OperationError::Blocked) => {
            unreachable!("invariant: the unlocked vertices are bi-connected, and one of them is vacant")
        }
    })
}

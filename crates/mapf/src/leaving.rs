//! Schedules of robots that leave at their goals.

use cpf_core::{LeavingInstance, Scheduler};
use motion_core::{Control, Outcome, Schedule, Solver};

use crate::{CollisionRepair, ConflictSearch, JointSearch, Lacam, ScheduleImprover};

/// Lets schedulers of directed instances move each robot from its goal to a vertex outside.
macro_rules! solve_leaving {
    ($($scheduler:ty),*) => {
        $(
            impl Solver<LeavingInstance> for $scheduler {
                type Solution = Schedule;

                fn solve(&self, problem: &LeavingInstance, control: &mut Control) -> Outcome<Schedule> {
                    problem.solve_by(self.objective(), control, |extended, control| {
                        self.solve(extended, control)
                    })
                }
            }
        )*
    };
}

solve_leaving!(CollisionRepair, ConflictSearch, JointSearch, Lacam, ScheduleImprover);

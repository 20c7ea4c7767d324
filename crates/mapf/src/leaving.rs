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
                    let search = |extended: &_, control: &mut _| self.solve(extended, control);
                    problem.solve_by(self.objective(), control, search)
                }
            }
        )*
    };
}

solve_leaving!(CollisionRepair, ConflictSearch, JointSearch, Lacam, ScheduleImprover);

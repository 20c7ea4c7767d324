//! A solver of cooperative path-finding for a single robot, by a shortest path.

use cpf::motion_core::sink::{Sink, StreamingSolver};
use cpf::motion_core::{Move, Quality, Token};
use cpf::{Control, Instance, Outcome, Plan, Solver};

use super::Done;

// begin
struct LoneRobot;

impl StreamingSolver<Instance> for LoneRobot {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        problem.if_feasible(control, |_| {
            let token = Token(0);
            let [start, goal] = [problem.start(), problem.goal()].map(|robots| robots.vertex_of(token));
            let path = problem.graph().shortest_path(start, goal).unwrap_or_default();
            path.windows(2).for_each(|step| sink.accept(Move { token, from: step[0], to: step[1] }));
            Outcome::Solved { plan: (), quality: Quality::Optimal }
        })
    }
}
// end

pub(super) fn program() -> Done {
    let instance: Instance = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 3\n".parse()?;
    let plan = LoneRobot.solve(&instance, &mut Control::unlimited()).into_result()?;
    assert_eq!(instance.verify(&plan)?.moves, 2);
    Ok(())
}

//! Implements a solver of cooperative path-finding, which moves one robot after another along a
//! shortest free path, and compares it with a solver of the library.
//!
//! `cargo run --example own_cpf_solver`

use cpf::motion_core::sink::{Sink, StreamingSolver};
use cpf::motion_core::{Configuration, Move, Quality, Stop, Token};
use cpf::solvers::ByPushing;
use cpf::solvers::push_swap::Elimination;
use cpf::{Control, Instance, Outcome, Plan, Solver, Vertex};

struct OneAfterAnother;

impl StreamingSolver<Instance> for OneAfterAnother {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(&self, task: &Instance, sink: &mut dyn Sink<Move>, control: &mut Control) -> Outcome<()> {
        let mut robots = task.start().clone();
        while robots != *task.goal() {
            if let Err(why) = control.spend_many((robots.token_count() * robots.vertex_count()) as u64) {
                return Outcome::stopped(why);
            }
            let path = |robot| Some((robot, free_path(task, &robots, robot)?));
            // This does not prove that no plan exists; another method may find one.
            let Some((token, path)) = task.robots().find_map(path) else {
                return Outcome::stopped(Stop::GaveUp);
            };
            path.windows(2).for_each(|step| sink.accept(Move { token, from: step[0], to: step[1] }));
            robots.relocate(token, path[path.len() - 1]);
        }
        Outcome::Solved { plan: (), quality: Quality::Feasible }
    }
}

/// Finds a shortest path over vacant vertices to the goal of a robot that is not there.
fn free_path(task: &Instance, robots: &Configuration, robot: Token) -> Option<Vec<Vertex>> {
    let (from, goal) = (robots.vertex_of(robot), task.goal().vertex_of(robot));
    let free: Vec<_> = robots.vacant().chain([from]).collect();
    let index = |vertex| free.iter().position(|&other| other == vertex).map(|index| Vertex(index as u32));
    let path = task.graph().induced(&free).shortest_path(index(from)?, index(goal)?)?;
    (from != goal).then(|| path.into_iter().map(|vertex| free[vertex.index()]).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let elimination = ByPushing::new(Elimination::default());
    let solvers: [&dyn Solver<Instance, Solution = Plan>; 2] = [&OneAfterAnother, &elimination];
    // On a path with a branch, two robots move on; then the rear one has to pass the other.
    for robots in ["r 1 3\nr 3 4", "r 1 4\nr 2 1"] {
        let instance: Instance = format!("p edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 3 5\n{robots}").parse()?;
        println!("{}:", robots.replace('\n', ", "));
        for solver in solvers {
            match solver.solve(&instance, &mut Control::unlimited()).into_result() {
                Ok(plan) => println!("  {} moves", instance.verify(&plan)?.moves),
                Err(why) => println!("  {why}"),
            }
        }
    }
    Ok(())
}

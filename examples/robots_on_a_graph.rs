//! Reads graphs with robots from text, decides whether the robots can reach their goals, and prints
//! a verified plan or the reason why there is none.
//!
//! `cargo run --example robots_on_a_graph`

use std::error::Error;

use cpf::formats::PlanText;
use cpf::{Auto, Control, Instance, Outcome, Solver};

/// Three robots on a cycle of four vertices. The first two are to exchange places.
const CYCLE: &str = "
p edge 4 4
e 1 2
e 2 3
e 3 4
e 4 1
r 1 2
r 2 1
r 3 3";

/// The same robots on a cycle with a diagonal.
const DIAGONAL: &str = "
p edge 4 5
e 1 2
e 2 3
e 3 4
e 4 1
e 1 3
r 1 2
r 2 1
r 3 3";

fn main() -> Result<(), Box<dyn Error>> {
    for (name, text) in [("cycle", CYCLE), ("cycle with a diagonal", DIAGONAL)] {
        let instance: Instance = text.parse()?;
        println!("{name}: robots {}, vacant vertices {}", instance.robot_count(), instance.vacant_count());
        if let Err(why) = instance.feasibility() {
            println!("infeasible: {why}");
            continue;
        }
        match Auto::default().solve(&instance, &mut Control::unlimited()) {
            Outcome::Solved { plan, quality } => {
                println!("{} moves, {quality}", instance.verify(&plan)?.moves);
                print!("c time, robot, from, to\n{}", PlanText(&plan));
            }
            Outcome::Unsolvable => println!("proved unsolvable"),
            Outcome::Stopped { why, .. } => println!("stopped: {why}"),
        }
    }
    Ok(())
}

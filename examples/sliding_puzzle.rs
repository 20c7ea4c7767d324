//! Compares solutions of sliding-tile puzzles found within a million nodes: by snakes, near-optimal
//! ones, and those with the fewest moves.
//!
//! `cargo run --example sliding_puzzle`

use std::error::Error;

use grid_puzzle::{Instance, NearOptimal, Optimal, Snake};
use motion_core::{Budget, Control, Outcome, Solver, Walk};

/// Rows of tiles, with 0 for the blank.
const BOARDS: [&str; 2] = [
    " 5  1 10  3
      9  0  2  8
     13  4  7 12
      6 11 14 15",
    " 9 27 25 21  6 33
     26 29 22 11 15  2
     28  4 18 24 10  1
      5  3 17 20 16 35
     34 23 12 32 19  7
     13  8 30  0 14 31",
];

fn main() -> Result<(), Box<dyn Error>> {
    let solvers: [(&str, &dyn Solver<Instance, Solution = Walk>); 3] = [
        ("snakes", &Snake::default()),
        ("short", &NearOptimal::default()),
        ("fewest moves", &Optimal::default()),
    ];
    for board in BOARDS {
        let instance: Instance = board.parse()?;
        println!("{}×{}:", instance.start().rows(), instance.start().columns());
        for (name, solver) in solvers {
            let mut control = Control::new(Budget::new().with_nodes(1_000_000));
            match solver.solve(&instance, &mut control) {
                Outcome::Solved { plan, quality } => {
                    println!("  {name}: {} moves, {quality}", instance.verify(&plan)?.moves);
                }
                Outcome::Unsolvable => println!("  {name}: proved unsolvable"),
                Outcome::Stopped { why, lower_bound, .. } => {
                    println!(
                        "  {name}: stopped, {why}; a solution has {} moves or more",
                        lower_bound.unwrap_or(0)
                    );
                }
            }
        }
    }
    Ok(())
}

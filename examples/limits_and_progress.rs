//! Limits a solver, cancels it from another thread, and prints its progress.
//!
//! `cargo run --example limits_and_progress`

use std::error::Error;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use grid_puzzle::{Instance, Snake};
use motion_core::observer::Progress;
use motion_core::{Budget, CancelFlag, Control, Outcome, Solver};

/// The side of the board, whose tiles are in reverse order.
const SIDE: u32 = 151;
const SHORT_TIME: Duration = Duration::from_millis(50);

fn attempt(what: &str, instance: &Instance, budget: Budget) -> Result<(), Box<dyn Error>> {
    println!("{what}:");
    let mut percent = 25.0;
    // Called every few thousand nodes; `ControlFlow::Break` would stop the solver.
    let mut observer = |progress: &Progress| {
        let Some(done) = progress.fraction_done.map(|share| 100.0 * share).filter(|done| *done >= percent)
        else {
            return ControlFlow::Continue(());
        };
        println!("  {done:.0} % done, {} nodes, {} bytes", progress.stats.nodes, progress.stats.bytes);
        percent += 25.0;
        ControlFlow::Continue(())
    };
    let mut control = Control::new(budget).with_observer(&mut observer);
    match Snake::default().solve(instance, &mut control) {
        Outcome::Solved { plan, .. } => println!("  solved by {} moves", instance.verify(&plan)?.moves),
        Outcome::Unsolvable => println!("  proved unsolvable"),
        Outcome::Stopped { why, .. } => println!("  stopped after {} nodes: {why}", control.stats().nodes),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = String::new();
    for cell in (0..SIDE * SIDE).rev() {
        // The blank follows tile 1.
        write!(board, "{}{}", cell, if cell % SIDE == 0 { '\n' } else { ' ' })?;
    }
    let instance: Instance = board.parse()?;
    attempt("no limit", &instance, Budget::new())?;
    attempt("1,000,000 nodes", &instance, Budget::new().with_nodes(1_000_000))?;
    attempt("1 MiB", &instance, Budget::new().with_bytes(1 << 20))?;
    attempt("50 ms", &instance, Budget::new().with_time(SHORT_TIME))?;
    let flag = CancelFlag::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(SHORT_TIME);
            flag.raise();
        });
        attempt("cancelled after 50 ms", &instance, Budget::new().with_cancel(flag.clone()))
    })
}

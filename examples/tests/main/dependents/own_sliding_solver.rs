//! A solver of sliding puzzles for boards of 2×2 cells, whose blank goes around the board.

use grid_puzzle::Instance;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Direction, Outcome, Quality, Solver, Walk};

use super::Done;

// begin
struct RoundAndRound;

impl StreamingSolver<Instance> for RoundAndRound {
    type Move = Direction;
    type Solution = Walk;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        let mut board = problem.start().clone();
        // After three rounds of four moves, the board is the start again.
        for _ in 0..12 {
            if board == *problem.goal() {
                return Outcome::Solved { plan: (), quality: Quality::Feasible };
            }
            if let Err(why) = control.spend(1) {
                return Outcome::stopped(why);
            }
            let clockwise = [Direction::Right, Direction::Down, Direction::Up, Direction::Left];
            let direction = clockwise[board.blank().index()];
            board.slide(direction);
            sink.accept(direction);
        }
        Outcome::Unsolvable
    }
}
// end

pub(super) fn program() -> Done {
    let solvable: Instance = "3 1\n2 0".parse()?;
    let walk = RoundAndRound.solve(&solvable, &mut Control::unlimited()).into_result()?;
    assert!(solvable.verify(&walk)?.moves > 0);
    let unsolvable: Instance = "2 1\n3 0".parse()?;
    assert_eq!(RoundAndRound.solve(&unsolvable, &mut Control::unlimited()), Outcome::Unsolvable);
    Ok(())
}
